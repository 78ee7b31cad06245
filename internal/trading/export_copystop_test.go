package trading

import (
	"strconv"

	"github.com/google/uuid"

	"bourse/internal/money"
)

// Subscriptions is how many subscriptions are watched.
func (c *CopyStops) Subscriptions() int { return len(c.copies.subscriptions) }

// NewMarkCheck returns a function that values so many positions of ten symbols at a price that rises by a little each
// time.
func NewMarkCheck(positions int) (check func()) {
	copies := newWatchedCopies()
	for i := range positions {
		side := Buy
		if i%3 == 0 {
			side = Sell
		}
		copies.put(Watched{
			Position: Position{
				ID: uuid.New(), Symbol: "S" + strconv.Itoa(i%10), Status: Open, Side: side, EntryPrice: money.FromInt(100), Quantity: money.MustParse("1.2345"),
			},
			Limit: LossLimit{SubscriptionID: uuid.New(), Capital: money.FromInt(1000), Percent: 20},
		}, money.Zero)
	}
	price, step := money.FromInt(100), money.MustParse("0.00000001")
	return func() {
		price = price.Add(step)
		for name := range copies.symbols {
			copies.mark(name, price)
		}
		for _, subscription := range copies.touched {
			subscription.touched = false
		}
		copies.touched = copies.touched[:0]
	}
}

package copying

import (
	"strconv"

	"github.com/google/uuid"

	"bourse/internal/money"
	"bourse/internal/trading"
)

// Subscriptions is how many subscriptions are watched.
func (c *CopyStops) Subscriptions() int { return len(c.copies.subscriptions) }

// NewMarkCheck returns a function that values so many positions of ten symbols at a price that rises a little each time.
func NewMarkCheck(positions int) (check func()) {
	copies := newWatchedCopies()
	for i := range positions {
		side := trading.Buy
		if i%3 == 0 {
			side = trading.Sell
		}
		copies.put(trading.Watched{
			Position: trading.Position{
				ID: uuid.New(), Symbol: "S" + strconv.Itoa(i%10), Status: trading.Open, Side: side, EntryPrice: money.FromInt(100), Quantity: money.MustParse("1.2345"),
			},
			Limit: trading.LossLimit{SubscriptionID: uuid.New(), Capital: money.FromInt(1000), Percent: 20},
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

package risk

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/money"
	"bourse/internal/trading"
)

// Companion runs along with the monitor, on its goroutine: it sees the positions that the monitor watches and the prices
// that it sees, and acts once the monitor has closed what reached a level.
type Companion interface {
	// Watch receives a position as read, also one that is no longer open. The mark is its current price; 0 when there is
	// none.
	Watch(watched trading.Watched, mark money.Decimal)
	// Forget is called when a position was closed.
	Forget(position uuid.UUID)
	// Mark reports a new price of a symbol.
	Mark(symbol string, price money.Decimal)
	// Renew replaces everything known by what read reports, which is all open positions, and changes nothing when read
	// fails. It fails as read does.
	Renew(read func(watch func(watched trading.Watched, mark money.Decimal)) error) error
	// Act acts on what was seen.
	Act(ctx context.Context, watch trading.Watch)
	// NextTry is when Act is due even if nothing is seen; the zero time when it is not.
	NextTry() time.Time
}

// alone is the companion of a monitor that has none.
type alone struct{}

func (alone) Watch(trading.Watched, money.Decimal) {}
func (alone) Forget(uuid.UUID)                     {}
func (alone) Mark(string, money.Decimal)           {}
func (alone) Act(context.Context, trading.Watch)   {}
func (alone) NextTry() time.Time                   { return time.Time{} }
func (alone) Renew(read func(watch func(trading.Watched, money.Decimal)) error) error {
	return read(func(trading.Watched, money.Decimal) {})
}

package trading

import (
	"github.com/google/uuid"

	"bourse/internal/money"
)

// Watched is a position as read by price watchers: its id, account, symbol, side, status, quantity, entry, levels and
// opening time, none of which changes with the price.
type Watched struct {
	Position
	Limit LossLimit
}

// LossLimit is how much the positions of a subscription may lose together, as read with each of them. Its subscription is
// nil when there is none, or it has no limit.
type LossLimit struct {
	SubscriptionID uuid.UUID
	Capital        money.Decimal
	Percent        int // of the capital
	Realized       money.Decimal
}

// Watch is what a companion of the price watcher may ask of it during a turn.
type Watch interface {
	// ReadAgain has a position that may have changed read again.
	ReadAgain(position uuid.UUID)
	// Wake starts the next turn at once.
	Wake()
	// Complain logs something that cannot be done now and will be tried again, and counts it as a failure of the turn.
	Complain(what string, err error, attributes ...any)
}

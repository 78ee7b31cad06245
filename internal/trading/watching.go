package trading

import (
	"github.com/google/uuid"

	"bourse/internal/money"
)

// Watched is a position as whoever watches prices reads it: of the position itself what does not change with the
// price, its id, account, symbol, side, status, quantity, entry, levels and opening.
type Watched struct {
	Position
	Limit LossLimit
}

// LossLimit is what the positions of a subscription may lose together, as it is read beside each of them. Its
// subscription is nil when there is none, or it has no limit.
type LossLimit struct {
	SubscriptionID uuid.UUID
	Capital        money.Decimal
	Percent        int // of the capital
	Realized       money.Decimal
}

// Watch is what somebody who goes along with the one who watches prices may ask of it, while it has its turn.
type Watch interface {
	// ReadAgain has a position read again that may have changed.
	ReadAgain(position uuid.UUID)
	// Wake has the next turn come at once.
	Wake()
	// Complain logs what cannot be done and will be tried again, and counts it as a failure of the turn.
	Complain(what string, err error, attributes ...any)
}

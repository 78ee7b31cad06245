package copying

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/trading"
)

// CopyOutcome is the outcome of a signal under a subscription.
type CopyOutcome string

// The outcomes: an entry was executed, an exit was executed, nothing was done.
const (
	CopyExecuted CopyOutcome = "executed"
	CopyClosed   CopyOutcome = "closed"
	CopySkipped  CopyOutcome = "skipped"
)

// Copy is the result of a signal under a subscription, whether executed by hand or automatically.
type Copy struct {
	SignalID   uuid.UUID
	Symbol     string
	Type       trading.SignalType
	Outcome    CopyOutcome
	Code       fault.Code // why it was skipped; empty otherwise
	Message    string     // the same in words
	PositionID uuid.UUID  // opened by an entry; nil otherwise
	CreatedAt  time.Time
}

// settle completes what was read: an exit that was executed has closed something, and signals skipped by an older version
// have no message of their own.
func (c *Copy) settle() {
	switch {
	case c.Outcome == CopySkipped:
		c.Message = cmp.Or(c.Message, strings.ToLower(strings.ReplaceAll(string(c.Code), "_", " ")))
	case !c.Type.IsEntry():
		c.Outcome = CopyClosed
	}
}

// Copies lists the results of a bot's signals under a subscription of the caller, newest signal first: the cursor is of
// signals. It fails with NOT_FOUND.
func (s *Service) Copies(ctx context.Context, caller identity.Caller, subscription uuid.UUID, cursor database.Cursor) ([]Copy, error) {
	if _, err := usersSubscription(ctx, s.db, caller.UserID, subscription); err != nil {
		return nil, err
	}
	copies, err := listCopies(ctx, s.db, subscription, cursor)
	for i := range copies {
		copies[i].settle()
	}
	return copies, err
}

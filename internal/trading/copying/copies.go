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

// CopyOutcome is what became of a signal under a subscription.
type CopyOutcome string

// The outcomes: an entry was carried out, an exit was, nothing was done.
const (
	CopyExecuted CopyOutcome = "executed"
	CopyClosed   CopyOutcome = "closed"
	CopySkipped  CopyOutcome = "skipped"
)

// Copy is what became of a signal under a subscription, by hand or by itself.
type Copy struct {
	SignalID   uuid.UUID
	Symbol     string
	Type       trading.SignalType
	Outcome    CopyOutcome
	Code       fault.Code // why it was skipped; empty otherwise
	Message    string     // the same in words
	PositionID uuid.UUID  // what an entry has opened; nil otherwise
	CreatedAt  time.Time
}

// settle completes what was read: an exit that was executed has closed something, and what an older version has skipped
// has no words of its own.
func (c *Copy) settle() {
	switch {
	case c.Outcome == CopySkipped:
		c.Message = cmp.Or(c.Message, strings.ToLower(strings.ReplaceAll(string(c.Code), "_", " ")))
	case !c.Type.IsEntry():
		c.Outcome = CopyClosed
	}
}

// Copies lists what became of a bot's signals under a subscription of the caller, the newest signal first: the cursor is
// of signals. It fails with NOT_FOUND.
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

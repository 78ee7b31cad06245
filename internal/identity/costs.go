package identity

import (
	"context"
	"time"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// DailyBounds limits how often something may be requested within a day. A day begins with the first request.
type DailyBounds struct {
	PerUser int
	// PerNetwork applies to all users of one address (one /64 on IPv6) together, because creating accounts costs
	// nothing.
	PerNetwork int
}

const costWindow = 24 * time.Hour

// CountCost counts an action that costs the house money, under a name of its own, before the transaction performs it.
// The counts are in the database, so the bounds hold across all replicas. It fails with RATE_LIMITED when a bound is
// reached; the transaction is then rolled back together with its counts, as an action that was not performed has cost
// nothing.
func (s *Service) CountCost(ctx context.Context, tx *database.Tx, caller Caller, what string, most DailyBounds) error {
	// The network comes last: a transaction that holds its row already holds its own user's, so no two wait for each
	// other.
	for _, bound := range []struct {
		subject string
		most    int
		reason  string
	}{
		{what + "-user:" + caller.UserID.String(), most.PerUser, "you have asked for this too often today"},
		{what + "-network:" + networkOf(caller.Origin.IPAddress), most.PerNetwork, "this has been asked for too often from your network today"},
	} {
		times, wait, err := s.countAttempt(ctx, tx, bound.subject, costWindow)
		if err != nil {
			return err
		}
		if times > bound.most {
			return fault.New(fault.RateLimited, "%s; try again later", bound.reason).After(wait)
		}
	}
	return nil
}

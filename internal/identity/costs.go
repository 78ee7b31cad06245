package identity

import (
	"context"
	"time"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// DailyBounds are how often something may be asked for within a day. A day begins with the first time.
type DailyBounds struct {
	PerUser int
	// PerNetwork is for all users who come from one address, on IPv6 from one /64: an account costs nobody anything.
	PerNetwork int
}

const costWindow = 24 * time.Hour

// CountCost counts that the transaction is about to do what costs the house money, by a name that is its own, in the
// database, so that the bounds hold on all replicas together. It fails with RATE_LIMITED when one of them is reached; the
// transaction is then rolled back, and with it the counts: what was not done has cost nothing.
func (s *Service) CountCost(ctx context.Context, tx *database.Tx, caller Caller, what string, most DailyBounds) error {
	// The network comes last, as it may be held by somebody else who holds their own user already.
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

package investment

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/identity"
	"bourse/internal/money"
	"bourse/internal/stats"
)

// calendarDays is how many returns a year has: an account is worth something on every day, also on those on
// which its markets are closed.
const calendarDays = 365

// trackRecord is what accounts did, day by day, with deposits and withdrawals taken out.
type trackRecord struct {
	days    []EquityDay
	returns stats.TimeWeightedReturns // one entry for each day
}

// newTrackRecord counts less than a cent as nothing: else what is left of an account that was emptied would be observed, and
// flatten its figures, for ever. It has gone out with the rest of the money, and comes in again with the next: it is no loss
// then and no gain.
func newTrackRecord(days []EquityDay) trackRecord {
	plain := make([]stats.Day, len(days))
	var dust money.Decimal
	for i, day := range days {
		value, in, out := withoutDust(day.Value), day.In, day.Out
		if in.IsPositive() {
			in = in.Add(dust)
		}
		dust = day.Value.Sub(value)
		plain[i] = stats.Day{Value: value.Float64(), In: in.Float64(), Out: out.Add(dust).Float64()}
	}
	return trackRecord{days, stats.TimeWeighted(plain)}
}

// observed are the returns of the days from since on, without those that had no money to earn a return on.
func (r trackRecord) observed(since time.Time) []stats.DatedReturn {
	observed := make([]stats.DatedReturn, 0, len(r.days))
	for i, day := range r.days {
		if r.returns.HasBase[i] && !day.Day.Before(since) {
			observed = append(observed, stats.DatedReturn{Date: day.Day, Return: r.returns.Daily[i]})
		}
	}
	return observed
}

func returnsOf(observed []stats.DatedReturn) []float64 {
	returns := make([]float64, len(observed))
	for i, one := range observed {
		returns[i] = one.Return
	}
	return returns
}

// selected are the caller's accounts that a question is about: one, or all when id is nil. Another user's is
// NOT_FOUND.
func (s *Service) selected(ctx context.Context, caller identity.Caller, id uuid.UUID) ([]uuid.UUID, error) {
	if id != uuid.Nil {
		account, err := readAccount(ctx, s.db, caller.TenantID, caller.UserID, id)
		if err != nil {
			return nil, err
		}
		return []uuid.UUID{account.ID}, nil
	}
	accounts, err := readAccounts(ctx, s.db, caller.TenantID, caller.UserID)
	ids := make([]uuid.UUID, len(accounts))
	for i, account := range accounts {
		ids[i] = account.ID
	}
	return ids, err
}

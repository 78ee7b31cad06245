package investment

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/identity"
	"bourse/internal/money"
	"bourse/internal/stats"
)

// calendarDays is the number of returns in a year: an account has a value on every day, including those on which its
// markets are closed.
const calendarDays = 365

// trackRecord is the daily returns of accounts, without deposits and withdrawals.
type trackRecord struct {
	days    []EquityDay
	returns stats.TimeWeightedReturns // one entry for each day
}

// newTrackRecord counts less than a cent as nothing. Otherwise the remainder of an emptied account would be observed,
// and dilute its figures, for ever. The remainder goes out with the rest of the money and comes in again with the
// next deposit, so it is neither a loss nor a gain.
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

// observed are the returns of the days from since on, except those without money to earn a return on.
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

// selected are the caller's accounts that a request is about: one, or all when id is nil. It fails with NOT_FOUND for
// another user's.
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

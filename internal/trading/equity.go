package trading

import (
	"context"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
)

// MicrosPerDay is a day in the unit of stored times.
const MicrosPerDay = int64(24 * time.Hour / time.Microsecond)

// EquityDay is the value of accounts at the end of a UTC day, and the deposits and withdrawals on it.
type EquityDay struct {
	Day     time.Time // its beginning
	Value   money.Decimal
	In, Out money.Decimal
}

// EquityCurve is the combined value of some of a user's accounts, day by day from the first day with money to today, whose
// value is the current one. A day without a snapshot has the value of the previous day plus the net payments since; a
// completed day that is not stored yet is reconstructed exactly as its snapshot will be. A closed account counts until its
// closing, and its remaining value is paid out on that day. Accounts of other users are ignored. Everything is read at one
// moment, and the cost grows with the days and the payments, not with the trades.
func (s *Service) EquityCurve(ctx context.Context, user uuid.UUID, accounts []uuid.UUID) (curve []EquityDay, err error) {
	defer money.Catch(&err)
	var all []*accountDays
	var recorded time.Time
	err = s.db.InSnapshot(ctx, func(from database.Querier) (err error) {
		if all, err = s.readDays(ctx, from, user, accounts); err != nil || len(all) == 0 {
			return err
		}
		recorded, err = recordedDay(ctx, from)
		return err
	})
	if err != nil || len(all) == 0 {
		return []EquityDay{}, err
	}
	if err := s.addUnrecorded(ctx, all, recorded); err != nil {
		return []EquityDay{}, err
	}
	first, last := int64(math.MaxInt64), database.Micros(UTCDay(s.now().UTC()))
	for _, account := range all {
		first, last = min(first, account.flows[0].day), max(last, account.flows[len(account.flows)-1].day)
	}
	// Days are indexes into a slice, counted from the first one: every request reads years of them.
	curve = make([]EquityDay, (last-first)/MicrosPerDay+1)
	for i := range curve {
		curve[i].Day = time.UnixMicro(first + int64(i)*MicrosPerDay).UTC()
	}
	for _, account := range all {
		account.addTo(curve, first)
	}
	return curve, nil
}

// mostUnrecorded is how many days one request reconstructs: the cost grows with what was done since, and the recorder
// catches up.
const mostUnrecorded = 7

// addUnrecorded adds the days after the last one stored for all accounts. Without it yesterday would lack its profit or
// loss for some minutes after each midnight, and for longer when the recorder was down or is waiting for prices.
func (s *Service) addUnrecorded(ctx context.Context, all []*accountDays, recorded time.Time) error {
	yesterday := UTCDay(s.now().UTC()).AddDate(0, 0, -1)
	first := recorded.UTC().AddDate(0, 0, 1)
	if earliest := yesterday.AddDate(0, 0, 1-mostUnrecorded); first.Before(earliest) {
		first = earliest
	}
	if recorded.IsZero() || first.After(yesterday) { // without any stored day there is no history yet
		return nil
	}
	byID := make(map[uuid.UUID]*accountDays, len(all))
	for _, account := range all {
		byID[account.AccountID] = account
	}
	ends, err := s.DayEnds(ctx, slices.Collect(maps.Keys(byID)), first, yesterday)
	for _, end := range ends {
		account := byID[end.Account]
		if last := len(account.snapshots) - 1; end.IsMoved && (last < 0 || account.snapshots[last].Day < end.Day) {
			account.snapshots = append(account.snapshots, end)
		}
	}
	return err
}

// accountDays is what the curve needs to know of an account.
type accountDays struct {
	*AccountFigures
	flows     []flow // in the order of days; at least one
	snapshots []DayEnd
}

// flow is what was paid into and out of an account on a day.
type flow struct {
	day     int64
	in, out money.Decimal
}

// readDays reads those of a user's accounts that have ever received money.
func (s *Service) readDays(ctx context.Context, from database.Querier, user uuid.UUID, accounts []uuid.UUID) ([]*accountDays, error) {
	owned, err := s.accountFigures(ctx, from, user)
	if err != nil {
		return nil, err
	}
	var all []*accountDays
	for _, figures := range owned {
		if slices.Contains(accounts, figures.AccountID) {
			all = append(all, &accountDays{AccountFigures: figures})
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	if err := readFlows(ctx, from, all); err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(account *accountDays) bool { return len(account.flows) == 0 })
	if len(all) == 0 {
		return nil, nil
	}
	return all, readSnapshots(ctx, from, all)
}

// addTo adds the account to a curve that begins on a given day. It panics with a *money.OverflowError when the sums are too
// large.
func (a *accountDays) addTo(curve []EquityDay, first int64) {
	place := func(day int64) int { return int((day - first) / MicrosPerDay) }
	paid := make([]money.Decimal, len(curve)) // in minus out
	var net money.Decimal
	for _, f := range a.flows {
		at := place(f.day)
		paid[at] = f.in.Sub(f.out)
		net = net.Add(paid[at])
		curve[at].In, curve[at].Out = curve[at].In.Add(f.in), curve[at].Out.Add(f.out)
	}
	end, now := len(curve)-1, a.Equity()
	if a.IsClosed() {
		// The profit up to the closing is the final profit, since nothing is traded afterwards.
		end, now = min(end, place(database.Micros(UTCDay(a.ClosedAt.UTC())))), money.Zero
		left := net.Add(a.TotalPnL())
		curve[end].Out = curve[end].Out.Add(left)
	}
	var value money.Decimal
	next := 0
	for i := place(a.flows[0].day); i < end; i++ {
		for ; next < len(a.snapshots) && place(a.snapshots[next].Day) < i; next++ {
		}
		if next < len(a.snapshots) && place(a.snapshots[next].Day) == i {
			value = a.snapshots[next].Value
		} else {
			value = value.Add(paid[i])
		}
		curve[i].Value = curve[i].Value.Add(value)
	}
	curve[end].Value = curve[end].Value.Add(now)
}

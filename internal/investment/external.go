package investment

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
)

// ExternalAccount is a connected account as portfolios see it, in USD at current prices.
type ExternalAccount struct {
	ID         uuid.UUID // the connection's, and its trading account's if it has one
	IsEnded    bool      // it was disconnected or lost, and counts in no total
	Value      money.Decimal
	Unrealized money.Decimal // the unrealized profit or loss of open positions in the value
	Balances   []Balance
}

// ExternalAccounts returns the connected accounts of users that were ever read, by user, each user's oldest first.
func (s *Service) ExternalAccounts(ctx context.Context, users ...uuid.UUID) (byUser map[uuid.UUID][]ExternalAccount, err error) {
	defer money.Catch(&err)
	connections, holdings, err := readExternal(ctx, s.db, users)
	if err != nil {
		return nil, err
	}
	byUser, list := map[uuid.UUID][]ExternalAccount{}, s.priceList()
	for _, connection := range connections {
		account := ExternalAccount{ID: connection.ID, IsEnded: true}
		if last := holdings[connection.ID]; last != nil && connection.Status == ConnectionConnected {
			account.IsEnded, account.Balances = false, list.marked(last.balances)
			account.Value = value(account.Balances)
			for _, position := range inDollars(last.positions, account.Balances) {
				account.Unrealized = account.Unrealized.Add(position.Unrealized)
			}
		}
		byUser[connection.UserID] = append(byUser[connection.UserID], account)
	}
	return byUser, nil
}

// ExternalCurve is what some connected accounts of a user were worth together, one entry for each UTC day from the
// first on which one of them was read to today, whose value is the current one. A day without a reading has the value
// of the day before. The content of an account that was disconnected or lost went out then. Connections of other
// users do not count.
func (s *Service) ExternalCurve(ctx context.Context, user uuid.UUID, ids []uuid.UUID) (curve []EquityDay, err error) {
	defer money.Catch(&err)
	owned, err := s.ExternalAccounts(ctx, user)
	if err != nil {
		return nil, err
	}
	accounts := slices.DeleteFunc(owned[user], func(account ExternalAccount) bool { return !slices.Contains(ids, account.ID) })
	counted := make([]uuid.UUID, len(accounts))
	for i, account := range accounts {
		counted[i] = account.ID
	}
	days, err := readHeldDays(ctx, s.db, counted)
	if err != nil || len(days) == 0 {
		return []EquityDay{}, err
	}
	first, last := days[0].day, utcDay(s.now())
	for _, day := range days {
		first, last = min(first, day.day), max(last, day.day)
	}
	curve = make([]EquityDay, (last-first)/microsPerDay+1)
	for i := range curve {
		curve[i].Day = time.UnixMicro(first + int64(i)*microsPerDay).UTC()
	}
	for _, account := range accounts {
		account.addTo(curve, days)
	}
	return curve, nil
}

const microsPerDay = int64(24 * time.Hour / time.Microsecond)

// addTo adds the days of an account, found among all, to a curve. It panics with a *money.OverflowError when the sums
// are too large.
func (a *ExternalAccount) addTo(curve []EquityDay, days []*heldDay) {
	var value money.Decimal
	begin, first := slices.IndexFunc(days, func(day *heldDay) bool { return day.connection == a.ID }), database.Micros(curve[0].Day)
	if begin < 0 {
		return
	}
	for i := range curve {
		if begin < len(days) && days[begin].connection == a.ID && days[begin].day == first+int64(i)*microsPerDay {
			day := days[begin]
			value, curve[i].In, curve[i].Out = day.value, curve[i].In.Add(day.in), curve[i].Out.Add(day.out)
			begin++
		}
		curve[i].Value = curve[i].Value.Add(value)
	}
	today := len(curve) - 1
	if !a.IsEnded { // prices have changed since it was read
		curve[today].Value = curve[today].Value.Sub(value).Add(a.Value)
		return
	}
	// It may have been ended by an earlier version that did not record this.
	curve[today].Value, curve[today].Out = curve[today].Value.Sub(value), curve[today].Out.Add(value)
}

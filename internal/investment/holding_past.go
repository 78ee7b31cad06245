package investment

import (
	"context"
	"time"

	"bourse/internal/database"
	"bourse/internal/money"
)

// Past is what an account has held since it was connected, which is all that it holds now, and what that was worth at
// the end of each day, oldest first. An account without days has no past.
type Past struct {
	Balances []Balance // at the prices of the last day
	Days     []EquityDay
}

// begin is when the account was connected: now if it has no past.
func (p Past) begin(now time.Time) time.Time {
	if len(p.Days) == 0 {
		return now
	}
	return p.Days[0].Day
}

// write stores the past of a new connection. Everything the account holds came to it on the first day, so that the
// next reading finds nothing new.
func (p Past) write(ctx context.Context, tx *database.Tx, connection *Connection) error {
	if len(p.Days) == 0 {
		return nil
	}
	days := make([]*heldDay, len(p.Days))
	for i, day := range p.Days {
		days[i] = &heldDay{connection: connection.ID, day: utcDay(day.Day), value: day.Value}
	}
	days[0].in, days[0].out = money.Max(days[0].value, money.Zero), money.Max(days[0].value.Neg(), money.Zero)
	if err := insertDays(ctx, tx, days); err != nil {
		return err
	}
	return saveHeld(ctx, tx, &held{
		id: connection.ID, tenant: connection.TenantID, user: connection.UserID, balances: p.Balances,
		positions: []OpenPosition{}, payments: []string{}, syncedAt: p.Days[len(p.Days)-1].Day,
	})
}

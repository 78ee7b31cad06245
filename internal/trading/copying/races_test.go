package copying_test

import (
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/copying"
	"bourse/internal/trading/tradingtest"
)

// Every first action of a new user opens the paper account. Whatever happens at the same instant, nobody gets an internal
// error, and everything happens once.
func TestAllFirstThingsOfANewUserAtTheSameInstant(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, trading.DefaultSettings())
		signal := d.Publish(trading.EntryLong, "BTCUSD", "0.000001")
		calls := []func() error{
			func() error {
				_, err := d.Service.Execute(t.Context(), d.Caller, signal.ID, trading.ExecuteOptions{})
				return unlessFault(err, fault.SignalAlreadyExecuted)
			},
			func() error {
				_, err := d.Copying.Subscribe(t.Context(), d.Caller, d.Bot, copying.SubscribeOptions{Mode: copying.Auto})
				return unlessFault(err, fault.AlreadySubscribed)
			},
			func() error {
				_, err := d.Service.AccountFigures(t.Context(), trading.Trader{UserID: d.Caller.UserID, TenantID: d.Caller.TenantID})
				return err
			},
			func() error { _, err := d.Service.Summary(t.Context(), d.Caller); return err },
			func() error { return d.Copying.CopySignals(t.Context()) },
		}
		for _, err := range testkit.InParallel(8*len(calls), func(i int) error { return calls[i%len(calls)]() }) {
			if err != nil {
				t.Error(err)
			}
		}
		for query, want := range map[string]int{
			`SELECT COUNT(*) FROM trading_accounts WHERE user_id = $1`:                        1,
			`SELECT COUNT(*) FROM positions WHERE user_id = $1`:                               1,
			`SELECT COUNT(*) FROM bot_subscriptions WHERE user_id = $1`:                       1,
			`SELECT COUNT(*) FROM signal_executions WHERE owner_id = $1 AND reason = ''`:      1,
			`SELECT COUNT(*) FROM trading_accounts WHERE user_id = $1 AND status <> 'active'`: 0,
		} {
			if n := d.Count(query, d.Caller.UserID); n != want {
				t.Errorf("%s is %d, want %d", query, n, want)
			}
		}
		d.WantBalanced()
	})
}

// unlessFault returns an error, or nil if it has the code.
func unlessFault(err error, code fault.Code) error {
	if fault.Is(err, code) {
		return nil
	}
	return err
}

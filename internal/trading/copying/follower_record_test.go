package copying_test

import (
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/trading/bots"
	"bourse/internal/trading/copying"
	"bourse/internal/trading/tradingtest"
)

// contradictions are queries for what a history cannot contain, by description.
var contradictions = map[string]string{
	"trades that a stop has closed which was not there or not reached": `
		SELECT COUNT(*) FROM trades t JOIN positions p ON p.id = t.position_id
		WHERE t.exit_reason = 'stop_loss' AND NOT (p.stop_loss > 0
			AND (p.side = 'buy' AND t.exit_price <= p.stop_loss OR p.side = 'sell' AND t.exit_price >= p.stop_loss))`,
	"trades that a target has closed which was not there or not reached": `
		SELECT COUNT(*) FROM trades t JOIN positions p ON p.id = t.position_id
		WHERE t.exit_reason = 'take_profit' AND NOT (p.target_price > 0
			AND (p.side = 'buy' AND t.exit_price >= p.target_price OR p.side = 'sell' AND t.exit_price <= p.target_price))`,
	"positions without the stop and target of their signal": `
		SELECT COUNT(*) FROM positions p JOIN signals s ON s.id = p.signal_id
		WHERE p.stop_loss <> s.stop_loss OR p.target_price <> s.target_price`,
	"positions of signals that the account has not executed": `
		SELECT COUNT(*) FROM positions p
		WHERE NOT EXISTS (SELECT 1 FROM signal_executions e WHERE e.signal_id = p.signal_id AND e.account_id = p.account_id AND e.outcome = 'executed')`,
}

func TestAFollowersPastHasTheStopsOfItsBot(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := tradingtest.NewBotRig(t, db)
		bot := tradingtest.WithRecord(t, rig, tradingtest.BreakoutBot("Leader", "BTCUSD", "ETHUSD", "SOLUSD"))
		follow := func(closed bool) uuid.UUID {
			t.Helper()
			id := uuid.New()
			rig.Clock.Set(tradingtest.RecordStart)
			tradingtest.Must(t, db.InTx(t.Context(), func(tx *database.Tx) error {
				return rig.Service.OpenInvestmentAccount(t.Context(), tx, rig.Admin.TenantID, rig.Admin.UserID, id, money.FromInt(50_000))
			}))
			rig.Clock.Set(tradingtest.Noon)
			status := trading.AccountActive
			if closed {
				status = trading.AccountClosed
			}
			tradingtest.Must(t, db.InTx(t.Context(), func(tx *database.Tx) error {
				_, err := rig.Service.SetAccountStatus(t.Context(), tx, id, status)
				return err
			}))
			tradingtest.Must(t, rig.Copying.RecordFollower(t.Context(), id, leaderOf(bot)))
			return id
		}
		follower, closed := follow(false), follow(true)
		if n := rig.Count(`SELECT COUNT(*) FROM trades WHERE account_id = $1 AND exit_reason = 'stop_loss'`, follower); n == 0 {
			t.Fatal("no stop was ever reached")
		}
		held := func(account uuid.UUID) int {
			return rig.Count(`SELECT COUNT(*) FROM positions WHERE account_id = $1 AND status = 'open'`, account)
		}
		if held(bot.AccountID) == 0 || held(follower) != held(bot.AccountID) {
			t.Errorf("the follower holds %d positions of the %d that its bot holds", held(follower), held(bot.AccountID))
		}
		for what, query := range contradictions {
			if n := rig.Count(query); n != 0 {
				t.Errorf("there are %d %s", n, what)
			}
		}
		if n := rig.Count(`SELECT COUNT(*) FROM positions WHERE account_id = $1`, closed) +
			rig.Count(`SELECT COUNT(*) FROM equity_snapshots WHERE account_id = $1`, closed); n != 0 {
			t.Errorf("a closed account got a past of %d rows", n)
		}
		rig.WantBooksInOrder()
	})
}

func leaderOf(bot *bots.Bot) copying.Leader {
	return copying.Leader{BotID: bot.ID, AccountID: bot.AccountID, Symbols: bot.Symbols, RiskLevel: bot.RiskLevel, Capital: bot.Capital}
}

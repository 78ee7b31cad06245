package bots_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/money"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/bots"
	"bourse/internal/trading/copying"
	"bourse/internal/trading/tradingtest"
)

func TestTheCatalogueIsSortedByWhatIsAskedFor(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := tradingtest.NewBotRig(t, db)
		for _, bot := range []struct{ name, returns, sharpe, drawdown, closed, followers string }{
			{"Calm", "100", "300", "5", "4", "1"}, {"Wild", "900", "200", "60", "9", "7"}, {"Idle", "0", "0", "0", "0", "0"}, {"Poor", "-50", "-10", "20", "2", "7"},
		} {
			rig.Clock.Advance(time.Second)
			made := rig.Create(tradingtest.BreakoutBot(bot.name, "BTCUSD"))
			rig.Exec(`UPDATE bots SET total_return = `+bot.returns+`, sharpe_ratio = `+bot.sharpe+`, max_drawdown = `+bot.drawdown+`, closed_trades = `+bot.closed+` WHERE id = $1`, made.ID)
			rig.Exec(`INSERT INTO bot_followers (bot_id, followers) VALUES ($1, `+bot.followers+`)`, made.ID)
		}
		for order, want := range map[bots.BotOrder]string{
			"": "Poor Idle Wild Calm ", bots.ByAge: "Poor Idle Wild Calm ", bots.ByReturn: "Wild Calm Idle Poor ", bots.BySharpe: "Calm Wild Idle Poor ",
			bots.ByDrawdown: "Calm Poor Wild Idle ", bots.ByFollowers: "Poor Wild Calm Idle ",
		} {
			got := ""
			for page := 1; page <= 2; page++ { // the order holds across pages
				some, total, err := rig.Bots.Bots(t.Context(), rig.Admin, bots.BotFilter{Order: order, Status: bots.BotStopped}, database.Page{Number: page, Limit: 2})
				tradingtest.Must(t, err)
				if total != 4 {
					t.Errorf("by %q there are %d bots", order, total)
				}
				for _, bot := range some {
					got += bot.Name + " "
				}
			}
			if got != want {
				t.Errorf("by %q they are %q, want %q", order, got, want)
			}
		}
	})
}

func TestABotTellsHowManyFollowItAndWhetherTheCallerDoes(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := tradingtest.NewBotRig(t, db)
		bot := rig.Create(tradingtest.BreakoutBot("First", "BTCUSD"))
		users := make([]identity.Caller, 8)
		for i := range users {
			users[i] = tradingtest.NewCaller(identity.RoleUser)
		}
		for _, err := range testkit.InParallel(len(users), func(i int) error {
			_, err := rig.Copying.Subscribe(t.Context(), users[i], bot.ID, copying.SubscribeOptions{})
			return err
		}) {
			tradingtest.Must(t, err)
		}
		want := func(caller identity.Caller, followers int, subscribed bool) {
			t.Helper()
			one, err := rig.Bots.Bot(t.Context(), caller, bot.ID)
			tradingtest.Must(t, err)
			listed, _, err := rig.Bots.Bots(t.Context(), caller, bots.BotFilter{}, database.Page{Number: 1, Limit: 10})
			tradingtest.Must(t, err)
			for _, got := range []*bots.Bot{one, listed[0]} {
				if got.Followers != followers || got.Subscribed != subscribed {
					t.Errorf("%d follow the bot, and the caller does: %v; want %d, %v", got.Followers, got.Subscribed, followers, subscribed)
				}
			}
		}
		want(users[0], 8, true)
		want(rig.Admin, 8, false)
		if changed := rig.Move(bot, bots.BotActive); changed.Followers != 8 {
			t.Errorf("%d follow the bot that was activated, want 8", changed.Followers)
		}
		for _, err := range testkit.InParallel(3, func(i int) error {
			_, err := rig.Copying.Unsubscribe(t.Context(), users[i], bot.ID, copying.LeaveOptions{})
			return err
		}) {
			tradingtest.Must(t, err)
		}
		want(users[0], 5, false)
		// Stopped subscriptions, and those made by an older version, are counted within a minute.
		rig.Exec(`UPDATE bot_subscriptions SET status = 'stopped' WHERE user_id = $1`, users[7].UserID)
		rig.Exec(`UPDATE bot_followers SET followers = 99`)
		tradingtest.Must(t, rig.Bots.RefreshFigures(t.Context()))
		want(users[6], 4, true)
		want(users[7], 4, false)
	})
}

func TestABotsCurveEndsWithWhatItIsWorthNow(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := tradingtest.NewBotRig(t, db)
		bot := tradingtest.WithRecord(t, rig, tradingtest.BreakoutBot("First", "BTCUSD", "ETHUSD"))
		points, err := rig.Bots.Equity(t.Context(), rig.Admin, bot.ID, 730)
		tradingtest.Must(t, err)
		wantCurve(t, bot, points, rig.Clock.Now())
		// The same without the stored days: an older version did not store them.
		rig.Exec(`DELETE FROM equity_snapshots WHERE account_id = $1`, bot.AccountID)
		again, err := rig.Bots.Equity(t.Context(), rig.Admin, bot.ID, 730)
		tradingtest.Must(t, err)
		if len(again) != len(points) {
			t.Fatalf("%d points without the stored days, %d with them", len(again), len(points))
		}
		for i := range points {
			if again[i] != points[i] {
				t.Errorf("without the stored days point %d is %+v, want %+v", i, again[i], points[i])
			}
		}
		short, err := rig.Bots.Equity(t.Context(), rig.Admin, bot.ID, 2)
		if err != nil || len(short) != 2 || short[1] != points[len(points)-1] || short[0] != points[len(points)-2] {
			t.Errorf("two days are %+v (%v)", short, err)
		}
		fresh := rig.Create(tradingtest.BreakoutBot("Second", "BTCUSD"))
		begun, err := rig.Bots.Equity(t.Context(), rig.Admin, fresh.ID, 30)
		if err != nil || len(begun) != 1 || begun[0].Value != fresh.Capital || !begun[0].Drawdown.IsZero() {
			t.Errorf("a new bot's curve is %+v (%v)", begun, err)
		}
	})
}

// wantCurve fails the test unless a curve leads from the capital to what the performance says.
func wantCurve(t *testing.T, bot *bots.Bot, points []bots.EquityPoint, now time.Time) {
	t.Helper()
	if len(points) != 3 { // it began fifty hours ago
		t.Fatalf("%d points: %+v", len(points), points)
	}
	var deepest money.Decimal
	for i, point := range points {
		deepest = money.Max(deepest, point.Drawdown)
		if i > 0 && !point.At.After(points[i-1].At) {
			t.Errorf("point %d is of %s, the one before of %s", i, point.At, points[i-1].At)
		}
	}
	last := points[len(points)-1]
	if !last.At.Equal(now) {
		t.Errorf("the last point is of %s", last.At)
	}
	returns, err := last.Value.Sub(bot.Capital).Div(bot.Capital)
	if err != nil || returns != bot.Performance.TotalReturn {
		t.Errorf("the curve returns %s, the bot %s (%v)", returns, bot.Performance.TotalReturn, err)
	}
	if gap := deepest.Sub(bot.Performance.MaxDrawdown).Abs(); gap.GreaterThan(money.MustParse("0.00000001")) { // one is of floats
		t.Errorf("the curve falls by %s, the bot by %s", deepest, bot.Performance.MaxDrawdown)
	}
}

func TestABotsTradesAreThoseOfItsAccount(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := tradingtest.NewBotRig(t, db)
		bot := tradingtest.WithRecord(t, rig, tradingtest.BreakoutBot("First", "BTCUSD"))
		var sum money.Decimal
		seen, last := 0, time.Time{}
		for page := 1; ; page++ {
			trades, total, err := rig.Bots.Trades(t.Context(), rig.Admin, bot.ID, trading.Days{}, database.Page{Number: page, Limit: 20})
			tradingtest.Must(t, err)
			if total != bot.Performance.ClosedTrades {
				t.Fatalf("%d trades, want %d", total, bot.Performance.ClosedTrades)
			}
			for _, trade := range trades {
				if trade.AccountID != bot.AccountID || !last.IsZero() && trade.ClosedAt.After(last) {
					t.Fatalf("a trade is %+v", trade)
				}
				sum, last, seen = sum.Add(trade.RealizedPnL), trade.ClosedAt, seen+1
			}
			if len(trades) < 20 {
				break
			}
		}
		var booked money.Decimal
		tradingtest.Must(t, db.QueryRow(t.Context(), `SELECT SUM(realized_pnl) FROM trades WHERE account_id = $1`, bot.AccountID).Scan(&booked))
		if seen != bot.Performance.ClosedTrades || sum != booked {
			t.Errorf("%d trades brought %s, want %d and %s", seen, sum, bot.Performance.ClosedTrades, booked)
		}
		day := tradingtest.Noon.AddDate(0, 0, -1)
		some, total, err := rig.Bots.Trades(t.Context(), rig.Admin, bot.ID, trading.Days{Start: day, End: day}, database.Page{Number: 1, Limit: 100})
		if err != nil || total == 0 || total >= seen || len(some) != min(total, 100) {
			t.Errorf("%d of %d trades of a day (%v)", len(some), total, err)
		}
		// Another brand's bots are not visible.
		stranger := tradingtest.NewCaller(identity.RoleUser)
		rig.Exec(`UPDATE bots SET tenant_id = $1 WHERE id = $2`, uuid.New(), bot.ID)
		_, _, err = rig.Bots.Trades(t.Context(), stranger, bot.ID, trading.Days{}, database.Page{Number: 1, Limit: 1})
		testkit.WantFault(t, err, fault.NotFound)
		_, err = rig.Bots.Equity(t.Context(), stranger, bot.ID, 1)
		testkit.WantFault(t, err, fault.NotFound)
	})
}

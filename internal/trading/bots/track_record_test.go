package bots_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/ledger"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/bots"
	"bourse/internal/trading/tradingtest"
)

// storedTrade is a trade as stored, without the identifiers, which differ from run to run.
type storedTrade struct {
	Symbol, Side, Reason                             string
	Quantity, Entry, Exit, Realized, Fees, After     money.Decimal
	Opened, Closed                                   time.Time
	SignalCreated, SignalExpires, Executed, CandleAt time.Time
}

func trades(r *tradingtest.BotRig, bot *bots.Bot) (trades []storedTrade) {
	r.T.Helper()
	rows, err := r.DB.Query(r.T.Context(), `
		SELECT t.symbol, t.side, t.exit_reason, t.quantity, t.entry_price, t.exit_price, t.realized_pnl, t.fees, t.balance_after,
			t.opened_at, t.closed_at, s.created_at, s.expires_at, e.created_at, s.candle_at
		FROM trades t JOIN signals s ON s.id = t.signal_id
		JOIN signal_executions e ON e.signal_id = s.id AND e.owner_id = t.account_id AND e.outcome = 'executed'
		WHERE t.account_id = $1 AND s.copied_at IS NOT NULL ORDER BY t.closed_at, t.symbol`, bot.AccountID)
	trades, err = database.Collect(rows, err, func(row database.Row) (s storedTrade, err error) {
		err = row.Scan(&s.Symbol, &s.Side, &s.Reason, &s.Quantity, &s.Entry, &s.Exit, &s.Realized, &s.Fees, &s.After,
			database.Time(&s.Opened), database.Time(&s.Closed), database.Time(&s.SignalCreated), database.Time(&s.SignalExpires),
			database.Time(&s.Executed), database.Time(&s.CandleAt))
		return s, err
	})
	tradingtest.Must(r.T, err)
	return trades
}

func TestATrackRecordAddsUp(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := tradingtest.NewBotRig(t, db)
		bot := tradingtest.WithRecord(t, rig, tradingtest.BreakoutBot("First", "BTCUSD", "ETHUSD", "SOLUSD"))
		trades := trades(rig, bot)
		if len(trades) != bot.Performance.ClosedTrades {
			t.Fatalf("%d trades have their signals, want %d", len(trades), bot.Performance.ClosedTrades)
		}
		rig.WantBooksInOrder()
		cash, margin := rig.Balance(bot.AccountID, ledger.Cash), rig.Balance(bot.AccountID, ledger.Margin)
		worth, reasons := bot.Capital, map[string]int{}
		for _, trade := range trades {
			worth = worth.Add(trade.Realized)
			reasons[trade.Reason]++
			if trade.After.IsNegative() || trade.Opened.Before(tradingtest.RecordStart) || !trade.Closed.Before(tradingtest.Noon) || trade.Closed.Before(trade.Opened) {
				t.Fatalf("a trade that cannot be: %+v", trade)
			}
		}
		var held money.Decimal
		rows, err := db.Query(t.Context(), `SELECT margin, entry_fee FROM positions WHERE account_id = $1 AND status = 'open'`, bot.AccountID)
		_, err = database.Collect(rows, err, func(row database.Row) (struct{}, error) {
			var margin, fee money.Decimal
			err := row.Scan(&margin, &fee)
			held, worth = held.Add(margin), worth.Sub(fee)
			return struct{}{}, err
		})
		tradingtest.Must(t, err)
		if cash.IsNegative() || margin != held || cash.Add(margin) != worth {
			t.Errorf("cash %s and margin %s, want a margin of %s and %s in all", cash, margin, held, worth)
		}
		if reasons["stop_loss"] == 0 || reasons["signal"] == 0 {
			t.Errorf("it left for these reasons only: %v", reasons)
		}
		if rig.Events.Count("trading.signal.created") != 0 {
			t.Error("the past was told")
		}
	})
}

func TestTheSamePastMakesTheSameTrades(t *testing.T) {
	t.Parallel()
	var records [][]storedTrade
	for _, engine := range databasetest.Engines() {
		rig := tradingtest.NewBotRig(t, databasetest.Open(t, engine))
		records = append(records, trades(rig, tradingtest.WithRecord(t, rig, tradingtest.BreakoutBot("First", "BTCUSD", "ETHUSD", "SOLUSD"))))
	}
	exact := cmp.Comparer(func(a, b money.Decimal) bool { return a == b })
	for _, other := range records[1:] {
		if diff := cmp.Diff(records[0], other, exact); diff != "" {
			t.Errorf("the records differ:\n%s", diff)
		}
	}
}

func TestThePastIsFilledAtTheNextOpen(t *testing.T) {
	t.Parallel()
	rig := tradingtest.NewBotRig(t, databasetest.Open(t, database.SQLite))
	bot := tradingtest.WithRecord(t, rig, tradingtest.BreakoutBot("First", "BTCUSD"))
	instrument, err := rig.Market.Instrument("BTCUSD")
	tradingtest.Must(t, err)
	opens := map[time.Time]money.Decimal{}
	for _, c := range tradingtest.RandomCandles("BTCUSD", 1, tradingtest.RecordStart, tradingtest.RecordedMinutes) {
		opens[c.OpenedAt] = c.Open
	}
	for _, trade := range trades(rig, bot) {
		quote, err := instrument.QuoteAt(opens[trade.Opened], trade.Opened)
		tradingtest.Must(t, err)
		if want := rig.Service.Terms().Price(quote, trading.Side(trade.Side)); trade.Entry != want {
			t.Fatalf("entered at %s, want %s", trade.Entry, want)
		}
		if !trade.CandleAt.Add(time.Minute).Equal(trade.Opened) || !trade.SignalCreated.Equal(trade.Opened) || !trade.Executed.Equal(trade.Opened) ||
			trade.SignalExpires.Sub(trade.SignalCreated) != 15*time.Minute {
			t.Fatalf("the times do not fit: %+v", trade)
		}
	}
}

func TestATrackRecordIsWrittenOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := tradingtest.NewBotRig(t, db)
		rig.Walk("BTCUSD", 1, tradingtest.RecordStart, tradingtest.RecordedMinutes)
		bot := rig.Create(tradingtest.BreakoutBot("First", "BTCUSD"))
		counts := make([]int, 4)
		for _, err := range testkit.InParallel(4, func(i int) (err error) {
			counts[i], err = rig.Bots.RecordHistory(t.Context(), bot.ID, tradingtest.RecordStart, tradingtest.Noon)
			return err
		}) {
			tradingtest.Must(t, err)
		}
		written := 0
		for _, count := range counts {
			written += count
		}
		stored := rig.Count(`SELECT COUNT(*) FROM trades`)
		if again, err := rig.Bots.RecordHistory(t.Context(), bot.ID, tradingtest.RecordStart, tradingtest.Noon); again != 0 || err != nil {
			t.Errorf("again: %d, %v", again, err)
		}
		if stored == 0 || written != stored || stored != rig.Count(`SELECT COUNT(*) FROM trades`) {
			t.Errorf("%d were reported and %d stored", written, stored)
		}
		rig.WantBooksInOrder()
	})
}

func TestHouseBotsAreACatalogue(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := tradingtest.NewBotRig(t, db)
		listed, err := rig.Bots.InstallBots(t.Context(), tradingtest.RecordStart, bots.HouseBots()...)
		tradingtest.Must(t, err)
		strategies, risks, frames, states := map[string]int{}, map[trading.RiskLevel]int{}, map[market.Interval]int{}, map[bots.BotStatus]int{}
		for _, bot := range listed {
			strategies[bot.StrategyType]++
			risks[bot.RiskLevel]++
			frames[bot.Timeframe]++
			states[bot.Status]++
		}
		if len(listed) < 12 || len(strategies) != 5 || len(risks) != 3 || len(frames) != 4 || states[bots.BotPaused] != 1 || states[bots.BotStopped] != 1 {
			t.Errorf("%d bots: %v, %v, %v, %v", len(listed), strategies, risks, frames, states)
		}
		for agent, risk := range map[bots.AgentKey]trading.RiskLevel{bots.AgentAtlas: trading.RiskLow, bots.AgentOrion: trading.RiskMedium, bots.AgentNova: trading.RiskHigh} {
			at := slices.IndexFunc(listed, func(bot *bots.Bot) bool { return bot.Agent == agent })
			if at < 0 || listed[at].RiskLevel != risk {
				t.Errorf("%s does not risk %s", agent, risk)
			}
		}
		again, err := rig.Bots.InstallBots(t.Context(), tradingtest.Noon, bots.HouseBots()...)
		tradingtest.Must(t, err)
		if again[0].ID != listed[0].ID || rig.Count(`SELECT COUNT(*) FROM trading_accounts`) != len(listed) {
			t.Error("they were installed twice")
		}
		first, _, err := rig.Bots.Bots(t.Context(), rig.Admin, bots.BotFilter{}, database.Page{Number: 1, Limit: 1})
		tradingtest.Must(t, err)
		if first[0].Agent != bots.AgentAtlas || !first[0].CreatedAt.Equal(tradingtest.RecordStart) {
			t.Errorf("the list begins with %s of %s", first[0].Name, first[0].CreatedAt)
		}
		rig.WantBooksInOrder()
	})
}

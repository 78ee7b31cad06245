package trading_test

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
	"bourse/internal/trading"
)

// storedTrade is a trade as it is stored, without the identifiers, which no two runs share.
type storedTrade struct {
	Symbol, Side, Reason                             string
	Quantity, Entry, Exit, Realized, Fees, After     money.Decimal
	Opened, Closed                                   time.Time
	SignalCreated, SignalExpires, Executed, CandleAt time.Time
}

func trades(r *BotRig, bot *trading.Bot) (trades []storedTrade) {
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
	Must(r.T, err)
	return trades
}

func TestATrackRecordAddsUp(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := NewBotRig(t, db)
		bot := WithRecord(t, rig, BreakoutBot("First", "BTCUSD", "ETHUSD", "SOLUSD"))
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
			if trade.After.IsNegative() || trade.Opened.Before(RecordStart) || !trade.Closed.Before(Noon) || trade.Closed.Before(trade.Opened) {
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
		Must(t, err)
		if cash.IsNegative() || margin != held || cash.Add(margin) != worth {
			t.Errorf("cash %s and margin %s, want a margin of %s and %s in all", cash, margin, held, worth)
		}
		if reasons["stop_loss"] == 0 || reasons["signal"] == 0 {
			t.Errorf("it left for these reasons only: %v", reasons)
		}
		if rig.CountEvents("trading.signal.created") != 0 {
			t.Error("the past was told")
		}
	})
}

func TestTheSamePastMakesTheSameTrades(t *testing.T) {
	t.Parallel()
	var records [][]storedTrade
	for _, engine := range databasetest.Engines() {
		rig := NewBotRig(t, databasetest.Open(t, engine))
		records = append(records, trades(rig, WithRecord(t, rig, BreakoutBot("First", "BTCUSD", "ETHUSD", "SOLUSD"))))
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
	rig := NewBotRig(t, databasetest.Open(t, database.SQLite))
	bot := WithRecord(t, rig, BreakoutBot("First", "BTCUSD"))
	instrument, err := rig.Market.Instrument("BTCUSD")
	Must(t, err)
	opens := map[time.Time]money.Decimal{}
	for _, c := range RandomCandles("BTCUSD", 1, RecordStart, RecordedMinutes) {
		opens[c.OpenedAt] = c.Open
	}
	for _, trade := range trades(rig, bot) {
		quote, err := trading.QuoteAt(instrument, opens[trade.Opened])
		Must(t, err)
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
		rig := NewBotRig(t, db)
		rig.Walk("BTCUSD", 1, RecordStart, RecordedMinutes)
		bot := rig.Create(BreakoutBot("First", "BTCUSD"))
		counts := make([]int, 4)
		for _, err := range AtOnce(4, func(i int) (err error) {
			counts[i], err = rig.Service.RecordHistory(t.Context(), bot.ID, RecordStart, Noon)
			return err
		}) {
			Must(t, err)
		}
		written := 0
		for _, count := range counts {
			written += count
		}
		stored := rig.Count(`SELECT COUNT(*) FROM trades`)
		if again, err := rig.Service.RecordHistory(t.Context(), bot.ID, RecordStart, Noon); again != 0 || err != nil {
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
		rig := NewBotRig(t, db)
		bots, err := rig.Service.InstallBots(t.Context(), RecordStart, trading.HouseBots()...)
		Must(t, err)
		strategies, risks, frames, states := map[string]int{}, map[trading.RiskLevel]int{}, map[market.Interval]int{}, map[trading.BotStatus]int{}
		for _, bot := range bots {
			strategies[bot.StrategyType]++
			risks[bot.RiskLevel]++
			frames[bot.Timeframe]++
			states[bot.Status]++
		}
		if len(bots) < 12 || len(strategies) != 4 || len(risks) != 3 || len(frames) != 4 || states[trading.BotPaused] != 1 || states[trading.BotStopped] != 1 {
			t.Errorf("%d bots: %v, %v, %v, %v", len(bots), strategies, risks, frames, states)
		}
		for agent, risk := range map[trading.AgentKey]trading.RiskLevel{trading.AgentAtlas: trading.RiskLow, trading.AgentOrion: trading.RiskMedium, trading.AgentNova: trading.RiskHigh} {
			at := slices.IndexFunc(bots, func(bot *trading.Bot) bool { return bot.Agent == agent })
			if at < 0 || bots[at].RiskLevel != risk {
				t.Errorf("%s does not risk %s", agent, risk)
			}
		}
		again, err := rig.Service.InstallBots(t.Context(), Noon, trading.HouseBots()...)
		Must(t, err)
		if again[0].ID != bots[0].ID || rig.Count(`SELECT COUNT(*) FROM trading_accounts`) != len(bots) {
			t.Error("they were installed twice")
		}
		first, _, err := rig.Service.Bots(t.Context(), rig.Admin, trading.BotFilter{}, trading.Page{Number: 1, Limit: 1})
		Must(t, err)
		if first[0].Agent != trading.AgentAtlas || !first[0].CreatedAt.Equal(RecordStart) {
			t.Errorf("the list begins with %s of %s", first[0].Name, first[0].CreatedAt)
		}
		rig.WantBooksInOrder()
	})
}

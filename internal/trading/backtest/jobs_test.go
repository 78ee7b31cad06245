package backtest_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/backtest"
	"bourse/internal/trading/tradingtest"
)

func TestABacktestBeginsWithTheSettingsOfABot(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		given := tradingtest.BreakoutBot("First", "BTCUSD", "ETHUSD")
		bot := r.Move(r.Active(given), "paused") // which makes no difference to a backtest
		queued := r.queue(backtest.NewBacktest{BotID: bot.ID, From: tradingtest.RecordStart, RiskLevel: trading.RiskHigh, Symbols: []string{"ETHUSD"}})
		if s := r.read(queued.ID).Settings; s.BotID != bot.ID || s.StrategyType != "breakout" || s.Parameters["entryPeriod"] != 5 || s.Timeframe != market.Minute ||
			s.RiskLevel != trading.RiskHigh || len(s.Symbols) != 1 || s.Symbols[0] != "ETHUSD" {
			t.Errorf("the settings are %+v", s)
		}
		other := r.queue(backtest.NewBacktest{BotID: bot.ID, From: tradingtest.RecordStart, StrategyType: "trend"})
		if s := r.read(other.ID).Settings; s.StrategyType != "trend" || len(s.Parameters) != 0 || len(s.Symbols) != 2 {
			t.Errorf("with another strategy the settings are %+v", s)
		}
		r.play()
		if played := r.read(queued.ID); played.Status != backtest.Done || played.Trades == 0 {
			t.Errorf("it is %+v", played)
		}
		found, total, err := r.Backtests.Backtests(t.Context(), r.analyst, backtest.Filter{BotID: bot.ID, Status: backtest.Done}, database.Page{Number: 1, Limit: 1})
		tradingtest.Must(t, err)
		if total != 2 || len(found) != 1 || found[0].ID != other.ID {
			t.Errorf("%d of %d are listed: %+v", len(found), total, found)
		}
	})
}

func TestWhatCannotBePlayedIsRefused(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		little := money.FromInt(99)
		for name, c := range map[string]struct {
			change func(*backtest.NewBacktest)
			field  string
		}{
			"no strategy":          {func(b *backtest.NewBacktest) { b.StrategyType = "" }, "strategyType"},
			"an unknown strategy":  {func(b *backtest.NewBacktest) { b.StrategyType = "astrology" }, "strategyType"},
			"a bad parameter":      {func(b *backtest.NewBacktest) { b.Parameters = map[string]float64{"entryPeriod": -1} }, "parameters"},
			"no symbols":           {func(b *backtest.NewBacktest) { b.Symbols = nil }, "symbols"},
			"an unknown symbol":    {func(b *backtest.NewBacktest) { b.Symbols = []string{"NONE"} }, "symbols"},
			"no risk":              {func(b *backtest.NewBacktest) { b.RiskLevel = "" }, "riskLevel"},
			"the future":           {func(b *backtest.NewBacktest) { b.From = tradingtest.Noon.Add(time.Hour) }, "from"},
			"an end before it":     {func(b *backtest.NewBacktest) { b.To = b.From.Add(-time.Hour) }, "from"},
			"a decade":             {func(b *backtest.NewBacktest) { b.From = tradingtest.Noon.AddDate(-10, 0, 0) }, "from"},
			"too little capital":   {func(b *backtest.NewBacktest) { b.Capital = &little }, "capital"},
			"a model that learned": {func(b *backtest.NewBacktest) { b.StrategyType, b.Parameters, b.Timeframe = "ml", nil, market.Hour }, "strategyType"},
		} {
			wanted := breakout("BTCUSD")
			c.change(&wanted)
			_, err := r.Backtests.Create(t.Context(), r.analyst, wanted)
			if err == nil {
				t.Errorf("%s is played", name)
				continue
			}
			testkit.WantFault(t, err, fault.ValidationError, c.field)
		}
		_, err := r.Backtests.Create(t.Context(), r.analyst, backtest.NewBacktest{BotID: uuid.New(), From: tradingtest.RecordStart})
		testkit.WantFault(t, err, fault.NotFound)
	})
}

func TestABacktestIsItsAuthorsAlone(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		id := r.queue(breakout("BTCUSD")).ID
		colleague := r.analyst
		colleague.UserID = uuid.New()
		reader := r.analyst
		reader.Role = identity.RoleTrader
		for caller, code := range map[identity.Caller]fault.Code{colleague: fault.NotFound, reader: fault.Forbidden} {
			_, _, err := r.Backtests.Backtest(t.Context(), caller, id)
			testkit.WantFault(t, err, code)
			_, _, err = r.Backtests.Trades(t.Context(), caller, id, database.Page{Number: 1, Limit: 1})
			testkit.WantFault(t, err, code)
			_, err = r.Backtests.Cancel(t.Context(), caller, id)
			testkit.WantFault(t, err, code)
		}
		_, err := r.Backtests.Create(t.Context(), reader, breakout("BTCUSD"))
		testkit.WantFault(t, err, fault.Forbidden)
		_, _, err = r.Backtests.Backtests(t.Context(), reader, backtest.Filter{}, database.Page{Number: 1, Limit: 1})
		testkit.WantFault(t, err, fault.Forbidden)
		if _, total, err := r.Backtests.Backtests(t.Context(), colleague, backtest.Filter{}, database.Page{Number: 1, Limit: 1}); total != 0 || err != nil {
			t.Errorf("a colleague sees %d, %v", total, err)
		}
	})
}

func TestAtMostThreeOfAUserWait(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		results := testkit.InParallel(10, func(int) error {
			_, err := r.Backtests.Create(t.Context(), r.analyst, breakout("BTCUSD"))
			return err
		})
		for _, err := range results {
			if err != nil {
				testkit.WantFault(t, err, fault.Conflict)
			}
		}
		if n := testkit.Succeeded(results); n != 3 || r.Count(`SELECT COUNT(*) FROM backtests`) != 3 {
			t.Errorf("%d are queued, want 3", n)
		}
		found, _, err := r.Backtests.Backtests(t.Context(), r.analyst, backtest.Filter{}, database.Page{Number: 1, Limit: 3})
		tradingtest.Must(t, err)
		_, err = r.Backtests.Cancel(t.Context(), r.analyst, found[1].ID)
		tradingtest.Must(t, err)
		r.queue(breakout("BTCUSD")) // in the place that is free again
		r.play()
		r.queue(breakout("BTCUSD"))
	})
}

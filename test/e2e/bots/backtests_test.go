package bots_test

import (
	"net/http"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/market"
	"bourse/internal/testkit"
	"bourse/internal/trading/tradingtest"
	"bourse/test/e2e/kit"
)

const backtestsPath = "/trading/backtests"

var (
	aQueuedBacktest = kit.Shape{
		"id": kit.AUUID, "strategyType": kit.AText, "parameters": kit.AnObject(kit.Shape{"entryPeriod": kit.ANumber, "exitPeriod": kit.ANumber}), "symbols": kit.AListOf(kit.AText),
		"timeframe": kit.Exactly("1m"), "riskLevel": kit.AText, "from": kit.ATime, "to": kit.ATime, "capital": kit.ANumber,
		"status": kit.AText, "progress": kit.APercent, "trades": kit.AnInteger, "candles": kit.AnInteger, "createdAt": kit.ATime,
	}
	aRunningBacktest = aQueuedBacktest.And(kit.Shape{"startedAt": kit.ATime, "equity": kit.AListOf(kit.AnObject(kit.Shape{}))})
	aDoneBacktest    = aQueuedBacktest.And(kit.Shape{
		"startedAt": kit.ATime, "finishedAt": kit.ATime, "resolution": kit.Exactly("minutes"),
		"figures": kit.AnObject(kit.Shape{
			"totalReturn": kit.ANumber, "winRate": kit.ANumber, "sharpeRatio": kit.ANumber, "maxDrawdown": kit.ANumber, "profitFactor": kit.ANumber,
			"expectancy": kit.ANumber, "closedTrades": kit.AnInteger, "observations": kit.AnInteger, "equity": kit.ANumber, "realizedPnl": kit.ANumber,
			"unrealizedPnl": kit.ANumber, "openFees": kit.ANumber, "openPositions": kit.AnInteger, "fees": kit.ANumber, "bestTrade": kit.ANumber,
			"worstTrade": kit.ANumber, "marketReturn": kit.ANumber,
		}),
		"equity": kit.AListOf(kit.AnObject(kit.Shape{"time": kit.ATime, "value": kit.ANumber, "drawdown": kit.ANumber})),
	})
	aBacktestTrade = kit.Shape{
		"number": kit.AnInteger, "type": kit.Exactly("close"), "symbol": kit.AText, "side": kit.OneOf("buy", "sell"), "quantity": kit.ANumber,
		"entryPrice": kit.APrice, "exitPrice": kit.APrice, "fees": kit.ANumber, "grossPnl": kit.ANumber, "realizedPnl": kit.ANumber,
		"realizedPnlPercent": kit.ANumber, "exitReason": kit.OneOf("signal", "stop_loss", "take_profit"), "openedAt": kit.ATime,
		"closedAt": kit.ATime, "balanceAfter": kit.ANumber,
	}
)

// A server is killed in the middle of a backtest. The next one plays it from the beginning, and nothing is stored
// twice.
func TestAKillLosesNoBacktestAndCountsNothingTwice(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		books := place.Books(t)
		from := time.Now().UTC().Truncate(24*time.Hour).AddDate(0, 0, -45)
		first := place.Serve(t)
		first.Troubled = true
		recordMinutes(t, books, from, 40*24*60)
		first.Register(t).Post(t, backtestsPath, breakouts(from)).Failed(t, 403, "FORBIDDEN", "")
		analyst := first.Officer(t, "analyst", "")
		var ids []string
		for range 3 {
			ids = append(ids, analyst.Post(t, backtestsPath, breakouts(from)).Ok(t, 202).Object(t, aQueuedBacktest)["id"].(string))
		}
		analyst.Post(t, backtestsPath, breakouts(from)).Failed(t, 409, "CONFLICT", "")
		testkit.Within(t, kit.Patience, "trades of the first are written", func() bool {
			found := analyst.Get(t, backtestsPath+"/"+ids[0]).Ok(t, 200).Envelope["data"].(map[string]any)
			return found["trades"].(float64) > 0
		})
		first.Kill()

		second := place.Serve(t)
		analyst = analyst.Login(t, second)
		wantPlayedAlike(t, analyst, books, ids)
		cancelsWhatRuns(t, analyst, from)
		second.Register(t).Get(t, backtestsPath+"/"+ids[0]).Failed(t, 403, "FORBIDDEN", "")
		second.Officer(t, "analyst", "").Get(t, backtestsPath+"/"+ids[0]).Failed(t, 404, "NOT_FOUND", "")
	})
}

func breakouts(from time.Time) kit.Body {
	return kit.Body{
		"strategyType": "breakout", "parameters": kit.Body{"entryPeriod": 20, "exitPeriod": 10}, "symbols": []string{"btcusd", "ethusd", "solusd"},
		"timeframe": "1m", "riskLevel": "high", "from": from.Format(time.RFC3339), "capital": 20000,
	}
}

// recordMinutes stores minutes of three coins.
func recordMinutes(t *testing.T, books *database.DB, from time.Time, minutes int) {
	t.Helper()
	err := books.InTx(t.Context(), func(tx *database.Tx) error {
		for i, symbol := range []string{"BTCUSD", "ETHUSD", "SOLUSD"} {
			columns := []database.Column{
				{Name: "symbol", Type: "TEXT"}, {Name: "seconds", Type: "BIGINT"}, {Name: "opened_at", Type: "BIGINT"}, {Name: "open", Type: "BIGINT"},
				{Name: "high", Type: "BIGINT"}, {Name: "low", Type: "BIGINT"}, {Name: "close", Type: "BIGINT"}, {Name: "volume", Type: "BIGINT"},
			}
			candles := tradingtest.RandomCandles(symbol, uint64(i+1), from, minutes)
			err := database.InsertMany(t.Context(), tx, "candles", columns, candles, func(c market.Candle) []any {
				return []any{c.Symbol, int64(60), database.Micros(c.OpenedAt), c.Open.Units(), c.High.Units(), c.Low.Units(), c.Close.Units(), c.Volume.Units()}
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// wantPlayedAlike waits until backtests of the same settings are done, and wants the same result of all.
func wantPlayedAlike(t *testing.T, analyst *kit.Member, books *database.DB, ids []string) {
	t.Helper()
	var before map[string]any
	for _, id := range ids {
		testkit.Within(t, 3*kit.Patience, "a backtest is done", func() bool {
			found := analyst.Get(t, backtestsPath+"/"+id).Ok(t, 200).Envelope["data"].(map[string]any)
			return found["status"] != "queued" && found["status"] != "running"
		})
		done := analyst.Get(t, backtestsPath+"/"+id).Ok(t, 200).Object(t, aDoneBacktest)
		kit.WantFields(t, done, kit.Body{"status": "done", "progress": 100})
		if before != nil {
			kit.WantFields(t, done["figures"].(map[string]any), before)
		}
		before = done["figures"].(map[string]any)
		count := int(done["trades"].(float64))
		if stored := kit.Count(t, books, `SELECT COUNT(*) FROM backtest_trades WHERE backtest_id = $1`, id); stored != count || count < 1000 {
			t.Errorf("%d trades are told and %d stored", count, stored)
		}
		page := analyst.Get(t, backtestsPath+"/"+id+"/trades?limit=5&page=2").Ok(t, 200).List(t, aBacktestTrade, kit.Shape{"meta": kit.AMeta})
		if len(page) != 5 || int(page[0]["number"].(float64)) != count-5 {
			t.Errorf("the second page of %d trades is %v", count, page)
		}
	}
	if listed := analyst.Get(t, backtestsPath+"?status=done").Ok(t, 200).Envelope["data"].([]any); len(listed) != len(ids) {
		t.Errorf("%d are listed", len(listed))
	}
}

// cancelsWhatRuns cancels a running backtest.
func cancelsWhatRuns(t *testing.T, analyst *kit.Member, from time.Time) {
	t.Helper()
	id := analyst.Post(t, backtestsPath, breakouts(from)).Ok(t, 202).Object(t, aQueuedBacktest)["id"].(string)
	testkit.Within(t, kit.Patience, "it runs", func() bool {
		return analyst.Get(t, backtestsPath+"/"+id).Ok(t, 200).Envelope["data"].(map[string]any)["status"] == "running"
	})
	analyst.Get(t, backtestsPath+"/"+id).Ok(t, 200).Object(t, aRunningBacktest)
	ended := analyst.Call(t, http.MethodDelete, backtestsPath+"/"+id, nil).Ok(t, 200).Envelope["data"].(map[string]any)
	kit.WantFields(t, ended, kit.Body{"status": "cancelled"})
	analyst.Call(t, http.MethodDelete, backtestsPath+"/"+id, nil).Failed(t, 409, "INVALID_TRANSITION", "")
}

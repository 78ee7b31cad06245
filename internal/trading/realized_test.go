package trading_test

import (
	"math/rand/v2"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/trading/tradingtest"
)

// Whatever happens, at every step the realized profit of the portfolio is that of the history, and the portfolio's total is
// that of the money and the open positions.
func TestRealizedProfitIsThatOfTheHistoryAtEveryMoment(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewDesk(t, db, trading.DefaultSettings())
		p := &player{caller: d.Caller}
		d.Prices.Price("SOLUSD", "100")
		wantOneRealizedProfit(d, p) // which opens the player's account
		seed := rand.Uint64()
		random := rand.New(rand.NewPCG(seed, 0))
		for step := range 60 {
			if err := play(d, p, random.IntN(6), random); err != nil {
				t.Fatalf("seed %d, step %d: %v", seed, step, err)
			}
			wantOneRealizedProfit(d, p)
			if t.Failed() {
				t.Fatalf("seed %d, step %d", seed, step)
			}
		}
	})
}

func wantOneRealizedProfit(d *tradingtest.Desk, p *player) {
	d.T.Helper()
	sum, err := d.Service.Summary(d.T.Context(), p.caller)
	if err != nil {
		d.T.Fatal(err)
	}
	trades, _, err := d.Service.Trades(d.T.Context(), p.caller, trading.TradeFilter{}, database.Page{Number: 1, Limit: 1000})
	if err != nil {
		d.T.Fatal(err)
	}
	var history money.Decimal
	for _, trade := range trades {
		history = history.Add(trade.RealizedPnL)
	}
	if sum.RealizedPnL != history {
		d.T.Errorf("the portfolio has realized %s, the history %s", sum.RealizedPnL, history)
	}
	wantTotalsOfTheLedger(d, sum, money.FromInt(100_000).Add(money.FromUnits(p.paid.Load())))
}

func wantTotalsOfTheLedger(d *tradingtest.Desk, sum trading.Summary, paid money.Decimal) {
	d.T.Helper()
	if want := sum.RealizedPnL.Add(sum.UnrealizedPnL).Sub(sum.OpenFees); sum.TotalPnL != want {
		d.T.Errorf("the total profit is %s, want %s", sum.TotalPnL, want)
	}
	if want := sum.Cash.Add(sum.Margin).Add(sum.UnrealizedPnL); sum.TotalValue != want {
		d.T.Errorf("the total value is %s, want %s", sum.TotalValue, want)
	}
	if want := paid.Add(sum.TotalPnL); sum.TotalValue != want {
		d.T.Errorf("the total value is %s, want %s: what was paid in and what was won", sum.TotalValue, want)
	}
}

package trading_test

import (
	"math/rand/v2"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/money"
	"bourse/internal/trading"
)

// Whatever somebody does, at every step the realized profit of the portfolio is that of the history, and the
// portfolio's total is what the money and the open positions say.
func TestRealizedProfitIsThatOfTheHistoryAtEveryMoment(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newDesk(t, db, trading.DefaultSettings())
		p := &player{caller: d.caller}
		d.prices.Price("SOLUSD", "100")
		d.wantOneRealizedProfit(p) // which gives the player an account
		seed := rand.Uint64()
		random := rand.New(rand.NewPCG(seed, 0))
		for step := range 60 {
			if err := d.play(p, random.IntN(6), random); err != nil {
				t.Fatalf("seed %d, step %d: %v", seed, step, err)
			}
			d.wantOneRealizedProfit(p)
			if t.Failed() {
				t.Fatalf("seed %d, step %d", seed, step)
			}
		}
	})
}

func (d *desk) wantOneRealizedProfit(p *player) {
	d.t.Helper()
	sum, err := d.service.Summary(d.t.Context(), p.caller)
	if err != nil {
		d.t.Fatal(err)
	}
	trades, _, err := d.service.Trades(d.t.Context(), p.caller, trading.Days{}, trading.Page{Number: 1, Limit: 1000})
	if err != nil {
		d.t.Fatal(err)
	}
	var history money.Decimal
	for _, trade := range trades {
		history = history.Add(trade.RealizedPnL)
	}
	if sum.RealizedPnL != history {
		d.t.Errorf("the portfolio has realized %s, the history %s", sum.RealizedPnL, history)
	}
	d.wantTotalsOfTheLedger(sum, money.FromInt(100_000).Add(money.FromUnits(p.paid.Load())))
}

func (d *desk) wantTotalsOfTheLedger(sum trading.Summary, paid money.Decimal) {
	d.t.Helper()
	if want := sum.RealizedPnL.Add(sum.UnrealizedPnL).Sub(sum.OpenFees); sum.TotalPnL != want {
		d.t.Errorf("the total profit is %s, want %s", sum.TotalPnL, want)
	}
	if want := sum.Cash.Add(sum.Margin).Add(sum.UnrealizedPnL); sum.TotalValue != want {
		d.t.Errorf("the total value is %s, want %s", sum.TotalValue, want)
	}
	if want := paid.Add(sum.TotalPnL); sum.TotalValue != want {
		d.t.Errorf("the total value is %s, want %s: what was paid in and what was won", sum.TotalValue, want)
	}
}

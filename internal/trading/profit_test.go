package trading_test

import (
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/money"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/tradingtest"
)

// The long rows are freqtrade's published results: 30 at 2.0 with a fee of 0.25 % a side. The short rows
// follow from the same formula.
func TestProfitIsWhatTheFormulaSays(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name  string
		entry trading.SignalType
		exit  string
		want  string
	}{
		{"a long that rises", trading.EntryLong, "2.1", "2.6925"},
		{"a long that falls", trading.EntryLong, "1.9", "-3.2925"},
		{"a long that rises further", trading.EntryLong, "2.2", "5.685"},
		{"a short that falls", trading.EntryShort, "1.9", "2.7075"},
		{"a short that rises", trading.EntryShort, "2.1", "-3.3075"},
	}
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		terms := tradingtest.FreeTerms()
		terms.FeeBP = money.FromInt(25)
		d := tradingtest.NewDesk(t, db, terms)
		for _, c := range cases {
			d.Prices.Price("XRPUSD", "2")
			position := d.Enter(c.entry, "XRPUSD", "30")
			tradingtest.WantNumber(t, c.name+": entry", position.EntryPrice, "2")
			d.Prices.Price("XRPUSD", c.exit)
			closing, err := d.Service.Close(t.Context(), d.Caller, position.ID, nil)
			if err != nil {
				t.Fatal(err)
			}
			tradingtest.WantNumber(t, c.name, closing.Trade.RealizedPnL, c.want)
			if closing.Position.Status != trading.Closed {
				t.Errorf("%s: the position is %s", c.name, closing.Position.Status)
			}
		}
		tradingtest.WantNumber(t, "what all of them brought", d.Summary().TotalPnL, "4.485")
		d.WantBalanced()
	})
}

func TestPartialClosingsAddUpToTheWhole(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		terms := tradingtest.FreeTerms()
		terms.FeeBP = money.FromInt(25)
		d := tradingtest.NewDesk(t, db, terms)
		d.Prices.Price("XRPUSD", "2")
		position := d.Enter(trading.EntryLong, "XRPUSD", "30")
		d.Prices.Price("XRPUSD", "2.1")
		var realized money.Decimal
		for _, part := range []string{"7", "11", "12"} {
			closing, err := d.Service.Close(t.Context(), d.Caller, position.ID, tradingtest.Quantity(part))
			if err != nil {
				t.Fatal(err)
			}
			realized = realized.Add(closing.Trade.RealizedPnL)
		}
		tradingtest.WantNumber(t, "the sum of three closings", realized, "2.6925")
		closed, err := d.Service.Position(t.Context(), d.Caller, position.ID)
		if err != nil {
			t.Fatal(err)
		}
		tradingtest.WantNumber(t, "the position's own sum", closed.RealizedPnL, "2.6925")
		tradingtest.WantNumber(t, "the margin left", closed.Margin, "0")
		if closed.Status != trading.Closed {
			t.Errorf("the position is %s", closed.Status)
		}
		trades, total, err := d.Service.Trades(t.Context(), d.Caller, trading.TradeFilter{}, database.Page{Number: 1, Limit: 2})
		if err != nil || total != 3 || len(trades) != 2 {
			t.Fatalf("%d of %d trades, %v", len(trades), total, err)
		}
		if trades[0].Type != trading.TradeClose || trades[1].Type != trading.TradePartialClose {
			t.Errorf("the newest trades are %s and %s", trades[0].Type, trades[1].Type)
		}
		tradingtest.WantNumber(t, "the balance after the last", trades[0].BalanceAfter, "100002.6925")
		d.WantBalanced()
	})
}

func TestAShortNeverLosesMoreThanItsMargin(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		terms := tradingtest.FreeTerms()
		terms.FeeBP = money.FromInt(10)
		d := tradingtest.NewDesk(t, db, terms)
		d.Prices.Price("SOLUSD", "100")
		position := d.Enter(trading.EntryShort, "SOLUSD", "10")
		tradingtest.WantNumber(t, "the liquidation price", position.LiquidationPrice, "195")
		d.Prices.Price("SOLUSD", "300")
		closing, err := d.Service.Close(t.Context(), d.Caller, position.ID, nil)
		if err != nil {
			t.Fatal(err)
		}
		tradingtest.WantNumber(t, "the loss before fees", closing.Trade.GrossPnL, "-1000")
		tradingtest.WantNumber(t, "what is left", d.Summary().TotalValue, "98999") // the entry's fee of 1 is gone too
		d.WantBalanced()
	})
}

func TestFillsPayTheSpreadTheSlippageAndTheFee(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewDesk(t, db, trading.DefaultSettings())
		d.Prices.Price("BTCUSD", "50000")
		done, err := d.Service.Execute(t.Context(), d.Caller, d.Signal(trading.EntryLong, "BTCUSD", "49000", "52000").ID, trading.ExecuteOptions{Quantity: tradingtest.Quantity("0.5")})
		if err != nil {
			t.Fatal(err)
		}
		tradingtest.WantNumber(t, "the fill, 5 bp above the mark", done.FillPrice, "50025")
		tradingtest.WantNumber(t, "the fee, 10 bp of the notional", done.Fee, "25.0125")
		tradingtest.WantNumber(t, "the stop", done.Position.StopLoss, "49000")
		tradingtest.WantNumber(t, "the target", done.Position.TargetPrice, "52000")
		tradingtest.WantNumber(t, "the unrealized profit", done.Position.UnrealizedPnL(d.Service.Mark(done.Position)), "-12.5")
		tradingtest.WantNumber(t, "the free cash", d.Summary().Cash, "74962.4875")
	})
}

func TestASizeThatNobodyNamedComesFromTheRisk(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewDesk(t, db, tradingtest.FreeTerms())
		d.Prices.Price("BTCUSD", "50000")
		cases := []struct{ name, stop, want string }{
			{"one percent of 100 000 over a distance of 2 000", "48000", "0.5"},
			{"five percent of the equity without a stop", "", "0.1"},
			{"no more than the cash can buy", "49999", "1.4"},
			// TestASizeThatWeChooseIsAtMostATenthOfTheEquity shows the limit of a tenth of the equity.
		}
		for _, c := range cases {
			done, err := d.Service.Execute(t.Context(), d.Caller, d.Signal(trading.EntryLong, "BTCUSD", c.stop, "").ID, trading.ExecuteOptions{})
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			tradingtest.WantNumber(t, c.name, done.Quantity, c.want)
		}
		_, err := d.Service.Execute(t.Context(), d.Caller, d.Signal(trading.EntryLong, "BTCUSD", "", "").ID, trading.ExecuteOptions{})
		testkit.WantFault(t, err, fault.InsufficientFunds)
		d.WantBalanced()
	})
}

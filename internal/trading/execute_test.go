package trading_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/tradingtest"
)

func TestASignalIsExecutedOnceByEachUser(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewDesk(t, db, trading.DefaultSettings())
		d.Prices.Price("BTCUSD", "50000")
		signal := d.Signal(trading.EntryLong, "BTCUSD", "48000", "")
		results := testkit.InParallel(100, func(int) error {
			_, err := d.Service.Execute(t.Context(), d.Caller, signal.ID, trading.ExecuteOptions{})
			return err
		})
		if n := testkit.Succeeded(results); n != 1 {
			t.Errorf("%d executions succeeded, want 1", n)
		}
		for _, err := range results {
			if err != nil {
				testkit.WantFault(t, err, fault.SignalAlreadyExecuted)
			}
		}
		if n := d.Count(`SELECT COUNT(*) FROM positions`); n != 1 {
			t.Errorf("%d positions, want 1", n)
		}
		if n := d.Events.Count("trading.position.opened"); n != 1 {
			t.Errorf("%d events, want 1", n)
		}
		if n := d.Count(`SELECT COUNT(*) FROM ledger_transactions WHERE kind = 'open'`); n != 1 {
			t.Errorf("%d bookings, want 1", n)
		}
		other := tradingtest.NewCaller(identity.RoleUser)
		if _, err := d.Service.Execute(t.Context(), other, signal.ID, trading.ExecuteOptions{}); err != nil {
			t.Errorf("another user: %v", err)
		}
		d.WantBalanced()
	})
}

func TestClosingTwiceAtOnceSettlesOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewDesk(t, db, trading.DefaultSettings())
		d.Prices.Price("BTCUSD", "50000")
		position := d.Enter(trading.EntryLong, "BTCUSD", "0.1")
		results := testkit.InParallel(50, func(int) error {
			_, err := d.Service.Close(t.Context(), d.Caller, position.ID, nil)
			return err
		})
		if n := testkit.Succeeded(results); n != 1 {
			t.Errorf("%d closings succeeded, want 1", n)
		}
		for _, err := range results {
			if err != nil {
				testkit.WantFault(t, err, fault.PositionNotOpen)
			}
		}
		if n := d.Events.Count("trading.position.closed"); n != 1 {
			t.Errorf("%d events, want 1", n)
		}
		if n := d.Count(`SELECT COUNT(*) FROM trades`); n != 1 {
			t.Errorf("%d trades, want 1", n)
		}
		d.WantBalanced()
	})
}

func TestWhatCannotBeExecutedIsRefusedWithItsCodeAndChangesNothing(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewDesk(t, db, tradingtest.FreeTerms())
		d.Prices.Price("BTCUSD", "50000")
		moved := d.Signal(trading.EntryLong, "BTCUSD", "", "")
		stopped := d.Signal(trading.EntryLong, "BTCUSD", "49800", "")
		expired, err := d.Service.CreateSignal(t.Context(), d.Analyst, trading.NewSignal{
			Symbol: "BTCUSD", Type: trading.EntryLong, ExpiresIn: -time.Second,
		})
		if err != nil {
			t.Fatal(err)
		}
		hold := d.Signal(trading.Hold, "BTCUSD", "", "")
		exit := d.Signal(trading.ExitLong, "BTCUSD", "", "")
		silent := silentSignal(d)
		d.Prices.Price("BTCUSD", "49700")
		fresh := d.Signal(trading.EntryLong, "BTCUSD", "", "")
		d.Prices.Price("BTCUSD", "49400")
		cases := []struct {
			name    string
			signal  uuid.UUID
			options trading.ExecuteOptions
			want    fault.Code
		}{
			{"no such signal", uuid.New(), trading.ExecuteOptions{}, fault.NotFound},
			{"no such account", fresh.ID, trading.ExecuteOptions{AccountID: uuid.New()}, fault.NotFound},
			{"hold", hold.ID, trading.ExecuteOptions{}, fault.SignalNotActionable},
			{"expired", expired.ID, trading.ExecuteOptions{}, fault.SignalExpired},
			{"moved by more than one percent", moved.ID, trading.ExecuteOptions{}, fault.PriceMoved},
			{"beyond its stop", stopped.ID, trading.ExecuteOptions{}, fault.PriceMoved},
			{"nothing to close", exit.ID, trading.ExecuteOptions{}, fault.NoMatchingPosition},
			{"no price", silent, trading.ExecuteOptions{}, fault.MarketDataStale},
			{"too much", fresh.ID, trading.ExecuteOptions{Quantity: tradingtest.Quantity("1000")}, fault.InsufficientFunds},
			{"more than there are numbers for", fresh.ID, trading.ExecuteOptions{Quantity: tradingtest.Quantity("1000000000")}, fault.InsufficientFunds},
			{"too little", fresh.ID, trading.ExecuteOptions{Quantity: tradingtest.Quantity("0.00000001")}, fault.QuantityTooSmall},
			{"nothing", fresh.ID, trading.ExecuteOptions{Quantity: tradingtest.Quantity("0")}, fault.ValidationError},
			{"negative", fresh.ID, trading.ExecuteOptions{Quantity: tradingtest.Quantity("-1")}, fault.ValidationError},
			{"a negative hold", hold.ID, trading.ExecuteOptions{Quantity: tradingtest.Quantity("-1")}, fault.ValidationError},
			{"nothing of what has expired", expired.ID, trading.ExecuteOptions{Quantity: tradingtest.Quantity("0")}, fault.ValidationError},
			{"not a multiple of the lot", fresh.ID, trading.ExecuteOptions{Quantity: tradingtest.Quantity("0.12345678")}, fault.ValidationError},
		}
		for _, c := range cases {
			_, previewErr := d.Service.PreviewSignal(t.Context(), d.Caller, c.signal, c.options)
			if _, err := d.Service.Execute(t.Context(), d.Caller, c.signal, c.options); !fault.Is(err, c.want) {
				t.Errorf("%s: got %v, want %s", c.name, err, c.want)
			}
			if c.want == fault.ValidationError && !fault.Is(previewErr, c.want) {
				t.Errorf("%s: the preview fails with %v, want %s", c.name, previewErr, c.want)
			}
		}
		if n := d.Count(`SELECT COUNT(*) FROM signal_executions`) + d.Count(`SELECT COUNT(*) FROM positions`); n != 0 {
			t.Errorf("refused executions left %d rows", n)
		}
		if _, err := d.Service.Execute(t.Context(), d.Caller, fresh.ID, trading.ExecuteOptions{}); err != nil {
			t.Errorf("a refused signal can be executed later: %v", err)
		}
	})
}

// silentSignal is a signal for an instrument that has no price yet.
func silentSignal(d *tradingtest.Desk) uuid.UUID {
	d.T.Helper()
	made, err := d.Service.CreateSignal(d.T.Context(), d.Analyst, trading.NewSignal{
		Symbol: "ETHUSD", Type: trading.EntryLong, Price: tradingtest.Quantity("3000"), ExpiresIn: time.Hour,
	})
	if err != nil {
		d.T.Fatal(err)
	}
	return made.ID
}

func TestAnExitClosesEveryPositionOfItsSymbolAndSide(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewDesk(t, db, tradingtest.FreeTerms())
		d.Prices.Price("SOLUSD", "100")
		d.Prices.Price("XRPUSD", "2")
		first, second := d.Enter(trading.EntryLong, "SOLUSD", "1"), d.Enter(trading.EntryLong, "SOLUSD", "2")
		short, elsewhere := d.Enter(trading.EntryShort, "SOLUSD", "4"), d.Enter(trading.EntryLong, "XRPUSD", "8")
		d.Prices.Price("SOLUSD", "110")
		done, err := d.Service.Execute(t.Context(), d.Caller, d.Signal(trading.ExitLong, "SOLUSD", "", "").ID, trading.ExecuteOptions{})
		if err != nil {
			t.Fatal(err)
		}
		tradingtest.WantNumber(t, "what was closed", done.Quantity, "3")
		if len(done.Trades) != 2 || done.Trades[0].ExitReason != trading.ExitSignal {
			t.Errorf("the trades are %+v", done.Trades)
		}
		for id, want := range map[uuid.UUID]trading.PositionStatus{
			first.ID: trading.Closed, second.ID: trading.Closed, short.ID: trading.Open, elsewhere.ID: trading.Open,
		} {
			position, err := d.Service.Position(t.Context(), d.Caller, id)
			if err != nil || position.Status != want {
				t.Errorf("a position is %s, want %s (%v)", position.Status, want, err)
			}
		}
		tradingtest.WantNumber(t, "the realized profit", d.Summary().RealizedPnL, "30")
		d.WantBalanced()
	})
}

func TestPositionsBelongToTheirUser(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewDesk(t, db, tradingtest.FreeTerms())
		d.Prices.Price("SOLUSD", "100")
		position := d.Enter(trading.EntryLong, "SOLUSD", "1")
		stranger := tradingtest.NewCaller(identity.RoleSuperAdmin)
		_, err := d.Service.Position(t.Context(), stranger, position.ID)
		testkit.WantFault(t, err, fault.NotFound)
		_, err = d.Service.Close(t.Context(), stranger, position.ID, nil)
		testkit.WantFault(t, err, fault.NotFound)
		_, err = d.Service.Execute(t.Context(), stranger, d.Signal(trading.EntryLong, "SOLUSD", "", "").ID, trading.ExecuteOptions{AccountID: position.AccountID})
		testkit.WantFault(t, err, fault.NotFound)
		theirs, err := d.Service.Positions(t.Context(), stranger, trading.PositionFilter{}, database.Cursor{Limit: 10})
		if err != nil || len(theirs) != 0 {
			t.Errorf("a stranger sees %d positions (%v)", len(theirs), err)
		}
		for _, days := range []trading.Days{{Start: time.Now().AddDate(0, 0, 1), End: time.Now()}} {
			_, _, err := d.Service.Trades(t.Context(), d.Caller, trading.TradeFilter{Days: days}, database.Page{Number: 1, Limit: 10})
			testkit.WantFault(t, err, fault.ValidationError)
		}
	})
}

func TestOnlyAnalystsPublishSignalsAndTheirPricesMustFit(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewDesk(t, db, tradingtest.FreeTerms())
		d.Prices.Price("SOLUSD", "100")
		_, err := d.Service.CreateSignal(t.Context(), tradingtest.NewCaller(identity.RoleTrader), trading.NewSignal{Symbol: "SOLUSD", Type: trading.EntryLong})
		testkit.WantFault(t, err, fault.Forbidden)
		cases := map[string]trading.NewSignal{
			"stopLoss":    {Symbol: "SOLUSD", Type: trading.EntryLong, StopLoss: tradingtest.Number("101")},
			"targetPrice": {Symbol: "SOLUSD", Type: trading.EntryShort, TargetPrice: tradingtest.Number("101")},
			"price":       {Symbol: "SOLUSD", Type: trading.EntryShort, Price: tradingtest.Quantity("0")},
		}
		for field, given := range cases {
			_, err := d.Service.CreateSignal(t.Context(), d.Analyst, given)
			testkit.WantFault(t, err, fault.ValidationError)
			if failure, ok := err.(*fault.Error); ok && failure.Field != field {
				t.Errorf("the field is %s, want %s", failure.Field, field)
			}
		}
		_, err = d.Service.CreateSignal(t.Context(), d.Analyst, trading.NewSignal{Symbol: "NOPE", Type: trading.EntryLong})
		testkit.WantFault(t, err, fault.NotFound)
		if n := d.Count(`SELECT COUNT(*) FROM signals`); n != 0 {
			t.Errorf("%d signals were stored", n)
		}
	})
}

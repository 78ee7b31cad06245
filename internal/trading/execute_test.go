package trading_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/trading"
)

func TestASignalIsExecutedOnceByEachUser(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newDesk(t, db, trading.DefaultSettings())
		d.prices.Price("BTCUSD", "50000")
		signal := d.signal(trading.EntryLong, "BTCUSD", "48000", "")
		results := inParallel(100, func(int) error {
			_, err := d.service.Execute(t.Context(), d.caller, signal.ID, trading.ExecuteOptions{})
			return err
		})
		if n := succeeded(results); n != 1 {
			t.Errorf("%d executions succeeded, want 1", n)
		}
		for _, err := range results {
			if err != nil {
				wantFault(t, err, fault.SignalAlreadyExecuted)
			}
		}
		if n := d.count(`SELECT COUNT(*) FROM positions`); n != 1 {
			t.Errorf("%d positions, want 1", n)
		}
		if n := d.events.count("trading.position.opened"); n != 1 {
			t.Errorf("%d events, want 1", n)
		}
		if n := d.count(`SELECT COUNT(*) FROM ledger_transactions WHERE kind = 'open'`); n != 1 {
			t.Errorf("%d bookings, want 1", n)
		}
		other := newCaller(identity.RoleUser)
		if _, err := d.service.Execute(t.Context(), other, signal.ID, trading.ExecuteOptions{}); err != nil {
			t.Errorf("another user: %v", err)
		}
		d.wantBalanced()
	})
}

func TestClosingTwiceAtOnceSettlesOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newDesk(t, db, trading.DefaultSettings())
		d.prices.Price("BTCUSD", "50000")
		position := d.enter(trading.EntryLong, "BTCUSD", "0.1")
		results := inParallel(50, func(int) error {
			_, err := d.service.Close(t.Context(), d.caller, position.ID, nil)
			return err
		})
		if n := succeeded(results); n != 1 {
			t.Errorf("%d closings succeeded, want 1", n)
		}
		for _, err := range results {
			if err != nil {
				wantFault(t, err, fault.PositionNotOpen)
			}
		}
		if n := d.events.count("trading.position.closed"); n != 1 {
			t.Errorf("%d events, want 1", n)
		}
		if n := d.count(`SELECT COUNT(*) FROM trades`); n != 1 {
			t.Errorf("%d trades, want 1", n)
		}
		d.wantBalanced()
	})
}

func TestWhatCannotBeExecutedIsRefusedWithItsCodeAndChangesNothing(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newDesk(t, db, freeTerms())
		d.prices.Price("BTCUSD", "50000")
		moved := d.signal(trading.EntryLong, "BTCUSD", "", "")
		stopped := d.signal(trading.EntryLong, "BTCUSD", "49800", "")
		expired, err := d.service.CreateSignal(t.Context(), d.analyst, trading.NewSignal{
			Symbol: "BTCUSD", Type: trading.EntryLong, ExpiresIn: -time.Second,
		})
		if err != nil {
			t.Fatal(err)
		}
		hold := d.signal(trading.Hold, "BTCUSD", "", "")
		exit := d.signal(trading.ExitLong, "BTCUSD", "", "")
		silent := d.silentSignal()
		d.prices.Price("BTCUSD", "49700")
		fresh := d.signal(trading.EntryLong, "BTCUSD", "", "")
		d.prices.Price("BTCUSD", "49400")
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
			{"too much", fresh.ID, trading.ExecuteOptions{Quantity: quantity("1000")}, fault.InsufficientFunds},
			{"too little", fresh.ID, trading.ExecuteOptions{Quantity: quantity("0.00000001")}, fault.QuantityTooSmall},
			{"nothing", fresh.ID, trading.ExecuteOptions{Quantity: quantity("0")}, fault.ValidationError},
			{"negative", fresh.ID, trading.ExecuteOptions{Quantity: quantity("-1")}, fault.ValidationError},
			{"not a multiple of the lot", fresh.ID, trading.ExecuteOptions{Quantity: quantity("0.12345678")}, fault.ValidationError},
		}
		for _, c := range cases {
			if _, err := d.service.Execute(t.Context(), d.caller, c.signal, c.options); !fault.Is(err, c.want) {
				t.Errorf("%s: got %v, want %s", c.name, err, c.want)
			}
		}
		if n := d.count(`SELECT COUNT(*) FROM signal_executions`) + d.count(`SELECT COUNT(*) FROM positions`); n != 0 {
			t.Errorf("refused executions left %d rows", n)
		}
		if _, err := d.service.Execute(t.Context(), d.caller, fresh.ID, trading.ExecuteOptions{}); err != nil {
			t.Errorf("a refused signal can be executed later: %v", err)
		}
	})
}

// silentSignal is a signal for an instrument that has no price yet.
func (d *desk) silentSignal() uuid.UUID {
	d.t.Helper()
	made, err := d.service.CreateSignal(d.t.Context(), d.analyst, trading.NewSignal{
		Symbol: "ETHUSD", Type: trading.EntryLong, Price: quantity("3000"), ExpiresIn: time.Hour,
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return made.ID
}

func TestAnExitClosesEveryPositionOfItsSymbolAndSide(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newDesk(t, db, freeTerms())
		d.prices.Price("SOLUSD", "100")
		d.prices.Price("XRPUSD", "2")
		first, second := d.enter(trading.EntryLong, "SOLUSD", "1"), d.enter(trading.EntryLong, "SOLUSD", "2")
		short, elsewhere := d.enter(trading.EntryShort, "SOLUSD", "4"), d.enter(trading.EntryLong, "XRPUSD", "8")
		d.prices.Price("SOLUSD", "110")
		done, err := d.service.Execute(t.Context(), d.caller, d.signal(trading.ExitLong, "SOLUSD", "", "").ID, trading.ExecuteOptions{})
		if err != nil {
			t.Fatal(err)
		}
		wantNumber(t, "what was closed", done.Quantity, "3")
		if len(done.Trades) != 2 || done.Trades[0].ExitReason != trading.ExitSignal {
			t.Errorf("the trades are %+v", done.Trades)
		}
		for id, want := range map[uuid.UUID]trading.PositionStatus{
			first.ID: trading.Closed, second.ID: trading.Closed, short.ID: trading.Open, elsewhere.ID: trading.Open,
		} {
			position, err := d.service.Position(t.Context(), d.caller, id)
			if err != nil || position.Status != want {
				t.Errorf("a position is %s, want %s (%v)", position.Status, want, err)
			}
		}
		wantNumber(t, "the realized profit", d.summary().RealizedPnL, "30")
		d.wantBalanced()
	})
}

func TestPositionsBelongToTheirUser(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newDesk(t, db, freeTerms())
		d.prices.Price("SOLUSD", "100")
		position := d.enter(trading.EntryLong, "SOLUSD", "1")
		stranger := newCaller(identity.RoleSuperAdmin)
		_, err := d.service.Position(t.Context(), stranger, position.ID)
		wantFault(t, err, fault.NotFound)
		_, err = d.service.Close(t.Context(), stranger, position.ID, nil)
		wantFault(t, err, fault.NotFound)
		_, err = d.service.Execute(t.Context(), stranger, d.signal(trading.EntryLong, "SOLUSD", "", "").ID, trading.ExecuteOptions{AccountID: position.AccountID})
		wantFault(t, err, fault.NotFound)
		theirs, err := d.service.Positions(t.Context(), stranger, trading.PositionFilter{}, trading.Cursor{Limit: 10})
		if err != nil || len(theirs) != 0 {
			t.Errorf("a stranger sees %d positions (%v)", len(theirs), err)
		}
		for _, days := range []trading.Days{{Start: time.Now().AddDate(0, 0, 1), End: time.Now()}} {
			_, _, err := d.service.Trades(t.Context(), d.caller, days, trading.Page{Number: 1, Limit: 10})
			wantFault(t, err, fault.ValidationError)
		}
	})
}

func TestOnlyAnalystsPublishSignalsAndTheirPricesMustFit(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newDesk(t, db, freeTerms())
		d.prices.Price("SOLUSD", "100")
		_, err := d.service.CreateSignal(t.Context(), newCaller(identity.RoleTrader), trading.NewSignal{Symbol: "SOLUSD", Type: trading.EntryLong})
		wantFault(t, err, fault.Forbidden)
		cases := map[string]trading.NewSignal{
			"stopLoss":    {Symbol: "SOLUSD", Type: trading.EntryLong, StopLoss: number("101")},
			"targetPrice": {Symbol: "SOLUSD", Type: trading.EntryShort, TargetPrice: number("101")},
			"price":       {Symbol: "SOLUSD", Type: trading.EntryShort, Price: quantity("0")},
		}
		for field, given := range cases {
			_, err := d.service.CreateSignal(t.Context(), d.analyst, given)
			wantFault(t, err, fault.ValidationError)
			if failure, ok := err.(*fault.Error); ok && failure.Field != field {
				t.Errorf("the field is %s, want %s", failure.Field, field)
			}
		}
		_, err = d.service.CreateSignal(t.Context(), d.analyst, trading.NewSignal{Symbol: "NOPE", Type: trading.EntryLong})
		wantFault(t, err, fault.NotFound)
		if n := d.count(`SELECT COUNT(*) FROM signals`); n != 0 {
			t.Errorf("%d signals were stored", n)
		}
	})
}

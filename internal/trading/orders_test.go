package trading_test

import (
	"context"
	"strings"
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
	"bourse/internal/trading/tradingtest"
)

func solOrder(side trading.Side, kind trading.OrderType, quantity, price string) trading.NewOrder {
	return tradingtest.Wanted("SOLUSD", side, kind, quantity, price)
}

func TestWhatIsHeldForOrdersIsTheAccountsMoney(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewOrderDesk(t, db, trading.DefaultSettings())
		before := d.Summary()
		order := d.Place(solOrder(trading.Buy, trading.LimitOrder, "10", "95"))
		tradingtest.WantNumber(t, "what is held", order.Held, "950.95") // with 10 basis points
		sum := d.Summary()
		tradingtest.WantNumber(t, "the cash", sum.Cash, "99049.05")
		tradingtest.WantNumber(t, "what is reserved", sum.Reserved, "950.95")
		if sum.TotalValue != before.TotalValue || !sum.TotalPnL.IsZero() {
			t.Errorf("the account is worth %s with a profit of %s, want what it was", sum.TotalValue, sum.TotalPnL)
		}
		balances, err := trading.ReadBalances(t.Context(), d.DB, []uuid.UUID{order.AccountID})
		if err != nil {
			t.Fatal(err)
		}
		tradingtest.WantNumber(t, "the balance", balances[order.AccountID], "100000")
		today := trading.UTCDay(d.Clock.Now())
		ends, err := d.Service.DayEnds(t.Context(), []uuid.UUID{order.AccountID}, today, today)
		if err != nil || len(ends) != 1 {
			t.Fatalf("%d ends of the day (%v), want 1", len(ends), err)
		}
		tradingtest.WantNumber(t, "the value at the end of the day", ends[0].Value, "100000")

		// Sizing the next trade by the equity includes reserved money, but does not spend it.
		done, err := d.Service.Execute(t.Context(), d.Caller, d.Signal(trading.EntryLong, "AAPL", "", "").ID, trading.ExecuteOptions{})
		if err != nil {
			t.Fatal(err)
		}
		tradingtest.WantNumber(t, "5 % of the equity in shares", done.Quantity, "49.97")
		d.WantBalanced()
	})
}

func TestWhatIsHeldForOrdersCannotBeWithdrawn(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewOrderDesk(t, db, tradingtest.FreeTerms())
		account := investmentAccount(d, "1000")
		wanted := solOrder(trading.Buy, trading.LimitOrder, "6", "95")
		wanted.AccountID = account
		order := d.Place(wanted)
		hold := func(amount string) error {
			return d.DB.InTx(t.Context(), func(tx *database.Tx) error {
				return d.Service.Hold(t.Context(), tx, d.Caller.UserID, account, money.MustParse(amount), uuid.New())
			})
		}
		testkit.WantFault(t, hold("430.01"), fault.InsufficientFunds, "amount")
		if err := hold("430"); err != nil {
			t.Fatal(err)
		}
		all, err := d.Service.InvestmentMoney(t.Context(), d.Caller.UserID)
		if err != nil || len(all) != 1 || !all[0].Withdrawable().IsZero() {
			t.Errorf("%+v (%v), want nothing left to withdraw", all, err)
		}
		if _, err := d.Service.CancelOrder(t.Context(), d.Caller, order.ID); err != nil {
			t.Fatal(err)
		}
		if err := hold("570"); err != nil {
			t.Errorf("withdraw what was held for the order: %v", err)
		}
		d.WantBalanced()
	})
}

// investmentAccount opens an account and pays money into it.
func investmentAccount(d *tradingtest.OrderDesk, paid string) uuid.UUID {
	d.T.Helper()
	id := uuid.New()
	err := d.DB.InTx(d.T.Context(), func(tx *database.Tx) error {
		if err := d.Service.OpenInvestmentAccount(d.T.Context(), tx, d.Caller.TenantID, d.Caller.UserID, id, money.Zero); err != nil {
			return err
		}
		if _, err := d.Service.SetAccountStatus(d.T.Context(), tx, id, trading.AccountActive); err != nil {
			return err
		}
		return d.Service.Deposit(d.T.Context(), tx, id, money.MustParse(paid), "test", uuid.New())
	})
	if err != nil {
		d.T.Fatal(err)
	}
	return id
}

func TestAnOrderIsCancelledOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewOrderDesk(t, db, trading.DefaultSettings())
		order := d.Place(solOrder(trading.Sell, trading.StopOrder, "10", "95"))
		_, err := d.Service.CancelOrder(t.Context(), tradingtest.NewCaller(identity.RoleUser), order.ID)
		testkit.WantFault(t, err, fault.NotFound)
		results := testkit.InParallel(8, func(int) error {
			_, err := d.Service.CancelOrder(t.Context(), d.Caller, order.ID)
			return err
		})
		if n := testkit.Succeeded(results); n != 1 {
			t.Errorf("%d of the cancellations succeeded, want 1: %v", n, results)
		}
		for _, err := range results {
			if err != nil {
				testkit.WantFault(t, err, fault.InvalidTransition)
			}
		}
		got := d.Order(order.ID)
		if got.Status != trading.OrderCancelled || got.Reason != "cancelled by its owner" || !got.Held.IsZero() {
			t.Errorf("the order is %s (%q) and holds %s", got.Status, got.Reason, got.Held)
		}
		d.See("SOLUSD", "90")
		if n := d.Count(`SELECT COUNT(*) FROM positions`); n != 0 || d.Events.Count("trading.order.cancelled") != 1 {
			t.Errorf("%d positions and %d events, want none and one", n, d.Events.Count("trading.order.cancelled"))
		}
		tradingtest.WantNumber(t, "the cash", d.Summary().Cash, "100000")
		d.WantBalanced()
	})
}

func TestOrdersOfASuspendedAccountWaitAndThoseOfAClosedOneAreCancelled(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewOrderDesk(t, db, tradingtest.FreeTerms())
		account := investmentAccount(d, "10000")
		become := func(status trading.AccountStatus) {
			t.Helper()
			err := d.DB.InTx(t.Context(), func(tx *database.Tx) error {
				_, err := d.Service.SetAccountStatus(t.Context(), tx, account, status)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			d.Monitor.Step(t.Context())
		}
		place := func(price string) uuid.UUID {
			wanted := solOrder(trading.Buy, trading.LimitOrder, "10", price)
			wanted.AccountID = account
			return d.Place(wanted).ID
		}
		first, second := place("95"), place("50")
		become(trading.AccountSuspended)
		d.See("SOLUSD", "94")
		if got := d.Order(first); got.Status != trading.OrderWorking {
			t.Fatalf("the order of a suspended account is %s", got.Status)
		}
		wanted := solOrder(trading.Buy, trading.LimitOrder, "1", "50")
		wanted.AccountID = account
		_, err := d.Service.PlaceOrder(t.Context(), d.Caller, wanted)
		testkit.WantFault(t, err, fault.AccountNotActive)
		become(trading.AccountActive)
		if got := d.Order(first); got.Status != trading.OrderFilled {
			t.Fatalf("the order is %s although the price is there and the account active", got.Status)
		}
		become(trading.AccountClosed)
		if got := d.Order(second); got.Status != trading.OrderCancelled || got.Reason != "the account is closed" {
			t.Errorf("the order of a closed account is %s (%q)", got.Status, got.Reason)
		}
		d.WantBalanced()
	})
}

func TestOrdersOfWhoIsLockedOutWaitAndTheirStopsRun(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewOrderDesk(t, db, tradingtest.FreeTerms())
		invested := investmentAccount(d, "10000")
		lockOut := func(since time.Time) {
			t.Helper()
			err := d.DB.InTx(t.Context(), func(tx *database.Tx) error {
				return d.Service.SetOwnerLocked(t.Context(), tx, d.Caller.UserID, since)
			})
			if err != nil {
				t.Fatal(err)
			}
			d.Monitor.Step(t.Context())
		}
		held := solOrder(trading.Buy, trading.MarketOrder, "1", "")
		held.StopLoss = tradingtest.Quantity("96")
		d.Place(held)
		ofPaper := solOrder(trading.Buy, trading.LimitOrder, "10", "95")
		ofInvested := ofPaper
		ofInvested.AccountID = invested
		orders := []uuid.UUID{d.Place(ofPaper).ID, d.Place(ofInvested).ID}
		lockOut(time.Now())
		d.See("SOLUSD", "94")
		for _, order := range orders {
			if got := d.Order(order); got.Status != trading.OrderWorking {
				t.Errorf("an order of who is locked out is %s", got.Status)
			}
		}
		if n := d.Count(`SELECT COUNT(*) FROM positions WHERE status = 'open'`); n != 0 {
			t.Errorf("%d positions are open behind their stop", n)
		}
		lockOut(time.Time{})
		for _, order := range orders {
			if got := d.Order(order); got.Status != trading.OrderFilled {
				t.Errorf("an order is %s although its owner was let in again", got.Status)
			}
		}
		d.WantBalanced()
	})
}

// Orders of a user who is being suspended at that instant have either bought before or buy nothing. A user may have a
// thousand orders, and be suspended for months.
func TestOrdersOfWhoIsLockedOutAreNotTriedInVain(t *testing.T) {
	t.Parallel()
	databasetest.EachObserved(t, func(t *testing.T, db *database.DB, statements *databasetest.Statements) {
		d := tradingtest.NewOrderDesk(t, db, tradingtest.FreeTerms())
		d.Place(solOrder(trading.Buy, trading.LimitOrder, "10", "95"))
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			return d.Service.SetOwnerLocked(t.Context(), tx, d.Caller.UserID, time.Now())
		})
		if err != nil {
			t.Fatal(err)
		}
		d.Monitor.Step(t.Context())
		for _, asked := range statements.During(func() { d.See("SOLUSD", "94") }) {
			if strings.Contains(asked, "orders") {
				t.Errorf("the price has it tried: %s", asked)
			}
		}
	})
}

func TestNothingIsBoughtBehindALockOut(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewOrderDesk(t, db, tradingtest.FreeTerms())
		d.Place(solOrder(trading.Buy, trading.MarketOrder, "1", "")) // opens the paper account
		open := func() int { return d.Count(`SELECT COUNT(*) FROM positions WHERE status = 'open'`) }
		atLockOut := 0
		results := testkit.InParallel(8, func(n int) error {
			if n > 0 {
				_, err := d.Service.PlaceOrder(t.Context(), d.Caller, solOrder(trading.Buy, trading.MarketOrder, "1", ""))
				return err
			}
			err := db.InTx(t.Context(), func(tx *database.Tx) error {
				return d.Service.SetOwnerLocked(t.Context(), tx, d.Caller.UserID, time.Now())
			})
			atLockOut = open()
			return err
		})
		if results[0] != nil {
			t.Fatal(results[0])
		}
		for _, err := range results[1:] {
			if err != nil {
				testkit.WantFault(t, err, fault.AccountNotActive)
			}
		}
		if now := open(); now != atLockOut || now != 1+testkit.Succeeded(results[1:]) {
			t.Errorf("%d positions are open, %d were at the lock-out, and %d orders succeeded beside the first", now, atLockOut, testkit.Succeeded(results[1:]))
		}
	})
}

func TestOrdersThatCannotBeAreRefused(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewOrderDesk(t, db, trading.DefaultSettings())
		number := tradingtest.Quantity
		changed := func(wanted trading.NewOrder, change func(*trading.NewOrder)) trading.NewOrder {
			change(&wanted)
			return wanted
		}
		limit, stop, atMarket := solOrder(trading.Buy, trading.LimitOrder, "1", "95"), solOrder(trading.Buy, trading.StopOrder, "1", "105"), solOrder(trading.Buy, trading.MarketOrder, "1", "")
		cases := map[string]struct {
			wanted trading.NewOrder
			code   fault.Code
			field  string
		}{
			"neither quantity nor notional":       {changed(limit, func(n *trading.NewOrder) { n.Quantity = nil }), fault.ValidationError, "quantity"},
			"both":                                {changed(limit, func(n *trading.NewOrder) { n.Notional = number("10") }), fault.ValidationError, "quantity"},
			"nothing":                             {changed(limit, func(n *trading.NewOrder) { n.Quantity = number("0") }), fault.ValidationError, "quantity"},
			"half a lot":                          {changed(limit, func(n *trading.NewOrder) { n.Quantity = number("1.0005") }), fault.ValidationError, "quantity"},
			"less than a lot":                     {changed(limit, func(n *trading.NewOrder) { n.Quantity = number("0.0005") }), fault.QuantityTooSmall, ""},
			"a notional of less than a lot":       {changed(limit, func(n *trading.NewOrder) { n.Quantity, n.Notional = nil, number("0.09") }), fault.QuantityTooSmall, ""},
			"a limit order without a limit":       {changed(limit, func(n *trading.NewOrder) { n.LimitPrice = nil }), fault.ValidationError, "limitPrice"},
			"a market order with a limit":         {changed(atMarket, func(n *trading.NewOrder) { n.LimitPrice = number("95") }), fault.ValidationError, "limitPrice"},
			"a limit order with a stop":           {changed(limit, func(n *trading.NewOrder) { n.StopPrice = number("95") }), fault.ValidationError, "stopPrice"},
			"half a tick":                         {changed(limit, func(n *trading.NewOrder) { n.LimitPrice = number("95.005") }), fault.ValidationError, "limitPrice"},
			"a limit of nothing":                  {changed(limit, func(n *trading.NewOrder) { n.LimitPrice = number("0") }), fault.ValidationError, "limitPrice"},
			"a stop loss above the limit":         {changed(limit, func(n *trading.NewOrder) { n.StopLoss = number("96") }), fault.ValidationError, "stopLoss"},
			"a target below the stop":             {changed(stop, func(n *trading.NewOrder) { n.TargetPrice = number("104") }), fault.ValidationError, "targetPrice"},
			"a stop loss off the tick":            {changed(limit, func(n *trading.NewOrder) { n.StopLoss = number("90.001") }), fault.ValidationError, "stopLoss"},
			"too close a trail":                   {changed(limit, func(n *trading.NewOrder) { n.TrailingPercent = number("0.01") }), fault.ValidationError, "trailingPercent"},
			"a stop that is reached already":      {solOrder(trading.Buy, trading.StopOrder, "1", "99"), fault.PriceMoved, ""},
			"a short stop reached already":        {solOrder(trading.Sell, trading.StopOrder, "1", "100"), fault.PriceMoved, ""},
			"a position that would close at once": {changed(atMarket, func(n *trading.NewOrder) { n.StopLoss = number("100") }), fault.PriceMoved, ""},
			"more than the money pays":            {solOrder(trading.Buy, trading.MarketOrder, "1000", ""), fault.InsufficientFunds, ""},
			"more than the money can hold":        {solOrder(trading.Sell, trading.LimitOrder, "1000", "110"), fault.InsufficientFunds, ""},
			"more than there are numbers for":     {solOrder(trading.Buy, trading.MarketOrder, "1000000000", ""), fault.InsufficientFunds, ""},
			"a limit that there are none for":     {solOrder(trading.Buy, trading.LimitOrder, "1000000000", "95"), fault.InsufficientFunds, ""},
			"no such symbol":                      {tradingtest.Wanted("NOPE", trading.Buy, trading.MarketOrder, "1", ""), fault.NotFound, ""},
			"somebody else's account":             {changed(limit, func(n *trading.NewOrder) { n.AccountID = uuid.New() }), fault.NotFound, ""},
		}
		for name, c := range cases {
			_, err := d.Service.PlaceOrder(t.Context(), d.Caller, c.wanted)
			if !fault.Is(err, c.code) {
				t.Errorf("%s: %v, want %s", name, err, c.code)
			}
			if c.field != "" {
				testkit.WantFault(t, err, c.code, c.field)
			}
		}
		d.Clock.Set(time.Date(2026, 3, 7, 12, 0, 0, 0, time.UTC)) // Saturday
		_, err := d.Service.PlaceOrder(t.Context(), d.Caller, tradingtest.Wanted("AAPL", trading.Buy, trading.MarketOrder, "1", ""))
		testkit.WantFault(t, err, fault.MarketClosed)
		order := d.Place(tradingtest.Wanted("AAPL", trading.Buy, trading.StopOrder, "1", "99"))
		if order.Status != trading.OrderWorking {
			t.Errorf("an order for a market that is closed is %s, want that it waits", order.Status)
		}
		if n := d.Count(`SELECT COUNT(*) FROM orders`); n != 1 {
			t.Errorf("%d orders are stored, want 1", n)
		}
		d.WantBalanced()
	})
}

func TestADayEndsWithItsSession(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewOrderDesk(t, db, tradingtest.FreeTerms())
		friday := time.Date(2026, 3, 6, 15, 0, 0, 0, time.UTC)
		for _, c := range []struct {
			symbol  string
			at, end time.Time
		}{
			{"SOLUSD", friday, time.Date(2026, 3, 7, 0, 0, 0, 0, time.UTC)},
			{"AAPL", friday, time.Date(2026, 3, 6, 21, 0, 0, 0, time.UTC)},
			{"AAPL", friday.Add(8 * time.Hour), time.Date(2026, 3, 9, 20, 0, 0, 0, time.UTC)}, // Monday, in summer time
			{"EURUSD", friday.Add(-24 * time.Hour), time.Date(2026, 3, 6, 0, 0, 0, 0, time.UTC)},
			{"EURUSD", friday, time.Date(2026, 3, 6, 22, 0, 0, 0, time.UTC)},
		} {
			d.Clock.Set(c.at)
			wanted := tradingtest.Wanted(c.symbol, trading.Buy, trading.LimitOrder, "1", "0.5")
			wanted.TimeInForce = trading.GoodForDay
			order, err := d.Service.PlaceOrder(t.Context(), d.Caller, wanted)
			if err != nil {
				t.Fatal(err)
			}
			if !order.ExpiresAt.Equal(c.end) {
				t.Errorf("a day order in %s at %s expires %s, want %s", c.symbol, c.at, order.ExpiresAt, c.end)
			}
		}
	})
}

func TestLevelsThatAPositionCannotHaveAreRefused(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewOrderDesk(t, db, tradingtest.FreeTerms())
		long := d.Place(solOrder(trading.Buy, trading.MarketOrder, "1", "")).PositionID
		short := d.Place(solOrder(trading.Sell, trading.MarketOrder, "1", "")).PositionID
		number := tradingtest.Quantity
		for name, c := range map[string]struct {
			position uuid.UUID
			changes  trading.LevelChanges
			field    string
		}{
			"a long's stop at the price":    {long, trading.LevelChanges{StopLoss: number("100")}, "stopLoss"},
			"a long's target at the price":  {long, trading.LevelChanges{TargetPrice: number("100")}, "targetPrice"},
			"a short's stop at the price":   {short, trading.LevelChanges{StopLoss: number("100")}, "stopLoss"},
			"a short's target at the price": {short, trading.LevelChanges{TargetPrice: number("100")}, "targetPrice"},
			"half a tick":                   {long, trading.LevelChanges{StopLoss: number("99.995")}, "stopLoss"},
			"below nothing":                 {long, trading.LevelChanges{TargetPrice: number("-1")}, "targetPrice"},
			"too far a trail":               {long, trading.LevelChanges{TrailingPercent: number("51")}, "trailingPercent"},
		} {
			_, err := d.Service.ChangeLevels(t.Context(), d.Caller, c.position, c.changes)
			if !fault.Is(err, fault.ValidationError) {
				t.Errorf("%s: %v, want VALIDATION_ERROR", name, err)
				continue
			}
			testkit.WantFault(t, err, fault.ValidationError, c.field)
		}
		_, err := d.Service.ChangeLevels(t.Context(), tradingtest.NewCaller(identity.RoleUser), long, trading.LevelChanges{})
		testkit.WantFault(t, err, fault.NotFound)
		got, err := d.Service.ChangeLevels(t.Context(), d.Caller, long, trading.LevelChanges{StopLoss: number("90"), TargetPrice: number("110")})
		if err != nil || got.StopLoss != money.FromInt(90) || got.TargetPrice != money.FromInt(110) {
			t.Fatalf("%+v (%v), want both levels", got, err)
		}
		if got, err = d.Service.ChangeLevels(t.Context(), d.Caller, long, trading.LevelChanges{StopLoss: number("0")}); err != nil ||
			!got.StopLoss.IsZero() || got.TargetPrice != money.FromInt(110) {
			t.Fatalf("%+v (%v), want that the stop is taken away and the target stays", got, err)
		}
		if _, err := d.Service.Close(t.Context(), d.Caller, long, nil); err != nil {
			t.Fatal(err)
		}
		_, err = d.Service.ChangeLevels(t.Context(), d.Caller, long, trading.LevelChanges{StopLoss: number("90")})
		testkit.WantFault(t, err, fault.PositionNotOpen)
	})
}

// Two hosts' clocks may differ: the book decides which orders existed before, not the time of their placing.
func TestListenersAreToldOfOrdersThatWereThereBefore(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newVenueDesk(t, db)
		d.Service.HandOverTo(d.exchange)
		var told []*trading.Order
		d.Service.OnSettled(func(_ context.Context, _ *database.Tx, settled trading.Settled) error {
			told = append(told, settled.Ordered...)
			return nil
		})
		waiting := d.Place(d.order(trading.Buy, trading.LimitOrder, "1", "95"))
		d.Place(solOrder(trading.Buy, trading.MarketOrder, "1", ""))
		if len(told) != 0 {
			t.Errorf("told of %d orders that were just placed", len(told))
		}
		d.Clock.Advance(-time.Hour)
		d.fill(waiting.ID, "a", "1", "95", "0.1")
		if len(told) != 1 || told[0].ID != waiting.ID || told[0].Status != trading.OrderFilled {
			t.Errorf("told of %d orders, want the one that had waited", len(told))
		}
	})
}

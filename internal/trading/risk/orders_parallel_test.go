package risk_test

import (
	"sync"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/risk"
	"bourse/internal/trading/tradingtest"
)

// together lets monitors look at the same moment.
func together(t *testing.T, monitors ...*risk.Monitor) {
	var group sync.WaitGroup
	for _, monitor := range monitors {
		group.Go(func() { monitor.Step(t.Context()) })
	}
	group.Wait()
	for _, monitor := range monitors {
		if err := monitor.Failure(); err != nil {
			t.Error(err)
		}
	}
}

func TestTwoMonitorsFillAnOrderOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewOrderDesk(t, db, trading.DefaultSettings())
		others := []*risk.Monitor{d.Monitor, d.NewMonitor(), d.NewMonitor()}
		const users, each = 10, 3
		for range users {
			d.Caller = tradingtest.NewCaller(identity.RoleUser)
			for range each {
				d.Place(tradingtest.Wanted("SOLUSD", trading.Buy, trading.LimitOrder, "10", "95"))
			}
		}
		for _, monitor := range others {
			monitor.Step(t.Context())
		}
		d.Prices.Price("SOLUSD", "94")
		together(t, others...)
		testkit.Until(t, "every order is filled", func() bool { // one locked by another monitor is retried soon
			d.Clock.Advance(50_000_000)
			together(t, others...)
			return d.Count(`SELECT COUNT(*) FROM orders WHERE status = 'filled'`) == users*each
		})
		if n := d.Count(`SELECT COUNT(*) FROM positions WHERE entry_price = 9400000000`); n != users*each {
			t.Errorf("%d positions were opened, want %d", n, users*each)
		}
		if n := d.Events.Count("trading.order.filled"); n < users*each { // a repeated transaction publishes again
			t.Errorf("%d events, want %d", n, users*each)
		}
		if n := d.Count(`SELECT COUNT(DISTINCT position_id) FROM orders`); n != users*each {
			t.Errorf("the orders have %d positions, want one each", n)
		}
		d.WantBalanced()
	})
}

func TestAnOrderIsEitherFilledOrCancelled(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewOrderDesk(t, db, trading.DefaultSettings())
		second := d.NewMonitor()
		outcomes := map[trading.OrderStatus]int{}
		for range 12 {
			d.Prices.Price("SOLUSD", "100")
			order := d.Place(tradingtest.Wanted("SOLUSD", trading.Sell, trading.StopOrder, "10", "95"))
			second.Step(t.Context())
			d.Prices.Price("SOLUSD", "94")
			results := testkit.InParallel(3, func(i int) error {
				switch i {
				case 0:
					_, err := d.Service.CancelOrder(t.Context(), d.Caller, order.ID)
					return err
				case 1:
					d.Monitor.Step(t.Context())
				case 2:
					second.Step(t.Context())
				}
				return nil
			})
			d.Clock.Advance(100_000_000)
			together(t, d.Monitor, second)
			got := d.Order(order.ID)
			outcomes[got.Status]++
			switch got.Status {
			case trading.OrderCancelled:
				if results[0] != nil || got.PositionID != uuid.Nil {
					t.Errorf("the order is cancelled with the position %s, and cancelling returned %v", got.PositionID, results[0])
				}
			case trading.OrderFilled:
				testkit.WantFault(t, results[0], fault.InvalidTransition)
			default:
				t.Errorf("the order is %s", got.Status)
			}
			if n := d.Count(`SELECT COUNT(*) FROM ledger_transactions WHERE source_type = 'order' AND source_id = $1 AND kind = 'release'`, order.ID); n != 1 {
				t.Errorf("what was held was given back %d times, want once", n)
			}
		}
		if n := d.Count(`SELECT COUNT(*) FROM positions`); n != outcomes[trading.OrderFilled] {
			t.Errorf("%d positions for %d filled orders", n, outcomes[trading.OrderFilled])
		}
		t.Logf("%v", outcomes)
		d.WantBalanced()
	})
}

func TestAStopThatIsMovedWhileItIsHitHasOneOutcome(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewOrderDesk(t, db, trading.DefaultSettings())
		second := d.NewMonitor()
		outcomes := map[trading.PositionStatus]int{}
		for range 12 {
			d.Prices.Price("SOLUSD", "100")
			wanted := tradingtest.Wanted("SOLUSD", trading.Buy, trading.MarketOrder, "10", "")
			wanted.StopLoss = tradingtest.Quantity("95")
			held := d.Place(wanted).PositionID
			second.Step(t.Context())
			d.Prices.Price("SOLUSD", "94")
			results := testkit.InParallel(3, func(i int) error {
				switch i {
				case 0:
					_, err := d.Service.ChangeLevels(t.Context(), d.Caller, held, trading.LevelChanges{StopLoss: tradingtest.Quantity("90")})
					return err
				case 1:
					d.Monitor.Step(t.Context())
				case 2:
					second.Step(t.Context())
				}
				return nil
			})
			d.Clock.Advance(100_000_000)
			together(t, d.Monitor, second)
			got := d.Position(held)
			outcomes[got.Status]++
			if got.Status == trading.Open {
				if results[0] != nil || got.StopLoss != money.FromInt(90) {
					t.Errorf("the position is open with its stop at %s, and moving it returned %v", got.StopLoss, results[0])
				}
				continue
			}
			testkit.WantFault(t, results[0], fault.PositionNotOpen)
			tradingtest.WantNumber(t, "the exit", got.ExitPrice, "94")
		}
		if n := d.Count(`SELECT COUNT(*) FROM trades`); n != outcomes[trading.Closed] {
			t.Errorf("%d trades for %d closed positions", n, outcomes[trading.Closed])
		}
		t.Logf("%v", outcomes)
		d.WantBalanced()
	})
}

// What the monitor has in memory may be older than the row: the row decides, under the account's lock.
func TestAMonitorThatHasNotHeardOfAChangeDoesNotActAgainstIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewOrderDesk(t, db, trading.DefaultSettings())
		wanted := tradingtest.Wanted("SOLUSD", trading.Buy, trading.MarketOrder, "10", "")
		wanted.StopLoss = tradingtest.Quantity("95")
		held := d.Place(wanted).PositionID
		order := d.Place(tradingtest.Wanted("SOLUSD", trading.Buy, trading.LimitOrder, "10", "95"))
		deaf := d.Risk.NewMonitor()
		deaf.Step(t.Context())
		if _, err := d.Service.ChangeLevels(t.Context(), d.Caller, held, trading.LevelChanges{StopLoss: tradingtest.Quantity("90")}); err != nil {
			t.Fatal(err)
		}
		if _, err := d.Service.CancelOrder(t.Context(), d.Caller, order.ID); err != nil {
			t.Fatal(err)
		}
		see := func(price string) {
			d.Clock.Advance(1_000_000_000)
			deaf.See(market.Tick{Symbol: "SOLUSD", Close: money.MustParse(price)})
			deaf.Step(t.Context())
		}
		see("94")
		if got := d.Position(held); got.Status != trading.Open {
			t.Fatalf("the position is %s although its stop was moved", got.Status)
		}
		if got := d.Order(order.ID); got.Status != trading.OrderCancelled || d.Count(`SELECT COUNT(*) FROM positions`) != 1 {
			t.Errorf("the order is %s although it was cancelled", got.Status)
		}
		see("89") // it keeps watching
		if got := d.Position(held); got.Status != trading.Closed {
			t.Errorf("the position is %s beyond its new stop", got.Status)
		}
		d.WantBalanced()
	})
}

func TestAnOrderOfALockedAccountWaitsForNobodyElse(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.Postgres)
	d := tradingtest.NewOrderDesk(t, db, trading.DefaultSettings())
	locked := d.Place(tradingtest.Wanted("SOLUSD", trading.Buy, trading.LimitOrder, "10", "95"))
	owner := d.Caller
	d.Caller = tradingtest.NewCaller(identity.RoleUser)
	free := d.Place(tradingtest.Wanted("SOLUSD", trading.Buy, trading.LimitOrder, "10", "95"))
	release := databasetest.Hold(t, db, tradingtest.HoldAccount, locked.AccountID)
	databasetest.WantNoLongWait(t, db, "filling", func() { d.See("SOLUSD", "94") })
	if got := d.Order(free.ID); got.Status != trading.OrderFilled {
		t.Errorf("the other order is %s, want filled", got.Status)
	}
	release()
	d.See("SOLUSD", "100") // the level was reached, wherever the price is now
	d.Caller = owner
	got := d.Order(locked.ID)
	if got.Status != trading.OrderFilled {
		t.Fatalf("the order is %s, want filled", got.Status)
	}
	tradingtest.WantNumber(t, "the price", got.AveragePrice, "94")
	d.WantBalanced()
}

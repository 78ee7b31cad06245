package risk_test

import (
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/market"
	"bourse/internal/trading"
	"bourse/internal/trading/tradingtest"
)

func TestAStopTrailsThePriceInSteps(t *testing.T) {
	t.Parallel()
	// The stop follows 10 % behind, so a step is about 1 % of the price.
	cases := map[string]struct {
		side      trading.Side
		stop      string
		path      []string
		stopAfter string // while it is open
		exit      string
		reason    trading.ExitReason
	}{
		"at the opening":                            {side: trading.Buy, stopAfter: "90"},
		"at the opening of a short":                 {side: trading.Sell, stopAfter: "110"},
		"a stop that is nearer":                     {side: trading.Buy, stop: "95", stopAfter: "95"},
		"a stop that is farther":                    {side: trading.Buy, stop: "80", stopAfter: "90"},
		"less than a step":                          {side: trading.Buy, path: []string{"101"}, stopAfter: "90"},
		"a step":                                    {side: trading.Buy, path: []string{"101", "101.2"}, stopAfter: "91.08"},
		"up and down":                               {side: trading.Buy, path: []string{"110", "105", "100"}, stopAfter: "99"},
		"a tick that is rounded away":               {side: trading.Buy, path: []string{"110.01"}, stopAfter: "99"},
		"a short":                                   {side: trading.Sell, path: []string{"95", "90", "95"}, stopAfter: "99"},
		"a short that is rounded away":              {side: trading.Sell, path: []string{"90.01"}, stopAfter: "99.02"},
		"followed and reached":                      {side: trading.Buy, path: []string{"110", "120", "108"}, exit: "108", reason: trading.ExitTrailingStop},
		"followed and jumped over":                  {side: trading.Buy, path: []string{"110", "120", "100"}, exit: "100", reason: trading.ExitTrailingStop},
		"a short that is followed and reached":      {side: trading.Sell, path: []string{"90", "80", "80/88.5/79.9/85"}, exit: "88", reason: trading.ExitTrailingStop},
		"a bar that rises and closes below its top": {side: trading.Buy, path: []string{"100/120/99/101"}, exit: "108", reason: trading.ExitTrailingStop},
		"a bar that falls and closes above its low": {side: trading.Sell, path: []string{"100/101/80/99"}, exit: "88", reason: trading.ExitTrailingStop},
		"a stop of its own that is reached first":   {side: trading.Buy, stop: "95", path: []string{"101", "94"}, exit: "94", reason: trading.ExitStop},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				d := tradingtest.NewOrderDesk(t, db, tradingtest.FreeTerms())
				wanted := tradingtest.Wanted("SOLUSD", c.side, trading.MarketOrder, "10", "")
				wanted.TrailingPercent = tradingtest.Quantity("10")
				if c.stop != "" {
					wanted.StopLoss = tradingtest.Quantity(c.stop)
				}
				held := d.Place(wanted).PositionID
				d.See("SOLUSD", c.path...)
				got := d.Position(held)
				d.WantBalanced()
				if c.exit == "" {
					if got.Status != trading.Open {
						t.Fatalf("the position is %s at %s", got.Status, got.ExitPrice)
					}
					tradingtest.WantNumber(t, "the stop", got.StopLoss, c.stopAfter)
					return
				}
				if got.Status != trading.Closed {
					t.Fatalf("the position is %s with its stop at %s", got.Status, got.StopLoss)
				}
				tradingtest.WantNumber(t, "the exit", got.ExitPrice, c.exit)
				if n := d.Count(`SELECT COUNT(*) FROM trades WHERE exit_reason = $1`, string(c.reason)); n != 1 {
					t.Errorf("%d trades for %s, want 1", n, c.reason)
				}
			})
		})
	}
}

func TestATrailedStopSurvivesARestart(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewOrderDesk(t, db, tradingtest.FreeTerms())
		wanted := tradingtest.Wanted("SOLUSD", trading.Buy, trading.MarketOrder, "10", "")
		wanted.TrailingPercent = tradingtest.Quantity("10")
		held := d.Place(wanted).PositionID
		d.See("SOLUSD", "150")
		d.Monitor = d.NewMonitor() // which has never seen 150
		d.See("SOLUSD", "136", "135")
		got := d.Position(held)
		if got.Status != trading.Closed {
			t.Fatalf("the position is %s with its stop at %s", got.Status, got.StopLoss)
		}
		tradingtest.WantNumber(t, "the exit", got.ExitPrice, "135")
	})
}

func TestAStopThatIsMovedTrailsFromWhereItIs(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewOrderDesk(t, db, tradingtest.FreeTerms())
		wanted := tradingtest.Wanted("SOLUSD", trading.Buy, trading.MarketOrder, "10", "")
		held := d.Place(wanted).PositionID
		change := func(stop, trailing string) {
			t.Helper()
			changes := trading.LevelChanges{TrailingPercent: tradingtest.Quantity(trailing)}
			if stop != "" {
				changes.StopLoss = tradingtest.Quantity(stop)
			}
			if _, err := d.Service.ChangeLevels(t.Context(), d.Caller, held, changes); err != nil {
				t.Fatal(err)
			}
			d.Monitor.Step(t.Context())
		}
		stop := func(want string) {
			t.Helper()
			tradingtest.WantNumber(t, "the stop", d.Position(held).StopLoss, want)
		}
		change("", "10")
		stop("90")
		d.See("SOLUSD", "120")
		stop("108")
		change("90", "20") // farther behind, and the stop moved back
		stop("96")
		d.See("SOLUSD", "130")
		stop("104")
		change("", "0") // stays where it is
		d.See("SOLUSD", "150")
		stop("104")
		d.See("SOLUSD", "104")
		if n := d.Count(`SELECT COUNT(*) FROM trades WHERE exit_reason = 'stop_loss'`); n != 1 {
			t.Errorf("%d trades at the stop, want 1", n)
		}
		d.WantBalanced()
	})
}

// ADAUSD at 0.45 is bought at 0.4501 and sold at 0.4499, on ticks of 0.0001; slippage makes the first 0.4504.
func TestAStopTrailsFromWhatThePositionCouldBeClosedAt(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		side  trading.Side
		kind  trading.OrderType
		price string // of the order
		path  []string
		stop  string
	}{
		"a purchase":                    {side: trading.Buy, kind: trading.MarketOrder, path: []string{"0.45"}, stop: "0.4494"},
		"a sale":                        {side: trading.Sell, kind: trading.MarketOrder, path: []string{"0.45"}, stop: "0.4506"},
		"a limit that is reached":       {side: trading.Buy, kind: trading.LimitOrder, price: "0.4501", path: []string{"0.45"}, stop: "0.4494"},
		"a limit that waits":            {side: trading.Buy, kind: trading.LimitOrder, price: "0.4491", path: []string{"0.449", "0.449"}, stop: "0.4484"},
		"a limit of a sale that waits":  {side: trading.Sell, kind: trading.LimitOrder, price: "0.4509", path: []string{"0.451", "0.451"}, stop: "0.4516"},
		"a stop that is reached":        {side: trading.Buy, kind: trading.StopOrder, price: "0.4511", path: []string{"0.451", "0.451"}, stop: "0.4504"},
		"a stop of a sale that is, too": {side: trading.Sell, kind: trading.StopOrder, price: "0.4489", path: []string{"0.449", "0.449"}, stop: "0.4496"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				d := tradingtest.NewOrderDesk(t, db, trading.DefaultSettings())
				see := func(mark string) {
					d.Clock.Advance(time.Second)
					price, tick := tradingtest.Number(mark), tradingtest.Number("0.0001")
					d.Prices.Tick(market.Tick{Symbol: "ADAUSD", Close: price, Bid: price.Sub(tick), Ask: price.Add(tick)})
					d.Monitor.Step(t.Context())
				}
				see("0.45")
				wanted := tradingtest.Wanted("ADAUSD", c.side, c.kind, "100", c.price)
				wanted.TrailingPercent = tradingtest.Quantity("0.1")
				placed := d.Place(wanted)
				for _, mark := range c.path {
					see(mark)
				}
				got := d.Position(d.Order(placed.ID).PositionID)
				if got.Status != trading.Open {
					t.Fatalf("the position is %s at %s, though the price has not moved since", got.Status, got.ExitPrice)
				}
				tradingtest.WantNumber(t, "the stop", got.StopLoss, c.stop)
				d.WantBalanced()
			})
		})
	}
}

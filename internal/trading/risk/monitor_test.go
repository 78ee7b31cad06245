package risk_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/market"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/risk"
	"bourse/internal/trading/tradingtest"
)

func TestTheMonitorClosesAPositionAtItsLevel(t *testing.T) {
	t.Parallel()
	type bar = [4]string
	cases := map[string]struct {
		signalType   trading.SignalType
		stop, target string
		bar          bar
		price, pnl   string
		reason       trading.ExitReason
	}{
		"a long's stop":         {trading.EntryLong, "90", "120", bar{"100", "101", "89", "95"}, "90", "-100", trading.ExitStop},
		"a long's target":       {trading.EntryLong, "90", "120", bar{"100", "121", "99", "110"}, "120", "200", trading.ExitTarget},
		"both in one bar":       {trading.EntryLong, "90", "120", bar{"100", "121", "89", "110"}, "90", "-100", trading.ExitStop},
		"a gap":                 {trading.EntryLong, "90", "120", bar{"80", "121", "79", "110"}, "80", "-200", trading.ExitStop},
		"a short's stop":        {trading.EntryShort, "110", "80", bar{"100", "111", "99", "105"}, "110", "-100", trading.ExitStop},
		"a short's target":      {trading.EntryShort, "110", "80", bar{"100", "101", "79", "90"}, "80", "200", trading.ExitTarget},
		"off the tick, a long":  {trading.EntryLong, "90.009", "120", bar{"100", "101", "89", "95"}, "90", "-100", trading.ExitStop},
		"off the tick, a short": {trading.EntryShort, "109.991", "80", bar{"100", "111", "99", "105"}, "110", "-100", trading.ExitStop},
		"a liquidation":         {trading.EntryShort, "", "", bar{"100", "196", "99", "150"}, "195", "-950", trading.ExitLiquidation},
		"a gap past the margin": {trading.EntryShort, "", "", bar{"300", "310", "290", "300"}, "200", "-1000", trading.ExitLiquidation},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				d := tradingtest.NewMonitorDesk(t, db)
				held := d.Hold(d.Caller, c.signalType, c.stop, c.target)
				d.Prices.Price("SOLUSD", "100.5")
				d.Monitor.Step(t.Context())
				if got := d.Position(d.Caller, held.ID); got.Status != trading.Open {
					t.Fatalf("the position is %s before a level is reached", got.Status)
				}
				d.Prices.Bar("SOLUSD", c.bar[0], c.bar[1], c.bar[2], c.bar[3])
				d.Monitor.Step(t.Context())
				status, event := trading.Closed, "trading.position.closed"
				if c.reason == trading.ExitLiquidation {
					status, event = trading.Liquidated, "trading.position.liquidated"
				}
				if got := d.Position(d.Caller, held.ID); got.Status != status {
					t.Errorf("the position is %s, want %s", got.Status, status)
				}
				trades := d.Trades(d.Caller)
				if len(trades) != 1 || d.Events.Count(event) != 1 {
					t.Fatalf("%d trades and %d events, want one of each", len(trades), d.Events.Count(event))
				}
				tradingtest.WantNumber(t, "the exit price", trades[0].ExitPrice, c.price)
				tradingtest.WantNumber(t, "the profit", trades[0].RealizedPnL, c.pnl)
				if trades[0].ExitReason != c.reason {
					t.Errorf("closed for %s, want %s", trades[0].ExitReason, c.reason)
				}
				if positions, waiting := d.Monitor.Watched(); positions != 0 || waiting != 0 {
					t.Errorf("%d positions are watched and %d wait, want none", positions, waiting)
				}
				d.WantBalanced()
			})
		})
	}
}

func TestWhatIsLeftAfterAPartialClosingIsStopped(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewMonitorDesk(t, db)
		held := d.Hold(d.Caller, trading.EntryLong, "90", "")
		d.Monitor.Step(t.Context())
		if _, err := d.Service.Close(t.Context(), d.Caller, held.ID, tradingtest.Quantity("4")); err != nil {
			t.Fatal(err)
		}
		d.Prices.Price("SOLUSD", "90")
		d.Monitor.Step(t.Context())
		trades := d.Trades(d.Caller)
		if len(trades) != 2 || trades[0].Type != trading.TradeClose {
			t.Fatalf("the trades are %+v, want two, the last a closing", trades)
		}
		tradingtest.WantNumber(t, "what the stop closed", trades[0].Quantity, "6")
		tradingtest.WantNumber(t, "the result of all", d.Position(d.Caller, held.ID).RealizedPnL, "-60")
		d.WantBalanced()
	})
}

func TestAStopIsNotLostBetweenTwoLooks(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewMonitorDesk(t, db)
		d.Hold(d.Caller, trading.EntryLong, "90", "120")
		d.Monitor.Step(t.Context())
		for _, price := range []string{"99", "85", "101", "130", "100"} {
			d.Prices.Price("SOLUSD", price)
		}
		d.Monitor.Step(t.Context())
		trades := d.Trades(d.Caller)
		if len(trades) != 1 || trades[0].ExitReason != trading.ExitStop {
			t.Fatalf("the trades are %+v, want one at the stop", trades)
		}
		tradingtest.WantNumber(t, "the exit price, where the price jumped to", trades[0].ExitPrice, "85")
	})
}

func TestAPositionIsNotJudgedByPricesFromBeforeItWasOpened(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewMonitorDesk(t, db)
		d.Prices.Bar("SOLUSD", "100", "130", "80", "100")
		held := d.Hold(d.Caller, trading.EntryLong, "90", "120")
		d.Prices.Price("SOLUSD", "100.5")
		d.Monitor.Step(t.Context())
		if got := d.Position(d.Caller, held.ID); got.Status != trading.Open {
			t.Fatalf("the position is %s", got.Status)
		}
		d.Prices.Price("SOLUSD", "89")
		d.Monitor.Step(t.Context())
		if got := d.Position(d.Caller, held.ID); got.Status != trading.Closed {
			t.Errorf("the position is %s after its stop", got.Status)
		}
	})
}

func TestTheFirstTickAfterARestartDecides(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewMonitorDesk(t, db)
		d.Hold(d.Caller, trading.EntryLong, "90", "")
		again := d.NewMonitor()
		if positions, _ := again.Watched(); positions != 1 {
			t.Fatalf("%d positions are watched after a restart, want 1", positions)
		}
		d.Prices.Bar("SOLUSD", "70", "95", "60", "90")
		again.Step(t.Context())
		trades := d.Trades(d.Caller)
		if len(trades) != 1 {
			t.Fatalf("%d trades, want 1", len(trades))
		}
		tradingtest.WantNumber(t, "the exit price", trades[0].ExitPrice, "70")
	})
}

func TestAnEmptyMessageMakesTheMonitorReadEverythingAgain(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewMonitorDesk(t, db)
		deaf := d.Risk.NewMonitor()
		deaf.Step(t.Context())
		gone := d.Hold(d.Caller, trading.EntryLong, "90", "")
		deaf.Tell("")
		deaf.Step(t.Context())
		stays := d.Hold(d.Caller, trading.EntryLong, "90", "")
		if _, err := d.Service.Close(t.Context(), d.Caller, gone.ID, nil); err != nil {
			t.Fatal(err)
		}
		if positions, _ := deaf.Watched(); positions != 1 {
			t.Fatalf("%d positions are watched, want the first", positions)
		}
		deaf.Tell("")
		tick := market.Tick{Symbol: "SOLUSD", Close: tradingtest.Number("80")}
		deaf.See(tick)
		deaf.Step(t.Context())
		if got := d.Position(d.Caller, stays.ID); got.Status != trading.Closed || got.ExitPrice != tradingtest.Number("80") {
			t.Errorf("the position is %s at %s, want closed at 80", got.Status, got.ExitPrice)
		}
		if n := len(d.Trades(d.Caller)); n != 2 {
			t.Errorf("%d trades, want 2", n)
		}
	})
}

func TestTwoMonitorsAtOnceCloseOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewMonitorDesk(t, db)
		const users, each = 10, 5
		for range users {
			user := tradingtest.NewCaller(identity.RoleUser)
			for range each {
				d.Hold(user, trading.EntryShort, "110", "90")
			}
		}
		other := d.NewMonitor()
		d.Monitor.Step(t.Context())
		d.Prices.Price("SOLUSD", "111")
		testkit.InParallel(2, func(i int) error {
			[]*risk.Monitor{d.Monitor, other}[i].Step(t.Context())
			return nil
		})
		for _, monitor := range []*risk.Monitor{d.Monitor, other} {
			monitor.Step(t.Context()) // one left to the other what that had locked, and has since been told that it is closed
			if positions, waiting := monitor.Watched(); positions != 0 || waiting != 0 {
				t.Errorf("a monitor watches %d positions and has %d to close, want none", positions, waiting)
			}
		}
		if n := d.Count(`SELECT COUNT(*) FROM trades`); n != users*each {
			t.Errorf("%d trades, want %d", n, users*each)
		}
		if n := d.Events.Count("trading.position.closed"); n != users*each {
			t.Errorf("%d events, want %d", n, users*each)
		}
		if n := d.Count(`SELECT COUNT(*) FROM positions WHERE status = 'open'`); n != 0 {
			t.Errorf("%d positions are still open", n)
		}
		d.WantBalanced()
	})
}

func TestClosingByHandAtTheMomentOfTheStopSettlesOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewMonitorDesk(t, db)
		const positions = 12
		var held []*trading.Position
		for range positions {
			held = append(held, d.Hold(d.Caller, trading.EntryLong, "95", ""))
		}
		entry := d.Signal(trading.EntryLong, "SOLUSD", "50", "")
		d.Monitor.Step(t.Context())
		d.Prices.Price("SOLUSD", "99.5") // close enough to the signal
		d.Monitor.See(market.Tick{Symbol: "SOLUSD", Close: tradingtest.Number("94")})
		results := testkit.InParallel(positions+2, func(i int) error {
			switch i {
			case positions:
				d.Monitor.Step(t.Context())
				return nil
			case positions + 1:
				_, err := d.Service.Execute(t.Context(), d.Caller, entry.ID, trading.ExecuteOptions{Quantity: tradingtest.Quantity("1")})
				return err
			}
			_, err := d.Service.Close(t.Context(), d.Caller, held[i].ID, nil)
			return err
		})
		for i, err := range results {
			if err != nil && (i >= positions || !fault.Is(err, fault.PositionNotOpen)) {
				t.Errorf("call %d: %v", i, err)
			}
		}
		if n := d.Count(`SELECT COUNT(*) FROM trades`); n != positions {
			t.Errorf("%d trades, want one for each of %d positions", n, positions)
		}
		if n := d.Count(`SELECT COUNT(*) FROM positions WHERE status = 'open'`); n != 1 {
			t.Errorf("%d positions are open, want the new one", n)
		}
		d.WantBalanced()
	})
}

func TestTheWorkerClosesWhatItHearsOfAndEndsWithItsContext(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewMonitorDesk(t, db)
		ctx, cancel := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() {
			if err := d.Risk.RiskMonitor().Run(ctx); err != nil {
				t.Errorf("the worker failed: %v", err)
			}
		})
		held := d.Hold(d.Caller, trading.EntryLong, "90", "")
		closed := make(chan struct{}, 1)
		t.Cleanup(db.Subscribe("trading.positions", func(payload string) {
			if payload == held.ID.String() {
				select {
				case closed <- struct{}{}:
				default:
				}
			}
		}))
		// Whether the worker is already listening cannot be seen from here, so the price keeps coming.
		ticker := time.NewTicker(10 * time.Millisecond)
		defer ticker.Stop()
		for isOpen := true; isOpen; {
			d.Prices.Price("SOLUSD", "90")
			select {
			case <-closed:
				isOpen = false
			case <-ticker.C:
			case <-t.Context().Done():
				t.Fatal("the position was never closed")
			}
		}
		cancel()
		running.Wait()
		if n := len(d.Trades(d.Caller)); n != 1 {
			t.Errorf("%d trades, want 1", n)
		}
	})
}

func BenchmarkTickOverTenThousandPositions(b *testing.B) { benchmarkTick(b, 10_000, 0) }

func BenchmarkTickOverTenThousandOrders(b *testing.B) { benchmarkTick(b, 0, 10_000) }

func BenchmarkTickOverTenThousandPositionsAndOrders(b *testing.B) { benchmarkTick(b, 10_000, 10_000) }

func benchmarkTick(b *testing.B, positions, orders int) {
	check := risk.NewTickCheck(positions, orders)
	if err := check(); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := check(); err != nil {
			b.Fatal(err)
		}
	}
}

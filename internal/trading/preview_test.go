package trading_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/trading/tradingtest"
)

// Whatever is requested and wherever the market is: executing does what the preview said a moment before, to the last
// decimal, and is refused where and why the preview said so.
func TestAPreviewIsWhatExecutingThenDoes(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		terms := trading.DefaultSettings()
		terms.PaperCapital = money.FromInt(5_000) // little enough to run out of
		d := tradingtest.NewOrderDesk(t, db, terms)
		allowed, refused := 0, map[fault.Code]int{}
		rapid.Check(t, func(rt *rapid.T) {
			d.Caller = tradingtest.NewCaller(identity.RoleUser)
			d.See("SOLUSD", cents(rt, "mark", 8_000, 12_000).String())
			for range rapid.IntRange(1, 4).Draw(rt, "acts") {
				p := previewed{d: d, rt: rt, before: d.Summary()}
				if rapid.Bool().Draw(rt, "signal") {
					p.signal()
				} else {
					p.order()
				}
				if p.seen.Allowed() {
					allowed++
				} else {
					refused[p.seen.Code]++
				}
			}
			d.WantBalanced()
			if t.Failed() {
				rt.FailNow()
			}
		})
		t.Logf("%d were allowed, refused were %v", allowed, refused)
		if allowed == 0 || len(refused) < 3 {
			t.Error("too little was tried to say anything")
		}
	})
}

// cents draws a price in whole hundredths.
func cents(rt *rapid.T, name string, least, most int64) money.Decimal {
	return money.FromUnits(rapid.Int64Range(least, most).Draw(rt, name) * 1_000_000)
}

// maybe draws a number, or none.
func maybe(rt *rapid.T, name string, draw func() money.Decimal) *money.Decimal {
	if !rapid.Bool().Draw(rt, "has "+name) {
		return nil
	}
	number := draw()
	return &number
}

// previewed is one action, previewed and then executed.
type previewed struct {
	d      *tradingtest.OrderDesk
	rt     *rapid.T
	before trading.Summary
	seen   trading.Preview
}

// order previews and places an order.
func (p *previewed) order() {
	wanted := trading.NewOrder{
		Symbol: "SOLUSD", Side: rapid.SampledFrom([]trading.Side{trading.Buy, trading.Sell}).Draw(p.rt, "side"),
		Type:            rapid.SampledFrom([]trading.OrderType{trading.MarketOrder, trading.LimitOrder, trading.StopOrder}).Draw(p.rt, "type"),
		StopLoss:        maybe(p.rt, "stop", func() money.Decimal { return cents(p.rt, "stop", 7_000, 13_000) }),
		TargetPrice:     maybe(p.rt, "target", func() money.Decimal { return cents(p.rt, "target", 7_000, 13_000) }),
		TrailingPercent: maybe(p.rt, "trailing", func() money.Decimal { return cents(p.rt, "trailing", 10, 5_000) }),
	}
	price := cents(p.rt, "price", 7_500, 12_500)
	switch wanted.Type {
	case trading.LimitOrder:
		wanted.LimitPrice = &price
	case trading.StopOrder:
		wanted.StopPrice = &price
	}
	if wanted.Quantity = maybe(p.rt, "quantity", func() money.Decimal { return money.FromUnits(rapid.Int64Range(1, 60_000).Draw(p.rt, "lots") * 100_000) }); wanted.Quantity == nil {
		notional := cents(p.rt, "notional", 1, 700_000)
		wanted.Notional = &notional
	}
	var seenErr error
	p.seen, seenErr = p.d.Service.PreviewOrder(p.d.T.Context(), p.d.Caller, wanted)
	p.wantUntouched()
	order, err := p.d.Service.PlaceOrder(p.d.T.Context(), p.d.Caller, wanted)
	if p.isRefused(seenErr, err) {
		return
	}
	p.want("the quantity", p.seen.Quantity, order.Quantity)
	p.want("what is paid or held", p.seen.Total, p.before.Cash.Sub(p.d.Summary().Cash))
	if order.Status == trading.OrderWorking {
		p.want("what is held", p.seen.Total, order.Held)
		return
	}
	p.wantPosition(p.d.Position(order.PositionID))
}

// signal previews and executes a signal: an entry, and then maybe the exit.
func (p *previewed) signal() {
	kind := rapid.SampledFrom([]trading.SignalType{trading.EntryLong, trading.EntryShort, trading.ExitLong, trading.ExitShort, trading.Hold}).Draw(p.rt, "signal type")
	quote, _ := p.d.Market.LastQuote("SOLUSD")
	stop, target := "", ""
	if kind.IsEntry() && rapid.Bool().Draw(p.rt, "has levels") {
		away := cents(p.rt, "away", 1, 2_000)
		stop, target = quote.Mark.Sub(away).String(), quote.Mark.Add(away).String()
		if kind == trading.EntryShort {
			stop, target = target, stop
		}
	}
	signal := p.d.Signal(kind, "SOLUSD", stop, target)
	options := trading.ExecuteOptions{Quantity: maybe(p.rt, "quantity", func() money.Decimal {
		return money.FromUnits(rapid.Int64Range(1, 60_000).Draw(p.rt, "lots") * 100_000)
	})}
	var seenErr error
	p.seen, seenErr = p.d.Service.PreviewSignal(p.d.T.Context(), p.d.Caller, signal.ID, options)
	p.wantUntouched()
	done, err := p.d.Service.Execute(p.d.T.Context(), p.d.Caller, signal.ID, options)
	if p.isRefused(seenErr, err) {
		return
	}
	after := p.d.Summary()
	p.want("the quantity", p.seen.Quantity, done.Quantity)
	p.want("the price", p.seen.Price, done.FillPrice)
	p.want("the fee", p.seen.Fee, done.Fee)
	p.want("what is paid", p.seen.Total, p.before.Cash.Sub(after.Cash))
	p.want("the margin", p.seen.Margin, after.Margin.Sub(p.before.Margin))
	if kind.IsEntry() {
		p.wantPosition(done.Position)
		return
	}
	var closed []uuid.UUID
	for _, trade := range done.Trades {
		closed = append(closed, trade.PositionID)
	}
	if !slices.Equal(closed, p.seen.Positions) {
		p.rt.Errorf("%v are closed, and the preview said %v", closed, p.seen.Positions)
	}
}

// isRefused reports whether an action was refused, and fails the test unless the preview said so, with the same message.
func (p *previewed) isRefused(seenErr, err error) bool {
	switch {
	case seenErr != nil:
		if err == nil || err.Error() != seenErr.Error() {
			p.rt.Errorf("the preview fails with %v, executing with %v", seenErr, err)
		}
		p.seen.Code = fault.ValidationError
		return true
	case err != nil:
		if !fault.Is(err, p.seen.Code) || !strings.Contains(err.Error(), p.seen.Reason) {
			p.rt.Errorf("the preview says %s (%s), executing %v", p.seen.Code, p.seen.Reason, err)
		}
		return true
	case !p.seen.Allowed():
		p.rt.Errorf("the preview says %s (%s), and it was executed", p.seen.Code, p.seen.Reason)
		return true
	}
	p.want("the cash afterwards", p.seen.CashAfter, p.d.Summary().Cash)
	return false
}

// wantPosition compares a position that was opened, and its result at its stop or target, where the monitor closes it.
func (p *previewed) wantPosition(position *trading.Position) {
	p.want("the price", p.seen.Price, position.EntryPrice)
	p.want("the quantity", p.seen.Quantity, position.Quantity)
	p.want("the margin", p.seen.Margin, position.Margin)
	p.want("the notional", p.seen.Notional, position.Margin)
	p.want("the fee", p.seen.Fee, position.EntryFee)
	level, promised := position.StopLoss, p.seen.LossAtStop.Neg()
	if level.IsZero() || rapid.Bool().Draw(p.rt, "to the target") && !position.TargetPrice.IsZero() {
		level, promised = position.TargetPrice, p.seen.GainAtTarget
	}
	if level.IsZero() || position.Side == trading.Sell && !level.LessThan(position.LiquidationPrice) {
		return
	}
	p.d.Monitor.Step(p.d.T.Context())
	p.d.See("SOLUSD", level.String())
	got := p.d.Position(position.ID)
	if got.Status != trading.Closed {
		p.rt.Errorf("the position is %s at its level of %s", got.Status, level)
		return
	}
	p.want("what the position brought", promised, got.RealizedPnL)
}

// wantUntouched fails the test unless the preview has left the account as it was.
func (p *previewed) wantUntouched() {
	if now := p.d.Summary(); now != p.before {
		p.rt.Errorf("the preview has changed %+v to %+v", p.before, now)
	}
}

func (p *previewed) want(what string, seen, done money.Decimal) {
	if seen != done {
		p.rt.Errorf("%s: the preview said %s, executing did %s", what, seen, done)
	}
}

func TestAPreviewLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewOrderDesk(t, db, trading.DefaultSettings())
		signal := d.Signal(trading.EntryLong, "SOLUSD", "90", "120")
		for range 2 {
			seen, err := d.Service.PreviewSignal(t.Context(), d.Caller, signal.ID, trading.ExecuteOptions{})
			if err != nil || !seen.Allowed() {
				t.Fatalf("%+v (%v), want that it is allowed again and again", seen, err)
			}
		}
		if _, err := d.Service.PreviewOrder(t.Context(), d.Caller, solOrder(trading.Buy, trading.LimitOrder, "1", "95")); err != nil {
			t.Fatal(err)
		}
		for _, table := range []string{"orders", "positions", "signal_executions"} {
			if n := d.Count(`SELECT COUNT(*) FROM ` + table); n != 0 {
				t.Errorf("%d rows in %s, want none", n, table)
			}
		}
		if _, err := d.Service.Execute(t.Context(), d.Caller, signal.ID, trading.ExecuteOptions{}); err != nil {
			t.Fatal(err)
		}
		seen, err := d.Service.PreviewSignal(t.Context(), d.Caller, signal.ID, trading.ExecuteOptions{})
		if err != nil || seen.Code != fault.SignalAlreadyExecuted {
			t.Errorf("%+v (%v), want SIGNAL_ALREADY_EXECUTED", seen, err)
		}
	})
}

func TestAPreviewOfMoreThanThereAreNumbersForSaysSo(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewOrderDesk(t, db, trading.DefaultSettings())
		signal := d.Signal(trading.EntryLong, "SOLUSD", "90", "120")
		const most = "1000000000"
		seen, err := d.Service.PreviewSignal(t.Context(), d.Caller, signal.ID, trading.ExecuteOptions{Quantity: tradingtest.Quantity(most)})
		if err != nil || seen.Code != fault.InsufficientFunds {
			t.Errorf("a signal: %+v (%v), want INSUFFICIENT_FUNDS", seen, err)
		}
		for _, kind := range []trading.OrderType{trading.MarketOrder, trading.LimitOrder} {
			price := ""
			if kind == trading.LimitOrder {
				price = "95"
			}
			seen, err := d.Service.PreviewOrder(t.Context(), d.Caller, solOrder(trading.Buy, kind, most, price))
			if err != nil || seen.Code != fault.InsufficientFunds {
				t.Errorf("a %s order: %+v (%v), want INSUFFICIENT_FUNDS", kind, seen, err)
			}
		}
	})
}

func TestAPreviewOfNothingIsRefusedAlsoWithoutAPrice(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewDesk(t, db, tradingtest.FreeTerms())
		for _, quantity := range []string{"0", "-1"} {
			wanted := trading.NewOrder{Symbol: "ETHUSD", Side: trading.Buy, Type: trading.MarketOrder, Quantity: tradingtest.Quantity(quantity)}
			if seen, err := d.Service.PreviewOrder(t.Context(), d.Caller, wanted); !fault.Is(err, fault.ValidationError) {
				t.Errorf("%s: %+v (%v), want VALIDATION_ERROR", quantity, seen, err)
			}
		}
	})
}

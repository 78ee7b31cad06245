package trading_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/testkit"
	"bourse/internal/trading"
)

// The rules of positions, sizes and signals, without a database.

var noon = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)

func amount(text string) money.Decimal { return money.MustParse(text) }

// opened is a position of 30 at 2, with an entry fee of a quarter of a percent.
func opened(side trading.Side) trading.Position {
	account := &trading.Account{ID: uuid.UUID{1}, TenantID: uuid.UUID{2}, UserID: uuid.UUID{3}, Kind: trading.PaperAccount}
	return trading.OpenPosition(account, trading.Entry{Symbol: "ADAUSD", Side: side, Quantity: money.FromInt(30)}, money.FromInt(2), amount("0.15"), noon)
}

func TestAClosingEarnsWhatFreqtradeSays(t *testing.T) {
	t.Parallel()
	for exit, want := range map[string]string{"2.1": "2.6925", "1.9": "-3.2925", "2.2": "5.685"} {
		p := opened(trading.Buy)
		settled, err := p.CloseAt(amount(exit), money.FromInt(30), amount("0.0025"), trading.ExitManual, noon)
		if err != nil || settled.Trade.RealizedPnL != amount(want) {
			t.Errorf("sold at %s: %s, want %s: %v", exit, settled.Trade.RealizedPnL, want, err)
		}
		if p.Status != trading.Closed || p.Quantity != money.FromInt(30) || !p.Margin.IsZero() || !p.EntryFee.IsZero() || settled.Released != money.FromInt(60) ||
			settled.Trade.Type != trading.TradeClose || settled.Trade.PositionPnL == nil || *settled.Trade.PositionPnL != amount(want) || p.ClosedAt != noon {
			t.Errorf("sold at %s: %+v, %+v", exit, p, settled)
		}
	}
}

func TestAPositionIsClosedInPartsOfWhatIsOpen(t *testing.T) {
	t.Parallel()
	p := opened(trading.Buy)
	for name, quantity := range map[string]string{"nothing": "0", "less than nothing": "-1", "more than is open": "30.00000001"} {
		_, err := p.CloseAt(money.FromInt(2), amount(quantity), money.Zero, trading.ExitManual, noon)
		if !fault.Is(err, fault.ValidationError) {
			t.Errorf("%s is closed: %v", name, err)
		}
	}
	first, err := p.CloseAt(money.FromInt(3), money.FromInt(10), money.Zero, trading.ExitManual, noon)
	if err != nil || p.Status != trading.Open || p.Quantity != money.FromInt(20) || first.Trade.Type != trading.TradePartialClose || first.Trade.PositionPnL != nil ||
		!p.Margin.Add(first.Released).Equal(money.FromInt(60)) || first.Trade.RealizedPnL != money.FromInt(10).Sub(first.Trade.Fees) {
		t.Fatalf("%+v, %+v: %v", p, first, err)
	}
	last, err := p.CloseAt(money.FromInt(1), money.FromInt(20), money.Zero, trading.ExitLiquidation, noon)
	if err != nil || p.Status != trading.Liquidated || last.Trade.Type != trading.TradeLiquidation || *last.Trade.PositionPnL != amount("-10.15") ||
		first.Trade.Fees.Add(last.Trade.Fees) != amount("0.15") {
		t.Errorf("%+v, %+v: %v", p, last, err)
	}
	_, err = p.CloseAt(money.FromInt(1), money.FromInt(1), money.Zero, trading.ExitManual, noon)
	testkit.WantFault(t, err, fault.PositionNotOpen)
	if got := p.UnrealizedPnL(money.FromInt(9)); !got.IsZero() {
		t.Errorf("what is closed has %s open", got)
	}
}

func TestHalfAPositionFreesHalfItsMarginAndPaysHalfItsEntry(t *testing.T) {
	t.Parallel()
	p := opened(trading.Buy)
	half, err := p.CloseAt(money.FromInt(2), money.FromInt(15), money.Zero, trading.ExitManual, noon)
	if err != nil || half.Released != money.FromInt(30) || half.Trade.Fees != amount("0.075") {
		t.Errorf("%s of 60 set free, %s of 0.15 paid: %v", half.Released, half.Trade.Fees, err)
	}
	if p.Margin != money.FromInt(30) || p.EntryFee != amount("0.075") {
		t.Errorf("%s of 60 and %s of 0.15 are left", p.Margin, p.EntryFee)
	}
}

func TestASmallPartOfAHugePositionIsClosedWithItsShare(t *testing.T) {
	t.Parallel()
	account := &trading.Account{ID: uuid.UUID{1}, TenantID: uuid.UUID{2}, UserID: uuid.UUID{3}, Kind: trading.PaperAccount}
	entry := trading.Entry{Symbol: "ADAUSD", Side: trading.Buy, Quantity: money.FromInt(1_000_000_000)}
	p := trading.OpenPosition(account, entry, money.FromInt(2), money.FromInt(5_000_000), noon)
	part, err := p.CloseAt(amount("0.5"), money.FromInt(1), money.Zero, trading.ExitManual, noon)
	if err != nil || part.Released != money.FromInt(2) || part.Trade.GrossPnL != amount("-1.5") || part.Trade.Fees != amount("0.005") {
		t.Errorf("%s set free, %s lost, %s paid: %v", part.Released, part.Trade.GrossPnL, part.Trade.Fees, err)
	}
}

func TestAShortLosesNoMoreThanItsMargin(t *testing.T) {
	t.Parallel()
	p := opened(trading.Sell)
	if p.LiquidationPrice != amount("3.9") {
		t.Errorf("liquidated at %s, want 3.9: five percent before the margin is gone", p.LiquidationPrice)
	}
	if got := p.UnrealizedPnL(amount("1.5")); got != money.FromInt(15) {
		t.Errorf("30 sold at 2 are at 1.5 worth %s more", got)
	}
	settled, err := p.CloseAt(money.FromInt(7), money.FromInt(30), amount("0.0025"), trading.ExitLiquidation, noon)
	if err != nil || settled.Trade.GrossPnL != money.FromInt(-60) || settled.Trade.ExitPrice != money.FromInt(4) || !settled.ExitFee.IsZero() {
		t.Errorf("%+v: %v", settled, err)
	}
	long, connected := opened(trading.Buy), &trading.Account{Kind: trading.ConnectedAccount}
	short := trading.OpenPosition(connected, trading.Entry{Side: trading.Sell, Quantity: money.FromInt(1)}, money.FromInt(2), money.Zero, noon)
	if !long.LiquidationPrice.IsZero() || !short.LiquidationPrice.IsZero() {
		t.Error("what was bought, or is at an exchange, is liquidated here")
	}
	if trading.Buy.Opposite() != trading.Sell || trading.Sell.Opposite() != trading.Buy {
		t.Error("a side is its own opposite")
	}
}

// Whatever is closed at whatever prices: margin and fees are returned and charged once, and nobody loses more than was set
// aside.
func TestClosingsAddUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := opened(rapid.SampledFrom([]trading.Side{trading.Buy, trading.Sell}).Draw(t, "side"))
		var released, fees, realized money.Decimal
		for p.Status == trading.Open {
			before := p.Quantity
			quantity := money.Min(before, money.FromUnits(rapid.Int64Range(1, 3_000_000_000).Draw(t, "quantity")))
			settled, err := p.CloseAt(money.FromUnits(rapid.Int64Range(0, 900_000_000).Draw(t, "price")), quantity, amount("0.0025"), trading.ExitManual, noon)
			if err != nil {
				t.Fatal(err)
			}
			if p.Status == trading.Open && p.Quantity != before.Sub(quantity) {
				t.Fatalf("%s of %s is closed, and %s is open", quantity, before, p.Quantity)
			}
			if settled.Released.Add(settled.Trade.GrossPnL).Sub(settled.ExitFee).IsNegative() {
				t.Fatalf("more is lost than was set aside: %+v", settled)
			}
			released, realized = released.Add(settled.Released), realized.Add(settled.Trade.RealizedPnL)
			fees = fees.Add(settled.Trade.Fees).Sub(settled.ExitFee)
		}
		if released != money.FromInt(60) || fees != amount("0.15") || realized != p.RealizedPnL {
			t.Fatalf("%s set free of 60, %s of 0.15 paid for entering, %s won of %s", released, fees, realized, p.RealizedPnL)
		}
	})
}

func TestSizesFollowTheRisk(t *testing.T) {
	t.Parallel()
	terms := trading.NewTerms(trading.Settings{FeeBP: money.FromInt(25), MaxPositionPercent: money.FromInt(20)})
	instrument := market.Instrument{Symbol: "ADAUSD", LotStep: amount("0.5")}
	base := trading.Sizing{Level: trading.RiskMedium, Equity: money.FromInt(10_000), Cash: money.FromInt(10_000), Price: money.FromInt(100), Instrument: instrument}
	for name, c := range map[string]struct {
		change func(*trading.Sizing)
		want   string
		fails  fault.Code
	}{
		"one percent over a distance of 20":    {func(s *trading.Sizing) { s.Stop = money.FromInt(80) }, "5", ""},
		"half of a percent":                    {func(s *trading.Sizing) { s.Stop, s.Level = money.FromInt(80), trading.RiskLow }, "2.5", ""},
		"a stop above":                         {func(s *trading.Sizing) { s.Stop = money.FromInt(120) }, "5", ""},
		"a twentieth without a stop":           {func(*trading.Sizing) {}, "5", ""},
		"a stop at the price is none":          {func(s *trading.Sizing) { s.Stop = money.FromInt(100) }, "5", ""},
		"a fifth of the equity at most":        {func(s *trading.Sizing) { s.Stop = amount("99.9") }, "20", ""},
		"what the cash buys, its fee included": {func(s *trading.Sizing) { s.Stop, s.Cash = amount("99.9"), money.FromInt(1000) }, "9.5", ""},
		"cash for one lot":                     {func(s *trading.Sizing) { s.Cash = amount("50.125") }, "0.5", ""},
		"cash for less than a lot":             {func(s *trading.Sizing) { s.Cash = amount("50") }, "0", fault.InsufficientFunds},
		"a risk of less than a lot":            {func(s *trading.Sizing) { s.Equity = money.FromInt(100) }, "0", fault.QuantityTooSmall},
	} {
		by := base
		c.change(&by)
		got, err := terms.Size(by)
		if got != amount(c.want) || (err == nil) != (c.fails == "") || c.fails != "" && !fault.Is(err, c.fails) {
			t.Errorf("%s: %s, %v; want %s", name, got, err, c.want)
		}
	}
	by := base
	if by.Price = money.Zero; by.Price.IsZero() {
		if got, err := terms.Size(by); err == nil {
			t.Errorf("at no price: %s", got)
		}
	}
}

func TestQuantitiesAreLots(t *testing.T) {
	t.Parallel()
	instrument := market.Instrument{Symbol: "ADAUSD", LotStep: amount("0.5")}
	for quantity, want := range map[string]fault.Code{
		"0.5": "", "7.5": "", "0": fault.ValidationError, "-1": fault.ValidationError, "0.4": fault.QuantityTooSmall, "0.75": fault.ValidationError,
	} {
		if err := trading.CheckQuantity(amount(quantity), instrument); (err == nil) != (want == "") || want != "" && !fault.Is(err, want) {
			t.Errorf("%s: %v", quantity, err)
		}
	}
}

func TestACopyIsInProportion(t *testing.T) {
	t.Parallel()
	proportion, err := trading.ProportionOf(money.FromInt(5), money.FromInt(10_000))
	if err != nil || proportion != money.FromInt(500) {
		t.Fatalf("5 of 10,000 are %s a million: %v", proportion, err)
	}
	terms := trading.NewTerms(trading.Settings{MaxPositionPercent: money.FromInt(20)})
	for scale, want := range map[string]string{"1": "1", "2": "2", "100": "4"} {
		if got, err := terms.Copied(proportion, amount(scale), money.FromInt(2000), money.FromInt(100)); err != nil || got != amount(want) {
			t.Errorf("scaled by %s: %s, want %s: %v", scale, got, want, err)
		}
	}
	if _, err := trading.ProportionOf(money.FromInt(5), money.Zero); err == nil {
		t.Error("there is a proportion of nothing")
	}
	for account, want := range map[trading.RiskLevel]string{"": "1", trading.RiskLow: "0.5", trading.RiskMedium: "1", trading.RiskHigh: "2"} {
		if got, err := trading.RiskScale(account, trading.RiskMedium); err != nil || got != amount(want) {
			t.Errorf("%q against medium is %s, want %s: %v", account, got, want, err)
		}
	}
	if !trading.RiskLow.Known() || trading.RiskLevel("reckless").Known() {
		t.Error("the levels of risk are others")
	}
}

func TestAFillIsWorseByTheSlippage(t *testing.T) {
	t.Parallel()
	terms := trading.NewTerms(trading.Settings{SlippageBP: money.FromInt(100)})
	for side, want := range map[trading.Side]string{trading.Buy: "101", trading.Sell: "99"} {
		if got := terms.Slipped(money.FromInt(100), side, amount("0.01")); got != amount(want) {
			t.Errorf("a %s at 100 fills at %s, want %s", side, got, want)
		}
	}
}

func TestATrailingStopFollowsAndNeverGoesBack(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		long                bool
		best, stop, percent string
		want                string
		moves               bool
	}{
		"the first of a long":           {true, "100", "0", "5", "95", true},
		"the first of a short":          {false, "100", "0", "5", "105", true},
		"a rise":                        {true, "110", "95", "5", "104.5", true},
		"a fall moves nothing":          {true, "99", "95", "5", "95", false},
		"a fall moves a short's":        {false, "90", "105", "5", "94.5", true},
		"a rise moves no short's":       {false, "101", "105", "5", "105", false},
		"a tenth of the distance":       {true, "200", "189", "5", "190", true},
		"less than that":                {true, "200", "189.5", "5", "189.5", false},
		"without a percentage it stays": {true, "110", "95", "0", "95", false},
		"a stop of nothing is none":     {true, "0", "95", "5", "95", false},
	} {
		got, moves := trading.TrailedStop(c.long, amount(c.best), amount(c.stop), amount(c.percent), amount("0.01"))
		if got != amount(c.want) || moves != c.moves {
			t.Errorf("%s: %s, %v; want %s, %v", name, got, moves, c.want, c.moves)
		}
	}
	account := &trading.Account{Kind: trading.PaperAccount}
	for side, want := range map[trading.Side]string{trading.Buy: "95", trading.Sell: "105"} {
		e := trading.Entry{Side: side, Quantity: money.FromInt(1), TrailingPercent: money.FromInt(5), Exit: money.FromInt(100), TickSize: amount("0.01")}
		p := trading.OpenPosition(account, e, money.FromInt(102), money.Zero, noon)
		if p.StopLoss != amount(want) || !p.StopTrails {
			t.Errorf("a %s that could be closed at 100 stops at %s, want %s", side, p.StopLoss, want)
		}
	}
}

func TestASignalIsExecutedInTimeAndNearItsPrice(t *testing.T) {
	t.Parallel()
	entry := trading.Signal{Type: trading.EntryLong, Symbol: "ADAUSD", Price: money.FromInt(100), StopLoss: money.FromInt(95), TargetPrice: amount("100.9"), ExpiresAt: noon}
	if err := entry.Actionable(noon.Add(-time.Nanosecond)); err != nil {
		t.Errorf("in time: %v", err)
	}
	testkit.WantFault(t, entry.Actionable(noon), fault.SignalExpired)
	hold := trading.Signal{Type: trading.Hold, ExpiresAt: noon}
	testkit.WantFault(t, hold.Actionable(noon.Add(-time.Hour)), fault.SignalNotActionable)

	short := entry
	short.Type, short.StopLoss, short.TargetPrice = trading.EntryShort, money.FromInt(105), amount("99.1")
	for name, c := range map[string]struct {
		signal         trading.Signal
		mark, bid, ask string
		isEnterable    bool
	}{
		"a long where it was":           {entry, "100", "99.9", "100.1", true},
		"a percent away":                {entry, "99", "98.9", "99.1", true},
		"more than a percent away":      {entry, "98.99", "98.9", "99.1", false},
		"a long at its target":          {entry, "100.9", "100.9", "101", false},
		"a long just before its target": {entry, "100.9", "100.89", "100.9", true},
		"a short where it was":          {short, "100", "99.9", "100.1", true},
		"a short at its target":         {short, "99.1", "99", "99.1", false},
		"a short just before":           {short, "99.1", "99.1", "99.11", true},
	} {
		err := c.signal.Enterable(market.Quote{Mark: amount(c.mark), Bid: amount(c.bid), Ask: amount(c.ask)})
		if (err == nil) != c.isEnterable || err != nil && !fault.Is(err, fault.PriceMoved) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for signal, want := range map[trading.SignalType]struct {
		isEntry bool
		side    trading.Side
	}{
		trading.EntryLong: {true, trading.Buy}, trading.EntryShort: {true, trading.Sell}, trading.ExitLong: {false, trading.Buy}, trading.ExitShort: {false, trading.Sell},
	} {
		if signal.IsEntry() != want.isEntry || signal.Side() != want.side {
			t.Errorf("%s: entry %v, side %s", signal, signal.IsEntry(), signal.Side())
		}
	}
	bots, analysts := trading.Signal{BotID: uuid.UUID{1}, BotName: "Bot"}, trading.Signal{AuthorID: uuid.UUID{2}}
	if kind, id := bots.AuthorKind(); kind != trading.AuthorBot || id != bots.BotID || bots.Author() != "Bot" {
		t.Errorf("a bot's signal is of %s %s", kind, id)
	}
	if kind, id := analysts.AuthorKind(); kind != trading.AuthorAnalyst || id != analysts.AuthorID || analysts.Author() != "Analyst" {
		t.Errorf("an analyst's signal is of %s %s", kind, id)
	}
}

func TestLevelsAreReachedFromTheirSide(t *testing.T) {
	t.Parallel()
	for price, c := range map[string]struct{ longStop, shortStop bool }{"99": {true, false}, "100": {true, true}, "101": {false, true}} {
		for long, want := range map[bool]bool{true: c.longStop, false: c.shortStop} {
			if got := trading.StopReached(long, amount(price), money.FromInt(100)); got != want {
				t.Errorf("a stop at 100 is reached at %s: %v, long: %v", price, got, long)
			}
			// A target is where the stop of the other side would be.
			if got := trading.TargetReached(!long, amount(price), money.FromInt(100)); got != want {
				t.Errorf("a target at 100 is reached at %s: %v, long: %v", price, got, !long)
			}
			if trading.StopReached(long, amount(price), money.Zero) || trading.TargetReached(long, amount(price), money.Zero) {
				t.Error("a level of 0 is reached")
			}
		}
	}
}

package market

import (
	"time"

	"bourse/internal/money"
)

// State tells whether an instrument trades.
type State string

// The states of a market.
const (
	StateOpen   State = "open"
	StateClosed State = "closed"
)

// Summary is a quote with what the price did before it and whether its market trades now.
type Summary struct {
	Quote
	// Change is what the mark has gained over the price of 24 hours before it, or of the last time before that at which
	// the market traded. Both are 0 while that is not known.
	Change        money.Decimal
	ChangePercent money.Decimal
	// DayHigh and DayLow are the highest and lowest price of the UTC day of the quote.
	DayHigh money.Decimal
	DayLow  money.Decimal
	State   State
	// OpensAt is when a closed market opens next, and ClosesAt when an open one closes; the zero time when it does not.
	OpensAt  time.Time
	ClosesAt time.Time
}

// changeSpan is over what time the change of a price is told.
const changeSpan = 24 * time.Hour

// Summarize tells what is known around a quote that this market gave. It asks nobody: what candles say is in memory.
func (m *Market) Summarize(quote Quote) Summary {
	summary := Summary{Quote: quote, DayHigh: quote.Mark, DayLow: quote.Mark, State: StateClosed}
	entry, known := m.listings.Load().bySymbol[quote.Symbol]
	if !known {
		return summary
	}
	now := m.now()
	switch {
	case !entry.IsActive: // it does not open again
	case entry.Session.Open(now):
		summary.State = StateOpen
		summary.ClosesAt, _ = entry.Session.NextClosing(now)
	default:
		summary.OpensAt, _ = entry.Session.NextOpening(now)
	}
	past := entry.past.Load()
	day := rangeDay(quote.At)
	for _, span := range [...]*priceRange{past.rangeOf(day), entry.ticked.load()} {
		if span != nil && span.day.Equal(day) {
			summary.DayHigh, summary.DayLow = money.Max(summary.DayHigh, span.high), money.Min(summary.DayLow, span.low)
		}
	}
	summary.Change, summary.ChangePercent = change(past.closeBefore(quote.At.Add(-changeSpan)), quote.Mark)
	return summary
}

// change is what a price has gained on another one, also in percent; 0 without one.
func change(before, now money.Decimal) (gained, percent money.Decimal) {
	if !before.IsPositive() {
		return money.Zero, money.Zero
	}
	gained = now.Sub(before)
	share, err := gained.Div(before)
	if err != nil {
		return gained, money.Zero
	}
	percent, err = share.TryMul(money.FromInt(100))
	if err != nil {
		return gained, money.Zero
	}
	return gained, percent.Round(4)
}

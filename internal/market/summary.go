package market

import (
	"time"

	"bourse/internal/money"
)

// State says whether an instrument trades.
type State string

// The states of a market.
const (
	StateOpen   State = "open"
	StateClosed State = "closed"
)

// Summary is a quote with earlier prices, and whether its market trades now.
type Summary struct {
	Quote
	// Change is the difference of the mark to the price 24 hours before it, or to the last one before that at which the
	// market traded. Both are 0 while that is unknown.
	Change        money.Decimal
	ChangePercent money.Decimal
	// DayHigh and DayLow are the highest and lowest price of the UTC day of the quote.
	DayHigh money.Decimal
	DayLow  money.Decimal
	State   State
	// OpensAt is when a closed market opens next, and ClosesAt when an open one closes; the zero time if it does not.
	OpensAt  time.Time
	ClosesAt time.Time
	// IsStale means that nobody can trade at the last price now: it is too old, the feed has lost it, or the market is
	// closed.
	IsStale bool
}

// hours say whether an instrument trades between two moments. They are immutable and cached: every quote needs them, and
// calendars are slow.
type hours struct {
	from, until       time.Time
	state             State
	opensAt, closesAt time.Time
}

// hoursAt says whether the instrument trades at a moment, and until when.
func (l *listing) hoursAt(now time.Time) *hours {
	if known := l.hours.Load(); known != nil && !now.Before(known.from) && now.Before(known.until) {
		return known
	}
	found := &hours{from: now, until: now.Add(24 * time.Hour), state: StateClosed}
	switch {
	case !l.IsActive: // it does not open again
	case l.Session.Open(now):
		found.state = StateOpen
		if closes, isFound := l.Session.NextClosing(now); isFound {
			found.closesAt, found.until = closes, closes
		}
	default:
		if opens, isFound := l.Session.NextOpening(now); isFound {
			found.opensAt, found.until = opens, opens
		}
	}
	l.hours.Store(found)
	return found
}

// changeSpan is the period of a price change.
const changeSpan = 24 * time.Hour

// Summarize makes the summary of a quote from this market. It makes no query: everything is in memory.
func (m *Market) Summarize(quote Quote) Summary {
	summary := Summary{Quote: quote, DayHigh: quote.Mark, DayLow: quote.Mark, State: StateClosed, IsStale: true}
	entry, known := m.listings.Load().bySymbol[quote.Symbol]
	if !known {
		return summary
	}
	now := m.now()
	today := entry.hoursAt(now)
	summary.State, summary.OpensAt, summary.ClosesAt = today.state, today.opensAt, today.closesAt
	isLost, live := entry.isLost.Load(), entry.live.Load()
	summary.IsStale = today.state == StateClosed || isLost || live == nil || live.isStale(now, m.options.StaleAfter)
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

// change is the difference of a price to an earlier one, also in percent; 0 without one.
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

package engine

import (
	"time"

	"bourse/internal/money"
	"bourse/internal/trading"
)

// Worth is the value of the account at the last known prices.
func (r *Rehearsal) Worth() money.Decimal { return r.trader.Account.Balance().Add(r.Unrealized()) }

// Unrealized is the profit or loss of the open positions at the last known prices.
func (r *Rehearsal) Unrealized() (sum money.Decimal) {
	for _, position := range r.trader.Positions {
		sum = sum.Add(position.UnrealizedPnL(r.seriesOf(position.Symbol).mark))
	}
	return sum
}

// Positions are the open positions.
func (r *Rehearsal) Positions() []*trading.Position { return r.trader.Positions }

// Signals are the signals that the bot has executed so far.
func (r *Rehearsal) Signals() []*trading.Signal { return r.signals }

// Book has what was opened and closed so far.
func (r *Rehearsal) Book() *trading.Book { return r.trader.Book }

// FirstOpened is when the first position was opened; the zero time before.
func (r *Rehearsal) FirstOpened() time.Time { return r.firstOpen }

// TakeTrades returns what was closed since the last call and forgets it, with everything else in the book: a long rehearsal
// takes no more memory than a short one.
func (r *Rehearsal) TakeTrades() []trading.Trade {
	trades := r.trader.Book.Trades()
	r.trader.Book, r.signals = r.part.NewBook(r.trader.Book.Now()), nil
	return trades
}

// Candles are how many candles the bot has decided on, and how many of them were played minute by minute.
func (r *Rehearsal) Candles() (played, byMinute int) {
	for _, series := range r.past {
		played, byMinute = played+series.played, byMinute+series.byMinute
	}
	return played, byMinute
}

// MarketReturn is the return of the instruments meanwhile, in equal parts and without costs, as a fraction.
func (r *Rehearsal) MarketReturn() money.Decimal {
	var sum money.Decimal
	var count int64
	for _, series := range r.past {
		if share, err := series.last.Sub(series.first).Div(series.first); err == nil {
			sum, count = sum.Add(share), count+1
		}
	}
	return Ratio(sum, money.FromInt(count))
}

// Missing are the symbols without any candles.
func (r *Rehearsal) Missing() (symbols []string) {
	for _, series := range r.past {
		if series.played == 0 {
			symbols = append(symbols, series.instrument.Symbol)
		}
	}
	return symbols
}

package backtest

import (
	"time"

	"bourse/internal/database"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/trading/engine"
)

// outcome sums the results of a running backtest, in the same way as a bot's results.
type outcome struct {
	backtest  *Backtest
	rehearsal *engine.Rehearsal
	results   engine.Results
	points    []Point
	peak      money.Decimal

	trades         int
	realized, fees money.Decimal
	best, worst    money.Decimal
}

func newOutcome(b *Backtest) *outcome {
	o := &outcome{backtest: b, results: engine.NewResults(b.Capital)}
	o.mark(b.From, b.Capital)
	return o
}

// mark adds a point to the equity.
func (o *outcome) mark(at time.Time, value money.Decimal) {
	o.peak = money.Max(o.peak, value)
	drawdown, err := o.peak.Sub(value).Div(o.peak)
	if err != nil {
		drawdown = money.Zero // there was never anything to lose
	}
	o.points = append(o.points, Point{Time: at, Value: value, Drawdown: drawdown})
}

// dayOver counts a UTC day.
func (o *outcome) dayOver(end time.Time, worth money.Decimal) {
	o.begin()
	if o.results.Day != engine.NoDay {
		o.results.AddDay(worth)
	}
	o.mark(end, worth)
}

// begin makes the day of the first position the first day with a return.
func (o *outcome) begin() {
	if first := o.rehearsal.FirstOpened(); !first.IsZero() {
		o.results.Begin(database.Micros(first))
	}
}

// add counts trades.
func (o *outcome) add(trades []trading.Trade) {
	for _, trade := range trades {
		if trade.PositionPnL != nil {
			o.results.AddClosing(*trade.PositionPnL)
		}
		o.realized, o.fees = o.realized.Add(trade.RealizedPnL), o.fees.Add(trade.Fees)
		if o.trades == 0 {
			o.best, o.worst = trade.RealizedPnL, trade.RealizedPnL
		}
		o.best, o.worst = money.Max(o.best, trade.RealizedPnL), money.Min(o.worst, trade.RealizedPnL)
		o.trades++
	}
}

// equity are the points, including the one at the end.
func (o *outcome) equity() []Point {
	if end := o.backtest.To; o.points[len(o.points)-1].Time.Before(end) {
		o.mark(end, o.rehearsal.Worth())
	}
	return o.points
}

// figures are the final results.
func (o *outcome) figures() Figures {
	o.begin()
	worth, lastDay := o.rehearsal.Worth(), trading.UTCDay(o.backtest.To.UTC().Add(-time.Microsecond))
	figures := Figures{
		Performance: o.results.Performance(worth, o.backtest.Capital, database.Micros(lastDay)),
		Equity:      worth, RealizedPnL: o.realized, UnrealizedPnL: o.rehearsal.Unrealized(), OpenPositions: len(o.rehearsal.Positions()),
		Fees: o.fees, BestTrade: o.best, WorstTrade: o.worst, MarketReturn: o.rehearsal.MarketReturn(),
	}
	for _, position := range o.rehearsal.Positions() {
		figures.OpenFees = figures.OpenFees.Add(position.EntryFee)
	}
	return figures
}

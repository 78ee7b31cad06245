// Package features turns closed candles into what a model learns from: one row of numbers for every bar, and the
// answer a horizon later.
//
// Nothing here can look ahead. The row of a bar is computed from the [Set.LookBack] bars that end with it and from
// nothing else, so the same bars give the same bits in a training, in a later training that begins elsewhere, and
// in the prediction of a single candle. The answer reads two closes: the bar's own and the one a horizon of bars
// later. A bar counts as up when that later close is above its own; unchanged is not up.
//
// A horizon is counted in bars and not in hours, so that a stock's four hours are four hours of trading. A hole
// in a feed would break that: bars carry a Sequence, and no row and no answer reaches over a jump in it.
//
// Which features there are depends on the interval: [Hourly] and [Daily].
package features

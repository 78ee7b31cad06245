// Package features turns closed candles into training data: one row of numbers for every bar, and the answer one
// horizon later.
//
// Nothing here can look ahead. The row of a bar is computed only from the [Set.LookBack] bars that end with it, so the
// same bars give the same bits in a training, in a later training that begins elsewhere, and in the prediction of a
// single candle. The answer reads two closes: the bar's own and the one a horizon of bars later. A bar counts as up
// when that later close is above its own; unchanged is not up.
//
// A horizon is counted in bars rather than hours, so that four hours of a stock are four hours of trading. A gap in a
// feed would break that: bars carry a Sequence, and no row or answer spans a jump in it.
//
// Which features there are depends on the interval: [Hourly] and [Daily].
package features

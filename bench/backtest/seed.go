package backtest

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"bourse/bench/kit"
	"bourse/internal/database"
	"bourse/internal/market"
	"bourse/internal/money"
)

// seed stores a year of minutes, and the candles aggregated from them.
func seed(ctx context.Context, db *database.DB, from time.Time) error {
	random, price := rand.New(rand.NewPCG(1, 1)), 150.0
	candles := make([]market.Candle, minutes)
	for i := range candles {
		open, high, low := price, price, price
		for range 4 {
			price *= math.Exp(random.NormFloat64() * .0004)
			high, low = max(high, price), min(low, price)
		}
		candles[i] = market.Candle{
			Symbol: kit.Symbol, Interval: market.Minute, OpenedAt: from.Add(time.Duration(i) * time.Minute),
			Open: cents(open), High: cents(high), Low: cents(low), Close: cents(price), Volume: money.FromInt(1),
		}
	}
	return db.InTx(ctx, func(tx *database.Tx) error {
		for _, series := range [][]market.Candle{candles, market.RollUp(candles, market.Hour)} {
			for part := range slices.Chunk(series, 10_000) {
				if err := kit.Insert(ctx, tx, "candles", part, row); err != nil {
					return err
				}
			}
		}
		return kit.Analyze(ctx, tx)
	})
}

func row(c market.Candle) kit.Row {
	return kit.Row{
		"symbol": c.Symbol, "seconds": int64(c.Interval.Duration() / time.Second), "opened_at": database.Micros(c.OpenedAt),
		"open": c.Open.Units(), "high": c.High.Units(), "low": c.Low.Units(), "close": c.Close.Units(), "volume": c.Volume.Units(),
	}
}

func cents(price float64) money.Decimal {
	return money.FromUnits(int64(math.Round(price*100)) * 1_000_000)
}

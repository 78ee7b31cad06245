package trading

import (
	"context"
	"fmt"
	"os"
	"time"

	"bourse/bench/kit"
	"bourse/internal/database"
)

const (
	tickCount   = 150
	longestTick = 50 * time.Millisecond
	// tickPause separates two ticks. The feed checks its file every 50 ms; with less, it would deliver two ticks at
	// once, and the monitor would handle both together.
	tickPause = 80 * time.Millisecond
)

// measureTicks measures the cost of a price that affects all open positions and working orders: the processor time of
// the whole process over many ticks, minus what it uses in the same time when nothing happens. Each tick is a line of
// the replayed file, which is stored as a candle as well; the cost of that is shown beside it, by the same number of
// ticks of an instrument without positions and orders. Every position has a stop and a target, and a copy-stop for
// which it is valued.
func measureTicks(ctx context.Context, rig *kit.Rig, ours *platform, product *kit.Server) error {
	idle, err := used(ctx, product, func(int) error { return nil })
	if err != nil {
		return err
	}
	file, err := os.OpenFile(ours.PriceFile, os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	minute := time.Now().Add(-24 * time.Hour).Truncate(time.Minute)
	play := func(symbol string, price float64) func(int) error {
		return func(i int) error {
			at := price * (1 + float64(i%20)/10_000)
			_, err := fmt.Fprintf(file, "%d,%s,%[3]f,%[3]f,%[3]f,%[3]f,1\n", minute.Add(time.Duration(i)*time.Minute).Unix(), symbol, at)
			return err
		}
	}
	without, err := used(ctx, product, play(kit.QuotedSymbol, 3000))
	if err != nil {
		return err
	}
	readBefore, err := ours.positionsRead(ctx)
	if err != nil {
		return err
	}
	with, err := used(ctx, product, play(kit.Symbol, 100))
	if err != nil {
		return err
	}
	readAfter, err := ours.positionsRead(ctx)
	if err != nil {
		return err
	}
	if rows := readAfter - readBefore; rows >= openPositions {
		return fmt.Errorf("%d rows of positions and orders were read for %d ticks: the monitor is to know them", rows, tickCount)
	}
	if err := ours.checkTicks(ctx, product); err != nil {
		return err
	}
	tick := max(0, with-idle) / tickCount
	rig.Report.Add(kit.Result{
		Name:   fmt.Sprintf("%s tick, %d and %d", ours.Engine, openPositions, workingOrders),
		Ours:   tick.Round(10 * time.Microsecond).String(),
		Target: "< " + longestTick.String(),
		Met:    tick < longestTick,
		Note: fmt.Sprintf("processor time of the process, mean of %d, over positions and orders; %s without them; idle taken off: %s in %s", tickCount,
			(max(0, without-idle) / tickCount).Round(10*time.Microsecond), idle, tickCount*tickPause),
	})
	return nil
}

// used is the processor time of the process while something happens tickCount times.
func used(ctx context.Context, product *kit.Server, happen func(i int) error) (time.Duration, error) {
	before, err := product.ProcessorTime()
	if err != nil {
		return 0, err
	}
	pace := time.NewTicker(tickPause)
	defer pace.Stop()
	for i := range tickCount {
		if err := happen(i); err != nil {
			return 0, err
		}
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-product.Ended():
			return 0, product.Failure()
		case <-pace.C:
		}
	}
	after, err := product.ProcessorTime()
	return after - before, err
}

// positionsRead is how many rows of positions and orders have been read so far, as PostgreSQL counts them, with a
// delay of about a second. SQLite does not count.
func (p *platform) positionsRead(ctx context.Context) (rows int64, err error) {
	if p.Engine != database.Postgres {
		return 0, nil
	}
	err = p.InDatabase(ctx, func(db *database.DB) error {
		return db.QueryRow(ctx, `
			SELECT COALESCE(SUM(seq_tup_read + idx_tup_fetch), 0) FROM pg_stat_user_tables WHERE relname IN ('positions', 'orders')`).Scan(&rows)
	})
	return rows, err
}

// checkTicks makes sure that the ticks were played, found all positions open and all orders working, and left them
// so.
func (p *platform) checkTicks(ctx context.Context, product *kit.Server) error {
	limited, cancel := context.WithTimeout(ctx, kit.StartWait)
	defer cancel()
	return p.InDatabase(limited, func(db *database.DB) error {
		var open, working int
		err := db.QueryRow(limited, `
			SELECT (SELECT COUNT(*) FROM positions WHERE status = 'open'), (SELECT COUNT(*) FROM orders WHERE status = 'working')`).Scan(&open, &working)
		if err != nil {
			return err
		}
		if open != openPositions || working != workingOrders {
			return fmt.Errorf("%d positions are open and %d orders work after the ticks, not %d and %d", open, working, openPositions, workingOrders)
		}
		return product.Await(limited, func() error {
			var stored int
			row := db.QueryRow(limited, `SELECT COUNT(*) FROM candles WHERE seconds = 60 AND symbol = $1`, kit.Symbol)
			if err := row.Scan(&stored); err != nil {
				return err
			}
			if stored != tickCount+1 { // the first line was there at the start
				return fmt.Errorf("%d candles are stored, not %d", stored, tickCount+1)
			}
			return nil
		})
	})
}

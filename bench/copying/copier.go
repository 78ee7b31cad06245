package copying

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"runtime/metrics"
	"slices"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"bourse/bench/kit"
	"bourse/internal/database"
	"bourse/internal/ledger"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/secret"
	"bourse/internal/trading"
	"bourse/internal/trading/copying"
	"bourse/internal/webhook"
	"bourse/internal/worker"
)

// runningCopier is the product's copier, with its market, ledger and event publisher, in this process, so that its
// heap can be measured.
type runningCopier struct {
	db     *database.DB
	copier worker.Worker
	cancel context.CancelFunc
	group  *errgroup.Group
}

func startCopier(ctx context.Context, db *database.DB) (*runningCopier, error) {
	ring, err := secret.New()
	if err != nil {
		return nil, err
	}
	logger, spread := slog.New(slog.DiscardHandler), money.Zero
	events := webhook.New(webhook.Options{Database: db, Keyring: ring, Events: slices.Concat(trading.Events(), copying.Events()), Now: time.Now, Logger: logger})
	shown := market.New(market.Options{Database: db, Feed: kit.StillFeed{}, SpreadBP: &spread, StaleAfter: time.Hour, Now: time.Now, Logger: logger})
	if err := shown.Start(ctx); err != nil {
		return nil, err
	}
	service := trading.New(trading.Options{
		Database: db, Market: shown, Ledger: ledger.New(time.Now), Events: events, Settings: trading.DefaultSettings(), Now: time.Now, Logger: logger,
	})
	copies := copying.New(copying.Options{Trading: service, Database: db, Market: shown, Events: events, Now: time.Now, Logger: logger})
	service.OnSettled(copies.AddResults)
	workers := copies.SharedWorkers()
	i := slices.IndexFunc(workers, func(worker worker.Worker) bool { return worker.Name() == "signal-copier" })
	if i < 0 {
		return nil, errors.New("copying has no worker that is called signal-copier")
	}
	running, cancel := context.WithCancel(ctx)
	c := &runningCopier{db: db, copier: workers[i], cancel: cancel, group: &errgroup.Group{}}
	for _, worker := range append(shown.Workers(), db.Listener()) {
		c.group.Go(func() error { return worker.Run(running) })
	}
	for !db.Live() || !priced(shown) {
		if ctx.Err() != nil {
			return nil, errors.Join(ctx.Err(), c.stop())
		}
		runtime.Gosched()
	}
	return c, nil
}

func priced(shown *market.Market) bool {
	_, err := shown.Quote(kit.Symbol)
	return err == nil
}

func (c *runningCopier) stop() error {
	c.cancel()
	return c.group.Wait()
}

// spent is the cost of something.
type spent struct {
	elapsed, cpu time.Duration
	heap         int64 // the heap's maximum growth
}

// copy publishes a signal and lets the copier copy it to all subscriptions.
func (c *runningCopier) copy(ctx context.Context, signal signal) (spent, error) {
	var bot uuid.UUID
	if err := c.db.QueryRow(ctx, `SELECT id FROM bots`).Scan(&bot); err != nil {
		return spent{}, err
	}
	err := c.db.InTx(ctx, func(tx *database.Tx) error { return signal.publish(ctx, tx, bot, false) })
	if err != nil {
		return spent{}, err
	}
	return measured(func() error {
		running, cancel := context.WithCancel(ctx)
		defer cancel()
		ended := make(chan error, 1)
		go func() { ended <- c.copier.Run(running) }()
		for {
			select {
			case err := <-ended:
				return errors.Join(errors.New("the copier ended"), err)
			case <-time.After(2 * time.Millisecond): // the copier does not report that it is done
			}
			var done bool
			if err := c.db.QueryRow(ctx, `SELECT copied_at IS NOT NULL FROM signals WHERE id = $1`, signal.id).Scan(&done); err != nil {
				return err
			}
			if done {
				cancel()
				return <-ended
			}
		}
	})
}

// measured runs something and returns its cost.
func measured(work func() error) (spent, error) {
	runtime.GC()
	before := heapBytes()
	stop, peak := make(chan struct{}), make(chan int64, 1)
	go func() {
		highest := before
		for {
			highest = max(highest, heapBytes())
			select {
			case <-stop:
				peak <- highest
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}()
	cpu, err := kit.OwnProcessorTime()
	if err != nil {
		return spent{}, err
	}
	began := time.Now()
	err = work()
	took := spent{elapsed: time.Since(began)}
	after, failed := kit.OwnProcessorTime()
	close(stop)
	took.cpu, took.heap = after-cpu, <-peak-before
	return took, errors.Join(err, failed)
}

func heapBytes() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}

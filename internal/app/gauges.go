package app

import (
	"context"
	"log/slog"
	"time"

	"bourse/internal/database"
	"bourse/internal/ledger"
	"bourse/internal/worker"
)

const (
	// gaugeInterval is the maximum age of metrics that are read from the database.
	gaugeInterval = 15 * time.Second
	// ledgerRounds is the number of rounds between two checks of all balances.
	ledgerRounds = 20
	// gaugeTimeout bounds one reading.
	gaugeTimeout = 5 * time.Second
	// namedEndpoints is how many failing endpoints have a line of their own.
	namedEndpoints = 10
)

// gauge is a number, or a few related ones, that nobody has in memory.
type gauge struct {
	name   string
	rounds int // it is read once in this many
	read   func(ctx context.Context) error
}

// gaugeReader is the worker that keeps such metrics up to date, so that a scrape runs no query.
type gaugeReader struct {
	gauges []gauge
	done   func(name string, at time.Time)
	logger *slog.Logger
}

// Name is the worker's name.
func (*gaugeReader) Name() string { return "metrics-reader" }

// Run reads the numbers until the context ends. It never fails: a number that cannot be read keeps its last value,
// and the metrics say when that was.
func (r *gaugeReader) Run(ctx context.Context) error {
	round, next := 0, 0
	return worker.Loop(ctx, nil, func(ctx context.Context) (time.Duration, error) {
		if next == len(r.gauges) {
			round, next = round+1, 0
			return gaugeInterval, nil
		}
		one := r.gauges[next]
		next++
		if round%one.rounds != 0 {
			return 0, nil
		}
		return 0, worker.Handled(r.readOne(ctx, one))
	})
}

func (r *gaugeReader) readOne(ctx context.Context, one gauge) error {
	limited, cancel := context.WithTimeout(ctx, gaugeTimeout)
	defer cancel()
	err := one.read(limited)
	if err == nil {
		r.done(one.name, time.Now())
	} else if ctx.Err() == nil {
		r.logger.Warn("a number of the metrics cannot be read", "gauge", one.name, "error", err)
	}
	return err
}

// newGaugeReader lists what is read in the background. Numbers that are the same everywhere are read by the processes
// that do the installation's work.
func (p *platform) newGaugeReader() *gaugeReader {
	gauges := []gauge{{"storage", 1, p.readStorage}}
	if p.role != roleAPI {
		gauges = append(gauges,
			gauge{"webhooks", 1, p.readWebhooks}, gauge{"payments", 1, p.readPayments}, gauge{"kyc", 1, p.readKYC},
			gauge{"messages", 1, p.readMessages}, gauge{"trading", 1, p.readTrading}, gauge{"ledger", ledgerRounds, p.readLedger})
	}
	return &gaugeReader{gauges: gauges, done: p.metrics.GaugeRead, logger: p.logger}
}

// waits publishes what is waiting.
func (p *platform) waits(what string, waiting database.Waiting) {
	var oldest time.Duration
	if !waiting.Oldest.IsZero() {
		oldest = clock().Sub(waiting.Oldest)
	}
	p.metrics.Waiting(what, waiting.Count, oldest)
}

func (p *platform) readWebhooks(ctx context.Context) error {
	depth, oldest, err := p.webhooks.Queue(ctx)
	if err != nil {
		return err
	}
	p.metrics.WebhookQueue(depth, oldest)
	count, longest, err := p.webhooks.Failing(ctx, namedEndpoints)
	if err != nil {
		return err
	}
	named := make(map[string]time.Duration, len(longest))
	for _, endpoint := range longest {
		named[endpoint.ID] = clock().Sub(endpoint.Since)
	}
	p.metrics.EndpointsFailing(count, named)
	return nil
}

func (p *platform) readPayments(ctx context.Context) error {
	waiting, err := p.payments.Waiting(ctx)
	if err != nil {
		return err
	}
	p.waits("withdrawals_to_decide", waiting.ToDecide)
	p.waits("withdrawals_to_transfer", waiting.ToTransfer)
	p.waits("payments_unsettled", waiting.Payments)
	p.waits("refunds_unsettled", waiting.Refunds)
	return nil
}

func (p *platform) readKYC(ctx context.Context) error {
	waiting, err := p.kyc.Waiting(ctx)
	if err == nil {
		p.waits("kyc_cases", waiting)
	}
	return err
}

func (p *platform) readMessages(ctx context.Context) error {
	channels, err := p.messages.Waiting(ctx)
	for channel, waiting := range channels {
		p.waits("messages_"+string(channel), waiting)
	}
	return err
}

func (p *platform) readTrading(ctx context.Context) error {
	signals, err := p.copying.ToCopy(ctx)
	if err != nil {
		return err
	}
	p.waits("signals_to_copy", signals)
	closings, err := p.risk.ToClose(ctx)
	if err == nil {
		p.waits("closings_at_opening", closings)
	}
	return err
}

func (p *platform) readLedger(ctx context.Context) error {
	sums, err := ledger.New(clock).Imbalance(ctx, p.db)
	for currency, sum := range sums {
		p.metrics.LedgerImbalance(currency, sum/1e8)
	}
	return err
}

func (p *platform) readStorage(context.Context) error {
	if free, known := diskFree(p.settings.DataDir); known {
		p.metrics.DiskFree(free)
	}
	sizes, here, err := p.db.Sizes()
	if err == nil && here {
		p.metrics.DatabaseSize(sizes.File, sizes.Log)
	}
	return err
}

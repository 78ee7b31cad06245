package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"go.opentelemetry.io/otel/trace"

	"bourse/internal/database"
	"bourse/internal/education"
	"bourse/internal/health"
	"bourse/internal/httpapi"
	"bourse/internal/identity"
	"bourse/internal/investment"
	"bourse/internal/market"
	"bourse/internal/notify"
	"bourse/internal/payments"
	"bourse/internal/portfolio"
	"bourse/internal/secret"
	"bourse/internal/telemetry"
	"bourse/internal/trading"
	"bourse/internal/trading/bots"
	"bourse/internal/trading/copying"
	"bourse/internal/trading/risk"
	"bourse/internal/trading/stream"
	"bourse/internal/webhook"
	"bourse/internal/worker"
)

// platform is everything wired together.
type platform struct {
	settings   serverSettings
	role       role
	logger     *slog.Logger
	ring       *secret.Keyring
	db         *database.DB
	metrics    *telemetry.Metrics
	messages   *notify.Queue
	identity   *identity.Service
	webhooks   *webhook.Service
	market     *market.Market
	trading    *trading.Service
	bots       *bots.Service
	copying    *copying.Service
	risk       *risk.Service
	stream     *stream.Service
	investment *investment.Service
	portfolio  *portfolio.Service
	education  *education.Service
	payments   *payments.Service
	handler    http.Handler
	memory     memoryBudget
	workers    []worker.Worker

	tracker  *worker.Tracker
	outside  outsideParts
	health   *health.Service
	closers  []closer  // called last to first
	finishBy time.Time // when everything must have ended; zero until the process stops
}

// newPlatform opens and wires everything. What was opened is closed again when a later step fails.
func newPlatform(ctx context.Context, settings serverSettings, does role, logs, echo io.Writer) (_ *platform, err error) {
	p := &platform{settings: settings, role: does, tracker: worker.NewTracker()}
	defer func() {
		if err != nil {
			err = errors.Join(err, p.close())
		}
	}()
	logger, flush, err := telemetry.NewLogger(logs, settings.LogLevel, settings.LogFormat, database.IsOutage)
	if err != nil {
		return nil, err
	}
	p.logger = logger
	p.memory = findMemory(logger)
	p.onClose("log", func() error { flush(); return nil })

	steps := []func(context.Context) error{
		p.openStorage,
		func(context.Context) error { return p.startMessages(echo) },
		p.startWebhooks, p.startIdentity, p.startTrading, p.startInvesting, p.startLearning, p.startPayments,
		p.startHealth, p.buildHandler,
	}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	p.gatherWorkers()
	return p, nil
}

// gatherWorkers lists the background jobs of this process. Asking for those that are shared makes work pile
// up for them, so a process that does not run them does not ask.
func (p *platform) gatherWorkers() {
	p.workers = slices.Concat([]worker.Worker{p.db.Listener(), p.db.Keeper()}, p.identity.Workers(), p.webhooks.Workers(),
		p.market.Workers(), p.stream.Workers(), p.education.Workers(), p.health.Workers())
	if p.settings.MetricsListen != "" {
		p.metrics.Feed(p.market.FeedName(), p.market.FeedAge)
		p.metrics.Streams(p.stream.Streams)
		p.metrics.Workers(p.workerStates)
		p.workers = append(p.workers, p.newGaugeReader())
	}
	if p.role == roleAPI {
		return
	}
	p.workers = slices.Concat(p.workers, p.webhooks.SharedWorkers(), p.market.SharedWorkers(), p.trading.SharedWorkers(),
		p.bots.SharedWorkers(), p.risk.SharedWorkers(), p.copying.SharedWorkers(),
		p.investment.SharedWorkers(), p.portfolio.SharedWorkers(), p.payments.SharedWorkers(),
		[]worker.Worker{p.messages, p.identity.Housekeeping(), httpapi.NewIdempotencyPruner(p.db, time.Now)})
}

// startMessages makes the queue of mails and text messages, and what counts them.
func (p *platform) startMessages(echo io.Writer) error {
	senders, err := newSenders(p.settings, echo)
	if err != nil {
		return err
	}
	operations, err := httpapi.Operations()
	if err != nil {
		return err
	}
	p.metrics = telemetry.NewMetrics(operations, p.db.Stats)
	p.messages = notify.NewQueue(p.db, p.ring, time.Now, p.logger, counted(p.outside.watched(senders), p.metrics.MessageSent))
	p.messages.KeepFor(days(p.settings.Retention.Messages))
	return nil
}

func (p *platform) startIdentity(ctx context.Context) error {
	s := p.settings
	texts, err := s.SMS.limits()
	if err != nil {
		return err
	}
	if s.RateLimit == "off" {
		texts = identity.TextLimits{}
	}
	p.identity = identity.New(identity.Options{
		Database: p.db, Keyring: p.ring, Messages: p.messages, Events: p.webhooks, Now: time.Now, Logger: p.logger, Counted: p.metrics.AuthEvent,
		Settings: identity.Settings{
			Issuer: s.Issuer, Audience: s.Audience, AccessTokenLifetime: s.AccessTokenLifetime,
			AppURL: s.AppURL, ProductName: s.ProductName, Texts: texts, HashesAtOnce: p.memory.hashes(),
			CachedSessions: p.memory.sessions(), EndedSessionsKept: days(s.Retention.Sessions), AuditKept: days(s.Retention.Audit),
		},
	})
	return p.identity.Start(ctx)
}

func (p *platform) startLearning(context.Context) error {
	p.education = education.New(education.Options{
		Database: p.db, Events: p.webhooks, Email: func(c identity.Caller) string { return p.identity.Me(c).Email },
		Now: time.Now, Logger: p.logger, IndexBytes: p.memory.searchIndex(),
	})
	return nil
}

// openStorage loads the keys, opens the database, makes sure that nobody else serves the same SQLite file
// and brings the schema up to date.
func (p *platform) openStorage(ctx context.Context) error {
	var err error
	pool := poolSettings{p.settings.DatabaseConnections, p.settings.DatabaseLimits.limits()}
	if p.ring, p.db, err = openStorage(ctx, p.settings.storageSettings, pool, p.logger); err != nil {
		return err
	}
	p.onClose("database", p.db.Close)
	if p.role != roleAll && p.db.Engine() == database.SQLite {
		return &settingError{"role", errSQLiteHasOneProcess}
	}
	release, err := p.db.Exclusively(ctx, "serve")
	if err != nil {
		return fmt.Errorf("another process serves this database: %w", err)
	}
	p.onClose("database's lock", release)
	return migrate(ctx, p.db, p.ring, p.logger)
}

// startWebhooks makes the sender of events, with the catalogue of what the features publish.
func (p *platform) startWebhooks(ctx context.Context) error {
	policy, err := p.settings.Webhook.policy()
	if err != nil {
		return err
	}
	limits, err := p.settings.Webhook.limits()
	if err != nil {
		return err
	}
	limits.QueuedBytes = cmp.Or(limits.QueuedBytes, p.memory.queuedWebhooks())
	p.webhooks = webhook.New(webhook.Options{
		Database: p.db, Keyring: p.ring, Policy: policy, Metrics: p.metrics, Limits: limits, Retention: days(p.settings.Retention.Webhooks),
		Events: slices.Concat(identity.Events(), trading.Events(), bots.Events(), copying.Events(), investment.Events(), portfolio.Events(), education.Events(),
			payments.Events(), health.Events()),
		Now: time.Now, Logger: p.logger,
	})
	p.onClose("webhooks", func() error { p.webhooks.Close(); return nil })
	return p.webhooks.Start(ctx)
}

func (p *platform) startTracing(ctx context.Context) (trace.TracerProvider, error) {
	build := telemetry.Version()
	tracer, shutdown, err := telemetry.NewTracerProvider(ctx, telemetry.TracingSettings{
		Endpoint: p.settings.Tracing.Endpoint, SampleRatio: p.settings.Tracing.SampleRatio,
		ServiceName: "bourse", ServiceVersion: build.Version, Logger: p.logger,
	})
	if err != nil {
		return nil, &settingError{"tracing-endpoint", err}
	}
	p.onClose("tracing", func() error {
		limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		return shutdown(limited)
	})
	return tracer, nil
}

func (p *platform) buildHandler(ctx context.Context) error {
	tracer, err := p.startTracing(ctx)
	if err != nil {
		return err
	}
	proxies, err := p.settings.trustedProxies()
	if err != nil {
		return err
	}
	p.handler, err = httpapi.NewHandler(httpapi.Options{
		Authenticator:  p.identity,
		Database:       p.db,
		Keyring:        p.ring,
		Logger:         p.logger,
		Metrics:        p.metrics,
		Tracer:         tracer,
		BodyBudget:     p.memory.bodies(),
		Connections:    p.memory.connections(),
		CallersCounted: p.memory.callers(),
		RateLimit:      p.settings.RateLimit == "on",
		TrustedProxies: proxies,
		CORSOrigins:    p.settings.CORSOrigins,
		PagesOnly:      p.role == roleWorker,
		Health:         p.health.Report,
		JWKS:           p.identity.JWKS,
		Payments:       p.payments,
	}, &httpapi.API{
		Identity: p.identity, Webhooks: p.webhooks, Market: p.market, Trading: p.trading,
		Bots: p.bots, Copying: p.copying, Stream: p.stream,
		Investment: p.investment, Portfolio: p.portfolio, Education: p.education, Payments: p.payments,
	})
	if err != nil {
		return &settingError{"cors-origins", err}
	}
	return nil
}

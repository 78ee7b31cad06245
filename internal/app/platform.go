package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/trace"

	"bourse/internal/database"
	"bourse/internal/education"
	"bourse/internal/httpapi"
	"bourse/internal/identity"
	"bourse/internal/investment"
	"bourse/internal/market"
	"bourse/internal/notify"
	"bourse/internal/portfolio"
	"bourse/internal/secret"
	"bourse/internal/telemetry"
	"bourse/internal/trading"
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
	investment *investment.Service
	portfolio  *portfolio.Service
	education  *education.Service
	handler    http.Handler
	// own are the workers that every process needs for itself; shared are those of which one process in
	// the installation is enough, and more do no harm.
	own, shared []worker.Worker

	draining atomic.Bool
	closers  []func() error // called last to first
}

// newPlatform opens and wires everything. What was opened is closed again when a later step fails.
func newPlatform(ctx context.Context, settings serverSettings, does role, logs, echo io.Writer) (_ *platform, err error) {
	p := &platform{settings: settings, role: does}
	defer func() {
		if err != nil {
			err = errors.Join(err, p.close())
		}
	}()
	logger, flush, err := telemetry.NewLogger(logs, settings.LogLevel, settings.LogFormat)
	if err != nil {
		return nil, err
	}
	p.logger = logger
	p.closers = append(p.closers, func() error { flush(); return nil })

	if err := p.openStorage(ctx); err != nil {
		return nil, err
	}
	senders, err := newSenders(settings, echo)
	if err != nil {
		return nil, err
	}
	operations, err := httpapi.Operations()
	if err != nil {
		return nil, err
	}
	p.metrics = telemetry.NewMetrics(operations, p.db.Stats)
	p.messages = notify.NewQueue(p.db, p.ring, time.Now, p.logger, counted(senders, p.metrics.MessageSent))
	if err := p.startWebhooks(ctx); err != nil {
		return nil, err
	}
	p.identity = identity.New(identity.Options{
		Database: p.db, Keyring: p.ring, Messages: p.messages, Events: p.webhooks, Now: time.Now, Logger: p.logger, Counted: p.metrics.AuthEvent,
		Settings: identity.Settings{
			Issuer: settings.Issuer, Audience: settings.Audience, AccessTokenLifetime: settings.AccessTokenLifetime,
			AppURL: settings.AppURL, ProductName: settings.ProductName,
		},
	})
	if err := p.identity.Start(ctx); err != nil {
		return nil, err
	}
	if err := p.startTrading(ctx); err != nil {
		return nil, err
	}
	if err := p.startInvesting(); err != nil {
		return nil, err
	}
	p.education = education.New(education.Options{
		Database: p.db, Events: p.webhooks, Email: func(c identity.Caller) string { return p.identity.Me(c).Email },
		Now: time.Now, Logger: p.logger,
	})
	tracer, err := p.startTracing(ctx)
	if err != nil {
		return nil, err
	}
	if err := p.buildHandler(tracer); err != nil {
		return nil, err
	}
	p.own = slices.Concat([]worker.Worker{p.db.Listener()}, p.identity.Workers(), p.webhooks.Workers(),
		p.market.Workers(), p.trading.Workers())
	p.shared = slices.Concat(p.webhooks.SharedWorkers(), p.market.SharedWorkers(), p.trading.SharedWorkers(),
		p.investment.SharedWorkers(), p.portfolio.SharedWorkers(),
		[]worker.Worker{p.messages, p.identity.Housekeeping(), httpapi.NewIdempotencyPruner(p.db, time.Now)})
	return p, nil
}

// openStorage loads the keys, opens the database, makes sure that nobody else serves the same SQLite file
// and brings the schema up to date.
func (p *platform) openStorage(ctx context.Context) error {
	var err error
	if p.ring, p.db, err = openStorage(ctx, p.settings.storageSettings, p.settings.DatabaseConnections, p.logger); err != nil {
		return err
	}
	p.closers = append(p.closers, p.db.Close)
	if p.role != roleAll && p.db.Engine() == database.SQLite {
		return &settingError{"role", errSQLiteHasOneProcess}
	}
	release, err := p.db.Exclusively(ctx, "serve")
	if err != nil {
		return fmt.Errorf("another process serves this database: %w", err)
	}
	p.closers = append(p.closers, release)
	return migrate(ctx, p.db, p.logger)
}

// openStorage is for commands that need the data without a server.
func openStorage(ctx context.Context, settings storageSettings, connections int, logger *slog.Logger) (*secret.Keyring, *database.DB, error) {
	ring, created, err := secret.LoadOrCreate(settings.keyFile())
	if err != nil {
		return nil, nil, &settingError{"key-file", err}
	}
	if created {
		logger.Info("made a new key file; back it up, the data cannot be read without it", "file", settings.keyFile())
	}
	db, err := database.Open(ctx, database.Options{URL: settings.databaseURL(), MaxConnections: connections, Logger: logger})
	if err != nil {
		return nil, nil, &settingError{"database-url", err}
	}
	return ring, db, nil
}

func migrate(ctx context.Context, db *database.DB, logger *slog.Logger) error {
	applied, err := db.Migrate(ctx)
	if err == nil && applied > 0 {
		logger.Info("the schema is up to date", "applied", applied)
	}
	return err
}

// startWebhooks makes the sender of events, with the catalogue of what the features publish.
func (p *platform) startWebhooks(ctx context.Context) error {
	policy, err := p.settings.Webhook.policy()
	if err != nil {
		return err
	}
	p.webhooks = webhook.New(webhook.Options{
		Database: p.db, Keyring: p.ring, Policy: policy, Metrics: p.metrics,
		Events: slices.Concat(identity.Events(), trading.Events(), investment.Events(), portfolio.Events(), education.Events()),
		Now:    time.Now, Logger: p.logger,
	})
	p.closers = append(p.closers, func() error { p.webhooks.Close(); return nil })
	p.metrics.WatchWebhookQueue(p.webhooks.Queue)
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
	p.closers = append(p.closers, func() error {
		limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		return shutdown(limited)
	})
	return tracer, nil
}

func (p *platform) buildHandler(tracer trace.TracerProvider) error {
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
		RateLimit:      p.settings.RateLimit == "on",
		TrustedProxies: proxies,
		CORSOrigins:    p.settings.CORSOrigins,
		PagesOnly:      p.role == roleWorker,
		Ready:          p.ready,
		JWKS:           p.identity.JWKS,
	}, &httpapi.API{
		Identity: p.identity, Webhooks: p.webhooks, Market: p.market, Trading: p.trading,
		Investment: p.investment, Portfolio: p.portfolio, Education: p.education,
	})
	if err != nil {
		return &settingError{"cors-origins", err}
	}
	return nil
}

var errDraining = errors.New("the process is stopping")

// ready tells a load balancer whether to send requests here.
func (p *platform) ready(ctx context.Context) error {
	if p.draining.Load() {
		return errDraining
	}
	return p.db.Ping(ctx)
}

// close releases everything, the last opened first.
func (p *platform) close() error {
	var failures []error
	for i := len(p.closers) - 1; i >= 0; i-- {
		failures = append(failures, p.closers[i]())
	}
	return errors.Join(failures...)
}

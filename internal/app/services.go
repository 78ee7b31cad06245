package app

import (
	"cmp"
	"context"
	"io"
	"io/fs"
	"log/slog"
	"slices"
	"time"

	"go.opentelemetry.io/otel/trace"

	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/education"
	"bourse/internal/health"
	"bourse/internal/httpapi"
	"bourse/internal/httpapi/edge"
	"bourse/internal/identity"
	"bourse/internal/investment"
	"bourse/internal/kyc"
	"bourse/internal/market"
	"bourse/internal/ml"
	"bourse/internal/notify"
	"bourse/internal/payments"
	"bourse/internal/portfolio"
	"bourse/internal/telemetry"
	"bourse/internal/trading"
	"bourse/internal/trading/alerts"
	"bourse/internal/trading/bots"
	"bourse/internal/trading/copying"
	"bourse/internal/webhook"
	"bourse/web"
)

// Each function creates one service from the settings and its dependencies. Those that take a context also start it.

// newMessages creates the queue of mails and text messages.
func newMessages(g *ground, outside *outsideParts, echo io.Writer) (*notify.Queue, error) {
	senders, err := newSenders(g.settings, echo)
	if err != nil {
		return nil, err
	}
	return notify.NewQueue(g.db, g.ring, clock, g.logger, counted(outside.watched(senders), g.metrics.MessageSent),
		notify.KeepFor(days(g.settings.Retention.Messages))), nil
}

// newWebhooks creates the sender of events, with the catalogue of events that the features publish.
func newWebhooks(ctx context.Context, g *ground) (*webhook.Service, error) {
	policy, err := g.settings.Webhook.policy()
	if err != nil {
		return nil, err
	}
	limits, err := g.settings.Webhook.limits()
	if err != nil {
		return nil, err
	}
	limits.QueuedBytes = cmp.Or(limits.QueuedBytes, g.memory.queuedWebhooks())
	service := webhook.New(webhook.Options{
		Database: g.db, Keyring: g.ring, Policy: policy, Metrics: g.metrics, Limits: limits, Retention: days(g.settings.Retention.Webhooks),
		Events: slices.Concat(identity.Events(), trading.Events(), bots.Events(), copying.Events(), alerts.Events(), investment.Events(), kyc.Events(), portfolio.Events(), education.Events(),
			payments.Events(), ml.Events(), health.Events()),
		Now: clock, Logger: g.logger,
	})
	g.onClose("webhooks", func() error { service.Close(); return nil })
	return service, service.Start(ctx)
}

// newIdentity creates the service of users and their sessions.
func newIdentity(ctx context.Context, g *ground, brands *brand.Service, messages *notify.Queue, events *webhook.Service) (*identity.Service, error) {
	s := g.settings
	texts, err := s.SMS.limits()
	if err != nil {
		return nil, err
	}
	if s.RateLimit == "off" {
		texts = identity.TextLimits{}
	}
	operations, err := edge.KeyOperations()
	if err != nil {
		return nil, err
	}
	service := identity.New(identity.Options{
		Scopes:   identity.NewScopeCatalogue(operations),
		Database: g.db, Keyring: g.ring, Messages: messages, Brands: brands, Events: events, Now: clock, Logger: g.logger, Counted: g.metrics.AuthEvent,
		Settings: identity.Settings{
			Issuer: s.Issuer, Audience: s.Audience, AccessTokenLifetime: s.AccessTokenLifetime,
			Texts: texts, HashesAtOnce: g.memory.hashes(),
			CachedSessions: g.memory.sessions(), EndedSessionsKept: days(s.Retention.Sessions), AuditKept: days(s.Retention.Audit),
		},
	})
	return service, service.Start(ctx)
}

// newBrands creates the service of the tenants' brands; the installation's settings apply to tenants without their
// own.
func newBrands(db *database.DB, appURL, productName string, logger *slog.Logger) *brand.Service {
	return brand.New(brand.Options{Database: db, Default: brand.Brand{AppURL: appURL, ProductName: productName}, Now: clock, Logger: logger})
}

// newEducation creates the service of courses.
func newEducation(g *ground, people *identity.Service, brands *brand.Service, events *webhook.Service) *education.Service {
	return education.New(education.Options{
		Database: g.db, Events: events, Names: people, People: people, Brands: brands,
		Now: clock, Logger: g.logger, IndexBytes: g.memory.searchIndex(),
	})
}

// newML creates the service of models. A trade's cost follows from the terms of trading: half the spread, the
// slippage and the fee, on the way in and again on the way out.
func newML(g *ground, prices *market.Market, people *identity.Service, events *webhook.Service) (*ml.Service, error) {
	terms, err := g.settings.Trading.terms()
	if err != nil {
		return nil, err
	}
	const basisPoint = 1e-4
	return ml.New(ml.Options{
		Database: g.db, Market: prices, People: people, Events: events,
		RoundTripCost: func(instrument market.Instrument) float64 {
			return 2 * basisPoint * (instrument.SpreadBP.Float64()/2 + terms.SlippageBP.Float64() + terms.FeeBP.Float64())
		},
		Retrain: g.settings.ML.Retrain, PredictionsKept: days(g.settings.Retention.Predictions), Now: clock, Logger: g.logger,
	}), nil
}

// newTracer creates the collector of traces, or one that collects none.
func newTracer(ctx context.Context, g *ground) (trace.TracerProvider, error) {
	tracer, shutdown, err := telemetry.NewTracerProvider(ctx, telemetry.TracingSettings{
		Endpoint: g.settings.Tracing.Endpoint, SampleRatio: g.settings.Tracing.SampleRatio,
		ServiceName: "bourse", ServiceVersion: telemetry.Version().Version, Logger: g.logger,
	})
	if err != nil {
		return nil, &settingError{"tracing-endpoint", err}
	}
	g.onClose("tracing", func() error {
		limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		return shutdown(limited)
	})
	return tracer, nil
}

// console is the files of the console; nil where it is left out, as in a process that has no API.
func (g *ground) console() fs.FS {
	if g.settings.Console == "off" || g.role == roleWorker {
		return nil
	}
	return web.Dist()
}

// newHandler puts the operations and the pages behind the edge.
func newHandler(ctx context.Context, g *ground, brands *brand.Service, shown httpapi.PageOptions, operations *httpapi.API) (*edge.Handler, error) {
	tracer, err := newTracer(ctx, g)
	if err != nil {
		return nil, err
	}
	proxies, err := g.settings.trustedProxies()
	if err != nil {
		return nil, err
	}
	handler, err := httpapi.NewHandler(edge.Options{
		Authenticator:  operations.Identity,
		Database:       g.db,
		Now:            clock,
		Keyring:        g.ring,
		Logger:         g.logger,
		Metrics:        g.metrics,
		Tracer:         tracer,
		BodyBudget:     g.memory.bodies(),
		Connections:    g.memory.connections(),
		CallersCounted: g.memory.callers(),
		RateLimit:      g.settings.RateLimit == "on",
		TrustedProxies: proxies,
		CORSOrigins:    g.settings.CORSOrigins,
		BrandOrigin:    brands.AllowsOrigin,
		PagesOnly:      g.role == roleWorker,
	}, shown, operations)
	if err != nil {
		return nil, &settingError{"cors-origins", err}
	}
	return handler, nil
}

package app

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"

	"bourse/internal/brand"
	"bourse/internal/education"
	"bourse/internal/health"
	"bourse/internal/httpapi"
	"bourse/internal/httpapi/edge"
	"bourse/internal/identity"
	"bourse/internal/investment"
	"bourse/internal/investment/broker"
	"bourse/internal/kyc"
	"bourse/internal/market"
	"bourse/internal/ml"
	"bourse/internal/notify"
	"bourse/internal/payments"
	"bourse/internal/portfolio"
	"bourse/internal/privacy"
	"bourse/internal/trading"
	"bourse/internal/trading/alerts"
	"bourse/internal/trading/backtest"
	"bourse/internal/trading/bots"
	"bourse/internal/trading/copying"
	"bourse/internal/trading/live"
	"bourse/internal/trading/risk"
	"bourse/internal/trading/stream"
	"bourse/internal/webhook"
	"bourse/internal/worker"
)

// platform is everything wired together.
type platform struct {
	*ground
	messages   *notify.Queue
	brands     *brand.Service
	identity   *identity.Service
	webhooks   *webhook.Service
	market     *market.Market
	trading    *trading.Service
	bots       *bots.Service
	backtests  *backtest.Service
	copying    *copying.Service
	risk       *risk.Service
	live       *live.Service
	stream     *stream.Service
	alerts     *alerts.Service
	brokers    *broker.Registry
	investment *investment.Service
	kyc        *kyc.Service
	portfolio  *portfolio.Service
	education  *education.Service
	payments   *payments.Service
	ml         *ml.Service
	privacy    *privacy.Service
	tracker    *worker.Tracker
	health     *health.Service
	handler    *edge.Handler
	around     func(http.Handler) http.Handler // wraps the handler, if set
	workers    []worker.Worker
}

// newPlatform opens and wires everything, top to bottom: each service is created once, from those above it. What was
// opened is closed again when a later step fails.
func newPlatform(ctx context.Context, settings serverSettings, does role, logs, echo io.Writer) (_ *platform, err error) {
	g, err := openGround(ctx, settings, does, logs)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, g.close())
		}
	}()
	outside, tracker := &outsideParts{}, worker.NewTracker()
	messages, err := newMessages(g, outside, echo)
	if err != nil {
		return nil, err
	}
	webhooks, err := newWebhooks(ctx, g)
	if err != nil {
		return nil, err
	}
	brands := newBrands(g.db, settings.appURL(), settings.ProductName, g.logger)
	people, err := newIdentity(ctx, g, brands, messages, webhooks)
	if err != nil {
		return nil, err
	}
	webhooks.EndpointsTell(people.TellWebhook)
	p := &platform{ground: g, tracker: tracker, messages: messages, webhooks: webhooks, brands: brands, identity: people}
	if err := p.startTrading(ctx); err != nil { // uses the ground and the webhooks
		return nil, err
	}
	if p.brokers, err = settings.Broker.registry(); err != nil {
		return nil, err
	}
	if p.kyc, err = newKYC(p, outside); err != nil {
		return nil, err
	}
	p.investment = newInvestment(p)
	p.live = newLive(p)
	p.portfolio = newPortfolio(g, p.trading, p.investment, p.market, webhooks)
	p.education = newEducation(g, people, brands, webhooks)
	p.payments, err = newPayments(p, outside)
	if err != nil {
		return nil, err
	}
	p.privacy = privacy.New(privacy.Options{
		Database: g.db, Keyring: g.ring, People: people, UsesSandbox: p.payments.Uses(payments.SandboxProvider), Now: clock, Logger: g.logger,
	})
	if p.health, err = newHealth(ctx, p, outside); err != nil {
		return nil, err
	}
	p.handler, err = newHandler(ctx, g, brands, httpapi.PageOptions{Health: p.health.Report, JWKS: people.JWKS, Payments: p.payments, Console: g.console()}, &httpapi.API{
		Identity: people, Webhooks: webhooks, Market: p.market, Trading: p.trading, Bots: p.bots, Backtests: p.backtests, Copying: p.copying, Stream: p.stream, Alerts: p.alerts,
		Investment: p.investment, KYC: p.kyc, Portfolio: p.portfolio, Education: p.education, Payments: p.payments, ML: p.ml, Privacy: p.privacy, Health: p.health,
		DemoAccounts: g.settings.DemoAccounts,
	})
	if err != nil {
		return nil, err
	}
	p.workers = p.backgroundJobs()
	return p, nil
}

// backgroundJobs lists the background jobs of this process. Asking for the shared ones makes work pile up for them,
// so a process that does not run them does not ask.
func (p *platform) backgroundJobs() []worker.Worker {
	jobs := slices.Concat([]worker.Worker{p.db.Listener(), p.db.Keeper(), p.db.StandbyWatcher()}, p.identity.Workers(), p.webhooks.Workers(),
		p.market.Workers(), p.stream.Workers(), p.education.Workers(), p.health.Workers())
	if p.settings.MetricsListen != "" {
		p.metrics.Feed(p.market.FeedName(), p.market.FeedSilence)
		p.metrics.Streams(p.stream.Streams)
		p.metrics.Workers(p.workerStates)
		jobs = append(jobs, p.newGaugeReader())
	}
	if p.role == roleAPI {
		return jobs
	}
	return slices.Concat(jobs, p.webhooks.SharedWorkers(), p.market.SharedWorkers(), p.trading.SharedWorkers(),
		p.bots.SharedWorkers(), p.backtests.SharedWorkers(), p.risk.SharedWorkers(), p.copying.SharedWorkers(), p.alerts.SharedWorkers(), p.stream.SharedWorkers(), p.live.Workers(),
		p.investment.SharedWorkers(), p.kyc.SharedWorkers(), p.portfolio.SharedWorkers(), p.education.SharedWorkers(), p.payments.SharedWorkers(), p.ml.SharedWorkers(), p.privacy.SharedWorkers(), p.health.SharedWorkers(),
		[]worker.Worker{p.messages, p.identity.Cleaner(), p.identity.ResetMailer(), edge.NewIdempotencyCleaner(p.db, clock)})
}

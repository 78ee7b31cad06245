package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"bourse/internal/fault"
	"bourse/internal/httpapi"
	"bourse/internal/identity"
	"bourse/internal/investment/broker"
)

type demoCommand struct {
	serverSettings `embed:""`
}

// demoPassword is the password of every account in the demo. It is printed at the start: the demo has no secrets.
const demoPassword = "bourse-demo-1"

var (
	demoTenants = []struct{ slug, name string }{
		{"northwind", "Northwind Invest"},
		{"lumen", "Lumen Markets"},
	}
	demoUsers = []struct {
		email  string
		role   identity.Role
		tenant string
		name   string
	}{
		{"trader@demo.test", identity.RoleTrader, identity.DefaultTenant, "Tess Trader"},
		{"analyst@demo.test", identity.RoleAnalyst, identity.DefaultTenant, "Ana Lyst"},
		{"admin@demo.test", identity.RoleAdmin, identity.DefaultTenant, "Ada Min"},
		{"super@demo.test", identity.RoleSuperAdmin, identity.DefaultTenant, "Sue Perin"},
		{"trader@northwind.test", identity.RoleTrader, "northwind", "Nora Winter"},
		{"admin@northwind.test", identity.RoleAdmin, "northwind", "Nils Holm"},
		{"trader@demo.test", identity.RoleTrader, "northwind", "Tess Trader"}, // the same person as a customer of another brand
	}
)

// Run fills an empty data folder with sample data and serves it.
func (c *demoCommand) Run(ctx context.Context, terminal console) (err error) {
	now := clock()
	for _, user := range demoUsers {
		c.DemoAccounts = append(c.DemoAccounts, httpapi.DemoAccount{Tenant: user.tenant, Email: user.email, Password: demoPassword, Role: user.role})
	}
	c.AgentsSince = now.Add(-min(longRecord, c.Market.DailyHistory))
	exchange, err := newDemoExchange()
	if err != nil {
		return fmt.Errorf("start the demo's exchange: %w", err)
	}
	defer exchange.listener.Close()                      // the worker that serves it closes it too
	if c.Broker.BinanceURL == broker.DefaultBinanceURL { // the real one is for real money
		c.Broker.BinanceURL = exchange.url()
	}
	p, err := newPlatform(ctx, c.serverSettings, roleAll, terminal.err, terminal.out)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.close()) }()
	exchange.platform = p
	receiver, err := newDemoReceiver(terminal)
	if err != nil {
		return fmt.Errorf("start the demo's webhook receiver: %w", err)
	}
	metronome := newDemoMetronome(p)
	p.around = metronome.watching
	p.workers = append(p.workers, receiver, exchange, &demoAnalyst{p}, metronome)
	say(terminal.out, "Making the demo's history; the first start takes some seconds.")
	if err := p.seed(ctx, receiver.url(), now); err != nil {
		return fmt.Errorf("seed the demo: %w", err)
	}
	return p.serve(ctx, func(address string) { c.welcome(terminal, address, p.block(address)) })
}

// seed adds what is missing, so that the next start completes a demo that was stopped half-way.
func (p *platform) seed(ctx context.Context, receiver string, now time.Time) error {
	for _, tenant := range demoTenants {
		if _, err := p.identity.AddTenant(ctx, tenant.slug, tenant.name); err != nil && !fault.Is(err, fault.Conflict) {
			return err
		}
	}
	if err := p.seedBrand(ctx); err != nil {
		return err
	}
	for _, user := range demoUsers {
		if known, err := p.identity.EmailRegistered(ctx, user.tenant, user.email); err != nil || known {
			if err != nil {
				return err
			}
			continue
		}
		registration := identity.Registration{Email: user.email, Password: demoPassword, Tenant: user.tenant}
		added, err := p.identity.AddUser(ctx, registration, user.role)
		if err != nil {
			return err
		}
		if _, err := p.identity.UpdateProfile(ctx, added.Caller(), identity.ProfileChange{DisplayName: &user.name}); err != nil {
			return err
		}
	}
	if err := p.seedWebhook(ctx, receiver); err != nil {
		return err
	}
	if err := p.education.SeedLibrary(ctx); err != nil {
		return err
	}
	if err := p.seedTrading(ctx, now); err != nil {
		return err
	}
	if err := p.seedPurchases(ctx, now); err != nil {
		return err
	}
	if err := p.seedLearning(ctx, now); err != nil {
		return err
	}
	if err := p.seedPayments(ctx); err != nil {
		return err
	}
	return p.seedModels(ctx)
}

func (c *demoCommand) welcome(terminal console, address, installation string) {
	base := "http://" + address
	say(terminal.out, `
Bourse is running at %[1]s        (reference: %[1]s/docs)

Log in with any of these, password %[2]s:`, base, demoPassword)
	for _, user := range demoUsers {
		say(terminal.out, "  %-24s %s of %s", user.email, user.role, user.tenant)
	}
	say(terminal.out, `An email that two brands know means the one that the log-in names ("tenant":"northwind"), else default.

Try:
  TOKEN=$(curl -s %[1]s/api/v1/auth/login -H 'Content-Type: application/json' -d '{"email":"trader@demo.test","password":"%[2]s"}' | sed 's/.*"accessToken":"\([^"]*\)".*/\1/')
  curl -s %[1]s/api/v1/auth/me -H "Authorization: Bearer $TOKEN"
  curl -s '%[1]s/api/v1/trading/signals?signalType=entry_long&limit=3' -H "Authorization: Bearer $TOKEN"

Connections to Binance go to a simulated exchange. Mails, text messages and webhooks appear here; the first two also in %[3]s/outbox.jsonl. Ctrl-C stops.
%[4]s`, base, demoPassword, c.DataDir, installation)
}

package app

import (
	"context"

	"bourse/internal/database"
	"bourse/internal/investment"
	"bourse/internal/investment/broker"
	"bourse/internal/market"
	"bourse/internal/portfolio"
	"bourse/internal/trading"
	"bourse/internal/webhook"
)

// brokerSettings configure where external trading accounts are verified.
type brokerSettings struct {
	BinanceURL       string `name:"binance-url" help:"Binance's REST API, for connections." default:"https://api.binance.com"`
	MetaAPIURL       string `name:"metaapi-url" help:"MetaApi's provisioning API, for mt4 and mt5; its own by default." placeholder:"URL"`
	MetaAPIClientURL string `name:"metaapi-client-url" help:"MetaApi's client API; its own by default." placeholder:"URL"`
	MetaAPIToken     string `name:"metaapi-token" help:"Token for MetaApi; better in the environment. Without it mt4 and mt5 cannot be verified."`
}

func (s brokerSettings) registry() (*broker.Registry, error) {
	registry, err := broker.New(broker.Settings{
		BinanceURL: s.BinanceURL, MetaAPIURL: s.MetaAPIURL, MetaAPIClientURL: s.MetaAPIClientURL, MetaAPIToken: s.MetaAPIToken,
	})
	if err != nil {
		return nil, &settingError{"broker-binance-url", err}
	}
	return registry, nil
}

// newInvestment creates the service of investment accounts, which builds on trading.
func newInvestment(p *platform) *investment.Service {
	service := investment.New(investment.Options{
		Database: p.db, Keyring: p.ring, People: p.identity, Accounts: investmentAccounts{p.trading, p.copying}, Cases: ownerCases{p.kyc}, Broker: p.brokers, Prices: p.market, Events: p.webhooks,
		Funding: p.settings.funding(), Now: clock, Logger: p.logger,
	})
	p.trading.WhenClosed(service.TradingClosed)
	p.trading.OutsideFrom(func(ctx context.Context, from database.Querier, account *trading.Account) (outside trading.Outside, err error) {
		outside.Worth, outside.Cash, err = service.Outside(ctx, from, account.TenantID, account.ID)
		return outside, err
	})
	p.kyc.AccountsFollow(accountsOf(service, clock))
	p.trading.AccountNamesFrom(service.AccountNames)
	return service
}

// newPortfolio creates the service of portfolios, which builds on trading and on connected accounts.
func newPortfolio(g *ground, trades *trading.Service, connected *investment.Service, prices *market.Market, events *webhook.Service) *portfolio.Service {
	return portfolio.New(portfolio.Options{
		Database: g.db, Accounts: portfolioAccounts{trades, connected}, Market: prices, Events: events, Now: clock, Logger: g.logger,
	})
}

package app

import (
	"time"

	"bourse/internal/investment"
	"bourse/internal/investment/broker"
	"bourse/internal/market"
	"bourse/internal/portfolio"
	"bourse/internal/trading"
	"bourse/internal/trading/copying"
	"bourse/internal/webhook"
)

// brokerSettings say where external trading accounts are verified.
type brokerSettings struct {
	BinanceURL       string `name:"binance-url" help:"Binance's REST API, for connections." default:"https://api.binance.com"`
	MetaAPIURL       string `name:"metaapi-url" help:"MetaApi's provisioning API, for mt4 and mt5; its own by default." placeholder:"URL"`
	MetaAPIClientURL string `name:"metaapi-client-url" help:"MetaApi's client API; its own by default." placeholder:"URL"`
	MetaAPIToken     string `name:"metaapi-token" help:"Token for MetaApi; better in the environment. Without it mt4 and mt5 cannot be verified."`
}

func (s brokerSettings) settings() broker.Settings {
	return broker.Settings{BinanceURL: s.BinanceURL, MetaAPIURL: s.MetaAPIURL, MetaAPIClientURL: s.MetaAPIClientURL, MetaAPIToken: s.MetaAPIToken}
}

func (s brokerSettings) registry() (*broker.Registry, error) {
	registry, err := broker.New(s.settings())
	if err != nil {
		return nil, &settingError{"broker-binance-url", err}
	}
	return registry, nil
}

// newInvestment makes investment accounts, which stand on the trading desk.
func newInvestment(g *ground, desk *trading.Service, followers *copying.Service, prices *market.Market, events *webhook.Service) (*investment.Service, error) {
	registry, err := g.settings.Broker.registry()
	if err != nil {
		return nil, err
	}
	service := investment.New(investment.Options{
		Database: g.db, Keyring: g.ring, Accounts: investmentAccounts{desk, followers}, Broker: registry, Prices: prices, Events: events,
		KYC: investment.KYCMode(g.settings.KYC), Funding: g.settings.funding(), Now: time.Now, Logger: g.logger,
	})
	desk.WhenClosed(service.TradingClosed)
	desk.AccountNamesFrom(service.AccountNames)
	return service, nil
}

// newPortfolio makes portfolios, which stand on the trading desk too, and on what is connected.
func newPortfolio(g *ground, desk *trading.Service, connected *investment.Service, prices *market.Market, events *webhook.Service) *portfolio.Service {
	return portfolio.New(portfolio.Options{
		Database: g.db, Accounts: portfolioAccounts{desk, connected}, Market: prices, Events: events, Now: time.Now, Logger: g.logger,
	})
}

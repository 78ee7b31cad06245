package app

import (
	"context"
	"time"

	"bourse/internal/investment"
	"bourse/internal/investment/broker"
	"bourse/internal/portfolio"
)

// brokerSettings say where external trading accounts are verified.
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

// startInvesting makes investment accounts and portfolios, which both stand on the trading desk.
func (p *platform) startInvesting(context.Context) error {
	registry, err := p.settings.Broker.registry()
	if err != nil {
		return err
	}
	p.investment = investment.New(investment.Options{
		Database: p.db, Keyring: p.ring, Desk: investmentDesk{p.trading, p.copying}, Broker: registry, Events: p.webhooks,
		KYC: investment.KYCMode(p.settings.KYC), Funding: p.settings.funding(), Now: time.Now, Logger: p.logger,
	})
	p.trading.WhenClosed(p.investment.DeskClosed)
	p.portfolio = portfolio.New(portfolio.Options{
		Database: p.db, Desk: portfolioDesk{p.trading}, Market: p.market, Events: p.webhooks, Now: time.Now, Logger: p.logger,
	})
	return nil
}

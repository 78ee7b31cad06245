package app

import (
	"context"
	"net"
	"net/http"
	"time"

	"bourse/internal/identity"
	"bourse/internal/investment/broker"
	"bourse/internal/investment/broker/binancetest"
	"bourse/internal/market"
	"bourse/internal/money"
)

// demoExchange is a worker that plays an exchange at which the demo's trader has an account: everything that connects to
// Binance connects to it. Its prices are the market's. What is traded there is forgotten with the process: the
// account then holds again what it held at the first start.
type demoExchange struct {
	listener net.Listener
	server   *http.Server
	exchange *binancetest.Exchange
	platform *platform
	listed   map[string]bool
}

// The trader's key may read and trade. It opens nothing but the account of a simulation on this machine.
const (
	demoKey       = "demo-key-of-tess-trader"
	demoKeySecret = "demo-secret-of-tess-trader"
	// exchangePause is how old the exchange's prices may be.
	exchangePause = time.Second
)

// newDemoExchange makes an exchange with the trader's account. It listens before there is a platform, which is told where.
func newDemoExchange() (*demoExchange, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	exchange := binancetest.New(time.Now)
	exchange.OpenAccount(demoKey, demoKeySecret)
	for asset, quantity := range map[string]string{"BTC": "0.05", "ETH": "0.8", "USDT": "2500"} {
		exchange.Credit(demoKey, asset, quantity)
	}
	server := &http.Server{Handler: exchange, ReadTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second}
	return &demoExchange{listener: listener, server: server, exchange: exchange, listed: map[string]bool{}}, nil
}

func (x *demoExchange) url() string { return "http://" + x.listener.Addr().String() }

// Name is the worker's name.
func (x *demoExchange) Name() string { return "demo-exchange" }

// Run serves the exchange and moves its prices with the market's until the context ends.
func (x *demoExchange) Run(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() { x.server.Close() })
	defer stop()
	served := make(chan error, 1)
	go func() { served <- x.server.Serve(x.listener) }() // until it is closed
	pause := time.NewTicker(exchangePause)
	defer pause.Stop()
	for {
		x.movePrices()
		select {
		case err := <-served:
			if ctx.Err() != nil {
				return nil
			}
			return err
		case <-pause.C:
		}
	}
}

// movePrices lists every coin that the market knows a price of, and gives it that price.
func (x *demoExchange) movePrices() {
	for _, coin := range x.platform.market.Instruments() {
		quote, isKnown := x.platform.market.LastQuote(coin.Symbol)
		switch {
		case !isKnown || coin.Kind != market.Crypto || coin.VenueSymbol == "" || !coin.IsActive:
		case x.listed[coin.VenueSymbol]:
			x.exchange.SetPrice(coin.VenueSymbol, quote.Mark.String())
		default:
			x.exchange.List(binancetest.Symbol{
				Name: coin.VenueSymbol, Base: coin.BaseAsset, Quote: "USDT", TickSize: coin.TickSize, LotStep: coin.LotStep,
				LeastQuantity: coin.LotStep, MostQuantity: money.FromInt(1_000_000), LeastNotional: dollars(5), Price: quote.Mark,
			})
			x.listed[coin.VenueSymbol] = true
		}
	}
}

// connectTrader connects the trader's account at the exchange, unless they have connected one.
func (p *platform) connectTrader(ctx context.Context, trader identity.Caller) error {
	known, err := p.investment.Connections(ctx, trader)
	if err != nil || len(known) > 0 {
		return err
	}
	_, err = p.investment.Connect(ctx, trader, broker.Binance, broker.Credentials{"apiKey": demoKey, "apiSecret": demoKeySecret})
	return unlessRefused(err)
}

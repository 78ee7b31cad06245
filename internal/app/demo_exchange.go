package app

import (
	"context"
	"net"
	"net/http"
	"slices"
	"time"

	"bourse/internal/identity"
	"bourse/internal/investment"
	"bourse/internal/investment/broker"
	"bourse/internal/investment/broker/binancetest"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
)

// demoExchange is a worker that plays an exchange at which the demo's trader has an account: all connections to
// Binance go to it. Its prices are the market's. Trades there are lost with the process: the account then holds again
// what it held at the first start.
type demoExchange struct {
	listener net.Listener
	server   *http.Server
	exchange *binancetest.Exchange
	platform *platform
	listed   map[string]bool
}

// The trader's key may read and trade. It only opens the account of a simulation on this machine.
const (
	demoKey       = "demo-key-of-tess-trader"
	demoKeySecret = "demo-secret-of-tess-trader"
	// exchangePause is the maximum age of the exchange's prices.
	exchangePause = time.Second
)

// demoElsewhere is what the trader holds at the exchange, and the symbol that prices it; dollars need none.
var demoElsewhere = []struct{ asset, quantity, symbol string }{
	{"BTC", "0.05", "BTCUSD"}, {"ETH", "0.8", "ETHUSD"}, {"USDT", "2500", ""},
}

// newDemoExchange makes an exchange with the trader's account. It listens before the platform exists, which needs the
// address.
func newDemoExchange() (*demoExchange, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	exchange := binancetest.New(clock)
	exchange.OpenAccount(demoKey, demoKeySecret)
	for _, held := range demoElsewhere {
		exchange.Credit(demoKey, held.asset, held.quantity)
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

// movePrices lists every coin that has a price in the market, at that price.
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

// connectTrader connects the trader's account at the exchange as of the day when the first account here was opened,
// so that the total does not seem to jump today. A trader who has connected one keeps that.
func (p *platform) connectTrader(ctx context.Context, trader identity.Caller) error {
	known, err := p.investment.Connections(ctx, trader)
	if err != nil || len(known) > 0 {
		return err
	}
	past, err := p.heldElsewhere(ctx, trader)
	if err != nil {
		return err
	}
	_, err = p.investment.RecordConnection(ctx, trader, broker.Binance, broker.Credentials{"apiKey": demoKey, "apiSecret": demoKeySecret}, past)
	return unlessRefused(err)
}

// heldElsewhere is what the trader has held at the exchange up to yesterday, at each day's closing prices.
func (p *platform) heldElsewhere(ctx context.Context, trader identity.Caller) (past investment.Past, err error) {
	defer money.Catch(&err)
	accounts, err := p.investment.Accounts(ctx, trader)
	if err != nil || len(accounts) == 0 {
		return past, err
	}
	oldest := slices.MinFunc(accounts, func(a, b *investment.Account) int { return a.CreatedAt.Compare(b.CreatedAt) })
	first, today := trading.UTCDay(oldest.CreatedAt.UTC()), trading.UTCDay(clock().UTC())
	for day := first; day.Before(today); day = day.AddDate(0, 0, 1) {
		past.Days = append(past.Days, investment.EquityDay{Day: day})
	}
	for _, held := range demoElsewhere {
		balance := investment.Balance{Asset: held.asset, Free: money.MustParse(held.quantity), Price: dollars(1)}
		var candles []market.Candle
		if held.symbol != "" {
			if candles, err = p.market.Candles(ctx, held.symbol, market.Day, first, today, len(past.Days)+1); err != nil {
				return past, err
			}
		}
		for i := range past.Days {
			for len(candles) > 0 && !candles[0].OpenedAt.After(past.Days[i].Day) {
				balance.Price, candles = candles[0].Close, candles[1:]
			}
			past.Days[i].Value = past.Days[i].Value.Add(balance.Value())
		}
		past.Balances = append(past.Balances, balance)
	}
	return past, nil
}

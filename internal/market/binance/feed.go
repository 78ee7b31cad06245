// Package binance is the market feed of Binance Spot.
//
// Prices come over one WebSocket connection per hundred instruments: the best bid and ask of each, and its one-minute
// candle. What a connection missed is fetched over REST. The feed recovers by itself: a connection that drops, falls silent
// or is closed by the exchange, as every one is after a day, is reopened with a growing pause, and the candles missed
// meanwhile are fetched before the stream continues.
//
// # Candles
//
// Each instrument has a follower, which knows the candle that is due next. An older one is a duplicate and is dropped; a
// newer one means that some are missing, and they are fetched first. So candles arrive once and in order, however often the
// connection breaks. A minute that the exchange itself does not have, because it was down, is requested twice and then
// skipped with a line in the log.
//
// # Quotes
//
// Quotes come far faster than needed. They are conflated: an instrument has at most one tick per 100 ms, at the newest
// quote, with a high and low that cover the quotes it replaced. After a new connection, ticks wait for the missed candles,
// so that whoever watches both sees the past before the present; but only for a few seconds, because a ban on REST must not
// stop the prices.
//
// # Limits
//
// All REST requests pass one gate, one at a time. A 429 or 418 closes it for as long as the exchange says, since continuing
// is what turns the first into the second.
package binance

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"bourse/internal/market"
)

// instrumentsPerConnection keeps the address of a stream within the 8 kB that servers take, and far
// below the 1024 streams that Binance allows on one connection.
const instrumentsPerConnection = 100

// Feed delivers the market data of Binance Spot. It is a market.Feed.
type Feed struct {
	settings Settings
	rest     *client
	logger   *slog.Logger
}

var _ market.Feed = (*Feed)(nil)

// New makes the feed. It fails with an error that names the setting when one is invalid.
func New(settings Settings, logger *slog.Logger) (*Feed, error) {
	settings = settings.withDefaults()
	if err := settings.check(); err != nil {
		return nil, err
	}
	return &Feed{settings: settings, rest: newClient(settings, logger), logger: logger}, nil
}

// Name is "binance".
func (f *Feed) Name() string { return "binance" }

// Run delivers ticks and closed one-minute candles of the crypto instruments that have a venue symbol, and ignores the
// others. The first candle is the one of the minute in which Run is called; History has the older ones. Run ends with the
// context and returns nil: every problem with the exchange is logged and handled.
func (f *Feed) Run(ctx context.Context, instruments []market.Instrument, sink market.Sink) error {
	defer f.settings.HTTPClient.CloseIdleConnections()

	due := market.Minute.Start(time.Now())
	var followers []*follower
	for _, instrument := range instruments {
		if isServed(instrument) {
			followers = append(followers, newFollower(instrument, due, f.rest, sink, f.logger))
		}
	}
	if len(followers) == 0 {
		f.logger.InfoContext(ctx, "binance feed has no instrument to serve")
		<-ctx.Done()
		return nil
	}

	var streams sync.WaitGroup
	for group := range slices.Chunk(followers, instrumentsPerConnection) {
		stream := newStream(f.settings, f.rest, group, sink, f.logger)
		streams.Go(func() { stream.run(ctx) })
	}
	streams.Wait()
	return nil
}

// History returns the closed candles with from <= OpenedAt < to, oldest first; none for an instrument that is not served.
// It fails with an *Error when the exchange refuses, and with another error when it cannot be reached; both only after
// several attempts, unless retrying is useless.
func (f *Feed) History(ctx context.Context, instrument market.Instrument, interval market.Interval, from, to time.Time) ([]market.Candle, error) {
	if !isServed(instrument) {
		return nil, nil
	}
	var candles []market.Candle
	err := f.rest.klines(ctx, venueSymbol(instrument), interval, from, to, func(page []kline) {
		for _, kline := range page {
			candles = append(candles, kline.candle(instrument.Symbol, interval))
		}
	})
	if err != nil {
		return nil, fmt.Errorf("history of %s: %w", instrument.Symbol, err)
	}
	return candles, nil
}

func isServed(instrument market.Instrument) bool {
	return instrument.Kind == market.Crypto && venueSymbol(instrument) != ""
}

// venueSymbol is the instrument's name in the spelling of the REST interface and of the stream's messages.
func venueSymbol(instrument market.Instrument) string {
	return strings.ToUpper(strings.TrimSpace(instrument.VenueSymbol))
}

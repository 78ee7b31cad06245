package binance

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"bourse/internal/market"
)

// stream keeps one connection for a group of instruments open.
type stream struct {
	settings  Settings
	rest      *client
	followers []*follower
	// bySymbol has more than one follower for a symbol if several instruments are priced by it.
	bySymbol map[string][]*follower
	sink     market.Sink
	logger   *slog.Logger
}

func newStream(settings Settings, rest *client, followers []*follower, sink market.Sink, logger *slog.Logger) *stream {
	s := &stream{
		settings: settings, rest: rest, followers: followers, sink: sink, logger: logger,
		bySymbol: make(map[string][]*follower, len(followers)),
	}
	for _, follower := range followers {
		s.bySymbol[follower.symbol] = append(s.bySymbol[follower.symbol], follower)
	}
	return s
}

// run connects, and reconnects whenever a connection has ended, until the context ends.
func (s *stream) run(ctx context.Context) {
	retry := s.settings.backoff()
	for {
		began := time.Now()
		err := s.connect(ctx)
		if ctx.Err() != nil {
			return
		}
		s.sink.Lost(s.instruments()...)
		// Only a connection that lasted for a while counts as a success: a server that accepts and hangs up must not be
		// called every second, as the exchange counts connections.
		if time.Since(began) >= s.settings.MaxBackoff {
			retry.reset()
		}
		wait := retry.next()
		var refusal *Error
		if errors.As(err, &refusal) {
			wait = max(wait, refusal.RetryAfter)
		}
		s.logger.WarnContext(ctx, "binance stream lost", "error", err, "after", time.Since(began), "retry_in", wait)
		if pause(ctx, wait) != nil {
			return
		}
	}
}

// address names both streams of every symbol.
func (s *stream) address() string {
	names := make([]string, 0, 2*len(s.bySymbol))
	for _, symbol := range s.symbols() {
		name := url.QueryEscape(strings.ToLower(symbol))
		names = append(names, name+"@bookTicker", name+"@kline_1m")
	}
	return strings.TrimSuffix(s.settings.StreamURL, "/") + "/stream?streams=" + strings.Join(names, "/")
}

// symbols lists the exchange's symbols, each once, in the order of the instruments.
func (s *stream) symbols() []string {
	symbols := make([]string, 0, len(s.bySymbol))
	for _, follower := range s.followers {
		if s.bySymbol[follower.symbol][0] == follower {
			symbols = append(symbols, follower.symbol)
		}
	}
	return symbols
}

// instruments lists our symbols.
func (s *stream) instruments() []string {
	symbols := make([]string, len(s.followers))
	for i, follower := range s.followers {
		symbols[i] = follower.instrument.Symbol
	}
	return symbols
}

package binance_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"bourse/internal/market"
	"bourse/internal/market/binance"
	"bourse/internal/money"
)

func TestQuotesAndClosedCandlesReachTheSink(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		d.run(t, bitcoin, ether)
		peer := d.connected(t)
		if want := "btcusdt@bookTicker/btcusdt@kline_1m/ethusdt@bookTicker/ethusdt@kline_1m"; peer.streams != want {
			t.Errorf("subscribed to %q, want %q", peer.streams, want)
		}
		peer.send(t, bookMessage("BTCUSDT", 7, "100.00000001", "100.00000004"), klineMessage("BTCUSDT", d.minute(0), false))
		synctest.Wait()
		mark := money.MustParse("100.00000002") // half of 200.00000005, rounded to even
		want := []market.Tick{{
			Symbol: "BTC-USD", At: d.start, From: d.start, Open: mark, High: mark, Low: mark, Close: mark,
			Bid: money.MustParse("100.00000001"), Ask: money.MustParse("100.00000004"),
		}}
		if diff := cmp.Diff(want, d.sink.ticksOf("BTC-USD")); diff != "" {
			t.Errorf("ticks (-want +got):\n%s", diff)
		}
		d.wantCandles(t, "BTC-USD")

		time.Sleep(time.Second)
		peer.send(t, klineMessage("BTCUSDT", d.minute(0), true))
		synctest.Wait()
		candles := []market.Candle{{
			Symbol: "BTC-USD", Interval: market.Minute, OpenedAt: d.start,
			Open: decimal(price(d.start), "0"), High: decimal(price(d.start), "50"), Low: decimal(price(d.start)-1, "25"),
			Close: decimal(price(d.start), "1"), Volume: money.MustParse("12.5"),
		}}
		if diff := cmp.Diff(candles, d.sink.candlesOf("BTC-USD")); diff != "" {
			t.Errorf("candles (-want +got):\n%s", diff)
		}
		d.wantCandles(t, "ETH-USD")
	})
}

func decimal(whole int64, places string) money.Decimal {
	return money.MustParse(fmt.Sprintf("%d.%s", whole, places))
}

func TestTheFeedWorksOverLoopback(t *testing.T) {
	t.Parallel()
	exchange := newExchange()
	server := httptest.NewServer(exchange)
	defer server.Close()
	feed, err := binance.New(binance.Settings{
		RESTURL: server.URL, StreamURL: "ws" + strings.TrimPrefix(server.URL, "http"),
	}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	delivered := signals{ticks: make(chan market.Tick, 10), candles: make(chan market.Candle, 10)}
	go func() { ended <- feed.Run(ctx, []market.Instrument{bitcoin}, delivered) }()

	peer := <-exchange.connections
	// The next minute is due even if the minute turns while the test runs.
	next := market.Minute.Start(time.Now()).Add(time.Minute)
	peer.send(t, bookMessage("BTCUSDT", 1, "99", "101"), klineMessage("BTCUSDT", next, true))
	if tick := <-delivered.ticks; tick.Close != money.FromInt(100) {
		t.Errorf("a tick at %s, want 100", tick.Close)
	}
	for candle := range delivered.candles {
		if candle.OpenedAt.Equal(next) {
			break
		}
	}
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("Run returned %v, want nil at the end of its context", err)
	}
	<-peer.ended
}

// signals passes on what it gets.
type signals struct {
	ticks   chan market.Tick
	candles chan market.Candle
}

func (s signals) Tick(ticks ...market.Tick) {
	for _, tick := range ticks {
		s.ticks <- tick
	}
}

func (signals) Lost(...string) {}

func (s signals) Closed(candles ...market.Candle) {
	for _, candle := range candles {
		s.candles <- candle
	}
}

func TestOnlyCryptoWithAVenueSymbolIsServed(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		apple := market.Instrument{Symbol: "AAPL", Kind: market.Equity, VenueSymbol: "AAPL"}
		nowhere := market.Instrument{Symbol: "ABC-USD", Kind: market.Crypto}
		d.run(t, apple, bitcoin, nowhere)
		if peer := d.connected(t); peer.streams != "btcusdt@bookTicker/btcusdt@kline_1m" {
			t.Errorf("subscribed to %q, want bitcoin only", peer.streams)
		}
		for _, instrument := range []market.Instrument{apple, nowhere} {
			if candles, err := d.feed.History(t.Context(), instrument, market.Minute, d.start.Add(-time.Hour), d.start); err != nil || candles != nil {
				t.Errorf("history of %s: %v, %v, want none", instrument.Symbol, candles, err)
			}
		}
	})
}

func TestAFeedWithNothingToServeWaitsForItsEnd(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		d.run(t)
		time.Sleep(time.Hour)
		if len(d.exchange.connections) > 0 || len(d.exchange.requests) > 0 {
			t.Error("the exchange was called")
		}
	})
}

func TestManyInstrumentsAreSharedOutToConnections(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		var instruments []market.Instrument
		for i := range 101 {
			name := fmt.Sprintf("COIN%d", i)
			instruments = append(instruments, market.Instrument{Symbol: name, Kind: market.Crypto, VenueSymbol: name})
		}
		d.run(t, instruments...)
		first, second := d.connected(t), d.connected(t)
		streams := strings.Count(first.streams, "@") + strings.Count(second.streams, "@")
		if streams != 202 {
			t.Errorf("%d streams, want 202", streams)
		}
	})
}

func TestTwoInstrumentsMayShareASymbol(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		twin := bitcoin
		twin.Symbol = "XBT-USD"
		d.run(t, bitcoin, twin)
		peer := d.connected(t)
		peer.send(t, bookMessage("BTCUSDT", 1, "99", "101"), klineMessage("BTCUSDT", d.minute(0), true))
		synctest.Wait()
		for _, symbol := range []string{"BTC-USD", "XBT-USD"} {
			d.wantCandles(t, symbol, 0)
			if got := len(d.sink.ticksOf(symbol)); got != 1 {
				t.Errorf("%d ticks of %s, want 1", got, symbol)
			}
		}
	})
}

func TestNonsensicalSettingsAreRefused(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		settings binance.Settings
		want     string
	}{
		"a stream over http":    {binance.Settings{StreamURL: "https://stream.test"}, "stream address"},
		"an address of no host": {binance.Settings{RESTURL: "https://"}, "REST address"},
		"an address with query": {binance.Settings{RESTURL: "https://a.test?x=1"}, "REST address"},
		"no address at all":     {binance.Settings{RESTURL: "://"}, "REST address"},
		"pauses upside down":    {binance.Settings{MinBackoff: time.Hour}, "longer than the longest"},
		"a negative duration":   {binance.Settings{Silence: -1}, "negative"},
	} {
		_, err := binance.New(test.settings, slog.New(slog.DiscardHandler))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want an error that says %q", name, err, test.want)
		}
	}
	feed, err := binance.New(binance.Settings{HTTPClient: http.DefaultClient}, slog.New(slog.DiscardHandler))
	if err != nil || feed.Name() != "binance" {
		t.Errorf("the defaults: %v, want a feed named binance", err)
	}
}

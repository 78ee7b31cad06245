package binance_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"bourse/internal/market"
	"bourse/internal/market/binance"
)

var (
	bitcoin = market.Instrument{Symbol: "BTC-USD", Kind: market.Crypto, VenueSymbol: "BTCUSDT", IsActive: true}
	ether   = market.Instrument{Symbol: "ETH-USD", Kind: market.Crypto, VenueSymbol: "ETHUSDT", IsActive: true}
)

// desk is a feed, the exchange it listens to, and what it has delivered; all of it in a synctest bubble.
type desk struct {
	exchange *exchange
	feed     *binance.Feed
	sink     *recorder
	logs     *journal
	start    time.Time
}

func onDesk(t *testing.T, test func(t *testing.T, d *desk)) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := &desk{exchange: newExchange(), sink: &recorder{}, logs: &journal{}, start: time.Now().UTC()}
		network := newPipes()
		server := &http.Server{Handler: d.exchange}
		served := make(chan struct{})
		go func() {
			defer close(served)
			server.Serve(network)
		}()
		client := &http.Client{Transport: &http.Transport{DialContext: network.dial}}
		t.Cleanup(func() {
			client.CloseIdleConnections()
			server.Close()
			<-served
		})
		feed, err := binance.New(binance.Settings{
			RESTURL: "http://rest.test", StreamURL: "ws://stream.test", HTTPClient: client,
		}, slog.New(slog.NewTextHandler(d.logs, nil)))
		if err != nil {
			t.Fatal(err)
		}
		d.feed = feed
		test(t, d)
	})
}

// run starts the feed and stops it, with everything that it started, when the test ends.
func (d *desk) run(t *testing.T, instruments ...market.Instrument) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- d.feed.Run(ctx, instruments, d.sink) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("Run returned %v, want nil at the end of its context", err)
		}
	})
}

// connected waits for the next connection and for everything that follows from it.
func (d *desk) connected(t *testing.T) *connection {
	t.Helper()
	select {
	case peer := <-d.exchange.connections:
		synctest.Wait()
		return peer
	case <-time.After(time.Hour):
		t.Fatalf("no connection for an hour; log:\n%s", d.logs)
		return nil
	}
}

// runLate is run with an exchange that is unreachable at first. It also returns the minutes that were missed by then.
func (d *desk) runLate(t *testing.T, instruments ...market.Instrument) (*connection, []int) {
	t.Helper()
	d.exchange.refuseConnections(&reply{status: http.StatusServiceUnavailable})
	d.run(t, instruments...)
	d.sleepUntil(3, 0)
	d.exchange.refuseConnections(nil)
	peer := d.connected(t)
	var missed []int
	for minute := range int(time.Since(d.start) / time.Minute) {
		missed = append(missed, minute)
	}
	return peer, missed
}

func (d *desk) minute(n int) time.Time { return d.start.Add(time.Duration(n) * time.Minute) }

// sleepUntil lets the bubble's clock run.
func (d *desk) sleepUntil(n int, rest time.Duration) {
	time.Sleep(time.Until(d.minute(n).Add(rest)))
	synctest.Wait()
}

// wantCandles checks that exactly the candles of the given minutes have come, in this order.
func (d *desk) wantCandles(t *testing.T, symbol string, minutes ...int) {
	t.Helper()
	var got []int
	for _, candle := range d.sink.candlesOf(symbol) {
		got = append(got, int(candle.OpenedAt.Sub(d.start)/time.Minute))
	}
	if len(got) != len(minutes) {
		t.Fatalf("candles of %s: minutes %v, want %v; log:\n%s", symbol, got, minutes, d.logs)
	}
	for i := range got {
		if got[i] != minutes[i] {
			t.Fatalf("candles of %s: minutes %v, want %v; log:\n%s", symbol, got, minutes, d.logs)
		}
	}
}

// wantLog checks that the log has exactly so many lines with the text.
func (d *desk) wantLog(t *testing.T, text string, lines int) {
	t.Helper()
	if got := strings.Count(d.logs.String(), text); got != lines {
		t.Errorf("%d lines of log with %q, want %d:\n%s", got, text, lines, d.logs)
	}
}

// recorder keeps what a feed delivers.
type recorder struct {
	mutex   sync.Mutex
	ticks   []market.Tick
	tickAt  []time.Time
	candles []market.Candle
	lost    []string // one for each loss of a symbol
}

func (r *recorder) Lost(symbols ...string) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.lost = append(r.lost, symbols...)
}

func (r *recorder) Tick(ticks ...market.Tick) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for _, tick := range ticks {
		r.ticks = append(r.ticks, tick)
		r.tickAt = append(r.tickAt, time.Now())
	}
}

func (r *recorder) Closed(candles ...market.Candle) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.candles = append(r.candles, candles...)
}

func (r *recorder) ticksOf(symbol string) []market.Tick {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	var found []market.Tick
	for _, tick := range r.ticks {
		if tick.Symbol == symbol {
			found = append(found, tick)
		}
	}
	return found
}

func (r *recorder) candlesOf(symbol string) []market.Candle {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	var found []market.Candle
	for _, candle := range r.candles {
		if candle.Symbol == symbol {
			found = append(found, candle)
		}
	}
	return found
}

// journal keeps the log.
type journal struct {
	mutex sync.Mutex
	text  bytes.Buffer
}

func (j *journal) Write(line []byte) (int, error) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	return j.text.Write(line)
}

func (j *journal) String() string {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	return j.text.String()
}

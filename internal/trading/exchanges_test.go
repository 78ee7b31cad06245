package trading_test

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"sync"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/trading"
	"bourse/internal/trading/tradingtest"
)

// cost is what a transaction costs on PostgreSQL, its begin and its commit included.
type cost struct{ exchanges, statements int }

// wire sits between a database handle and the server and counts what transactions send.
type wire struct {
	listener net.Listener
	server   string
	running  sync.WaitGroup

	mutex sync.Mutex
	last  cost // of the last committed transaction
}

// tap opens a separate database behind a wire.
func tap(t *testing.T) (*database.DB, *wire) {
	t.Helper()
	address, err := url.Parse(databasetest.MigratedURL(t, database.Postgres))
	tradingtest.Must(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	tradingtest.Must(t, err)
	w := &wire{listener: listener, server: address.Host}
	w.running.Go(w.accept)
	t.Cleanup(func() {
		listener.Close()
		w.running.Wait()
	})
	address.Host = listener.Addr().String()
	// One connection: a second one would have to prepare its statements again.
	db, err := database.Open(t.Context(), database.Options{URL: address.String(), Limits: database.PatientLimits, MaxConnections: 1})
	tradingtest.Must(t, err)
	t.Cleanup(func() { tradingtest.Must(t, db.Close()) })
	return db, w
}

func (w *wire) accept() {
	for {
		client, err := w.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", w.server)
		if err != nil {
			client.Close()
			return
		}
		w.running.Go(func() {
			defer client.Close()
			_, _ = io.Copy(client, server) // until either side closes
		})
		w.running.Go(func() {
			defer server.Close()
			_ = w.forward(server, bufio.NewReader(client))
		})
	}
}

// forward forwards the client's messages one by one, and counts. It fails when either side ends.
func (w *wire) forward(server io.Writer, client io.Reader) error {
	header, counted, isFirst := make([]byte, 5), cost{}, true
	for {
		begin := 0 // the first message has no type
		if isFirst {
			begin, isFirst = 1, false
		}
		if _, err := io.ReadFull(client, header[begin:]); err != nil {
			return err
		}
		body := make([]byte, binary.BigEndian.Uint32(header[1:])-4)
		if _, err := io.ReadFull(client, body); err != nil {
			return err
		}
		if begin == 0 {
			w.count(&counted, header[0], body)
		}
		if _, err := server.Write(append(bytes.Clone(header[begin:]), body...)); err != nil {
			return err
		}
	}
}

func (w *wire) count(counted *cost, kind byte, body []byte) {
	switch kind {
	case 'Q': // a statement without arguments
		if bytes.HasPrefix(body, []byte("begin")) {
			*counted = cost{}
		}
		counted.statements++
		counted.exchanges++
		if bytes.HasPrefix(body, []byte("commit")) {
			w.mutex.Lock()
			w.last = *counted
			w.mutex.Unlock()
		}
	case 'E':
		counted.statements++
	case 'S': // the client waits for an answer
		counted.exchanges++
	}
}

// Each round trip to the server costs both sides more than most statements do, so statements whose results are not needed
// travel with others. This shows what an additional statement in trading costs.
func TestTradingAsksTheServerFewTimes(t *testing.T) {
	t.Parallel()
	db, w := tap(t)
	d := tradingtest.NewDesk(t, db, tradingtest.FreeTerms())
	d.Prices.Price("SOLUSD", "100")
	got := map[string]cost{}
	did := func(what string, err error) {
		t.Helper()
		tradingtest.Must(t, err)
		w.mutex.Lock()
		defer w.mutex.Unlock()
		got[what] = w.last
	}
	for range 2 { // the first time statements are prepared
		signal, err := d.Service.CreateSignal(t.Context(), d.Analyst, trading.NewSignal{Symbol: "SOLUSD", Type: trading.EntryLong, ExpiresIn: time.Hour})
		tradingtest.Must(t, err)
		done, err := d.Service.Execute(t.Context(), d.Caller, signal.ID, trading.ExecuteOptions{Quantity: tradingtest.Quantity("1")})
		did("execute", err)
		_, err = d.Service.Close(t.Context(), d.Caller, done.Position.ID, nil)
		did("close", err)
		order, err := d.Service.PlaceOrder(t.Context(), d.Caller, trading.NewOrder{
			Symbol: "SOLUSD", Side: trading.Buy, Type: trading.LimitOrder, Quantity: tradingtest.Quantity("1"), LimitPrice: tradingtest.Quantity("50"),
		})
		did("place", err)
		_, err = d.Service.CancelOrder(t.Context(), d.Caller, order.ID)
		did("cancel", err)
	}
	for what, want := range map[string]cost{
		"execute": {8, 14}, "close": {8, 14}, "place": {8, 13}, "cancel": {8, 13},
	} {
		if got[what] != want {
			t.Errorf("%s took %d exchanges and %d statements, want %d and %d", what, got[what].exchanges, got[what].statements, want.exchanges, want.statements)
		}
	}
}

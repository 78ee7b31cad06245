package httpapi_test

import (
	"bufio"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/httpapi"
	"bourse/internal/httpapi/edge"
	"bourse/internal/httpapi/edge/edgetest"
	"bourse/internal/identity"
	"bourse/internal/ledger"
	"bourse/internal/market"
	"bourse/internal/market/markettest"
	"bourse/internal/money"
	"bourse/internal/secret"
	"bourse/internal/testkit"
	"bourse/internal/testkit/published"
	"bourse/internal/trading"
	"bourse/internal/trading/stream"
	"bourse/internal/worker"
)

// revocable is a door whose tokens and sessions can be revoked.
type revocable struct {
	mutex     sync.Mutex
	door      edgetest.Door
	ended     map[uuid.UUID]fault.Code // sessions
	followers map[uuid.UUID]func()
}

// expire makes a token invalid.
func (r *revocable) expire(token string) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	delete(r.door, token)
}

// revoke ends a session and notifies its followers.
func (r *revocable) revoke(session uuid.UUID, reason fault.Code) {
	r.mutex.Lock()
	r.ended[session] = reason
	changed := r.followers[session]
	r.mutex.Unlock()
	changed()
}

func (r *revocable) StillIn(_ context.Context, caller identity.Caller) error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if reason, ended := r.ended[caller.SessionID]; ended {
		return fault.New(reason, "it is over")
	}
	return nil
}

func (r *revocable) StillOpen(ctx context.Context, token string) error {
	return r.door.StillOpen(ctx, token)
}

func (r *revocable) CallerOf(ctx context.Context, session uuid.UUID) (identity.Caller, error) {
	found, err := r.door.CallerOf(ctx, session)
	if err != nil {
		return found, err
	}
	return found, r.StillIn(ctx, found)
}

func (r *revocable) Follow(session uuid.UUID, changed func()) (cancel func()) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.followers[session] = changed
	return func() {}
}

func (r *revocable) Authenticate(ctx context.Context, token string) (identity.Caller, error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.door.Authenticate(ctx, token)
}

// exchangeFloor is a server on the loopback with a market and trading behind it. Alice has the token "alice" and may
// publish signals, Bob has "bob". SOLUSD is at 100.
type exchangeFloor struct {
	t       *testing.T
	url     string
	server  *http.Server
	door    *revocable
	alice   identity.Caller
	bob     identity.Caller
	trading *trading.Service
	stream  *stream.Service
	prices  *markettest.Feed
	logs    *edgetest.LogBook
	ahead   atomic.Int64 // offset of the market's and trading's clock, in nanoseconds
}

// ticking is the clock of the market and trading: it runs in real time, as streams do, and can be set.
func (f *exchangeFloor) ticking() time.Time { return time.Now().Add(time.Duration(f.ahead.Load())) }

// newExchangeFloor starts a floor.
func newExchangeFloor(t *testing.T, keepAlive time.Duration, change ...func(*edge.Options)) *exchangeFloor {
	t.Helper()
	f := buildExchangeFloor(t, keepAlive, change...)
	f.run()
	return f
}

// buildExchangeFloor makes a floor whose server can be changed before it starts.
func buildExchangeFloor(t *testing.T, keepAlive time.Duration, change ...func(*edge.Options)) *exchangeFloor {
	t.Helper()
	db := databasetest.Open(t, database.SQLite)
	ring, err := secret.New()
	if err != nil {
		t.Fatal(err)
	}
	f := &exchangeFloor{t: t, alice: edgetest.Someone(identity.RoleAnalyst), bob: edgetest.Someone(identity.RoleUser), logs: &edgetest.LogBook{}}
	f.bob.TenantID = f.alice.TenantID // in Alice's tenant, so that he sees what she publishes
	addTenant(t, db, f.alice.TenantID, "floor")
	f.door = &revocable{
		door: edgetest.Door{"alice": f.alice, "bob": f.bob}, ended: map[uuid.UUID]fault.Code{}, followers: map[uuid.UUID]func(){},
	}
	shown, prices := markettest.New(t, db, market.Options{Now: f.ticking})
	f.prices = prices
	f.prices.Price("SOLUSD", "100")
	logger := slog.New(slog.NewJSONHandler(f.logs, nil))
	f.trading = trading.New(trading.Options{
		Database: db, Market: shown, Ledger: ledger.New(time.Now), Events: &published.Events{},
		Settings: trading.DefaultSettings(), Now: f.ticking, Logger: logger,
	})
	options := edge.Options{Authenticator: f.door, Database: db, Keyring: ring, Logger: logger, KeepAlive: keepAlive}
	for _, each := range change {
		each(&options)
	}
	f.stream = stream.New(stream.Options{Trading: f.trading, Database: db, Market: shown, Now: time.Now, Logger: logger})
	handler, err := httpapi.NewHandler(options, httpapi.PageOptions{}, &httpapi.API{Market: shown, Trading: f.trading, Stream: f.stream})
	if err != nil {
		t.Fatal(err)
	}
	f.server = handler.NewServer(logger)
	return f
}

// run serves and feeds the streams until the test ends.
func (f *exchangeFloor) run() {
	f.t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		f.t.Fatal(err)
	}
	f.url = "http://" + listener.Addr().String() + "/api/v1/trading/stream"
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() {
		worker.RunAll(ctx, slog.New(slog.DiscardHandler), func(string) {}, f.stream.Workers()...)
	})
	running.Go(func() {
		if err := f.server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			f.t.Errorf("serve: %v", err)
		}
	})
	f.t.Cleanup(func() {
		_ = f.server.Close()
		cancel()
		running.Wait()
	})
}

// event is a server-sent event, or another element of a stream.
type event struct{ id, name, data, hint, comment string }

// listener reads a stream.
type listener struct {
	t      *testing.T
	answer *http.Response
	lines  *bufio.Scanner
}

func (f *exchangeFloor) open(token, query string) *http.Response {
	f.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), testkit.Patience)
	f.t.Cleanup(cancel)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, f.url+query, http.NoBody)
	if err != nil {
		f.t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { _ = answer.Body.Close() })
	return answer
}

// listen opens a stream and returns once it is fed: when it has received the quotes.
func (f *exchangeFloor) listen(token string) *listener {
	f.t.Helper()
	answer := f.open(token, "")
	if answer.StatusCode != http.StatusOK {
		f.t.Fatalf("got %s", answer.Status)
	}
	l := &listener{t: f.t, answer: answer, lines: bufio.NewScanner(answer.Body)}
	l.next("quotes")
	return l
}

// read returns the next event; false at the end of the stream.
func (l *listener) read() (read event, ok bool) {
	for l.lines.Scan() {
		line := l.lines.Text()
		switch {
		case line == "":
			return read, true
		case strings.HasPrefix(line, ":"):
			read.comment = line
		case strings.HasPrefix(line, "event: "):
			read.name = strings.TrimPrefix(line, "event: ")
		case strings.HasPrefix(line, "id: "):
			read.id = strings.TrimPrefix(line, "id: ")
		case strings.HasPrefix(line, "data: "):
			read.data = strings.TrimPrefix(line, "data: ")
		default:
			read.hint = line
		}
	}
	return event{}, false
}

// next returns the data of the next event of that name.
func (l *listener) next(name string) string {
	l.t.Helper()
	for {
		read, ok := l.read()
		if !ok {
			l.t.Fatalf("the stream ended before %s: %v", name, l.lines.Err())
		}
		if read.name == name {
			return read.data
		}
	}
}

// end reads to the end of the stream, which must be orderly and give its reason.
func (l *listener) end(reason string) {
	l.t.Helper()
	var last event
	for read, ok := l.read(); ok; read, ok = l.read() {
		last = read
	}
	if want := (event{name: "end", data: `{"reason":"` + reason + `"}`}); last != want {
		l.t.Errorf("the last event is %+v, want %+v", last, want)
	}
	if err := l.lines.Err(); err != nil {
		l.t.Errorf("the stream was cut: %v", err)
	}
}

// enter publishes a signal and has a user execute it.
func (f *exchangeFloor) enter(user identity.Caller) *trading.Position {
	f.t.Helper()
	f.prices.Price("SOLUSD", "100")
	signal, err := f.trading.CreateSignal(f.t.Context(), f.alice, trading.NewSignal{Symbol: "SOLUSD", Type: trading.EntryLong, ExpiresIn: time.Hour})
	if err != nil {
		f.t.Fatal(err)
	}
	one := money.FromInt(1)
	done, err := f.trading.Execute(f.t.Context(), user, signal.ID, trading.ExecuteOptions{Quantity: &one})
	if err != nil {
		f.t.Fatal(err)
	}
	return done.Position
}

// addTenant creates a tenant with a given id.
func addTenant(t *testing.T, db *database.DB, id uuid.UUID, slug string) {
	t.Helper()
	err := db.InTx(t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(t.Context(), `INSERT INTO tenants (id, slug, name, created_at) VALUES ($1, $2, 'A brand', 1)`, id, slug)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

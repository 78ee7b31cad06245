package stream_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
	"bourse/internal/ledger"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/stream"
	"bourse/internal/trading/tradingtest"
)

// replicas are two processes that share a database: on PostgreSQL each has its own connections and receives the other's
// notifications through the server.
func replicas(t *testing.T, engine database.Engine) (d *tradingtest.MonitorDesk, services []*stream.Service) {
	t.Helper()
	url := databasetest.MigratedURL(t, engine)
	db := databasetest.OpenURL(t, url)
	d = &tradingtest.MonitorDesk{Desk: tradingtest.NewDesk(t, db, tradingtest.FreeTerms())}
	d.Prices.Price("SOLUSD", "100")
	other := db
	if engine == database.Postgres {
		other = databasetest.OpenURL(t, url)
		run(t, db.Listener(), other.Listener())
	}
	second := stream.New(stream.Options{
		Trading: trading.New(trading.Options{
			Database: other, Market: d.Market, Ledger: ledger.New(time.Now), Events: d.Events, Settings: tradingtest.FreeTerms(),
			Now: time.Now, Logger: slog.New(slog.DiscardHandler),
		}),
		Database: other, Market: d.Market, Now: time.Now, Logger: slog.New(slog.DiscardHandler),
	})
	run(t, d.Stream.Workers()...)
	run(t, second.Workers()...)
	return d, []*stream.Service{d.Stream, second}
}

// trade opens and closes positions of a user, some of them in parts.
func trade(d *tradingtest.MonitorDesk, user identity.Caller, times int) error {
	for range times {
		signal, err := d.Service.CreateSignal(d.T.Context(), d.Analyst, trading.NewSignal{Symbol: "SOLUSD", Type: trading.EntryLong, ExpiresIn: time.Hour})
		if err != nil {
			return err
		}
		done, err := d.Service.Execute(d.T.Context(), user, signal.ID, trading.ExecuteOptions{Quantity: tradingtest.Quantity("10")})
		if err != nil {
			return err
		}
		for _, part := range [][]string{{}, {"10"}, {"4", "6"}}[rand.N(3)] {
			if _, err := d.Service.Close(d.T.Context(), user, done.Position.ID, tradingtest.Quantity(part)); err != nil {
				return err
			}
		}
	}
	return nil
}

// reader is a client that is cut off again and again.
type reader struct {
	t       *testing.T
	user    identity.Caller
	last    string
	changes []*trading.RecordedChange
	signals []*trading.Signal
	inVain  int // how often in a row it was cut off before it was told anything
}

// listen reads a few messages from a process and is cut off, later when that was in vain: a busy machine may take longer
// until it tells anything.
func (r *reader) listen(from *stream.Service) {
	r.t.Helper()
	ctx, cut := context.WithCancel(r.t.Context())
	defer cut()
	defer time.AfterFunc(rand.N(30*time.Millisecond<<min(r.inVain, 6)), cut).Stop()
	r.inVain++
	live, err := from.Stream(ctx, r.user, stream.Opening{LastEventID: r.last})
	if err != nil {
		if ctx.Err() == nil {
			r.t.Fatal(err)
		}
		return
	}
	defer live.Close()
	if r.last == "" {
		r.last, r.inVain = live.Told(), 0
	}
	for range rand.N(12) {
		message, err := live.Next(ctx)
		if errors.Is(err, stream.ErrStreamMissed) || errors.Is(err, stream.ErrStreamSlow) {
			r.t.Fatalf("behind %s: %v", r.last, err)
		}
		if err != nil {
			return
		}
		if message.ID != "" {
			r.last, r.inVain = message.ID, 0
		}
		if message.Change != nil {
			r.changes = append(r.changes, message.Change)
		}
		if message.Signal != nil {
			r.signals = append(r.signals, message.Signal)
		}
	}
}

// wantEverything fails the test unless the reader received every change and signal once and in order, signals before the
// positions that came from them.
func (r *reader) wantEverything(last trading.Told) {
	r.t.Helper()
	if r.last != fmt.Sprintf("%d-%d", last.Change, last.Signal) || int64(len(r.changes)) != last.Change || int64(len(r.signals)) != last.Signal {
		r.t.Errorf("told %d changes and %d signals up to %s, want all of %+v", len(r.changes), len(r.signals), r.last, last)
	}
	for i, change := range r.changes {
		if change.Number != int64(i+1) || change.UserID != r.user.UserID {
			r.t.Fatalf("change %d is number %d of %s", i, change.Number, change.UserID)
		}
	}
	for i, signal := range r.signals {
		if signal.Number != int64(i+1) {
			r.t.Fatalf("signal %d is number %d", i, signal.Number)
		}
	}
}

func TestAReaderThatIsCutOffIsToldEverythingOnceAndInOrder(t *testing.T) {
	t.Parallel()
	for _, engine := range databasetest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			d, services := replicas(t, engine)
			r := &reader{t: t, user: d.Caller}
			for r.last == "" {
				r.listen(services[0])
			}
			var trading sync.WaitGroup
			for i := range 4 { // two of them for another user
				trading.Go(func() {
					user := d.Caller
					if i%2 == 1 {
						user = tradingtest.NewCaller(identity.RoleUser)
					}
					if err := trade(d, user, 15); err != nil {
						t.Error(err)
					}
				})
			}
			ended := make(chan struct{})
			go func() {
				trading.Wait()
				close(ended)
			}()
			for isOver := false; !isOver; {
				select {
				case <-ended:
					isOver = true
				default:
				}
				r.listen(services[rand.N(len(services))])
			}
			last := lastTold(t, d.DB, d.Caller.UserID)
			testkit.Until(t, fmt.Sprintf("it is told up to %+v", last), func() bool {
				r.listen(services[rand.N(len(services))])
				return r.last == fmt.Sprintf("%d-%d", last.Change, last.Signal)
			})
			r.wantEverything(last)
		})
	}
}

func lastTold(t *testing.T, db *database.DB, user uuid.UUID) trading.Told {
	t.Helper()
	last, err := trading.LastTold(t.Context(), db, user)
	tradingtest.Must(t, err)
	return last
}

// isMissed reports whether a stream resumed after an id ends at once, and checks that it says where to resume.
func isMissed(t *testing.T, d *tradingtest.MonitorDesk, id string) bool {
	t.Helper()
	live, err := d.Stream.Stream(t.Context(), d.Caller, stream.Opening{LastEventID: id})
	tradingtest.Must(t, err)
	defer live.Close()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = live.Next(ended)
	if !errors.Is(err, stream.ErrStreamMissed) {
		return false
	}
	last := lastTold(t, d.DB, d.Caller.UserID)
	if told := live.Told(); told != fmt.Sprintf("%d-%d", last.Change, last.Signal) {
		t.Errorf("behind %q the stream goes on at %s, want %+v", id, told, last)
	}
	return true
}

func TestWhatTheJournalDoesNotHoldIsMissed(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewMonitorDesk(t, db)
		for range 3 {
			d.Hold(d.Caller, trading.EntryLong, "", "")
		}
		for id, want := range map[string]bool{
			"3-3": false, "0-0": false, "2-1": false, "": false,
			"4-3": true, "3-4": true, "-1-3": true, "3": true, "a-b": true, "3-3-3": true, "03-3": true, "99999999999999999999-1": true,
		} {
			if got := isMissed(t, d, id); got != want {
				t.Errorf("behind %q something is missed: %t, want %t", id, got, want)
			}
		}
		remove := func(query string) {
			tradingtest.Must(t, db.InTx(t.Context(), func(tx *database.Tx) error {
				_, err := tx.Exec(t.Context(), query)
				return err
			}))
		}
		day := trading.JournalTime.Microseconds()
		remove(fmt.Sprintf(`UPDATE trading_changes SET created_at = created_at - %d WHERE number = 2`, day))
		tradingtest.Must(t, d.Stream.Cleanup(t.Context()))
		for id, want := range map[string]bool{"3-3": false, "2-3": false, "1-3": true, "0-3": true} {
			if got := isMissed(t, d, id); got != want {
				t.Errorf("without the second change, behind %q something is missed: %t, want %t", id, got, want)
			}
		}
		remove(fmt.Sprintf(`UPDATE signals SET created_at = created_at - %d WHERE number < 3`, day))
		for id, want := range map[string]bool{"3-3": false, "3-2": false, "3-1": true} {
			if got := isMissed(t, d, id); got != want {
				t.Errorf("with old signals, behind %q something is missed: %t, want %t", id, got, want)
			}
		}
	})
}

func TestWhoMissedTooMuchReadsTheListsAgain(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewMonitorDesk(t, db)
		record := func(count int) {
			changes := make([]trading.Change, count)
			for i := range changes {
				changes[i] = trading.Change{UserID: d.Caller.UserID, Kind: trading.NoticeChange, Subject: database.NewID(), Data: i}
			}
			tradingtest.Must(t, db.InTx(t.Context(), func(tx *database.Tx) error { return d.Service.RecordChanges(t.Context(), tx, changes...) }))
		}
		record(stream.MostMissed)
		if isMissed(t, d, "0-0") {
			t.Errorf("%d events are too many", stream.MostMissed)
		}
		record(1)
		if !isMissed(t, d, "0-0") || isMissed(t, d, "1-0") {
			t.Errorf("%d events are not too many, or one less is", stream.MostMissed+1)
		}
	})
}

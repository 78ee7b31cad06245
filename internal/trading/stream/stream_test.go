package stream_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/stream"
	"bourse/internal/trading/tradingtest"
)

// newStreamDesk is a desk whose streams are fed. SOLUSD is at 100, BTCUSD at 50 000.
func newStreamDesk(t *testing.T, db *database.DB) *tradingtest.MonitorDesk {
	t.Helper()
	d := &tradingtest.MonitorDesk{Desk: tradingtest.NewDesk(t, db, tradingtest.FreeTerms())}
	d.Prices.Price("SOLUSD", "100")
	d.Prices.Price("BTCUSD", "50000")
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() {
		if err := d.Stream.StreamHub().Run(ctx); err != nil {
			t.Errorf("the hub failed: %v", err)
		}
	})
	t.Cleanup(func() {
		cancel()
		running.Wait()
	})
	return d
}

func openStream(ctx context.Context, d *tradingtest.MonitorDesk, user identity.Caller, symbols ...string) *stream.Stream {
	d.T.Helper()
	live, err := d.Stream.Stream(ctx, user, symbols)
	if err != nil {
		d.T.Fatal(err)
	}
	return live
}

// started returns once the stream is fed: when it has been told the quotes.
func started(t *testing.T, live *stream.Stream) stream.Message {
	t.Helper()
	return nextOf(t, live, func(m stream.Message) bool { return m.Quotes != nil })
}

// nextOf returns the next message of a kind.
func nextOf(t *testing.T, live *stream.Stream, wanted func(stream.Message) bool) stream.Message {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for {
		message, err := live.Next(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if wanted(message) {
			return message
		}
	}
}

func TestAStreamTellsTheUsersPositionsAndNobodyElses(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newStreamDesk(t, db)
		live := openStream(t.Context(), d, d.Caller)
		started(t, live)
		isPosition := func(m stream.Message) bool { return m.Position != nil }
		d.Hold(tradingtest.NewCaller(identity.RoleUser), trading.EntryLong, "", "")
		held := d.Hold(d.Caller, trading.EntryLong, "", "")
		if told := nextOf(t, live, isPosition).Position; told.ID != held.ID || told.Status != trading.Open {
			t.Errorf("told %s of %s, want %s open", told.ID, told.UserID, held.ID)
		}
		if _, err := d.Service.Close(t.Context(), d.Caller, held.ID, nil); err != nil {
			t.Fatal(err)
		}
		if told := nextOf(t, live, isPosition).Position; told.ID != held.ID || told.Status != trading.Closed {
			t.Errorf("told %s is %s, want %s closed", told.ID, told.Status, held.ID)
		}
	})
}

func TestASignalIsToldBeforeThePositionThatCameFromIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := &tradingtest.MonitorDesk{Desk: tradingtest.NewDesk(t, db, tradingtest.FreeTerms())}
		d.Prices.Price("SOLUSD", "100")
		live := openStream(t.Context(), d, d.Caller)
		var held *trading.Position
		err := d.Stream.TellTogether(t.Context(), func() { held = d.Hold(d.Caller, trading.EntryLong, "", "") })
		if err != nil {
			t.Fatal(err)
		}
		first := nextOf(t, live, func(stream.Message) bool { return true })
		second := nextOf(t, live, func(stream.Message) bool { return true })
		if first.Signal == nil || second.Position == nil || second.Position.ID != held.ID {
			t.Errorf("told %+v and %+v, want the signal and the position", first, second)
		}
	})
}

// A process can die between its commit and telling the others of it.
func TestAStreamIsToldOfWhatNobodyToldAndOnlyOnceOfWhatSomebodyDid(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := &tradingtest.MonitorDesk{Desk: tradingtest.NewDesk(t, db, tradingtest.FreeTerms())}
		d.Prices.Price("SOLUSD", "100")
		live := openStream(t.Context(), d, d.Caller)
		var untold, told *trading.Position
		err := d.Stream.LookAround(t.Context(),
			func() { untold = d.Hold(d.Caller, trading.EntryLong, "", "") },
			func() { told = d.Hold(d.Caller, trading.EntryLong, "", "") })
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []*trading.Position{untold, told} {
			signal := nextOf(t, live, func(stream.Message) bool { return true })
			position := nextOf(t, live, func(stream.Message) bool { return true })
			if signal.Signal == nil || signal.Signal.ID != want.SignalID || position.Position == nil || position.Position.ID != want.ID {
				t.Errorf("told %+v and %+v, want the signal and the position %s", signal, position, want.ID)
			}
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		if again, err := live.Next(ended); err == nil {
			t.Errorf("told once more: %+v", again)
		}
	})
}

func TestAStreamTellsSignalsAndQuotesOfItsSymbolsOnly(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newStreamDesk(t, db)
		live := openStream(t.Context(), d, d.Caller, "SOLUSD")
		first := started(t, live)
		if len(first.Quotes) != 1 || first.Quotes[0].Symbol != "SOLUSD" || first.Quotes[0].Mark != tradingtest.Number("100") {
			t.Errorf("the first quotes are %+v, want SOLUSD at 100", first.Quotes)
		}
		d.Signal(trading.EntryLong, "BTCUSD", "", "")
		wanted := d.Signal(trading.EntryShort, "SOLUSD", "", "")
		told := nextOf(t, live, func(m stream.Message) bool { return m.Signal != nil }).Signal
		if told.ID != wanted.ID {
			t.Errorf("told the signal %s of %s, want %s", told.ID, told.Symbol, wanted.ID)
		}
	})
}

func TestQuotesAreJoinedToOneMessageASecond(t *testing.T) {
	t.Parallel()
	d := newStreamDesk(t, databasetest.Open(t, database.SQLite))
	live := openStream(t.Context(), d, d.Caller)
	if first := started(t, live); len(first.Quotes) != 2 || first.Quotes[0].Symbol != "BTCUSD" {
		t.Errorf("the first quotes are %+v, want both, by symbol", first.Quotes)
	}
	began := time.Now()
	for _, price := range []string{"101", "102", "103"} {
		d.Prices.Price("SOLUSD", price)
	}
	second := started(t, live)
	if len(second.Quotes) != 1 || second.Quotes[0].Mark != tradingtest.Number("103") {
		t.Errorf("the second quotes are %+v, want SOLUSD at 103", second.Quotes)
	}
	for _, price := range []string{"104", "105"} {
		d.Prices.Price("SOLUSD", price)
		started(t, live)
	}
	// On a busy machine one of the messages may be late, and the next one on time.
	if passed := time.Since(began); passed < time.Second {
		t.Errorf("three messages within %s", passed)
	}
}

func TestASlowReaderIsGivenUpAndHoldsUpNobody(t *testing.T) {
	t.Parallel()
	d := newStreamDesk(t, databasetest.Open(t, database.SQLite))
	slow, quick := openStream(t.Context(), d, d.Caller), openStream(t.Context(), d, d.Caller)
	started(t, quick)
	for range 257 {
		slow.Deliver(stream.Message{Signal: &trading.Signal{}})
	}
	if _, err := slow.Next(t.Context()); !errors.Is(err, stream.ErrStreamSlow) {
		t.Errorf("got %v, want the end of the stream", err)
	}
	signal := d.Signal(trading.EntryLong, "SOLUSD", "", "")
	if told := nextOf(t, quick, func(m stream.Message) bool { return m.Signal != nil }); told.Signal.ID != signal.ID {
		t.Errorf("told %s, want %s", told.Signal.ID, signal.ID)
	}
}

func TestStreamsEndWhenMessagesMayHaveBeenLost(t *testing.T) {
	t.Parallel()
	d := newStreamDesk(t, databasetest.Open(t, database.SQLite))
	live := openStream(t.Context(), d, d.Caller)
	if err := d.Stream.LoseMessages(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := live.Next(t.Context()); !errors.Is(err, stream.ErrStreamMissed) {
		t.Errorf("got %v, want the end of the stream", err)
	}
}

func TestAStreamOfAnUnknownSymbolIsNotFound(t *testing.T) {
	t.Parallel()
	d := newStreamDesk(t, databasetest.Open(t, database.SQLite))
	_, err := d.Stream.Stream(t.Context(), d.Caller, []string{"SOLUSD", "NOSUCH"})
	var refused *fault.Error
	if !errors.As(err, &refused) || refused.Code != fault.NotFound || refused.Field != "symbols" {
		t.Errorf("got %#v, want NOT_FOUND on symbols", err)
	}
}

func TestAUserHasAtMostFiveStreams(t *testing.T) {
	t.Parallel()
	d := newStreamDesk(t, databasetest.Open(t, database.SQLite))
	ctx, cancel := context.WithCancel(t.Context())
	var open []*stream.Stream
	for range 5 {
		open = append(open, openStream(ctx, d, d.Caller))
	}
	_, err := d.Stream.Stream(t.Context(), d.Caller, nil)
	testkit.WantFault(t, err, fault.RateLimited)
	openStream(t.Context(), d, tradingtest.NewCaller(identity.RoleUser))
	open[0].Close()
	open[0].Close()
	openStream(ctx, d, d.Caller)
	_, err = d.Stream.Stream(t.Context(), d.Caller, nil)
	testkit.WantFault(t, err, fault.RateLimited)
	cancel()
	for _, live := range open {
		if _, err := live.Next(t.Context()); err == nil {
			t.Error("a live goes on after its context ended")
		}
	}
	// Its place is free as soon as the live has ended, which the end of a context does in its own time.
	for {
		again, err := d.Stream.Stream(t.Context(), d.Caller, nil)
		if err == nil {
			again.Close()
			return
		}
		testkit.WantFault(t, err, fault.RateLimited)
	}
}

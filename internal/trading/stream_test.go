package trading_test

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
	"bourse/internal/trading"
)

// newStreamDesk is a desk whose streams are fed. SOLUSD is at 100, BTCUSD at 50 000.
func newStreamDesk(t *testing.T, db *database.DB) *monitorDesk {
	t.Helper()
	d := &monitorDesk{desk: newDesk(t, db, freeTerms())}
	d.prices.Price("SOLUSD", "100")
	d.prices.Price("BTCUSD", "50000")
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() {
		if err := d.service.StreamHub().Run(ctx); err != nil {
			t.Errorf("the hub failed: %v", err)
		}
	})
	t.Cleanup(func() {
		cancel()
		running.Wait()
	})
	return d
}

func (d *monitorDesk) stream(ctx context.Context, user identity.Caller, symbols ...string) *trading.Stream {
	d.t.Helper()
	stream, err := d.service.Stream(ctx, user, symbols)
	if err != nil {
		d.t.Fatal(err)
	}
	return stream
}

// started returns once the stream is fed: when it has been told the quotes.
func started(t *testing.T, stream *trading.Stream) trading.Message {
	t.Helper()
	return nextOf(t, stream, func(m trading.Message) bool { return m.Quotes != nil })
}

// nextOf returns the next message of a kind.
func nextOf(t *testing.T, stream *trading.Stream, wanted func(trading.Message) bool) trading.Message {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for {
		message, err := stream.Next(ctx)
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
		stream := d.stream(t.Context(), d.caller)
		started(t, stream)
		isPosition := func(m trading.Message) bool { return m.Position != nil }
		d.hold(newCaller(identity.RoleUser), trading.EntryLong, "", "")
		held := d.hold(d.caller, trading.EntryLong, "", "")
		if told := nextOf(t, stream, isPosition).Position; told.ID != held.ID || told.Status != trading.Open {
			t.Errorf("told %s of %s, want %s open", told.ID, told.UserID, held.ID)
		}
		if _, err := d.service.Close(t.Context(), d.caller, held.ID, nil); err != nil {
			t.Fatal(err)
		}
		if told := nextOf(t, stream, isPosition).Position; told.ID != held.ID || told.Status != trading.Closed {
			t.Errorf("told %s is %s, want %s closed", told.ID, told.Status, held.ID)
		}
	})
}

func TestASignalIsToldBeforeThePositionThatCameFromIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := &monitorDesk{desk: newDesk(t, db, freeTerms())}
		d.prices.Price("SOLUSD", "100")
		stream := d.stream(t.Context(), d.caller)
		var held *trading.Position
		err := d.service.TellTogether(t.Context(), func() { held = d.hold(d.caller, trading.EntryLong, "", "") })
		if err != nil {
			t.Fatal(err)
		}
		first := nextOf(t, stream, func(trading.Message) bool { return true })
		second := nextOf(t, stream, func(trading.Message) bool { return true })
		if first.Signal == nil || second.Position == nil || second.Position.ID != held.ID {
			t.Errorf("told %+v and %+v, want the signal and the position", first, second)
		}
	})
}

// A process can die between its commit and telling the others of it.
func TestAStreamIsToldOfWhatNobodyToldAndOnlyOnceOfWhatSomebodyDid(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := &monitorDesk{desk: newDesk(t, db, freeTerms())}
		d.prices.Price("SOLUSD", "100")
		stream := d.stream(t.Context(), d.caller)
		var untold, told *trading.Position
		err := d.service.LookAround(t.Context(),
			func() { untold = d.hold(d.caller, trading.EntryLong, "", "") },
			func() { told = d.hold(d.caller, trading.EntryLong, "", "") })
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []*trading.Position{untold, told} {
			signal := nextOf(t, stream, func(trading.Message) bool { return true })
			position := nextOf(t, stream, func(trading.Message) bool { return true })
			if signal.Signal == nil || signal.Signal.ID != want.SignalID || position.Position == nil || position.Position.ID != want.ID {
				t.Errorf("told %+v and %+v, want the signal and the position %s", signal, position, want.ID)
			}
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		if again, err := stream.Next(ended); err == nil {
			t.Errorf("told once more: %+v", again)
		}
	})
}

func TestAStreamTellsSignalsAndQuotesOfItsSymbolsOnly(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newStreamDesk(t, db)
		stream := d.stream(t.Context(), d.caller, "SOLUSD")
		first := started(t, stream)
		if len(first.Quotes) != 1 || first.Quotes[0].Symbol != "SOLUSD" || first.Quotes[0].Mark != number("100") {
			t.Errorf("the first quotes are %+v, want SOLUSD at 100", first.Quotes)
		}
		d.signal(trading.EntryLong, "BTCUSD", "", "")
		wanted := d.signal(trading.EntryShort, "SOLUSD", "", "")
		told := nextOf(t, stream, func(m trading.Message) bool { return m.Signal != nil }).Signal
		if told.ID != wanted.ID {
			t.Errorf("told the signal %s of %s, want %s", told.ID, told.Symbol, wanted.ID)
		}
	})
}

func TestQuotesAreJoinedToOneMessageASecond(t *testing.T) {
	t.Parallel()
	d := newStreamDesk(t, databasetest.Open(t, database.SQLite))
	stream := d.stream(t.Context(), d.caller)
	if first := started(t, stream); len(first.Quotes) != 2 || first.Quotes[0].Symbol != "BTCUSD" {
		t.Errorf("the first quotes are %+v, want both, by symbol", first.Quotes)
	}
	began := time.Now()
	for _, price := range []string{"101", "102", "103"} {
		d.prices.Price("SOLUSD", price)
	}
	second := started(t, stream)
	if len(second.Quotes) != 1 || second.Quotes[0].Mark != number("103") {
		t.Errorf("the second quotes are %+v, want SOLUSD at 103", second.Quotes)
	}
	for _, price := range []string{"104", "105"} {
		d.prices.Price("SOLUSD", price)
		started(t, stream)
	}
	// On a busy machine one of the messages may be late, and the next one on time.
	if passed := time.Since(began); passed < time.Second {
		t.Errorf("three messages within %s", passed)
	}
}

func TestASlowReaderIsGivenUpAndHoldsUpNobody(t *testing.T) {
	t.Parallel()
	d := newStreamDesk(t, databasetest.Open(t, database.SQLite))
	slow, quick := d.stream(t.Context(), d.caller), d.stream(t.Context(), d.caller)
	started(t, quick)
	for range 257 {
		slow.Deliver(trading.Message{Signal: &trading.Signal{}})
	}
	if _, err := slow.Next(t.Context()); !errors.Is(err, trading.ErrStreamSlow) {
		t.Errorf("got %v, want the end of the stream", err)
	}
	signal := d.signal(trading.EntryLong, "SOLUSD", "", "")
	if told := nextOf(t, quick, func(m trading.Message) bool { return m.Signal != nil }); told.Signal.ID != signal.ID {
		t.Errorf("told %s, want %s", told.Signal.ID, signal.ID)
	}
}

func TestStreamsEndWhenMessagesMayHaveBeenLost(t *testing.T) {
	t.Parallel()
	d := newStreamDesk(t, databasetest.Open(t, database.SQLite))
	stream := d.stream(t.Context(), d.caller)
	if err := d.service.LoseMessages(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Next(t.Context()); !errors.Is(err, trading.ErrStreamMissed) {
		t.Errorf("got %v, want the end of the stream", err)
	}
}

func TestAStreamOfAnUnknownSymbolIsNotFound(t *testing.T) {
	t.Parallel()
	d := newStreamDesk(t, databasetest.Open(t, database.SQLite))
	_, err := d.service.Stream(t.Context(), d.caller, []string{"SOLUSD", "NOSUCH"})
	var refused *fault.Error
	if !errors.As(err, &refused) || refused.Code != fault.NotFound || refused.Field != "symbols" {
		t.Errorf("got %#v, want NOT_FOUND on symbols", err)
	}
}

func TestAUserHasAtMostFiveStreams(t *testing.T) {
	t.Parallel()
	d := newStreamDesk(t, databasetest.Open(t, database.SQLite))
	ctx, cancel := context.WithCancel(t.Context())
	var open []*trading.Stream
	for range 5 {
		open = append(open, d.stream(ctx, d.caller))
	}
	_, err := d.service.Stream(t.Context(), d.caller, nil)
	wantFault(t, err, fault.RateLimited)
	d.stream(t.Context(), newCaller(identity.RoleUser))
	open[0].Close()
	open[0].Close()
	d.stream(ctx, d.caller)
	_, err = d.service.Stream(t.Context(), d.caller, nil)
	wantFault(t, err, fault.RateLimited)
	cancel()
	for _, stream := range open {
		if _, err := stream.Next(t.Context()); err == nil {
			t.Error("a stream goes on after its context ended")
		}
	}
	// Its place is free as soon as the stream has ended, which the end of a context does in its own time.
	for {
		again, err := d.service.Stream(t.Context(), d.caller, nil)
		if err == nil {
			again.Close()
			return
		}
		wantFault(t, err, fault.RateLimited)
	}
}

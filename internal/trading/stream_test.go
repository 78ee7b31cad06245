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
func newStreamDesk(t *testing.T, db *database.DB) *MonitorDesk {
	t.Helper()
	d := &MonitorDesk{Desk: NewDesk(t, db, FreeTerms())}
	d.Prices.Price("SOLUSD", "100")
	d.Prices.Price("BTCUSD", "50000")
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() {
		if err := d.Service.StreamHub().Run(ctx); err != nil {
			t.Errorf("the hub failed: %v", err)
		}
	})
	t.Cleanup(func() {
		cancel()
		running.Wait()
	})
	return d
}

func (d *MonitorDesk) stream(ctx context.Context, user identity.Caller, symbols ...string) *trading.Stream {
	d.T.Helper()
	stream, err := d.Service.Stream(ctx, user, symbols)
	if err != nil {
		d.T.Fatal(err)
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
		stream := d.stream(t.Context(), d.Caller)
		started(t, stream)
		isPosition := func(m trading.Message) bool { return m.Position != nil }
		d.Hold(NewCaller(identity.RoleUser), trading.EntryLong, "", "")
		held := d.Hold(d.Caller, trading.EntryLong, "", "")
		if told := nextOf(t, stream, isPosition).Position; told.ID != held.ID || told.Status != trading.Open {
			t.Errorf("told %s of %s, want %s open", told.ID, told.UserID, held.ID)
		}
		if _, err := d.Service.Close(t.Context(), d.Caller, held.ID, nil); err != nil {
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
		d := &MonitorDesk{Desk: NewDesk(t, db, FreeTerms())}
		d.Prices.Price("SOLUSD", "100")
		stream := d.stream(t.Context(), d.Caller)
		var held *trading.Position
		err := d.Service.TellTogether(t.Context(), func() { held = d.Hold(d.Caller, trading.EntryLong, "", "") })
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
		d := &MonitorDesk{Desk: NewDesk(t, db, FreeTerms())}
		d.Prices.Price("SOLUSD", "100")
		stream := d.stream(t.Context(), d.Caller)
		var untold, told *trading.Position
		err := d.Service.LookAround(t.Context(),
			func() { untold = d.Hold(d.Caller, trading.EntryLong, "", "") },
			func() { told = d.Hold(d.Caller, trading.EntryLong, "", "") })
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
		stream := d.stream(t.Context(), d.Caller, "SOLUSD")
		first := started(t, stream)
		if len(first.Quotes) != 1 || first.Quotes[0].Symbol != "SOLUSD" || first.Quotes[0].Mark != Number("100") {
			t.Errorf("the first quotes are %+v, want SOLUSD at 100", first.Quotes)
		}
		d.Signal(trading.EntryLong, "BTCUSD", "", "")
		wanted := d.Signal(trading.EntryShort, "SOLUSD", "", "")
		told := nextOf(t, stream, func(m trading.Message) bool { return m.Signal != nil }).Signal
		if told.ID != wanted.ID {
			t.Errorf("told the signal %s of %s, want %s", told.ID, told.Symbol, wanted.ID)
		}
	})
}

func TestQuotesAreJoinedToOneMessageASecond(t *testing.T) {
	t.Parallel()
	d := newStreamDesk(t, databasetest.Open(t, database.SQLite))
	stream := d.stream(t.Context(), d.Caller)
	if first := started(t, stream); len(first.Quotes) != 2 || first.Quotes[0].Symbol != "BTCUSD" {
		t.Errorf("the first quotes are %+v, want both, by symbol", first.Quotes)
	}
	began := time.Now()
	for _, price := range []string{"101", "102", "103"} {
		d.Prices.Price("SOLUSD", price)
	}
	second := started(t, stream)
	if len(second.Quotes) != 1 || second.Quotes[0].Mark != Number("103") {
		t.Errorf("the second quotes are %+v, want SOLUSD at 103", second.Quotes)
	}
	for _, price := range []string{"104", "105"} {
		d.Prices.Price("SOLUSD", price)
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
	slow, quick := d.stream(t.Context(), d.Caller), d.stream(t.Context(), d.Caller)
	started(t, quick)
	for range 257 {
		slow.Deliver(trading.Message{Signal: &trading.Signal{}})
	}
	if _, err := slow.Next(t.Context()); !errors.Is(err, trading.ErrStreamSlow) {
		t.Errorf("got %v, want the end of the stream", err)
	}
	signal := d.Signal(trading.EntryLong, "SOLUSD", "", "")
	if told := nextOf(t, quick, func(m trading.Message) bool { return m.Signal != nil }); told.Signal.ID != signal.ID {
		t.Errorf("told %s, want %s", told.Signal.ID, signal.ID)
	}
}

func TestStreamsEndWhenMessagesMayHaveBeenLost(t *testing.T) {
	t.Parallel()
	d := newStreamDesk(t, databasetest.Open(t, database.SQLite))
	stream := d.stream(t.Context(), d.Caller)
	if err := d.Service.LoseMessages(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Next(t.Context()); !errors.Is(err, trading.ErrStreamMissed) {
		t.Errorf("got %v, want the end of the stream", err)
	}
}

func TestAStreamOfAnUnknownSymbolIsNotFound(t *testing.T) {
	t.Parallel()
	d := newStreamDesk(t, databasetest.Open(t, database.SQLite))
	_, err := d.Service.Stream(t.Context(), d.Caller, []string{"SOLUSD", "NOSUCH"})
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
		open = append(open, d.stream(ctx, d.Caller))
	}
	_, err := d.Service.Stream(t.Context(), d.Caller, nil)
	WantFault(t, err, fault.RateLimited)
	d.stream(t.Context(), NewCaller(identity.RoleUser))
	open[0].Close()
	open[0].Close()
	d.stream(ctx, d.Caller)
	_, err = d.Service.Stream(t.Context(), d.Caller, nil)
	WantFault(t, err, fault.RateLimited)
	cancel()
	for _, stream := range open {
		if _, err := stream.Next(t.Context()); err == nil {
			t.Error("a stream goes on after its context ended")
		}
	}
	// Its place is free as soon as the stream has ended, which the end of a context does in its own time.
	for {
		again, err := d.Service.Stream(t.Context(), d.Caller, nil)
		if err == nil {
			again.Close()
			return
		}
		WantFault(t, err, fault.RateLimited)
	}
}

package stream_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/market"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/stream"
	"bourse/internal/trading/tradingtest"
	"bourse/internal/worker"
)

// newStreamDesk is a desk whose streams are fed. SOLUSD is at 100, BTCUSD at 50 000.
func newStreamDesk(t *testing.T, db *database.DB) *tradingtest.MonitorDesk {
	t.Helper()
	d := &tradingtest.MonitorDesk{Desk: tradingtest.NewDesk(t, db, tradingtest.FreeTerms())}
	d.Prices.Price("SOLUSD", "100")
	d.Prices.Price("BTCUSD", "50000")
	run(t, d.Stream.Workers()...)
	return d
}

// run runs workers until the test ends.
func run(t *testing.T, workers ...worker.Worker) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	for _, each := range workers {
		running.Go(func() {
			if err := each.Run(ctx); err != nil {
				t.Errorf("%s failed: %v", each.Name(), err)
			}
		})
	}
	t.Cleanup(func() {
		cancel()
		running.Wait()
	})
}

func openStream(ctx context.Context, d *tradingtest.MonitorDesk, user identity.Caller, symbols ...string) *stream.Stream {
	d.T.Helper()
	live, err := d.Stream.Stream(ctx, user, stream.Opening{Symbols: symbols})
	if err != nil {
		d.T.Fatal(err)
	}
	return live
}

// started returns once the stream is fed: when it has received the quotes.
func started(t *testing.T, live *stream.Stream) stream.Message {
	t.Helper()
	return nextOf(t, live, func(m stream.Message) bool { return m.Quotes != nil })
}

// nextOf returns the next message of a kind.
func nextOf(t *testing.T, live *stream.Stream, wanted func(stream.Message) bool) stream.Message {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), testkit.Patience)
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
		isPosition := func(m stream.Message) bool { return m.Change != nil }
		d.Hold(tradingtest.NewCaller(identity.RoleUser), trading.EntryLong, "", "")
		held := d.Hold(d.Caller, trading.EntryLong, "", "")
		wantPosition(t, nextOf(t, live, isPosition), held, trading.Open)
		if _, err := d.Service.Close(t.Context(), d.Caller, held.ID, nil); err != nil {
			t.Fatal(err)
		}
		wantPosition(t, nextOf(t, live, isPosition), held, trading.Closed)
	})
}

// wantPosition fails the test unless a message has a position with a status.
func wantPosition(t *testing.T, told stream.Message, held *trading.Position, status trading.PositionStatus) {
	t.Helper()
	if told.Change == nil {
		t.Fatalf("told %+v, want the position %s", told, held.ID)
	}
	var position struct {
		ID     uuid.UUID
		Status trading.PositionStatus
	}
	if err := json.Unmarshal(told.Change.Data, &position); err != nil {
		t.Fatal(err)
	}
	if told.Change.Kind != trading.PositionChange || told.Change.Subject != held.ID || position.ID != held.ID || position.Status != status {
		t.Errorf("told %s %s: %s, want %s %s", told.Change.Kind, told.Change.Subject, told.Change.Data, held.ID, status)
	}
}

// A process can die between its commit and announcing it.
func TestAStreamIsToldOnceOfWhatNobodyToldAndSignalsBeforeTheirPositions(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := &tradingtest.MonitorDesk{Desk: tradingtest.NewDesk(t, db, tradingtest.FreeTerms())}
		d.Prices.Price("SOLUSD", "100")
		live := openStream(t.Context(), d, d.Caller)
		for range 2 {
			held := d.Hold(d.Caller, trading.EntryLong, "", "")
			if err := d.Stream.LookAround(t.Context()); err != nil {
				t.Fatal(err)
			}
			signal := nextOf(t, live, func(stream.Message) bool { return true })
			position := nextOf(t, live, func(stream.Message) bool { return true })
			if signal.Signal == nil || signal.Signal.ID != held.SignalID {
				t.Errorf("told %+v first, want the signal of %s", signal, held.ID)
			}
			wantPosition(t, position, held, trading.Open)
		}
		if err := d.Stream.LookAround(t.Context()); err != nil {
			t.Fatal(err)
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		if again, err := live.Next(ended); err == nil {
			t.Errorf("told once more: %+v", again)
		}
	})
}

// What is committed after the current numbers are read, and before the hub knows the stream, is not announced to it.
func TestWhatIsCommittedWhileAStreamIsOpenedIsTold(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := &tradingtest.MonitorDesk{Desk: tradingtest.NewDesk(t, db, tradingtest.FreeTerms())}
		d.Prices.Price("SOLUSD", "100")
		live := openStream(t.Context(), d, d.Caller)
		held := d.Hold(d.Caller, trading.EntryLong, "", "")
		if err := d.Stream.Tell(t.Context()); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), testkit.Patience)
		defer cancel()
		signal, err := live.Next(ctx)
		if err != nil || signal.Signal == nil {
			t.Fatalf("told %+v, want the signal: %v", signal, err)
		}
		position, err := live.Next(ctx)
		if err != nil {
			t.Fatal(err)
		}
		wantPosition(t, position, held, trading.Open)
	})
}

func TestAStreamTellsSignalsAndQuotesOfItsSymbolsOnly(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newStreamDesk(t, db)
		live := openStream(t.Context(), d, d.Caller, "SOLUSD")
		first := started(t, live)
		if len(first.Quotes.List) != 1 || first.Quotes.List[0].Symbol != "SOLUSD" || first.Quotes.List[0].Mark != tradingtest.Number("100") {
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

func TestAQuoteIsWrittenOnceForStreamsOfDifferentSymbols(t *testing.T) {
	t.Parallel()
	d := newStreamDesk(t, databasetest.Open(t, database.SQLite))
	streams := []*stream.Stream{openStream(t.Context(), d, d.Caller, "SOLUSD"), openStream(t.Context(), d, d.Caller)}
	for _, live := range streams {
		started(t, live)
	}
	d.Prices.Price("SOLUSD", "101")
	writes := 0
	for _, live := range streams {
		told := nextOf(t, live, func(m stream.Message) bool {
			return m.Quotes != nil && len(m.Quotes.List) == 1 && m.Quotes.List[0].Mark == tradingtest.Number("101")
		})
		text := told.Quotes.List[0].Text(func(quote market.Quote) []byte { writes++; return []byte(quote.Symbol) })
		if string(text) != "SOLUSD" {
			t.Errorf("the quote is written as %q", text)
		}
	}
	if writes != 1 {
		t.Errorf("the quote is written %d times, want once", writes)
	}
}

func TestQuotesAreJoinedToOneMessageASecond(t *testing.T) {
	t.Parallel()
	d := newStreamDesk(t, databasetest.Open(t, database.SQLite))
	live := openStream(t.Context(), d, d.Caller)
	if first := started(t, live); len(first.Quotes.List) != 2 || first.Quotes.List[0].Symbol != "BTCUSD" {
		t.Errorf("the first quotes are %+v, want both, by symbol", first.Quotes)
	}
	began := time.Now()
	for _, price := range []string{"101", "102", "103"} {
		d.Prices.Price("SOLUSD", price)
	}
	messages := 0
	awaits := func(mark string) {
		t.Helper()
		nextOf(t, live, func(m stream.Message) bool {
			if m.Quotes == nil {
				return false
			}
			messages++
			if len(m.Quotes.List) != 1 || m.Quotes.List[0].Symbol != "SOLUSD" {
				t.Errorf("the next quotes are %+v, want SOLUSD", m.Quotes)
			}
			return m.Quotes.List[0].Mark == tradingtest.Number(mark)
		})
	}
	awaits("103") // on a busy machine a second may pass before it, in which the first ones are sent
	for _, price := range []string{"104", "105"} {
		d.Prices.Price("SOLUSD", price)
		awaits(price)
	}
	// On a busy machine one of the messages may be late, and the next one on time.
	if passed := time.Since(began); passed < time.Duration(messages-2)*time.Second {
		t.Errorf("%d messages within %s", messages, passed)
	}
}

func TestASlowReaderIsGivenUpAndHoldsUpNobody(t *testing.T) {
	t.Parallel()
	d := newStreamDesk(t, databasetest.Open(t, database.SQLite))
	slow, quick := openStream(t.Context(), d, d.Caller), openStream(t.Context(), d, d.Caller)
	started(t, quick)
	for range 257 {
		slow.Deliver()
	}
	if _, err := slow.Next(t.Context()); !errors.Is(err, stream.ErrStreamSlow) {
		t.Errorf("got %v, want the end of the stream", err)
	}
	signal := d.Signal(trading.EntryLong, "SOLUSD", "", "")
	if told := nextOf(t, quick, func(m stream.Message) bool { return m.Signal != nil }); told.Signal.ID != signal.ID {
		t.Errorf("told %s, want %s", told.Signal.ID, signal.ID)
	}
}

func TestStreamsGoOnWhenNotificationsMayHaveBeenLost(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newStreamDesk(t, db)
		live := openStream(t.Context(), d, d.Caller)
		started(t, live)
		d.Stream.LoseNotifications()
		held := d.Hold(d.Caller, trading.EntryLong, "", "")
		wantPosition(t, nextOf(t, live, func(m stream.Message) bool { return m.Change != nil }), held, trading.Open)
	})
}

func TestAStreamThatWouldHaveAGapEnds(t *testing.T) {
	t.Parallel()
	d := newStreamDesk(t, databasetest.Open(t, database.SQLite))
	live := openStream(t.Context(), d, d.Caller)
	live.Skip()
	if _, err := live.Next(t.Context()); !errors.Is(err, stream.ErrStreamMissed) {
		t.Errorf("got %v, want the end of the stream", err)
	}
}

func TestAStreamOfAnUnknownSymbolIsNotFound(t *testing.T) {
	t.Parallel()
	d := newStreamDesk(t, databasetest.Open(t, database.SQLite))
	_, err := d.Stream.Stream(t.Context(), d.Caller, stream.Opening{Symbols: []string{"SOLUSD", "NOSUCH"}})
	var refused *fault.Error
	if !errors.As(err, &refused) || refused.Code != fault.NotFound || refused.Field != "symbols" {
		t.Errorf("got %#v, want NOT_FOUND on symbols", err)
	}
}

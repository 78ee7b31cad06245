package clients_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"bourse/internal/testkit"
	client "bourse/sdk/go"
	"bourse/test/e2e/kit"
)

// streamCut publishes signals while the stream is repeatedly cut: each arrives once and in order.
func streamCut(t *testing.T, v *kit.Venue) {
	const signals, perCut = 24, 3
	l := newLine(t, v.Server)
	c := as(v.Register(t), l.URL)
	ctx, stop := context.WithTimeout(t.Context(), kit.Patience)
	defer stop()
	var cuts atomic.Int64
	begun := make(chan struct{})
	var want []string
	publishing := make(chan struct{})
	go func() {
		defer close(publishing)
		<-begun
		for i := range signals {
			want = append(want, v.Signal(t, "entry_long", nil))
			if i%perCut == perCut-1 {
				l.cutStreams()
			}
		}
	}()
	var got []string
	isBegun := false
	for event, err := range c.Stream(ctx, client.StreamParams{OnCut: func(error) { cuts.Add(1) }}) {
		if err != nil {
			if !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			break
		}
		if !isBegun { // by whatever comes first
			isBegun = true
			close(begun)
		}
		if signal, isOne := event.Data.(*client.Signal); isOne && event.Kind == client.EventSignal {
			got = append(got, signal.ID)
			if event.ID == "" {
				t.Error("a signal has no id to go on behind")
			}
		}
		if len(got) >= signals {
			stop()
		}
	}
	<-publishing
	if !slices.Equal(got, want) {
		t.Errorf("told were %d signals, want %d:\n%q\n%q", len(got), len(want), got, want)
	}
	if cuts.Load() == 0 || l.count("GET /trading/stream") < 2 {
		t.Errorf("the stream was cut %d times", cuts.Load())
	}
}

func streamEnds(t *testing.T, v *kit.Venue) {
	m := v.Register(t)
	var told atomic.Int64
	c := as(m, v.URL(), client.WithSessionEnded(func(error) { told.Add(1) }))
	var last error
	ctx, stop := context.WithTimeout(t.Context(), kit.Patience)
	defer stop()
	for _, err := range c.Stream(ctx, client.StreamParams{}) {
		if last = err; err == nil && c.Tokens() == pairOf(m) && told.Load() == 0 {
			m.Post(t, "/auth/logout", kit.Body{"scope": "global"}).Ok(t, 200)
			told.Add(100) // so that it is done once
		}
	}
	if !errors.Is(last, client.ErrSessionEnded) || told.Load() != 101 {
		t.Errorf("the error is %v, and the end was told %d times", last, told.Load()-100)
	}
}

func streamRefused(t *testing.T, v *kit.Venue) {
	c := as(v.Register(t), v.URL())
	for _, err := range c.Stream(t.Context(), client.StreamParams{Symbols: []string{"NOSUCH"}}) {
		wantRefusal(t, err, client.CodeNotFound)
		return
	}
	t.Error("the stream ended without an error")
}

// receive waits for a value.
func receive[T any](t *testing.T, from <-chan T, what string) (value T) {
	t.Helper()
	limit := time.NewTimer(kit.Patience)
	defer limit.Stop()
	select {
	case value = <-from:
	case <-limit.C:
		t.Fatalf("not within %s: %s", kit.Patience, what)
	}
	return value
}

// TestAStreamOfTheGoClientOutlivesItsServer: the server is stopped, and another replaces it.
func TestAStreamOfTheGoClientOutlivesItsServer(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		v := kit.NewVenue(t, place, "--listen", kit.FreeAddress(t))
		c := as(v.Register(t), v.URL())
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		told, begun := make(chan string, 10), make(chan struct{}, 1)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			for event, err := range c.Stream(ctx, client.StreamParams{}) {
				if err != nil {
					if ctx.Err() == nil {
						t.Error(err)
					}
					return
				}
				select {
				case begun <- struct{}{}: // by whatever comes first
				default:
				}
				if signal, isOne := event.Data.(*client.Signal); isOne {
					told <- signal.ID
				}
			}
		}()
		receive(t, begun, "the stream begins")
		first := v.Signal(t, "entry_long", nil)
		if got := receive(t, told, "the first signal is told"); got != first {
			t.Errorf("told was %s, want %s", got, first)
		}
		address := v.Address
		v.Server.MustStop(t)
		v.Server = place.Serve(t, append(v.Flags(), "--listen", address)...)
		v.Analyst = (&kit.Member{Email: v.Analyst.Email, Password: v.Analyst.Password}).Login(t, v.Server)
		testkit.Within(t, kit.Patience, "the market has a price again", func() bool {
			quotes := v.Analyst.Get(t, "/trading/quotes?symbols="+kit.Xrp).Ok(t, 200).List(t, kit.ShapeOfQuote, nil)
			return len(quotes) == 1
		})
		second := v.Signal(t, "entry_long", nil)
		if got := receive(t, told, "the second signal is told"); got != second {
			t.Errorf("told was %s, want %s", got, second)
		}
		stop()
		receive(t, ended, "the stream ends")
	})
}

package httpapi_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"bourse/internal/fault"
	"bourse/internal/testkit"
)

func TestAStreamDeliversAsThingsHappenAndOutlivesTheLimitsOfRequests(t *testing.T) {
	t.Parallel()
	f := newExchangeFloor(t, 50*time.Millisecond)
	bob := f.listen("bob")
	for name, want := range map[string]string{
		"Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no",
	} {
		if got := bob.answer.Header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	for range 5 { // signs of life
		if read, ok := bob.read(); !ok || read.name == "" && read.comment != ": keep-alive" {
			t.Fatalf("read %+v, %t", read, ok)
		}
	}
	f.enter(f.alice)
	held := f.enter(f.bob)
	var signal struct{ Symbol, SignalType string }
	if err := json.Unmarshal([]byte(bob.next("signal")), &signal); err != nil || signal.Symbol != "SOLUSD" || signal.SignalType != "entry_long" {
		t.Errorf("the signal is %+v: %v", signal, err)
	}
	var position struct {
		ID, Symbol, Status string
		Quantity           float64
	}
	data := bob.next("position")
	if err := json.Unmarshal([]byte(data), &position); err != nil || position.ID != held.ID.String() || position.Status != "open" || position.Quantity != 1 {
		t.Errorf("the first position is %s, want Bob's %s: %v", data, held.ID, err)
	}
	f.prices.Price("SOLUSD", "101.5")
	for {
		var quotes []struct {
			Symbol  string
			Mark    float64
			IsStale bool
		}
		data := bob.next("quotes")
		if err := json.Unmarshal([]byte(data), &quotes); err != nil || len(quotes) != 1 || quotes[0].Symbol != "SOLUSD" {
			t.Fatalf("the quotes are %s: %v", data, err)
		}
		if quotes[0].Mark == 101.5 && !quotes[0].IsStale {
			return
		}
	}
}

func TestAStreamBeginsWithAHintWhenToComeBack(t *testing.T) {
	t.Parallel()
	f := newExchangeFloor(t, time.Minute)
	answer := f.open("bob", "?symbols=SOLUSD")
	l := &listener{t: t, answer: answer, lines: bufio.NewScanner(answer.Body)}
	if first, ok := l.read(); !ok || first.hint != "retry: 3000" || first.id != "0-0" {
		t.Errorf("the stream begins with %+v", first)
	}
}

func TestAStreamEndsWithItsSessionAndSaysSo(t *testing.T) {
	t.Parallel()
	for code, reason := range map[fault.Code]string{fault.SessionRevoked: "session_ended", fault.AccountSuspended: "account_suspended"} {
		f := newExchangeFloor(t, time.Hour) // so long that the routine check does not find out
		bob := f.listen("bob")
		f.door.revoke(f.bob.SessionID, code)
		bob.end(reason)
	}
}

func TestAStreamOutlivesTheTimeoutsOfTheServer(t *testing.T) {
	t.Parallel()
	const timeout = 10 * time.Second // enough for a busy machine to open the stream
	f := buildExchangeFloor(t, 50*time.Millisecond)
	f.server.ReadTimeout, f.server.WriteTimeout = timeout, timeout
	f.run()
	bob := f.listen("bob")
	for end := time.Now().Add(2 * timeout); time.Now().Before(end); {
		if _, ok := bob.read(); !ok {
			t.Fatalf("the stream was cut: %v", bob.lines.Err())
		}
	}
}

func TestAStreamOutlivesItsAccessToken(t *testing.T) {
	t.Parallel()
	f := newExchangeFloor(t, 20*time.Millisecond)
	bob := f.listen("bob")
	f.door.expire("bob")
	if answer := f.open("bob", ""); answer.StatusCode != http.StatusUnauthorized {
		t.Fatalf("got %s for an expired token", answer.Status)
	}
	for range 5 {
		if read, ok := bob.read(); !ok {
			t.Fatalf("the stream ended with its token: %+v", read)
		}
	}
	f.enter(f.bob)
	bob.next("position")
}

func TestAServerThatStopsEndsItsStreams(t *testing.T) {
	t.Parallel()
	f := newExchangeFloor(t, time.Minute)
	bob := f.listen("bob")
	ctx, cancel := context.WithTimeout(t.Context(), testkit.Patience)
	defer cancel()
	stopped := make(chan error, 1)
	go func() { stopped <- f.server.Shutdown(ctx) }()
	bob.end("draining")
	if err := <-stopped; err != nil {
		t.Errorf("the server waited for the stream: %v", err)
	}
	line := f.logs.String()
	if !strings.Contains(line, `"operation":"streamTrading"`) || !strings.Contains(line, `"status":200`) {
		t.Errorf("logged %s", line)
	}
}

func TestAClientThatGoesFreesItsStream(t *testing.T) {
	t.Parallel()
	f := newExchangeFloor(t, time.Minute)
	for range 5 {
		f.listen("bob")
	}
	if answer := f.open("bob", ""); answer.StatusCode != http.StatusTooManyRequests || answer.Header.Get("Retry-After") == "" {
		t.Fatalf("got %s with Retry-After %q for a sixth stream", answer.Status, answer.Header.Get("Retry-After"))
	}
	alice := f.listen("alice")
	_ = alice.answer.Body.Close()
	for range 10 { // one after the other is fine: each place is freed when its client has gone
		again := f.open("alice", "?symbols=SOLUSD")
		for again.StatusCode == http.StatusTooManyRequests {
			again = f.open("alice", "?symbols=SOLUSD")
		}
		_ = again.Body.Close()
	}
}

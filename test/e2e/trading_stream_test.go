package e2e_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestTradingIsStreamed(t *testing.T) {
	t.Parallel()
	onEachVenue(t, stories{
		"quotes, positions and signals arrive as they happen": streamTells,
		"a stream is the caller's own and of its symbols":     streamIsTheCallers,
		"a stream ends with its session":                      streamEndsWithItsSession,
	})
}

// told is one message of a stream.
type told struct {
	event string
	data  any
}

// stream is a connection to the trading stream.
type stream struct {
	messages chan told
	ended    chan struct{} // closed when the server has ended it
}

// listen opens a stream. It is closed when the test ends.
func (m *member) listen(t *testing.T, query string) *stream {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	response, err := http.DefaultTransport.RoundTrip(m.request(t, http.MethodGet, "/api/v1/trading/stream"+query, nil).WithContext(ctx))
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	if kind := response.Header.Get("Content-Type"); response.StatusCode != http.StatusOK || !strings.HasPrefix(kind, "text/event-stream") {
		cancel()
		t.Fatalf("the stream is %d of %s", response.StatusCode, kind)
	}
	s := &stream{messages: make(chan told, 1000), ended: make(chan struct{})}
	go s.read(response.Body)
	t.Cleanup(func() {
		cancel()
		<-s.ended
	})
	return s
}

func (s *stream) read(from io.ReadCloser) {
	defer close(s.ended)
	defer from.Close()
	var one told
	for lines := bufio.NewScanner(from); lines.Scan(); {
		field, value, _ := strings.Cut(lines.Text(), ": ")
		switch field {
		case "event":
			one.event = value
		case "data":
			_ = json.Unmarshal([]byte(value), &one.data) // what is no JSON has no fields
		case "":
			if one.event != "" {
				s.messages <- one
			}
			one = told{}
		}
	}
}

// await waits for a message and returns its data.
func (s *stream) await(t *testing.T, event string, isIt func(data any) bool) any {
	t.Helper()
	limit := time.NewTimer(patience)
	defer limit.Stop()
	for {
		select {
		case one := <-s.messages:
			if one.event == event && isIt(one.data) {
				return one.data
			}
		case <-s.ended:
			for len(s.messages) > 0 {
				if one := <-s.messages; one.event == event && isIt(one.data) {
					return one.data
				}
			}
			t.Fatalf("the stream ended before a message of %s", event)
		case <-limit.C:
			t.Fatalf("no message of %s came", event)
		}
	}
}

// withField tells whether a message is an object with a field.
func withField(name string, value any) func(any) bool {
	return func(data any) bool {
		object, _ := data.(map[string]any)
		return object[name] == value
	}
}

// marks tells whether a message of quotes has a price.
func marks(symbol string, price float64) func(any) bool {
	return func(data any) bool {
		quotes, _ := data.([]any)
		for _, quote := range quotes {
			if object, _ := quote.(map[string]any); object["symbol"] == symbol && object["mark"] == price {
				return true
			}
		}
		return false
	}
}

func streamTells(t *testing.T, v *venue) {
	v.price(t, xrp, "2")
	m := v.register(t)
	stream := m.listen(t, "")
	quotes := stream.await(t, "quotes", marks(xrp, 2))
	if err := aListOf(anObject(shapeOfQuote))(quotes); err != nil {
		t.Error(err)
	}
	v.bar(t, xrp, "2", "2.01", "2", "2.01")
	stream.await(t, "quotes", marks(xrp, 2.01))

	signal := v.signal(t, "entry_long", body{"stopLoss": 1.9})
	published := stream.await(t, "signal", withField("id", signal))
	if err := anObject(shapeOfSignal)(published); err != nil {
		t.Error(err)
	}
	id := m.opened(t, signal, 30)
	opened := stream.await(t, "position", withField("id", id))
	if err := anObject(shapeOfPosition)(opened); err != nil {
		t.Error(err)
	}
	wantFields(t, opened.(map[string]any), body{"status": "open", "quantity": 30, "signalId": signal})
	m.post(t, closing(id), body{"quantity": 10}).ok(t, 200)
	wantFields(t, stream.await(t, "position", withField("id", id)).(map[string]any), body{"status": "open", "quantity": 20})
	v.calm(t, xrp)
	v.bar(t, xrp, "2", "2", "1.8", "2")
	closed := stream.await(t, "position", withField("id", id)).(map[string]any)
	wantFields(t, closed, body{"status": "closed", "currentPrice": 1.9})
}

func streamIsTheCallers(t *testing.T, v *venue) {
	v.price(t, xrp, "2")
	v.price(t, "BTCUSD", "60000")
	m, stranger := v.register(t), v.register(t)
	stream := m.listen(t, "?symbols=BTCUSD")
	stream.await(t, "quotes", marks("BTCUSD", 60_000))
	signal := v.signal(t, "entry_long", nil)
	stranger.opened(t, signal, 30)
	v.price(t, xrp, "2.001")
	mine := m.opened(t, signal, 30)
	last := v.signal(t, "hold", body{"symbol": "BTCUSD"})
	limit := time.NewTimer(patience)
	defer limit.Stop()
	for isThere := map[any]bool{}; !isThere[mine] || !isThere[last]; {
		select {
		case one := <-stream.messages:
			if object, isObject := one.data.(map[string]any); isObject {
				if object["id"] != mine && object["id"] != last {
					t.Errorf("a message that is not for this stream: %v", one)
				}
				isThere[object["id"]] = true
			} else if marks(xrp, 2.001)(one.data) {
				t.Errorf("a quote that is not for this stream: %v", one)
			}
		case <-stream.ended:
			t.Fatal("the stream ended")
		case <-limit.C:
			t.Fatalf("not everything came, but %v", isThere)
		}
	}
}

func streamEndsWithItsSession(t *testing.T, v *venue) {
	m := v.register(t)
	stream := m.listen(t, "")
	stream.await(t, "quotes", func(any) bool { return true })
	m.post(t, "/auth/logout", body{"scope": "local"}).ok(t, 200)
	began := time.Now()
	if told := stream.await(t, "end", func(any) bool { return true }); !withField("reason", "session_ended")(told) {
		t.Errorf("the stream ends with %v", told)
	}
	<-stream.ended
	if took := time.Since(began); took > 5*time.Second { // a second, and room for a busy machine; it was fifteen
		t.Errorf("the stream went on for %s without its session", took)
	}
}

package kit

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

// Told is one message of a stream.
type Told struct {
	ID    string // set if it must not be missed
	Event string
	Data  any
}

// Stream is a connection to the trading stream.
type Stream struct {
	Messages chan Told
	Ended    chan struct{} // closed when the server has ended it
}

// Listen opens a stream. It is closed when the test ends.
func (m *Member) Listen(t *testing.T, query string) *Stream {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	response, err := http.DefaultTransport.RoundTrip(m.Request(t, http.MethodGet, "/api/v1/trading/stream"+query, nil).WithContext(ctx))
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	if kind := response.Header.Get("Content-Type"); response.StatusCode != http.StatusOK || !strings.HasPrefix(kind, "text/event-stream") {
		cancel()
		t.Fatalf("the stream is %d of %s", response.StatusCode, kind)
	}
	s := &Stream{Messages: make(chan Told, 1000), Ended: make(chan struct{})}
	go s.read(response.Body, func(block string) {
		answer := Answer{Call: "GET /api/v1/trading/stream" + query, Status: response.StatusCode, Header: response.Header, Text: []byte(block)}
		answer.WantDeclared(t, response.Request)
	})
	t.Cleanup(func() {
		cancel()
		<-s.Ended
	})
	return s
}

func (s *Stream) read(from io.ReadCloser, check func(block string)) {
	defer close(s.Ended)
	defer from.Close()
	var message Told
	var block strings.Builder
	for lines := bufio.NewScanner(from); lines.Scan(); {
		block.WriteString(lines.Text() + "\n")
		field, value, _ := strings.Cut(lines.Text(), ": ")
		switch field {
		case "id":
			message.ID = value
		case "event":
			message.Event = value
		case "data":
			_ = json.Unmarshal([]byte(value), &message.Data) // invalid JSON has no fields
		case "":
			if message.Event != "" {
				check(block.String())
				s.Messages <- message
			}
			message = Told{}
			block.Reset()
		}
	}
}

// Await waits for a message and returns its data.
func (s *Stream) Await(t *testing.T, event string, isIt func(data any) bool) any {
	t.Helper()
	limit := time.NewTimer(Patience)
	defer limit.Stop()
	for {
		select {
		case message := <-s.Messages:
			if message.Event == event && isIt(message.Data) {
				return message.Data
			}
		case <-s.Ended:
			for len(s.Messages) > 0 {
				if message := <-s.Messages; message.Event == event && isIt(message.Data) {
					return message.Data
				}
			}
			t.Fatalf("the stream ended before a message of %s", event)
		case <-limit.C:
			t.Fatalf("no message of %s came", event)
		}
	}
}

// WithField matches a message that is an object with a field.
func WithField(name string, value any) func(any) bool {
	return func(data any) bool {
		object, _ := data.(map[string]any)
		return object[name] == value
	}
}

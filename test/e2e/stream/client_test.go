package stream_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// told is an event that must not be missed.
type told struct {
	ID    string
	Event string
	Data  struct{ ID, Status string }
}

// client listens, is cut off at any time, and continues after the last event that it saw, at any server.
type client struct {
	token  string
	last   atomic.Pointer[string]
	told   []told
	inVain int // how often in a row it was cut off before it was told anything
}

// listen reads until it is cut off, or until the server has gone. Only complete events count, as in a browser. It is cut
// off later when it was cut off in vain: a busy machine may take longer until it tells anything.
func (c *client) listen(ctx context.Context, base string) error {
	ctx, cut := context.WithTimeout(ctx, rand.N(400*time.Millisecond<<min(c.inVain, 4)))
	defer cut()
	c.inVain++
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/api/v1/trading/stream", http.NoBody)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+c.token)
	if last := c.last.Load(); last != nil {
		request.Header.Set("Last-Event-ID", *last)
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		return nil // the server is dead, or the client was cut off
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusTooManyRequests || response.StatusCode == http.StatusServiceUnavailable {
		return nil // its places are taken by a process that has just died
	}
	if response.StatusCode != http.StatusOK {
		said, _ := io.ReadAll(response.Body)
		return fmt.Errorf("the stream is %s: %s", response.Status, said)
	}
	return c.read(response.Body)
}

func (c *client) read(from io.Reader) error {
	var one told
	for lines := bufio.NewScanner(from); lines.Scan(); {
		field, value, _ := strings.Cut(lines.Text(), ": ")
		switch field {
		case "id":
			one.ID = value
		case "event":
			one.Event = value
		case "data":
			_ = json.Unmarshal([]byte(value), &one.Data) // quotes are a list, and are ignored
		case "":
			if id := one.ID; id != "" {
				c.last.Store(&id)
				c.inVain = 0
			}
			if one.Event == "end" && strings.Contains(one.ID, "-") {
				return fmt.Errorf("the stream has missed something and goes on at %s", one.ID)
			}
			if one.ID != "" && one.Event != "" {
				c.told = append(c.told, one)
			}
			one = told{}
		}
	}
	return nil
}

// wantInOrder fails the test unless the numbers of changes and of signals, which make up the ids, increase one by one
// from the start to a last id.
func wantInOrder(t *testing.T, events []told, last string) {
	t.Helper()
	change, signal := 0, 0
	for i, one := range events {
		if one.Event == "signal" {
			signal++
		} else {
			change++
		}
		if want := fmt.Sprintf("%d-%d", change, signal); one.ID != want {
			t.Fatalf("event %d, a %s, has the id %s, want %s", i, one.Event, one.ID, want)
		}
	}
	if want := fmt.Sprintf("%d-%d", change, signal); want != last {
		t.Errorf("told up to %s, want %s", want, last)
	}
}

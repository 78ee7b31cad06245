package bourse_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	bourse "bourse/sdk/go"
)

// cut is a stream that delivers a text and is then lost.
type cut struct {
	io.Reader
	after error
}

func (c cut) Read(to []byte) (int, error) {
	n, err := c.Reader.Read(to)
	if err == io.EOF {
		err = c.after
	}
	return n, err
}

func (c cut) Close() error { return nil }

// streams answers with these texts, each on a connection of its own.
func streams(texts ...string) func(sent) (*http.Response, error) {
	next := 0
	return func(s sent) (*http.Response, error) {
		if next == len(texts) {
			return refuse(404, "NOT_FOUND")
		}
		next++
		return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}, Body: cut{strings.NewReader(texts[next-1]), io.ErrUnexpectedEOF}}, nil
	}
}

const opened = "retry: 3000\nid: 0\n\n"

func position(id string) string {
	return "id: " + id + "\nevent: position\ndata: {\"id\":\"p" + id + "\"}\n\n"
}

// listen ranges over a stream to its end.
func listen(ctx context.Context, c *bourse.Client, params bourse.StreamParams) (got []string, err error) {
	for event, failed := range c.Stream(ctx, params) {
		if failed != nil {
			return got, failed
		}
		text := event.ID + " " + string(event.Kind)
		if data, ok := event.Data.(*bourse.Position); ok {
			text += " " + data.ID
		}
		got = append(got, text)
	}
	return got, nil
}

func TestAStreamThatIsCutGoesOnBehindTheLastEvent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var cuts []error
		// The second event is cut in the middle, after its id: it was not delivered.
		c, server := client(streams(
			opened+position("1")+": keep-alive\n\n"+strings.TrimSuffix(position("2"), "\n"),
			position("2")+"event: quotes\ndata: [{\"symbol\":\"BTCUSD\",\"bid\":1.5}]\n\nevent: newer\ndata: {}\n\nevent: end\ndata: {\"reason\":\"draining\"}\n\n",
			"id: 9\nevent: end\ndata: {\"reason\":\"missed\"}\n\n",
			position("10"),
		))
		got, err := listen(t.Context(), c, bourse.StreamParams{Symbols: []string{"BTCUSD", "XRPUSD"}, OnCut: func(err error) { cuts = append(cuts, err) }})
		wantCode(t, err, bourse.CodeNotFound)
		want := []string{"1 position p1", "2 position p2", "2 quotes", "9 missed", "10 position p10"}
		if !slices.Equal(got, want) {
			t.Errorf("told were %q, want %q", got, want)
		}
		var behind []string
		for _, one := range server.all("/trading/stream") {
			behind = append(behind, one.Header.Get("Last-Event-ID"))
			if one.URL.Query().Get("symbols") != "BTCUSD,XRPUSD" {
				t.Errorf("the query is %s", one.URL.RawQuery)
			}
		}
		if !slices.Equal(behind, []string{"", "1", "2", "9", "10"}) {
			t.Errorf("the stream was opened behind %q", behind)
		}
		if len(cuts) != 4 {
			t.Errorf("%d cuts were told", len(cuts))
		}
	})
}

func TestAStreamThatSaysNothingIsOpenedAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		connections := 0
		c, _ := client(func(s sent) (*http.Response, error) {
			connections++
			if connections > 1 {
				return refuse(404, "NOT_FOUND")
			}
			reader, writer := io.Pipe()
			go func() {
				_, _ = writer.Write([]byte(opened))
				time.Sleep(40 * time.Second)
				_, _ = writer.Write([]byte(": keep-alive\n\n"))
				<-s.Context().Done()
				_ = writer.CloseWithError(s.Context().Err())
			}()
			return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}, Body: reader}, nil
		})
		start := time.Now()
		var why error
		_, err := listen(t.Context(), c, bourse.StreamParams{OnCut: func(err error) { why = err }})
		wantCode(t, err, bourse.CodeNotFound)
		if took := time.Since(start); took < 85*time.Second || took > 86*time.Second || why == nil || !strings.Contains(why.Error(), "said nothing") {
			t.Errorf("after %s it was cut: %v", took, why)
		}
	})
}

// The server is not silent while the caller handles what it has sent.
func TestWhoTakesTheirTimeKeepsTheStream(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, server := client(func(s sent) (*http.Response, error) {
			reader, writer := io.Pipe()
			context.AfterFunc(s.Context(), func() { _ = writer.CloseWithError(s.Context().Err()) })
			go func() {
				for _, id := range []string{"1", "2", "3"} {
					_, _ = writer.Write([]byte(position(id)))
				}
			}()
			return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}, Body: reader}, nil
		})
		got := 0
		for _, err := range c.Stream(t.Context(), bourse.StreamParams{OnCut: func(err error) { t.Errorf("it was cut: %v", err) }}) {
			must(t, err)
			if got++; got == 3 {
				break
			}
			time.Sleep(10 * time.Minute)
		}
		if opened := len(server.all("/trading/stream")); opened != 1 {
			t.Errorf("the stream was opened %d times", opened)
		}
	})
}

func TestAStreamEndsWithItsContextAndItsSession(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		c, _ := client(streams(opened+position("1"), opened))
		for _, err := range c.Stream(ctx, bourse.StreamParams{}) {
			if err == nil {
				cancel()
			} else if !errors.Is(err, context.Canceled) {
				t.Errorf("the error is %v", err)
			}
		}
		for reason, refusal := range map[string]func() (*http.Response, error){
			"session_ended":     func() (*http.Response, error) { return refuse(401, "SESSION_REVOKED") },
			"account_suspended": func() (*http.Response, error) { return refuse(403, "ACCOUNT_SUSPENDED") },
		} {
			ended := 0
			first := streams(opened + "event: end\ndata: {\"reason\":\"" + reason + "\"}\n\n")
			isFirst := true
			c, _ = client(func(s sent) (*http.Response, error) {
				if isFirst {
					isFirst = false
					return first(s)
				}
				return refusal()
			}, old(), bourse.WithSessionEnded(func(error) { ended++ }))
			_, err := listen(t.Context(), c, bourse.StreamParams{})
			if !errors.Is(err, bourse.ErrSessionEnded) || ended != 1 {
				t.Errorf("%s: the error is %v, and the end was told %d times", reason, err, ended)
			}
		}
	})
}

func TestAStreamThatNeverBeganIsAnError(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, server := client(func(sent) (*http.Response, error) { return unreachable() })
		if _, err := listen(t.Context(), c, bourse.StreamParams{}); err == nil || len(server.all("")) != 4 {
			t.Errorf("%d attempts, and the error is %v", len(server.all("")), err)
		}
	})
}

func TestWhoHasHadEnoughClosesTheStream(t *testing.T) {
	t.Parallel()
	c, server := client(streams(opened + position("1") + position("2")))
	for event, err := range c.Stream(t.Context(), bourse.StreamParams{LastEventID: "0"}) {
		must(t, err)
		if event.ID != "1" {
			t.Errorf("the event is %+v", event)
		}
		break
	}
	if got := server.all(""); len(got) != 1 || got[0].Header.Get("Last-Event-ID") != "0" || got[0].Context().Err() == nil {
		t.Errorf("%d connections, or the first is still open", len(got))
	}
}

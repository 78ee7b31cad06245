package edge_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"bourse/internal/fault"
	"bourse/internal/httpapi/edge"
	"bourse/internal/httpapi/edge/edgetest"
	"bourse/internal/oas"
)

func TestAStreamThatIsOpenedWhileTheServerStopsIsToldToComeBack(t *testing.T) {
	t.Parallel()
	opening := make(chan struct{})
	e := newEdge(t, &edgetest.Operations{OnMe: func(ctx context.Context) (oas.GetMeRes, error) {
		_, err := edge.Stream(ctx, func(lasting context.Context) (edge.Events, error) {
			close(opening)
			<-lasting.Done()
			return nil, lasting.Err()
		})
		return nil, err
	}})
	server := e.Handler.NewServer(slog.New(slog.DiscardHandler))
	stopped := make(chan error, 1)
	go func() {
		<-opening
		stopped <- server.Shutdown(t.Context())
	}()
	answer := e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/auth/me", Token: "alice"})
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	edgetest.WantFailure(t, answer, http.StatusServiceUnavailable, fault.ServiceUnavailable)
	if answer.Header().Get("Retry-After") == "" {
		t.Error("it is not told when to come back")
	}
}

// asked is a source without events: it ends with its reason when the first event is requested.
type asked struct{}

func (asked) Begin() string { return "" }
func (asked) Next(context.Context) (edge.Event, error) {
	return edge.Event{}, &edge.EndedError{Reason: "asked"}
}
func (asked) Close() {}

func TestASessionThatEndsWhileItsStreamIsOpenedIsNoticedAtOnce(t *testing.T) {
	t.Parallel()
	door := &watchedDoor{}
	told := ""
	e := newEdge(t, &edgetest.Operations{OnMe: func(ctx context.Context) (oas.GetMeRes, error) {
		stream, err := edge.Stream(ctx, func(context.Context) (edge.Events, error) {
			door.isOver.Store(true) // before anyone follows it
			return asked{}, nil
		})
		if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(stream)
		told = string(text)
		return edgetest.Profile(edge.Caller(ctx)), errors.Join(err, stream.Close())
	}}, func(o *edge.Options) {
		door.Door = o.Authenticator.(edgetest.Door)
		o.Authenticator = door
	})
	e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/auth/me", Token: "alice"})
	if !strings.Contains(told, `{"reason":"session_ended"}`) {
		t.Errorf("the stream is %q", told)
	}
}

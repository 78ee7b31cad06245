package edge_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"bourse/internal/fault"
	"bourse/internal/httpapi/edge"
	"bourse/internal/httpapi/edge/edgetest"
	"bourse/internal/oas"
)

const statementPath = "/api/v1/trading/accounts/0190b7a5-0000-7000-8000-000000000001/statement.csv"

// parts makes a file whose parts end, or fail, at a number.
func parts(number int, failure error) func(context.Context) ([]byte, error) {
	made := 0
	return func(context.Context) ([]byte, error) {
		if made == number {
			return nil, failure
		}
		made++
		return []byte(strings.Repeat("x", 10_000) + "\r\n"), nil
	}
}

// serveFile serves an edge whose statement is a file.
func serveFile(t *testing.T, next func(context.Context) ([]byte, error)) (*http.Response, error) {
	t.Helper()
	e := newEdge(t, &edgetest.Operations{OnStatement: func(ctx context.Context) (oas.DownloadStatementRes, error) {
		content, err := edge.Download(ctx, "statement.csv", next)
		return oas.DownloadStatementOK{Data: content}, err
	}})
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+edgetest.Listen(t, e.Handler)+statementPath, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer bob")
	return (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(request)
}

func TestAFileIsSentInParts(t *testing.T) {
	t.Parallel()
	answer, err := serveFile(t, parts(5, nil))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	if err != nil || len(content) != 5*10_002 {
		t.Errorf("%d bytes were received (%v)", len(content), err)
	}
	for name, want := range map[string]string{
		"Content-Type": "text/csv", "Content-Disposition": `attachment; filename="statement.csv"`, "Cache-Control": "no-store",
	} {
		if got := answer.Header.Get(name); !strings.HasPrefix(got, want) {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

func TestAFileThatCannotBeginIsAnOrdinaryFailure(t *testing.T) {
	t.Parallel()
	answer, err := serveFile(t, parts(0, fault.New(fault.NotFound, "there is no such account")))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusNotFound || answer.Header.Get("Content-Disposition") != "" {
		t.Errorf("the answer is %d with %v", answer.StatusCode, answer.Header)
	}
}

func TestAFileThatFailsOnTheWayIsCutOff(t *testing.T) {
	t.Parallel()
	answer, err := serveFile(t, parts(3, errors.New("the disk is gone")))
	if err != nil {
		return // cut before the headers were sent
	}
	defer answer.Body.Close()
	if content, err := io.ReadAll(answer.Body); err == nil {
		t.Errorf("%d bytes look like a whole file", len(content))
	}
}

func TestAFileEndsWithTheSession(t *testing.T) {
	t.Parallel()
	door := &watchedDoor{}
	e := newEdge(t, &edgetest.Operations{OnStatement: func(ctx context.Context) (oas.DownloadStatementRes, error) {
		content, err := edge.Download(ctx, "statement.csv", func(context.Context) ([]byte, error) {
			door.isOver.Store(true) // after the first part was made
			return []byte("a part\r\n"), nil
		})
		return oas.DownloadStatementOK{Data: content}, err
	}}, func(o *edge.Options) {
		door.Door = o.Authenticator.(edgetest.Door)
		o.Authenticator = door
	})
	connection := edgetest.Dial(t, edgetest.Listen(t, e.Handler), "GET %s HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer bob\r\n\r\n", statementPath)
	edgetest.WantClosed(t, connection) // despite an endless file
}

func TestAUserReadsTwoFilesAtATime(t *testing.T) {
	t.Parallel()
	begun, end := make(chan struct{}), make(chan struct{})
	e := newEdge(t, &edgetest.Operations{OnStatement: func(ctx context.Context) (oas.DownloadStatementRes, error) {
		number := 0
		content, err := edge.Download(ctx, "statement.csv", func(context.Context) ([]byte, error) {
			if number++; number == 1 {
				return []byte("a part\r\n"), nil
			}
			begun <- struct{}{}
			<-end
			return nil, nil
		})
		return oas.DownloadStatementOK{Data: content}, err
	}})
	address := edgetest.Listen(t, e.Handler)
	ask := func(who string) net.Conn {
		return edgetest.Dial(t, address, "GET %s HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer %s\r\nConnection: close\r\n\r\n", statementPath, who)
	}
	want := func(connection net.Conn, status int) {
		t.Helper()
		if code, _ := edgetest.Status(t, connection); code != status {
			t.Errorf("it is answered with %d, want %d", code, status)
		}
	}
	first, second, others := ask("bob"), ask("bob"), ask("alice")
	for range 3 {
		<-begun
	}
	want(ask("bob"), http.StatusTooManyRequests)
	close(end)
	for _, one := range []net.Conn{first, second, others} {
		want(one, http.StatusOK)
		edgetest.WantClosed(t, one)
	}
	go func() { <-begun }()
	want(ask("bob"), http.StatusOK)
}

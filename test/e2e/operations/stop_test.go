package operations_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

func TestATerminatedServerFinishesWhatItHasBegun(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		s := place.Serve(t)
		email := kit.NewEmail()
		slow := beginSlowRequest(t, s, email)
		if err := s.Terminate(); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), kit.Patience)
		defer cancel()
		if err := s.AwaitLog(ctx, "stopping"); err != nil {
			t.Fatal(err)
		}
		testkit.Within(t, kit.Patience, "new connections are refused", func() bool {
			connection, err := net.Dial("tcp", s.Address)
			if err == nil {
				connection.Close()
			}
			return err != nil
		})
		slow.finish(t)
		status, err := s.Wait(ctx)
		if err != nil || status != 0 {
			t.Errorf("the server ended with status %d: %v", status, err)
		}
		// An answered request was done.
		m := &kit.Member{Email: email, Password: slowPassword}
		m.Login(t, place.Serve(t))
	})
}

const slowPassword = "a password that comes late"

// slowRequest is a registration of which the server has received the first half.
type slowRequest struct {
	connection net.Conn
	answers    *bufio.Reader
	rest       string
}

// beginSlowRequest sends the first half of a registration and returns when the server waits for the rest, which it
// shows by asking to continue.
func beginSlowRequest(t *testing.T, s *kit.Server, email string) *slowRequest {
	t.Helper()
	connection, err := net.Dial("tcp", s.Address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { connection.Close() })
	if err := connection.SetDeadline(time.Now().Add(kit.Patience)); err != nil {
		t.Fatal(err)
	}
	content, err := json.Marshal(kit.Body{"email": email, "password": slowPassword})
	if err != nil {
		t.Fatal(err)
	}
	half := len(content) / 2
	fmt.Fprintf(connection, "POST /api/v1/auth/register HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n"+
		"Content-Length: %d\r\nExpect: 100-continue\r\n\r\n", s.Address, len(content))
	answers := bufio.NewReader(connection)
	line, err := answers.ReadString('\n')
	if err != nil || !strings.Contains(line, "100 Continue") {
		t.Fatalf("the server said %q instead of asking to go on: %v", line, err)
	}
	if _, err := answers.ReadString('\n'); err != nil { // the empty line after it
		t.Fatal(err)
	}
	if _, err := connection.Write(content[:half]); err != nil {
		t.Fatal(err)
	}
	return &slowRequest{connection, answers, string(content[half:])}
}

// finish sends the rest and checks that the answer is a success.
func (r *slowRequest) finish(t *testing.T) {
	t.Helper()
	if _, err := io.WriteString(r.connection, r.rest); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(r.answers, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusCreated || !strings.Contains(string(text), `"accessToken"`) {
		t.Errorf("the slow request was answered with %d: %s %v", response.StatusCode, text, err)
	}
}

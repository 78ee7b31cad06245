package identity_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"

	"bourse/test/e2e/kit"
)

// TestABodyThatComesAfterItsSenderHasLeft shows that a user who is erased while the body of their request arrives
// leaves nothing behind by it.
func TestABodyThatComesAfterItsSenderHasLeft(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		s := place.Serve(t)
		m := s.Register(t)
		const body = `{"provider":"binance","credentials":{"apiKey":"a-key-of-nobody","apiSecret":"a-secret-of-nobody"}}`
		connection, err := net.Dial("tcp", strings.TrimPrefix(s.URL(), "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer connection.Close()
		fmt.Fprintf(connection, "POST /api/v1%s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n"+
			"Content-Length: %d\r\nExpect: 100-continue\r\n\r\n", kit.ConnectPath, m.Token, len(body))
		answers := bufio.NewReader(connection)
		for _, want := range []string{"HTTP/1.1 100 Continue\r\n", "\r\n"} { // sent when the body is read
			if line, err := answers.ReadString('\n'); err != nil || line != want {
				t.Fatalf("the server says %q, %v", line, err)
			}
		}
		m.Call(t, http.MethodDelete, "/auth/me", nil).Done(t, 200)
		fmt.Fprint(connection, body)
		answer, err := http.ReadResponse(answers, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		if answer.StatusCode != http.StatusUnauthorized {
			t.Errorf("who is erased is answered with %s", answer.Status)
		}
		kit.WantNone(t, place.Books(t), map[string]string{"connections of nobody": `SELECT COUNT(*) FROM investment_connections`})
	})
}

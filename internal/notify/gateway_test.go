package notify_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"bourse/internal/notify"
)

const (
	account = "AC0123456789abcdef0123456789abcdef"
	token   = "token-55021"
)

// got is one request as received by a gateway.
type got struct {
	request *http.Request
	body    string
}

// startGateway answers every request with the status and body, and records the request.
func startGateway(t *testing.T, status int, answer string) (baseURL string, requests <-chan got) {
	t.Helper()
	kept := make(chan got, 10)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		kept <- got{r, string(body)}
		w.Header().Set("Location", "/elsewhere")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, answer)
	}))
	t.Cleanup(server.Close)
	return server.URL, kept
}

func newTwilio(t *testing.T, baseURL, from string) *notify.Twilio {
	t.Helper()
	sender, err := notify.NewTwilio(notify.TwilioOptions{AccountSID: account, AuthToken: token, From: from, BaseURL: baseURL})
	if err != nil {
		t.Fatal(err)
	}
	return sender
}

func newGateway(t *testing.T, address, token string) *notify.Gateway {
	t.Helper()
	sender, err := notify.NewGateway(notify.GatewayOptions{URL: address, Token: token})
	if err != nil {
		t.Fatal(err)
	}
	return sender
}

func TestTwilioGetsTheMessageAsAForm(t *testing.T) {
	t.Parallel()
	const service = "MG0123456789abcdef0123456789abcdef"
	for from, field := range map[string]string{"+15550001111": "From", "Bourse": "From", service: "MessagingServiceSid"} {
		base, requests := startGateway(t, http.StatusCreated, `{"sid": "SM1"}`)
		message := phoneCode()
		message.Text = "Ihr Code für Bourse & Co: " + code
		if err := newTwilio(t, base, from).Send(t.Context(), message); err != nil {
			t.Fatal(err)
		}
		r := wait(t, "the request", requests)
		if r.request.Method != http.MethodPost || r.request.URL.Path != "/2010-04-01/Accounts/"+account+"/Messages.json" {
			t.Errorf("%s %s", r.request.Method, r.request.URL)
		}
		if username, password, _ := r.request.BasicAuth(); username != account || password != token {
			t.Errorf("logged in as %q with %q", username, password)
		}
		form, err := url.ParseQuery(r.body)
		if err != nil {
			t.Fatal(err)
		}
		want := url.Values{"To": {message.Recipient}, "Body": {message.Text}, field: {from}}
		if diff := cmp.Diff(want, form); diff != "" {
			t.Errorf("the form differs (-want +got):\n%s", diff)
		}
	}
}

func TestTwilioFailuresTellTheErrorCodeButNotTheWords(t *testing.T) {
	t.Parallel()
	for answer, detail := range map[string]string{
		`{"code": 21211, "message": "The number +15551231234 is wrong: ` + code + `"}`: ", error 21211",
		`{"code": "` + code + `"}`: "", code: "", "": "",
	} {
		for status, permanent := range finality {
			base, _ := startGateway(t, status, answer)
			wantFailure(t, newTwilio(t, base, "Bourse").Send(t.Context(), phoneCode()),
				notify.Failure{Reason: fmt.Sprintf("twilio: status %d%s", status, detail), Permanent: permanent})
		}
	}
}

// finality says which status codes are final failures.
var finality = map[int]bool{
	400: true, 401: true, 404: true, 422: true, 408: false, 429: false, 500: false, 503: false, 301: false, 307: false,
}

func TestTheGatewayGetsTheMessageAsJSON(t *testing.T) {
	t.Parallel()
	for _, status := range []int{200, 201, 202, 204} {
		base, requests := startGateway(t, status, "")
		message := phoneCode()
		message.ID = uuid.New()
		if err := newGateway(t, base+"/sms?route=1", token).Send(t.Context(), message); err != nil {
			t.Fatal(err)
		}
		r := wait(t, "the request", requests)
		if r.request.Method != http.MethodPost || r.request.URL.String() != "/sms?route=1" {
			t.Errorf("%s %s", r.request.Method, r.request.URL)
		}
		for header, want := range map[string]string{
			"Content-Type": "application/json", "Authorization": "Bearer " + token, "Idempotency-Key": message.ID.String(),
		} {
			if got := r.request.Header.Get(header); got != want {
				t.Errorf("%s is %q, want %q", header, got, want)
			}
		}
		var body map[string]string
		if err := json.Unmarshal([]byte(r.body), &body); err != nil {
			t.Fatal(err)
		}
		want := map[string]string{"to": message.Recipient, "text": message.Text, "kind": "phone_code"}
		if diff := cmp.Diff(want, body); diff != "" {
			t.Errorf("the body differs (-want +got):\n%s", diff)
		}
	}
}

func TestWithoutATokenTheGatewayGetsNone(t *testing.T) {
	t.Parallel()
	base, requests := startGateway(t, http.StatusOK, "")
	if err := newGateway(t, base, "").Send(t.Context(), phoneCode()); err != nil {
		t.Fatal(err)
	}
	if r := wait(t, "the request", requests); r.request.Header["Authorization"] != nil {
		t.Errorf("Authorization is %q", r.request.Header["Authorization"])
	}
}

func TestGatewayFailuresTellTheStatusOnly(t *testing.T) {
	t.Parallel()
	for status, permanent := range finality {
		base, requests := startGateway(t, status, "refused: "+code)
		wantFailure(t, newGateway(t, base, token).Send(t.Context(), phoneCode()),
			notify.Failure{Reason: fmt.Sprintf("gateway: status %d", status), Permanent: permanent})
		wait(t, "the request", requests)
		if len(requests) > 0 {
			t.Errorf("the redirect with status %d was followed", status)
		}
	}
}

func TestAGatewayThatIsDownIsAFailureThatHidesTheURL(t *testing.T) {
	t.Parallel()
	err := newGateway(t, "http://127.0.0.1:1/?key="+token, "").Send(t.Context(), phoneCode())
	wantFailure(t, err, notify.Failure{Reason: "gateway: connection refused"})
}

func TestASilentGatewayIsLeftWhenTheContextEnds(t *testing.T) {
	t.Parallel()
	asked := make(chan struct{}, 1)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		asked <- struct{}{}
		<-r.Context().Done() // ends when the client hangs up
	}))
	t.Cleanup(server.Close)
	sender := newGateway(t, server.URL, "")
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- sender.Send(ctx, phoneCode()) }()
	wait(t, "the request", asked)
	cancel()
	wantFailure(t, wait(t, "the end of the sending", ended), notify.Failure{Reason: "gateway: cancelled"})
}

func TestAnEndlessAnswerIsNotReadToTheEnd(t *testing.T) {
	t.Parallel()
	const enough = 64 << 20 // far more than the connection itself buffers
	written := make(chan int, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		chunk := []byte(strings.Repeat("x", 4096))
		total := 0
		for total < enough {
			n, err := w.Write(chunk)
			total += n
			if err != nil {
				break // the client has hung up
			}
		}
		written <- total
	}))
	t.Cleanup(server.Close)
	if err := newGateway(t, server.URL, "").Send(t.Context(), phoneCode()); err != nil {
		t.Error(err)
	}
	if total := wait(t, "the end of the answer", written); total >= enough {
		t.Errorf("%d bytes were read", total)
	}
}

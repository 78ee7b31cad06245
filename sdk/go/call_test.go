package bourse_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	bourse "bourse/sdk/go"
)

func TestACallIsSentAsTheContractSays(t *testing.T) {
	t.Parallel()
	c, server := client(func(sent) (*http.Response, error) { return data(`{"id":"o","quantity":0.10}`) })
	order, err := c.PlaceOrder(t.Context(), bourse.PlaceOrderRequest{
		Symbol: "BTCUSD", Side: bourse.PositionSideBuy, Type: bourse.OrderTypeLimit,
		Quantity: bourse.Ptr(bourse.MustDecimal("0.10000000")), StopLoss: bourse.Ptr(bourse.Decimal{}),
	}, bourse.IdempotencyKey("mine"), bourse.RequestID("named"))
	must(t, err)
	if order.ID != "o" {
		t.Errorf("the order is %+v", order)
	}
	got := server.all("")[0]
	if got.Method != http.MethodPost || got.URL.String() != "http://stand.in/api/v1/trading/orders" {
		t.Errorf("%s %s was called", got.Method, got.URL)
	}
	for name, want := range map[string]string{
		"Idempotency-Key": "mine", "X-Request-Id": "named", "User-Agent": "bourse-go/" + bourse.Version, "Content-Type": "application/json",
		"Authorization": "",
	} {
		if value := got.Header.Get(name); value != want {
			t.Errorf("the header %s is %q, want %q", name, value, want)
		}
	}
	// A zero is sent, a nil is not, and the amount is a JSON number.
	if want := `{"symbol":"BTCUSD","side":"buy","type":"limit","quantity":0.1,"stopLoss":0}`; got.body != want {
		t.Errorf("the body is %s, want %s", got.body, want)
	}
}

func TestAPatchSaysOnlyWhatItNames(t *testing.T) {
	t.Parallel()
	c, server := client(func(sent) (*http.Response, error) { return data(me) })
	_, err := c.UpdateMe(t.Context(), bourse.UpdateMeRequest{DisplayName: bourse.Ptr("")})
	must(t, err)
	if got := server.all("")[0]; got.Method != http.MethodPatch || got.body != `{"displayName":""}` {
		t.Errorf("%s %s", got.Method, got.body)
	}
}

func TestPathsAndQueriesAreEscaped(t *testing.T) {
	t.Parallel()
	c, server := client(func(s sent) (*http.Response, error) { return respond(200, `{"success":true,"data":[]}`) })
	_, err := c.ListCandles(t.Context(), bourse.ListCandlesParams{
		Symbol: "A&B", Interval: bourse.ListCandlesInterval1h, From: time.Date(2026, 1, 2, 3, 4, 5, 0, time.FixedZone("", 3600)), Limit: 5,
	})
	must(t, err)
	_, err = c.ListWebhookEndpoints(t.Context(), bourse.ListWebhookEndpointsParams{IsActive: bourse.Ptr(false)})
	must(t, err)
	_, _ = c.GetCourse(t.Context(), "a/../b", bourse.GetCourseParams{})
	got := server.all("")
	for i, want := range []string{
		"/api/v1/trading/candles?from=2026-01-02T02%3A04%3A05Z&interval=1h&limit=5&symbol=A%26B",
		"/api/v1/webhooks/endpoints?isActive=false", "/api/v1/education/courses/a%2F..%2Fb",
	} {
		if url := got[i].URL.RequestURI(); url != want {
			t.Errorf("%s was called, want %s", url, want)
		}
	}
}

func TestABodyThatMayBeAbsentIsNotSent(t *testing.T) {
	t.Parallel()
	c, server := client(func(sent) (*http.Response, error) { return respond(200, `{"success":true}`) })
	must(t, c.Logout(t.Context(), nil))
	if got := server.all("")[0]; got.body != "" || got.Header.Get("Content-Type") != "" {
		t.Errorf("the body is %q of %q", got.body, got.Header.Get("Content-Type"))
	}
	if got := server.all("")[0]; len(got.Header.Get("Idempotency-Key")) != 32 {
		t.Errorf("the key is %q", got.Header.Get("Idempotency-Key"))
	}
}

func TestARefusalIsAnErrorWithEverythingInIt(t *testing.T) {
	t.Parallel()
	c, _ := client(func(sent) (*http.Response, error) { return refuse(422, "INSUFFICIENT_FUNDS", "Retry-After", "7") })
	_, err := c.GetMe(t.Context())
	refused := wantCode(t, err, bourse.CodeInsufficientFunds)
	want := bourse.Error{
		Operation: "getMe", Status: 422, Code: "INSUFFICIENT_FUNDS", Message: "It is not to be.", Field: "symbol",
		RequestID: "request-1", RetryAfter: 7 * time.Second,
	}
	if *refused != want {
		t.Errorf("the error is %+v, want %+v", *refused, want)
	}
	if text := err.Error(); text != "bourse: getMe: 422 INSUFFICIENT_FUNDS: symbol: It is not to be. (request request-1)" {
		t.Errorf("it reads %q", text)
	}
	if !bourse.IsCode(err, bourse.CodeInsufficientFunds) || bourse.IsCode(err, bourse.CodeNotFound) || bourse.IsCode(io.EOF, bourse.CodeNotFound) {
		t.Error("the code is not told")
	}
}

func TestAWrongAddressIsAnErrorOfTheFirstCall(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"", "bourse.example", "ftp://bourse.example", "http://", ":"} {
		if _, err := bourse.New(address).GetMe(t.Context()); err == nil || !strings.Contains(err.Error(), "address") {
			t.Errorf("%q: the error is %v", address, err)
		}
	}
	c, server := client(func(sent) (*http.Response, error) { return data(me) })
	_ = c
	other := bourse.New("http://stand.in/api/v1/", bourse.WithHTTPClient(&http.Client{Transport: server}))
	_, err := other.GetMe(t.Context())
	must(t, err)
	if path := server.all("")[0].URL.Path; path != "/api/v1/auth/me" {
		t.Errorf("%s was called", path)
	}
}

func TestADownloadIsReadByTheCaller(t *testing.T) {
	t.Parallel()
	c, _ := client(func(sent) (*http.Response, error) { return respond(200, "time,kind\n", "Content-Type", "text/csv") })
	file, err := c.DownloadStatement(t.Context(), "account", bourse.DownloadStatementParams{StartDate: "2026-01-01"})
	must(t, err)
	defer file.Close()
	if text, err := io.ReadAll(file); err != nil || string(text) != "time,kind\n" {
		t.Errorf("it is %q, %v", text, err)
	}
}

func TestAnAPIKeyIsSentAndNothingElse(t *testing.T) {
	t.Parallel()
	c, server := client(func(sent) (*http.Response, error) { return refuse(401, "UNAUTHORIZED") }, bourse.WithAPIKey("key"),
		bourse.WithTokens(bourse.TokenPair{AccessToken: "access", RefreshToken: "refresh"}))
	_, err := c.GetMe(t.Context())
	wantCode(t, err, bourse.CodeUnauthorized)
	if errors.Is(err, bourse.ErrSessionEnded) {
		t.Error("a key has no session that could end")
	}
	if got := server.all(""); len(got) != 1 || got[0].Header.Get("Authorization") != "Bearer key" {
		t.Errorf("%d calls, the first with %q", len(got), got[0].Header.Get("Authorization"))
	}
}

package bourse_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	bourse "bourse/sdk/go"
)

// exampleServer answers a few calls like a real server, so that the examples run without one.
func exampleServer() *httptest.Server {
	answers := map[string]string{
		"POST /api/v1/auth/login": `{"success":true,"data":{"outcome":"authenticated","accessToken":"a","refreshToken":"r","tokenType":"Bearer","expiresIn":900,
			"user":{"id":"1","email":"trader@demo.test","role":"trader"}}}`,
		"GET /api/v1/auth/me": `{"success":true,"data":{"id":"1","email":"trader@demo.test","role":"trader"}}`,
		"GET /api/v1/trading/orders": `{"success":true,"data":[{"id":"2","symbol":"BTCUSD","side":"buy","quantity":0.25},
			{"id":"1","symbol":"XRPUSD","side":"sell","quantity":30}],"meta":{"limit":100}}`,
	}
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Request-Id", "01JD2Q4X8Z6M3V9K7T5R1W0YBC")
		answer, isThere := answers[r.Method+" "+r.URL.Path]
		if !isThere {
			w.WriteHeader(http.StatusUnprocessableEntity)
			answer = `{"success":false,"error":{"code":"INSUFFICIENT_FUNDS","message":"The order costs more than there is."}}`
		}
		_, _ = io.WriteString(w, answer)
	}))
}

func Example() {
	server := exampleServer()
	defer server.Close()
	ctx := context.Background()

	client := bourse.New(server.URL)
	result, err := client.Login(ctx, bourse.LoginRequest{Email: "trader@demo.test", Password: "bourse-demo-1"})
	if err != nil {
		fmt.Println(err)
		return
	}
	if challenge, isAsked := result.LoginChallenge(); isAsked {
		fmt.Println("The code, please, by one of", challenge.Methods)
		return
	}
	me, err := client.GetMe(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(me.Email, "is a", me.Role)
	// Output: trader@demo.test is a trader
}

func ExampleClient_AllOrders() {
	server := exampleServer()
	defer server.Close()
	client := bourse.New(server.URL, bourse.WithAPIKey("bourse_…"))
	for order, err := range client.AllOrders(context.Background(), bourse.ListOrdersParams{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(order.Side, order.Quantity, order.Symbol)
	}
	// Output:
	// buy 0.25 BTCUSD
	// sell 30 XRPUSD
}

func ExampleError() {
	server := exampleServer()
	defer server.Close()
	client := bourse.New(server.URL, bourse.WithAPIKey("bourse_…"))
	_, err := client.PlaceOrder(context.Background(), bourse.PlaceOrderRequest{
		Symbol: "BTCUSD", Side: bourse.PositionSideBuy, Type: bourse.OrderTypeMarket, Quantity: bourse.Ptr(bourse.MustDecimal("100")),
	})
	var refused *bourse.Error
	switch {
	case bourse.IsCode(err, bourse.CodeInsufficientFunds):
		fmt.Println("Pay in first.")
	case errors.As(err, &refused):
		fmt.Println(refused.Message, "- ask support about", refused.RequestID)
	}
	// Output: Pay in first.
}

func ExampleVerifyWebhook() {
	const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" // shown once, when the endpoint is created
	endpoint := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		payload, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		if err != nil {
			return
		}
		event, err := bourse.VerifyWebhook(payload, r.Header, secret)
		if err != nil {
			http.Error(w, err.Error(), http.StatusUnauthorized)
			return
		}
		if challenge := event.Challenge(); challenge != "" {
			_, _ = io.WriteString(w, challenge) // the server checks that this is our endpoint
			return
		}
		fmt.Println(event.Type, event.ID) // store it before answering, and do the work afterwards
	})

	forged := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(`{"type":"payment.succeeded"}`))
	answer := httptest.NewRecorder()
	endpoint.ServeHTTP(answer, forged)
	fmt.Println(answer.Code, strings.TrimSpace(answer.Body.String()))
	// Output: 401 bourse: the webhook is not signed
}

func ExampleDecimal() {
	price := bourse.MustDecimal("0.10000000")
	fmt.Println(price, price == bourse.MustDecimal("0.1"), price.Compare(bourse.DecimalOf(1)))
	// Output: 0.1 true -1
}

package binancetest_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"bourse/internal/investment/broker/binancetest"
	"bourse/internal/money"
	"bourse/internal/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// The example of Binance's documentation: a key, a secret, an order and its signatures.
const (
	exampleKey    = "vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A"
	exampleSecret = "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j"
	exampleOrder  = "symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559"
	exampleFirst  = "symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC"
	exampleSecond = "quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559"
	wholeSigned   = "&signature=c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71"
	partsSigned   = "&signature=0fd168b8ddb4876a0358a8d14d0c9f3da0e9b20c5d52b2a00fcf7d1c602f9a77"
)

// exampleMarket is an exchange at the time of the example, on which its order works.
func exampleMarket() (*binancetest.Exchange, *testkit.Clock) {
	clock := testkit.NewClock(time.UnixMilli(1499827319559))
	exchange := binancetest.New(clock.Now)
	exchange.List(binancetest.Symbol{Name: "LTCBTC", Base: "LTC", Quote: "BTC", Price: money.MustParse("0.2")})
	exchange.OpenAccount(exampleKey, exampleSecret)
	exchange.Credit(exampleKey, "BTC", "1")
	return exchange, clock
}

// ask makes a request and returns the answer's status and its code, zero if it has none.
func ask(t *testing.T, exchange http.Handler, method, query, body string) (status, code int) {
	t.Helper()
	request := httptest.NewRequest(method, "/api/v3/order?"+query, strings.NewReader(body))
	request.Header.Set("X-MBX-APIKEY", exampleKey)
	answer := httptest.NewRecorder()
	exchange.ServeHTTP(answer, request)
	content, _ := io.ReadAll(answer.Body)
	var problem struct{ Code int }
	if err := json.Unmarshal(content, &problem); err != nil {
		t.Fatalf("%s: %v", content, err)
	}
	return answer.Code, problem.Code
}

func TestTheDocumentedExamplesAreAccepted(t *testing.T) {
	t.Parallel()
	for name, request := range map[string][2]string{
		"in the query": {exampleOrder + wholeSigned, ""}, "in the body": {"", exampleOrder + wholeSigned}, "in both": {exampleFirst, exampleSecond + partsSigned},
	} {
		exchange, _ := exampleMarket()
		if status, code := ask(t, exchange, http.MethodPost, request[0], request[1]); status != http.StatusOK {
			t.Errorf("%s: %d %d", name, status, code)
		}
		if there := exchange.Orders(exampleKey); len(there) != 1 || there[0].Status != "NEW" {
			t.Errorf("%s: the exchange has %+v", name, there)
		}
		if free, locked := exchange.Balance(exampleKey, "BTC"); free != money.MustParse("0.9") || locked != money.MustParse("0.1") {
			t.Errorf("%s: %s is free and %s locked", name, free, locked)
		}
	}
}

func TestARequestIsCheckedAsDocumented(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what  string
		turn  time.Duration // of the exchange's clock
		query string
		code  int
	}{
		{"another signature", 0, exampleOrder + partsSigned, -1022},
		{"no signature", 0, exampleOrder, -1102},
		{"at the end of its window", 5 * time.Second, exampleOrder + wholeSigned, 0},
		{"behind its window", 5001 * time.Millisecond, exampleOrder + wholeSigned, -1021},
		{"a little ahead", -999 * time.Millisecond, exampleOrder + wholeSigned, 0},
		{"ahead", -time.Second, exampleOrder + wholeSigned, -1021},
	} {
		exchange, clock := exampleMarket()
		clock.Advance(c.turn)
		if _, code := ask(t, exchange, http.MethodPost, c.query, ""); code != c.code {
			t.Errorf("%s: code %d, want %d", c.what, code, c.code)
		}
	}
	exchange, _ := exampleMarket()
	exchange.Allow(exampleKey, "enableSpotAndMarginTrading", false)
	if status, code := ask(t, exchange, http.MethodPost, exampleOrder+wholeSigned, ""); status != http.StatusUnauthorized || code != -2015 {
		t.Errorf("a key that may not trade: %d %d", status, code)
	}
}

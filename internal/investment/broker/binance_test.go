package broker_test

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"bourse/internal/investment/broker"
)

func TestASignatureIsTheOneThatBinancePublishes(t *testing.T) {
	t.Parallel()
	const (
		payload = "symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559"
		want    = "c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71"
	)
	if got := broker.Sign(apiSecret, payload); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestAGoodKeyIsConnected(t *testing.T) {
	t.Parallel()
	exchange := newFakeBinance(t)
	outcome := exchange.verify(t, nil)
	wantOutcome(t, outcome, broker.Connected, 0)
	if want := []string{"reading", "spotAndMarginTrading", "futures", "ipRestricted"}; !slices.Equal(outcome.Permissions, want) {
		t.Errorf("got permissions %v, want %v", outcome.Permissions, want)
	}
	if exchange.count(readTime) != 0 {
		t.Error("the clock was asked for without need")
	}
}

func TestAKeyThatIsNotGoodIsInvalid(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name        string
		credentials broker.Credentials
		answer      http.HandlerFunc
	}{
		{name: "another key", credentials: with(exchangeCredentials(), "apiKey", "another")},
		{name: "another secret", credentials: with(exchangeCredentials(), "apiSecret", "another")},
		{name: "-2008", answer: refusal(401, -2008)},
		{name: "-2014", answer: refusal(401, -2014)},
		{name: "-2015", answer: refusal(401, -2015)},
		{name: "-1022", answer: refusal(400, -1022)},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			exchange := newFakeBinance(t)
			exchange.answer(readAccount, test.answer)
			wantOutcome(t, exchange.verify(t, test.credentials), broker.InvalidCredentials, 0)
			if exchange.count(readAccount) != 1 || exchange.count(readRights) != 0 {
				t.Error("a refused key was tried again")
			}
		})
	}
}

func TestAKeyThatMayDoTooMuchOrTooLittleIsRefused(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		change func(*fakeBinance)
		says   string
	}{
		{"withdrawals", func(f *fakeBinance) { f.rights["enableWithdrawals"] = true }, "without that permission"},
		{"no reading", func(f *fakeBinance) { f.rights["enableReading"] = false }, "reading"},
		{"withdrawals and no trading", func(f *fakeBinance) {
			f.rights["enableWithdrawals"], f.rights["enableSpotAndMarginTrading"] = true, false
		}, "withdrawals"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			exchange := newFakeBinance(t)
			test.change(exchange)
			outcome := exchange.verify(t, nil)
			wantOutcome(t, outcome, broker.InsufficientPermissions, 0)
			if !strings.Contains(outcome.Message, test.says) {
				t.Errorf("%q does not speak of %q", outcome.Message, test.says)
			}
		})
	}
	for name, change := range map[string]func(*fakeBinance){
		"no trading":                 func(f *fakeBinance) { f.rights["enableSpotAndMarginTrading"] = false },
		"account that may not trade": func(f *fakeBinance) { f.account["canTrade"] = false },
	} {
		t.Run(name+" is enough to be read", func(t *testing.T) {
			t.Parallel()
			exchange := newFakeBinance(t)
			change(exchange)
			outcome := exchange.verify(t, nil)
			wantOutcome(t, outcome, broker.Connected, 0)
			if slices.Contains(outcome.Permissions, broker.SpotTrading) || !slices.Contains(outcome.Permissions, "reading") {
				t.Errorf("the permissions are %v", outcome.Permissions)
			}
		})
	}
	t.Run("-1002", func(t *testing.T) {
		t.Parallel()
		exchange := newFakeBinance(t)
		exchange.answer(readAccount, refusal(401, -1002))
		wantOutcome(t, exchange.verify(t, nil), broker.InsufficientPermissions, 0)
	})
}

func TestARightThatIsNotToldIsNotTakenForDenied(t *testing.T) {
	t.Parallel()
	for _, right := range []string{"enableWithdrawals", "enableReading", "enableSpotAndMarginTrading"} {
		exchange := newFakeBinance(t)
		delete(exchange.rights, right)
		wantOutcome(t, exchange.verify(t, nil), broker.Unreachable, 0)
	}
	exchange := newFakeBinance(t)
	delete(exchange.account, "canTrade")
	wantOutcome(t, exchange.verify(t, nil), broker.Unreachable, 0)
}

func TestAClockThatIsWrongIsPutRightOnce(t *testing.T) {
	t.Parallel()
	for _, skew := range []time.Duration{time.Hour, -time.Hour} {
		exchange := newFakeBinance(t)
		exchange.clock = noon.Add(skew)
		wantOutcome(t, exchange.verify(t, nil), broker.Connected, 0)
		if exchange.count(readAccount) != 2 || exchange.count(readTime) != 1 || exchange.count(readRights) != 1 {
			t.Errorf("skew %s: %d account, %d time and %d rights requests, want 2, 1 and 1", skew,
				exchange.count(readAccount), exchange.count(readTime), exchange.count(readRights))
		}
	}
}

func TestAClockThatStaysWrongIsGivenUp(t *testing.T) {
	t.Parallel()
	exchange := newFakeBinance(t)
	exchange.answer(readAccount, refusal(400, -1021))
	wantOutcome(t, exchange.verify(t, nil), broker.Unreachable, 0)
	if exchange.count(readAccount) != 2 {
		t.Errorf("%d attempts, want 2", exchange.count(readAccount))
	}
	exchange = newFakeBinance(t)
	exchange.clock = noon.Add(time.Hour)
	exchange.answer(readTime, func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, 200, map[string]any{}) })
	wantOutcome(t, exchange.verify(t, nil), broker.Unreachable, 0)
}

func TestAnExchangeInTroubleIsUnreachable(t *testing.T) {
	t.Parallel()
	for _, path := range []string{readAccount, readRights} {
		for _, test := range troubles() {
			t.Run(path+" "+test.name, func(t *testing.T) {
				t.Parallel()
				exchange := newFakeBinance(t)
				exchange.answer(path, test.handler)
				wantOutcome(t, exchange.verify(t, nil), broker.Unreachable, test.wait)
			})
		}
	}
	t.Run("an undocumented refusal", func(t *testing.T) {
		t.Parallel()
		exchange := newFakeBinance(t)
		exchange.answer(readAccount, refusal(400, -1100))
		wantOutcome(t, exchange.verify(t, nil), broker.Unreachable, 0)
	})
}

func TestAnExchangeThatIsDownSlowOrLeftAloneIsUnreachable(t *testing.T) {
	t.Parallel()
	registry := newRegistry(t, broker.Settings{BinanceURL: "http://127.0.0.1:1"})
	wantOutcome(t, registry.Verify(t.Context(), broker.Binance, exchangeCredentials()), broker.Unreachable, 0)

	exchange := newFakeBinance(t)
	exchange.answer(readAccount, silent(t))
	registry = newRegistry(t, broker.Settings{BinanceURL: exchange.url, Timeout: 20 * time.Millisecond})
	slow := registry.Verify(t.Context(), broker.Binance, exchangeCredentials())
	wantOutcome(t, slow, broker.Unreachable, 0)
	if !strings.Contains(slow.Message, "in time") {
		t.Errorf("%q does not speak of time", slow.Message)
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	interrupted := exchangeRegistry(t, exchange).Verify(ctx, broker.Binance, exchangeCredentials())
	wantOutcome(t, interrupted, broker.Unreachable, 0)
	if !strings.Contains(interrupted.Message, "interrupted") {
		t.Errorf("%q does not speak of an interruption", interrupted.Message)
	}
}

func exchangeRegistry(t *testing.T, exchange *fakeBinance) *broker.Registry {
	t.Helper()
	return newRegistry(t, broker.Settings{BinanceURL: exchange.url})
}

func TestARedirectIsNotFollowed(t *testing.T) {
	t.Parallel()
	elsewhere := newFakeBinance(t)
	for _, status := range []int{301, 302, 303, 307, 308} {
		exchange := newFakeBinance(t)
		exchange.answer(readAccount, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.url+r.URL.String(), status)
		})
		// Not even a client that follows redirects may do so.
		registry := newRegistry(t, broker.Settings{BinanceURL: exchange.url, HTTPClient: &http.Client{}})
		wantOutcome(t, registry.Verify(t.Context(), broker.Binance, exchangeCredentials()), broker.Unreachable, 0)
	}
	if elsewhere.count(readAccount) != 0 {
		t.Error("the credentials went elsewhere")
	}
}

func TestAHugeAnswerIsReadToItsBoundOnly(t *testing.T) {
	t.Parallel()
	exchange := newFakeBinance(t)
	exchange.answer(readAccount, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"canTrade":true,"balances":["` + strings.Repeat("x", 4<<20) + `"]}`))
	})
	var read atomic.Int64
	registry := newRegistry(t, broker.Settings{BinanceURL: exchange.url, HTTPClient: &http.Client{Transport: counting{&read}}})
	wantOutcome(t, registry.Verify(t.Context(), broker.Binance, exchangeCredentials()), broker.Unreachable, 0)
	if bytes := read.Load(); bytes < 64<<10 || bytes > 64<<10+1 {
		t.Errorf("%s bytes were read, want 64 KiB", strconv.FormatInt(bytes, 10))
	}
}

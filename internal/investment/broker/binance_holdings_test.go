package broker_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"bourse/internal/investment/broker"
	"bourse/internal/money"
	"bourse/internal/testkit"
)

// holding is a balance as Binance sends it.
func holding(asset, free, locked string) map[string]any {
	return map[string]any{"asset": asset, "free": free, "locked": locked}
}

// read reads what the account of the good key holds.
func (f *fakeBinance) read(t *testing.T) (broker.Holdings, broker.Outcome) {
	t.Helper()
	return readWith(t, exchangeRegistry(t, f), broker.Binance, exchangeCredentials())
}

func readWith(t *testing.T, registry *broker.Registry, provider broker.Provider, credentials broker.Credentials) (broker.Holdings, broker.Outcome) {
	t.Helper()
	holdings, outcome := registry.Read(t.Context(), provider, credentials, time.Time{})
	slog.Info("read", "holdings", fmt.Sprintf("%+v", holdings))
	wantNoSecrets(t, outcome)
	if outcome.Status != broker.Connected && len(holdings.Balances)+len(holdings.Positions) > 0 {
		t.Errorf("%s with holdings %+v", outcome.Status, holdings)
	}
	return holdings, outcome
}

func TestWhatAnAccountHoldsIsReadWithItsRights(t *testing.T) {
	t.Parallel()
	exchange := newFakeBinance(t)
	exchange.account["balances"] = []any{
		holding("BTC", "4.10000000", "0.00000001"), holding("USDT", "0.00000000", "12.5"), holding("DUST", "0.00000000", "0.00000000"),
		holding("FINE", "0.123456789", "0"), holding("SHIB", "99999999999.0", "0"), holding("币安人生", "3", "0"),
	}
	holdings, outcome := exchange.read(t)
	wantOutcome(t, outcome, broker.Connected, 0)
	want := []broker.Balance{
		{Asset: "BTC", Free: money.MustParse("4.1"), Locked: money.MustParse("0.00000001")}, {Asset: "USDT", Locked: money.MustParse("12.5")},
		{Asset: "FINE", Free: money.MustParse("0.12345679")}, {Asset: "币安人生", Free: money.FromInt(3)},
	}
	if !slices.Equal(holdings.Balances, want) || !slices.Equal(holdings.Uncounted, []string{"SHIB"}) || holdings.Payments != nil {
		t.Errorf("got %+v, want %+v without SHIB", holdings, want)
	}
	if !slices.Contains(outcome.Permissions, broker.SpotTrading) {
		t.Errorf("the permissions are %v", outcome.Permissions)
	}
	exchange.rights["enableSpotAndMarginTrading"] = false
	if _, outcome = exchange.read(t); outcome.Status != broker.Connected || slices.Contains(outcome.Permissions, broker.SpotTrading) {
		t.Errorf("a key that lost the right to trade: %+v", outcome)
	}
	exchange.rights["enableWithdrawals"] = true
	_, outcome = exchange.read(t)
	wantOutcome(t, outcome, broker.InsufficientPermissions, 0)
	exchange.rights["enableWithdrawals"], exchange.rights["enableReading"] = false, false
	_, outcome = exchange.read(t)
	wantOutcome(t, outcome, broker.InsufficientPermissions, 0)
	exchange.answer(readAccount, refusal(401, -2015))
	_, outcome = exchange.read(t)
	wantOutcome(t, outcome, broker.InvalidCredentials, 0)
}

func TestHalfAnAnswerIsNotTakenForAnEmptyAccount(t *testing.T) {
	t.Parallel()
	for name, balances := range map[string]any{
		"none told": nil, "not a list": "BTC", "without an amount": []any{map[string]any{"asset": "BTC", "free": "1"}},
		"an amount that is none": []any{holding("BTC", "much", "0")}, "below zero": []any{holding("BTC", "-1", "0")},
		"without a name": []any{holding("", "1", "0")}, "a name that is none": []any{holding("<b>", "1", "0")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			exchange := newFakeBinance(t)
			exchange.account["balances"] = balances
			if balances == nil {
				delete(exchange.account, "balances")
			}
			_, outcome := exchange.read(t)
			wantOutcome(t, outcome, broker.Unreachable, 0)
		})
	}
}

func TestAnExchangeInTroubleIsReadLater(t *testing.T) {
	t.Parallel()
	for _, path := range []string{readAccount, readRights} {
		for _, test := range troubles() {
			t.Run(path+" "+test.name, func(t *testing.T) {
				t.Parallel()
				exchange := newFakeBinance(t)
				exchange.answer(path, test.handler)
				_, outcome := exchange.read(t)
				wantOutcome(t, outcome, broker.Unreachable, test.wait)
			})
		}
	}
	exchange := newFakeBinance(t)
	exchange.clock = noon.Add(-time.Hour) // ours is wrong
	_, outcome := exchange.read(t)
	wantOutcome(t, outcome, broker.Connected, 0)
}

func TestAnExchangeThatAsksToWaitIsLeftAloneByAllCustomers(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusTooManyRequests, http.StatusTeapot} {
		exchange, clock := newFakeBinance(t), testkit.NewClock(noon)
		registry := newRegistry(t, broker.Settings{BinanceURL: exchange.url, Now: clock.Now})
		exchange.answer(readAccount, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Retry-After", "40")
			refuse(w, r, status, -1003)
		})
		_, outcome := readWith(t, registry, broker.Binance, exchangeCredentials())
		wantOutcome(t, outcome, broker.Unreachable, 40*time.Second)
		exchange.answer(readAccount, nil)
		clock.Advance(10 * time.Second)
		exchange.clock = clock.Now()
		wantOutcome(t, registry.Verify(t.Context(), broker.Binance, with(exchangeCredentials(), "apiKey", "another")), broker.Unreachable, 30*time.Second)
		if _, outcome := registry.Prices(t.Context(), broker.Binance, []string{"BTC"}); outcome.RetryAfter != 30*time.Second {
			t.Errorf("prices: %+v", outcome)
		}
		if asked := exchange.count(readAccount) + exchange.count(readPrices); asked != 1 {
			t.Errorf("%d requests although it asked to wait, want the first one only", asked)
		}
		clock.Advance(30 * time.Second)
		exchange.clock = clock.Now()
		_, outcome = readWith(t, registry, broker.Binance, exchangeCredentials())
		wantOutcome(t, outcome, broker.Connected, 0)
	}
}

func TestReadingWaitsForTheNextMinuteWhenMostOfThisOneIsUsed(t *testing.T) {
	t.Parallel()
	exchange, clock := newFakeBinance(t), testkit.NewClock(noon.Add(20*time.Second))
	exchange.clock, exchange.weight = clock.Now(), "4800"
	registry := newRegistry(t, broker.Settings{BinanceURL: exchange.url, Now: clock.Now})
	wantOutcome(t, registry.Verify(t.Context(), broker.Binance, exchangeCredentials()), broker.Connected, 0)
	_, outcome := readWith(t, registry, broker.Binance, exchangeCredentials())
	wantOutcome(t, outcome, broker.Unreachable, 40*time.Second)
	// A user is waiting at a screen for a check, which takes only a small part of the remaining weight.
	wantOutcome(t, registry.Verify(t.Context(), broker.Binance, exchangeCredentials()), broker.Connected, 0)
	clock.Advance(40 * time.Second)
	exchange.clock = clock.Now()
	_, outcome = readWith(t, registry, broker.Binance, exchangeCredentials())
	wantOutcome(t, outcome, broker.Connected, 0)
}

func TestAssetsArePricedByTheExchangeOnceAMinuteForAll(t *testing.T) {
	t.Parallel()
	exchange, clock := newFakeBinance(t), testkit.NewClock(noon)
	registry := newRegistry(t, broker.Settings{BinanceURL: exchange.url, Now: clock.Now})
	want := map[string]string{
		"BTC": "60000", "ETH": "3000", "DOGE": "0.125", "TRY": "0.025", "RARE": "0.06", "LDDOGE": "0.125", "LDUSDT": "1", "USDC": "1",
	}
	asked := []string{"NOBODY", "LD", "LDLD"}
	for asset := range want {
		asked = append(asked, asset)
	}
	for range 3 {
		prices, outcome := registry.Prices(t.Context(), broker.Binance, asked)
		if outcome.Status != broker.Connected || len(prices) != len(want) {
			t.Fatalf("got %v and %+v", prices, outcome)
		}
		for asset, price := range want {
			if !prices[asset].Equal(money.MustParse(price)) {
				t.Errorf("%s is worth %s, want %s", asset, prices[asset], price)
			}
		}
	}
	if n := exchange.count(readPrices); n != 1 {
		t.Errorf("asked %d times, want once", n)
	}
	clock.Advance(time.Minute)
	for _, test := range troubles() {
		exchange.answer(readPrices, test.handler)
		registry := newRegistry(t, broker.Settings{BinanceURL: exchange.url, Now: clock.Now})
		if prices, outcome := registry.Prices(t.Context(), broker.Binance, asked); prices != nil || outcome.Status != broker.Unreachable {
			t.Errorf("%s: got %v and %+v", test.name, prices, outcome)
		}
	}
	if _, outcome := registry.Prices(t.Context(), broker.MT5, asked); outcome.Status != broker.Connected {
		t.Errorf("a terminal has no prices: %+v", outcome)
	}
}

func TestTheTestNetworkIsReadWithoutWhatItDoesNotHave(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"testnet.binance.vision", "api1.testnet.binance.vision", "nottestnet.binance.vision"} {
		exchange := newFakeBinance(t)
		exchange.answer(readRights, func(w http.ResponseWriter, _ *http.Request) { http.NotFound(w, nil) })
		transport := transportFunc(func(request *http.Request) (*http.Response, error) {
			request = request.Clone(request.Context())
			request.URL.Scheme, request.URL.Host = "http", strings.TrimPrefix(exchange.url, "http://")
			return http.DefaultTransport.RoundTrip(request)
		})
		registry := newRegistry(t, broker.Settings{BinanceURL: "https://" + host, HTTPClient: &http.Client{Transport: transport}})
		outcome := registry.Verify(t.Context(), broker.Binance, exchangeCredentials())
		if strings.HasPrefix(host, "not") {
			wantOutcome(t, outcome, broker.Unreachable, 0)
			continue
		}
		wantOutcome(t, outcome, broker.Connected, 0)
		if !slices.Equal(outcome.Permissions, []string{"reading", broker.SpotTrading}) || exchange.count(readRights) != 0 {
			t.Errorf("the permissions are %v after %d questions for them", outcome.Permissions, exchange.count(readRights))
		}
	}
}

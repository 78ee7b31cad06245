package broker_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"bourse/internal/investment/broker"
)

const (
	readAccount = "GET /api/v3/account"
	readRights  = "GET /sapi/v1/account/apiRestrictions"
	readTime    = "GET /api/v3/time"
	readPrices  = "GET /api/v3/ticker/price"
)

// fakeBinance speaks the signed API as documented: it checks the key, the time and the signature of each request in
// that order.
type fakeBinance struct {
	*peer
	clock   time.Time
	account map[string]any
	rights  map[string]any
	prices  map[string]string
	weight  string // its reported weight for this minute
}

func newFakeBinance(t *testing.T) *fakeBinance {
	fake := &fakeBinance{
		clock: noon,
		account: map[string]any{
			"makerCommission": 15, "canTrade": true, "canWithdraw": true, "canDeposit": true, "accountType": "SPOT",
			"balances":    []any{map[string]any{"asset": "BTC", "free": "4.10000000", "locked": "0.00000000"}},
			"permissions": []any{"SPOT"}, "uid": 354937868,
		},
		rights: map[string]any{
			"ipRestrict": true, "createTime": 1698645219000, "enableReading": true, "enableWithdrawals": false,
			"enableInternalTransfer": false, "enableMargin": false, "enableFutures": true,
			"permitsUniversalTransfer": false, "enableVanillaOptions": false, "enableFixApiTrade": false,
			"enableFixReadOnly": true, "enableSpotAndMarginTrading": true, "enablePortfolioMarginTrading": false,
		},
	}
	fake.prices = map[string]string{
		"BTCUSDT": "60000.00000000", "ETHBTC": "0.05000000", "DOGEUSDT": "0.12500000", "USDTTRY": "40.00000000", "RAREBTC": "0.00000100",
	}
	routes := http.NewServeMux()
	routes.HandleFunc(readPrices, func(w http.ResponseWriter, _ *http.Request) {
		listed := []any{}
		for symbol, price := range fake.prices {
			listed = append(listed, map[string]any{"symbol": symbol, "price": price})
		}
		writeJSON(w, 200, listed)
	})
	routes.HandleFunc(readAccount, fake.signed(func(w http.ResponseWriter) { writeJSON(w, 200, fake.account) }))
	routes.HandleFunc(readRights, fake.signed(func(w http.ResponseWriter) { writeJSON(w, 200, fake.rights) }))
	routes.HandleFunc(readTime, func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, 200, map[string]any{"serverTime": fake.clock.UnixMilli()})
	})
	fake.peer = newPeer(t, routes)
	return fake
}

func (f *fakeBinance) signed(handler func(http.ResponseWriter)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		payload, signed, _ := strings.Cut(r.URL.RawQuery, "&signature=")
		parameters, _ := url.ParseQuery(payload)
		sent, err := strconv.ParseInt(parameters.Get("timestamp"), 10, 64)
		late := f.clock.UnixMilli() - sent
		mac := hmac.New(sha256.New, []byte(apiSecret))
		mac.Write([]byte(payload))
		switch {
		case r.Header.Get("X-MBX-APIKEY") != apiKey:
			refuse(w, r, 401, -2015)
		case err != nil || parameters.Get("recvWindow") != "5000" || late > 5000 || late < -1000:
			refuse(w, r, 400, -1021)
		case signed != hex.EncodeToString(mac.Sum(nil)):
			refuse(w, r, 400, -1022)
		default:
			if f.weight != "" {
				w.Header().Set("X-MBX-USED-WEIGHT-1M", f.weight)
			}
			handler(w)
		}
	}
}

// refuse answers with a code of Binance, and repeats everything it was sent.
func refuse(w http.ResponseWriter, r *http.Request, status, code int) {
	body := echo(r)
	body["code"] = code
	writeJSON(w, status, body)
}

func refusal(status, code int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { refuse(w, r, status, code) }
}

// verify checks the credentials, by default the good ones.
func (f *fakeBinance) verify(t *testing.T, credentials broker.Credentials) broker.Outcome {
	t.Helper()
	if credentials == nil {
		credentials = exchangeCredentials()
	}
	return newRegistry(t, broker.Settings{BinanceURL: f.url + "/"}).Verify(t.Context(), broker.Binance, credentials)
}

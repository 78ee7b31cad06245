package investment_test

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bourse/test/e2e/kit"
)

// exchange speaks the part of Binance's API that verifies a connection, as documented: it checks the key, the time
// and the signature of each request in that order.
type exchange struct {
	URL    string
	offset atomic.Int64 // how many milliseconds its clock is ahead of ours
	// wrongTimes is how many requests had a wrong time, with any key.
	wrongTimes atomic.Int64

	mutex sync.Mutex
	keys  map[string]*exchangeKey
}

// exchangeKey is a customer's key at the exchange.
type exchangeKey struct {
	key, secret string
	mayWithdraw bool
	mayNotTrade bool
	misfortunes []misfortune // what happens to the first requests
	wrongTimes  atomic.Int64 // how many requests had a wrong time
	balances    []kit.Body
	reads       atomic.Int64 // how often the balances were read
}

// hold sets what the key's account holds, as pairs of an asset and its free quantity.
func (x *exchange) hold(k *exchangeKey, pairs ...string) {
	x.mutex.Lock()
	defer x.mutex.Unlock()
	k.balances = nil
	for i := 0; i < len(pairs); i += 2 {
		k.balances = append(k.balances, kit.Body{"asset": pairs[i], "free": pairs[i+1], "locked": "0.00000000"})
	}
}

// change changes the rights of a key.
func (x *exchange) change(change func()) {
	x.mutex.Lock()
	defer x.mutex.Unlock()
	change()
}

// misfortune happens to a request instead of an answer.
type misfortune func(w http.ResponseWriter, r *http.Request)

func newExchange(t *testing.T) *exchange {
	t.Helper()
	x := &exchange{keys: map[string]*exchangeKey{}}
	routes := http.NewServeMux()
	routes.HandleFunc("GET /api/v3/account", x.signed(func(k *exchangeKey) any {
		k.reads.Add(1)
		balances := []kit.Body{}
		return kit.Body{"canTrade": true, "canWithdraw": true, "canDeposit": true, "accountType": "SPOT", "balances": append(balances, k.balances...), "uid": 354937868}
	}))
	routes.HandleFunc("GET /api/v3/ticker/price", func(w http.ResponseWriter, _ *http.Request) {
		answerJSON(w, 200, []kit.Body{{"symbol": "DOGEUSDT", "price": "0.12500000"}})
	})
	routes.HandleFunc("GET /sapi/v1/account/apiRestrictions", x.signed(func(k *exchangeKey) any {
		return kit.Body{
			"ipRestrict": true, "createTime": 1698645219000, "enableReading": true, "enableWithdrawals": k.mayWithdraw,
			"enableInternalTransfer": false, "enableMargin": false, "enableFutures": false, "permitsUniversalTransfer": false,
			"enableVanillaOptions": false, "enableSpotAndMarginTrading": !k.mayNotTrade, "enablePortfolioMarginTrading": false,
		}
	}))
	routes.HandleFunc("GET /api/v3/time", func(w http.ResponseWriter, _ *http.Request) {
		answerJSON(w, 200, kit.Body{"serverTime": x.now()})
	})
	server := httptest.NewServer(routes)
	t.Cleanup(server.Close)
	x.URL = server.URL
	return x
}

func (x *exchange) now() int64 { return time.Now().UnixMilli() + x.offset.Load() }

// newKey makes a key with its secret.
func (x *exchange) newKey(misfortunes ...misfortune) *exchangeKey {
	random := make([]byte, 64)
	_, _ = rand.Read(random) // never fails
	k := &exchangeKey{key: hex.EncodeToString(random[:32]), secret: hex.EncodeToString(random[32:]), misfortunes: misfortunes}
	x.mutex.Lock()
	defer x.mutex.Unlock()
	x.keys[k.key] = k
	return k
}

// find returns the key of a request, and what is to happen to it.
func (x *exchange) find(r *http.Request) (k *exchangeKey, happens misfortune) {
	x.mutex.Lock()
	defer x.mutex.Unlock()
	if k = x.keys[r.Header.Get("X-MBX-APIKEY")]; k != nil && len(k.misfortunes) > 0 {
		happens, k.misfortunes = k.misfortunes[0], k.misfortunes[1:]
	}
	return k, happens
}

func (x *exchange) signed(answer func(k *exchangeKey) any) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		k, happens := x.find(r)
		payload, signature, _ := strings.Cut(r.URL.RawQuery, "&signature=")
		parameters, _ := url.ParseQuery(payload)
		sent, err := strconv.ParseInt(parameters.Get("timestamp"), 10, 64)
		window, windowErr := strconv.ParseInt(parameters.Get("recvWindow"), 10, 64)
		late := x.now() - sent
		switch {
		case happens != nil:
			happens(w, r)
		case k == nil:
			saying(401, -2015)(w, r)
		case err != nil || windowErr != nil || late > window || late < -1000:
			k.wrongTimes.Add(1)
			x.wrongTimes.Add(1)
			saying(400, -1021)(w, r)
		case !hmac.Equal([]byte(signature), []byte(signatureOf(k.secret, payload))):
			saying(400, -1022)(w, r)
		default:
			x.mutex.Lock()
			content := answer(k)
			x.mutex.Unlock()
			answerJSON(w, 200, content)
		}
	}
}

func signatureOf(secret, payload string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(payload))
	return hex.EncodeToString(mac.Sum(nil))
}

// saying answers with a code of Binance, repeating everything it was sent, as a careless peer might.
func saying(status, code int) misfortune {
	return func(w http.ResponseWriter, r *http.Request) {
		answerJSON(w, status, kit.Body{"code": code, "msg": "You sent " + r.URL.String() + " with " + r.Header.Get("X-MBX-APIKEY")})
	}
}

// busy asks the client to wait a second.
func busy(status int) misfortune {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", "1")
		saying(status, -1003)(w, r)
	}
}

// cut closes the connection without an answer.
func cut(w http.ResponseWriter, _ *http.Request) {
	connection, _, err := w.(http.Hijacker).Hijack()
	if err == nil {
		_ = connection.Close() // it is cut either way
	}
}

func answerJSON(w http.ResponseWriter, status int, content any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(content) // the client may be gone
}

package investment_test

import (
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"bourse/internal/investment/broker/binancetest"
	"bourse/internal/money"
	"bourse/test/e2e/kit"
)

// The exchange's requests about orders.
const (
	placingThere    = "POST /api/v3/order"
	findingThere    = "GET /api/v3/order"
	cancellingThere = "DELETE /api/v3/order"
	fillsThere      = "GET /api/v3/myTrades"
)

// xrpThere is the exchange's name of the coin that the tests trade.
const xrpThere = "XRPUSDT"

// spot is an exchange that fills orders, at the same price of the coin as here.
type spot struct {
	*binancetest.Exchange
	URL string

	mutex sync.Mutex
	axe   *axe
}

// axe is what happens during a request of a kind.
type axe struct {
	request string
	isLost  bool // the exchange never sees the request; otherwise its answer is lost
	strike  func()
}

func newSpot(t *testing.T) *spot {
	t.Helper()
	x := &spot{Exchange: binancetest.New(time.Now)}
	x.List(binancetest.Symbol{
		Name: xrpThere, Base: "XRP", Quote: "USDT", TickSize: money.MustParse("0.0001"), LotStep: money.MustParse("0.1"),
		LeastQuantity: money.MustParse("0.1"), LeastNotional: money.FromInt(5), Price: money.FromInt(2),
	})
	server := httptest.NewServer(x)
	t.Cleanup(server.Close)
	x.URL = server.URL
	return x
}

// newKey makes an account with some dollars, and its key.
func (x *spot) newKey(dollars string) *exchangeKey {
	random := make([]byte, 64)
	_, _ = rand.Read(random) // never fails
	k := &exchangeKey{key: hex.EncodeToString(random[:32]), secret: hex.EncodeToString(random[32:])}
	x.OpenAccount(k.key, k.secret)
	x.Credit(k.key, "USDT", dollars)
	return k
}

// placings is how many orders were sent, whatever became of them.
func (x *spot) placings() (count int) {
	for _, request := range x.Requests() {
		if request == placingThere {
			count++
		}
	}
	return count
}

// strikeAt makes something happen during the next request of a kind.
func (x *spot) strikeAt(next *axe) {
	x.mutex.Lock()
	defer x.mutex.Unlock()
	x.axe = next
}

// ServeHTTP answers a request, unless the axe strikes.
func (x *spot) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x.mutex.Lock()
	struck := x.axe
	if struck == nil || struck.request != r.Method+" "+r.URL.Path {
		x.mutex.Unlock()
		x.Exchange.ServeHTTP(w, r)
		return
	}
	x.axe = nil
	x.mutex.Unlock()
	if !struck.isLost {
		x.Exchange.ServeHTTP(httptest.NewRecorder(), r)
	}
	struck.strike()
	panic(http.ErrAbortHandler)
}

// tradesThere are the ids of all trades of an account.
func (x *spot) tradesThere(k *exchangeKey) (ids []int64) {
	for _, order := range x.Orders(k.key) {
		for _, trade := range order.Trades {
			ids = append(ids, trade.ID)
		}
	}
	slices.Sort(ids)
	return ids
}

// letTrade allows or forbids orders to a connection, and returns the id of its account.
func letTrade(t *testing.T, m *kit.Member, connection map[string]any, isAllowed bool) string {
	t.Helper()
	changed := m.Call(t, http.MethodPatch, connectionAt(connection), kit.Body{"trading": isAllowed}).Ok(t, 200).Object(t, kit.ShapeOfConnection)
	kit.WantFields(t, changed, kit.Body{"trading": isAllowed, "status": "connected"})
	return changed["accountId"].(string)
}

package investment_test

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"bourse/internal/database"
	"bourse/internal/money"
	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

const ordersAtEachKill = 3

// TestLiveOrdersSurviveAKill kills the server during requests to the exchange: before the exchange has seen the
// request, and after it was carried out but before the answer.
func TestLiveOrdersSurviveAKill(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, installation *kit.Installation) {
		x := newSpot(t)
		v := kit.NewVenue(t, installation, "--broker-binance-url", x.URL, "--log-level", "info")
		m, k := v.Register(t), x.newKey("100000")
		connection := awaitConnection(t, m, connect(t, m, k), "connected")
		s := &sending{Storm: kit.NewStorm(t, v.Server, ordersAtEachKill), venue: v, exchange: x, key: k, token: m.Token}
		s.account = letTrade(t, m, connection, true)
		for _, at := range []*axe{
			{request: placingThere, isLost: true}, {request: placingThere}, {request: fillsThere}, {request: findingThere, isLost: true},
			{request: cancellingThere}, {request: placingThere, isLost: true}, {request: placingThere},
		} {
			s.killAt(t, at)
		}
		s.awaitEnds(t)
		s.Current.Load().MustStop(t)
		s.check(t, kit.NewAudit(t, installation))
	})
}

// sending is a user who sends orders to an exchange while the server is killed.
type sending struct {
	*kit.Storm
	venue          *kit.Venue
	exchange       *spot
	key            *exchangeKey
	token, account string

	mutex      sync.Mutex
	placed     []string // what the server has acknowledged
	takingBack []string
}

// killAt kills the server during a request of a kind that several concurrent orders cause, and starts the next
// server.
func (s *sending) killAt(t *testing.T, at *axe) {
	t.Helper()
	killed := make(chan struct{})
	at.strike = func() {
		s.Current.Load().Kill()
		close(killed)
	}
	if at.request == cancellingThere { // only existing orders can be cancelled
		id := s.place(t, s.buy("1.5"))
		testkit.Within(t, kit.Patience, "an order waits at the exchange", func() bool { return s.isThere(id) })
		s.exchange.strikeAt(at)
		s.Insist(t.Context(), kit.Call{Method: http.MethodDelete, Path: orderAt(id), Token: s.token, Key: kit.NewKey()}, &struct{}{})
		s.takingBack = append(s.takingBack, id)
	} else {
		s.exchange.strikeAt(at)
	}
	var placing sync.WaitGroup
	for i := range ordersAtEachKill {
		placing.Go(func() { s.place(t, s.buy([]string{"2", "2.1", "1.5"}[i%3])) })
	}
	<-killed
	s.Current.Store(s.venue.Place.Serve(t, append(s.venue.Flags(), "--broker-binance-url", s.exchange.URL, "--log-level", "info")...))
	placing.Wait()
}

// buy is an order that is filled at once, or waits.
func (s *sending) buy(limit string) kit.Body {
	content := liveOrder(s.account, "buy", "limit", 10)
	content["limitPrice"] = money.MustParse(limit)
	return content
}

// place places an order, with as many tries as necessary, and returns its id.
func (s *sending) place(t *testing.T, content kit.Body) string {
	var placed struct{ Data struct{ ID string } }
	call := kit.Call{Path: ordersPath, Token: s.token, Key: kit.NewKey(), Content: content}
	if status := s.Insist(t.Context(), call, &placed); status != http.StatusCreated {
		t.Errorf("an order is answered with %d", status)
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.placed = append(s.placed, placed.Data.ID)
	return placed.Data.ID
}

func nameThere(id string) string { return "b-" + strings.ReplaceAll(id, "-", "") }

func (s *sending) isThere(id string) bool {
	for _, order := range s.exchange.Orders(s.key.key) {
		if order.ClientID == nameThere(id) {
			return true
		}
	}
	return false
}

// awaitEnds lets everything that waits at the exchange be filled, and waits until the last server knows.
func (s *sending) awaitEnds(t *testing.T) {
	t.Helper()
	working := func() int {
		var answer struct{ Data []struct{ ID string } }
		status, err := s.Try(t.Context(), kit.Call{Method: http.MethodGet, Path: ordersPath + "?status=working&limit=100", Token: s.token}, &answer)
		if err != nil || status != http.StatusOK {
			return -1
		}
		return len(answer.Data)
	}
	testkit.Within(t, 2*kit.Patience, "every order is at the exchange", func() bool {
		return !slices.ContainsFunc(s.placed, func(id string) bool { return !s.isThere(id) })
	})
	s.exchange.SetPrice(xrpThere, "1.5")
	testkit.Within(t, 2*kit.Patience, "every order has ended", func() bool { return working() == 0 })
}

// check compares our records with the exchange's: every order once, and the same fills.
func (s *sending) check(t *testing.T, a kit.Audit) {
	t.Helper()
	for what, query := range kit.Impossible {
		if count := kit.Count(t, a.DB, query); count != 0 {
			t.Errorf("%d %s", count, what)
		}
	}
	here := a.Pairs(t, `SELECT id, status FROM orders`)
	there, bought := map[string]int{}, money.Zero
	for _, order := range s.exchange.Orders(s.key.key) {
		there[order.ClientID]++
		for _, trade := range order.Trades {
			bought = bought.Add(trade.Quantity).Sub(trade.Commission)
		}
	}
	if len(here) != len(s.placed) || len(there) != len(here) {
		t.Errorf("%d orders were acknowledged, %d are here and %d there", len(s.placed), len(here), len(there))
	}
	cancelled := 0
	for id, status := range here {
		if there[nameThere(id)] != 1 {
			t.Errorf("the order %s, which is %s here, is there %d times", id, status, there[nameThere(id)])
		}
		if want := "filled"; status != want && !slices.Contains(s.takingBack, id) {
			t.Errorf("the order %s is %s, want %s", id, status, want)
		}
		if status == "cancelled" {
			cancelled++
		}
	}
	s.checkFills(t, a, bought)
	t.Logf("%d orders, %d of them cancelled, sent in %d requests", len(here), cancelled, s.exchange.placings())
}

// checkFills wants every trade of the exchange once, and the quantities bought in the positions.
func (s *sending) checkFills(t *testing.T, a kit.Audit, bought money.Decimal) {
	t.Helper()
	rows, err := a.DB.Query(t.Context(), `SELECT fill_id FROM order_fills`)
	names, err := database.Collect(rows, err, database.ScanOne[string])
	if err != nil {
		t.Fatal(err)
	}
	var booked []int64
	for _, name := range names {
		id, err := strconv.ParseInt(name, 10, 64)
		if err != nil {
			t.Errorf("a fill is called %s", name)
		}
		booked = append(booked, id)
	}
	slices.Sort(booked)
	if traded := s.exchange.tradesThere(s.key); !slices.Equal(booked, traded) {
		t.Errorf("booked are the trades %v, made were %v", booked, traded)
	}
	var held money.Decimal
	if err := a.DB.QueryRow(t.Context(), `SELECT SUM(quantity) FROM positions WHERE status = 'open'`).Scan(&held); err != nil {
		t.Fatal(err)
	}
	if free, locked := s.exchange.Balance(s.key.key, "XRP"); held != bought || held != free.Add(locked) {
		t.Errorf("%s is held here, %s was bought and %s is there", held, bought, free.Add(locked))
	}
}

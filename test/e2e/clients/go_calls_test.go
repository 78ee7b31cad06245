package clients_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"bourse/internal/testkit"
	client "bourse/sdk/go"
	"bourse/test/e2e/kit"
)

// TestCallsOfTheGoClient uses a market whose prices the test sets.
func TestCallsOfTheGoClient(t *testing.T) {
	t.Parallel()
	kit.OnEachVenue(t, kit.Stories{
		"a lost answer does nothing twice":       lostAnswer,
		"one refresh for fifty waiting calls":    oneRefreshForFifty,
		"a lost answer to a refresh":             lostRefresh,
		"all pages are walked":                   allPages,
		"a call ends with its context":           cancelled,
		"a call ends after its time":             timedOut,
		"a refusal tells everything":             refused,
		"money is exact":                         exactMoney,
		"a PATCH changes what it names":          patched,
		"a stream is cut and resumed":            streamCut,
		"a stream ends with its session":         streamEnds,
		"a stream of somebody else's is refused": streamRefused,
		"a file is downloaded":                   downloaded,
		"what is public is so after the log-out": public,
		"a key of one's own outlives the client": ownKey,
		"a constant is what the server writes":   constants,
	})
}

// buy is an order that is filled at once.
func buy(quantity string) client.PlaceOrderRequest {
	return client.PlaceOrderRequest{
		Symbol: kit.Xrp, Side: client.PositionSideBuy, Type: client.OrderTypeMarket, Quantity: client.Ptr(client.MustDecimal(quantity)),
	}
}

func lostAnswer(t *testing.T, v *kit.Venue) {
	m := v.Register(t)
	l := newLine(t, v.Server)
	c := as(m, l.URL, once())
	l.loseAnswer("POST /trading/orders")
	order, err := c.PlaceOrder(t.Context(), buy("30"))
	must(t, err)
	if got := l.count("POST /trading/orders"); got != 2 {
		t.Errorf("the order was sent %d times, want twice", got)
	}
	orders, err := c.ListOrders(t.Context(), client.ListOrdersParams{})
	must(t, err)
	positions, err := c.ListPositions(t.Context(), client.ListPositionsParams{})
	must(t, err)
	if len(orders.Items) != 1 || orders.Items[0].ID != order.ID || len(positions.Items) != 1 {
		t.Errorf("there are %d orders and %d positions, want one of each", len(orders.Items), len(positions.Items))
	}
	// A PATCH has no key, so it is unknown whether it was done: the caller gets an error.
	l.loseAnswer("PATCH /auth/me")
	_, err = c.UpdateMe(t.Context(), client.UpdateMeRequest{DisplayName: client.Ptr("Ada")})
	if got := l.count("PATCH /auth/me"); err == nil || got != 1 {
		t.Errorf("it was sent %d times, and the error is %v", got, err)
	}
}

func ownKey(t *testing.T, v *kit.Venue) {
	m := v.Register(t)
	first, err := as(m, v.URL()).PlaceOrder(t.Context(), buy("30"), client.IdempotencyKey("order-1"))
	must(t, err)
	again, err := as(m, v.URL()).PlaceOrder(t.Context(), buy("30"), client.IdempotencyKey("order-1"))
	must(t, err)
	if first.ID != again.ID {
		t.Errorf("the orders are %s and %s", first.ID, again.ID)
	}
	_, err = as(m, v.URL()).PlaceOrder(t.Context(), buy("60"), client.IdempotencyKey("order-1"))
	wantRefusal(t, err, client.CodeIdempotencyKeyReused)
}

func allPages(t *testing.T, v *kit.Venue) {
	m := v.Register(t)
	l := newLine(t, v.Server)
	c := as(m, l.URL)
	const alerts, logIns = 23, 11
	for i := range alerts {
		_, err := c.CreateAlert(t.Context(), client.CreateAlertRequest{
			Symbol: kit.Xrp, Kind: client.AlertKindAbove, Price: client.Ptr(client.DecimalOf(int64(1000 + i))),
		})
		must(t, err)
	}
	for range logIns - 1 {
		_, err := client.New(v.URL()).Login(t.Context(), client.LoginRequest{Email: m.Email, Password: m.Password})
		must(t, err)
	}
	seen := map[string]bool{}
	for alert, err := range c.AllAlerts(t.Context(), client.ListAlertsParams{Limit: 5}) {
		must(t, err)
		seen[alert.ID] = true
	}
	if len(seen) != alerts || l.count("GET /trading/alerts") != 5 {
		t.Errorf("%d alerts in %d pages, want %d in 5", len(seen), l.count("GET /trading/alerts"), alerts)
	}
	clear(seen)
	for one, err := range c.AllLogIns(t.Context(), client.ListLogInsParams{Limit: 4}) {
		must(t, err)
		seen[one.ID] = true
	}
	if len(seen) != logIns || l.count("GET /auth/log-ins") != 3 {
		t.Errorf("%d log-ins in %d pages, want %d in 3", len(seen), l.count("GET /auth/log-ins"), logIns)
	}
}

func cancelled(t *testing.T, v *kit.Venue) {
	l := newLine(t, v.Server)
	c := as(v.Register(t), l.URL)
	release := l.hold()
	defer release()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := c.GetMe(ctx)
		ended <- err
	}()
	testkit.Within(t, kit.Patience, "the call is on its way", func() bool { return l.count("GET /auth/me") == 1 })
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) || l.count("GET /auth/me") != 1 {
		t.Errorf("after %d attempts the error is %v", l.count("GET /auth/me"), err)
	}
}

func timedOut(t *testing.T, v *kit.Venue) {
	l := newLine(t, v.Server)
	c := as(v.Register(t), l.URL, client.WithTimeout(2*time.Second))
	release := l.hold()
	_, err := c.GetMe(t.Context())
	// On a busy machine an attempt may be over before it arrives.
	if arrived := l.count("GET /auth/me"); !errors.Is(err, context.DeadlineExceeded) || arrived < 1 || arrived > 4 {
		t.Errorf("after %d attempts the error is %v", l.count("GET /auth/me"), err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 150*time.Millisecond)
	defer cancel()
	if _, err := c.GetMe(ctx, client.Timeout(time.Hour)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the error is %v", err)
	}
	release()
	_, err = c.GetMe(t.Context(), client.Timeout(kit.Patience))
	must(t, err)
}

func refused(t *testing.T, v *kit.Venue) {
	c := as(v.Register(t), v.URL())
	_, err := c.GetOrder(t.Context(), "01890000-0000-7000-8000-000000000000", client.RequestID("the-name-of-this-call"))
	if missing := wantRefusal(t, err, client.CodeNotFound); missing.Status != http.StatusNotFound || missing.RequestID != "the-name-of-this-call" || missing.Message == "" {
		t.Errorf("the error is %+v", missing)
	}
	_, err = c.PlaceOrder(t.Context(), buy("-1"))
	if invalid := wantRefusal(t, err, client.CodeValidationError); invalid.Status != http.StatusBadRequest || invalid.Field != "quantity" || invalid.RequestID == "" {
		t.Errorf("the error is %+v", invalid)
	}
	_, err = c.ListUsers(t.Context(), client.ListUsersParams{})
	wantRefusal(t, err, client.CodeForbidden)
}

func exactMoney(t *testing.T, v *kit.Venue) {
	c := as(v.Register(t), v.URL())
	const price = "999999999.99999999" // not representable as a float
	alert, err := c.CreateAlert(t.Context(), client.CreateAlertRequest{Symbol: kit.Xrp, Kind: client.AlertKindAbove, Price: client.Ptr(client.MustDecimal(price))})
	must(t, err)
	if got := alert.Price.String(); got != price {
		t.Errorf("the price came back as %s, want %s", got, price)
	}
	_, err = c.CreateAlert(t.Context(), client.CreateAlertRequest{Symbol: kit.Xrp, Kind: client.AlertKindAbove, Price: client.Ptr(client.MustDecimal("1.123456789"))})
	wantRefusal(t, err, client.CodeValidationError)
}

func patched(t *testing.T, v *kit.Venue) {
	c := as(v.Register(t), v.URL())
	_, err := c.UpdateMe(t.Context(), client.UpdateMeRequest{DisplayName: client.Ptr("Ada"), Locale: client.Ptr("en-GB")})
	must(t, err)
	me, err := c.UpdateMe(t.Context(), client.UpdateMeRequest{Locale: client.Ptr("")})
	must(t, err)
	if client.Value(me.DisplayName) != "Ada" || client.Value(me.Locale) != "" {
		t.Errorf("it is %q of %q", client.Value(me.DisplayName), client.Value(me.Locale))
	}
}

func downloaded(t *testing.T, v *kit.Venue) {
	c := as(v.Register(t), v.URL())
	accounts, err := c.ListTradingAccounts(t.Context())
	must(t, err)
	file, err := c.DownloadStatement(t.Context(), accounts[0].ID, client.DownloadStatementParams{})
	must(t, err)
	defer file.Close()
	head := make([]byte, 8)
	if n, err := file.Read(head); n == 0 {
		t.Errorf("the statement is empty: %v", err)
	}
	if _, err := c.DownloadStatement(t.Context(), "01890000-0000-7000-8000-000000000000", client.DownloadStatementParams{}); !client.IsCode(err, client.CodeNotFound) {
		t.Errorf("somebody else's statement is %v", err)
	}
}

func public(t *testing.T, v *kit.Venue) {
	c := as(v.Register(t), v.URL())
	must(t, c.Logout(t.Context(), nil))
	_, err := c.ListCourses(t.Context(), client.ListCoursesParams{Level: client.CourseLevelBeginner})
	must(t, err)
}

func constants(t *testing.T, v *kit.Venue) {
	c := as(v.Register(t), v.URL())
	instruments, err := c.ListInstruments(t.Context(), client.ListInstrumentsParams{Kind: client.InstrumentKindCrypto})
	must(t, err)
	for _, one := range instruments {
		if one.Kind != client.InstrumentKindCrypto {
			t.Errorf("%s is of the kind %s", one.Symbol, one.Kind)
		}
	}
	if len(instruments) == 0 {
		t.Error("there is no instrument of the kind")
	}
	order, err := c.PlaceOrder(t.Context(), buy("30"))
	must(t, err)
	if order.Status != client.OrderStatusFilled || order.Quantity != client.DecimalOf(30) {
		t.Errorf("the order is %+v", order)
	}
}

package broker_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"bourse/internal/fault"
	"bourse/internal/investment/broker"
	"bourse/internal/investment/broker/binancetest"
	"bourse/internal/market/venue"
	"bourse/internal/money"
	"bourse/internal/testkit"
)

// market is an exchange with an account on it, and a client that trades there.
type market struct {
	*binancetest.Exchange
	clock    *testkit.Clock
	url      string
	registry *broker.Registry // of the last session
	session  *broker.OrderSession
}

func newMarket(t *testing.T) *market {
	t.Helper()
	m := &market{clock: testkit.NewClock(noon)}
	m.Exchange = binancetest.New(m.clock.Now)
	m.List(binancetest.Bitcoin("50000"))
	m.OpenAccount(apiKey, apiSecret)
	m.Credit(apiKey, "USDT", "1000000")
	server := httptest.NewServer(m.Exchange)
	t.Cleanup(server.Close)
	m.url = server.URL
	m.session = m.sessionWith(t, exchangeCredentials())
	return m
}

func (m *market) sessionWith(t *testing.T, credentials broker.Credentials) *broker.OrderSession {
	t.Helper()
	registry, err := broker.New(broker.Settings{BinanceURL: m.url, Now: m.clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	m.registry = registry
	return registry.Orders().Of(credentials)
}

func (m *market) limit(id, quantity, price string) venue.Ticket {
	return venue.Ticket{
		ClientID: id, Symbol: "BTCUSDT", Side: venue.Buy, Type: venue.Limit, Quantity: money.MustParse(quantity), Price: money.MustParse(price),
	}
}

// place sends an order at the current time.
func (m *market) place(ctx context.Context, ticket venue.Ticket) (venue.Report, error) {
	at, err := m.session.Time(ctx)
	if err != nil {
		return venue.Report{}, err
	}
	return m.session.Place(ctx, ticket, at)
}

func byClient(id string) venue.Reference { return venue.Reference{Symbol: "BTCUSDT", ClientID: id} }

// wantProblem fails the test unless a failure is of a kind, and searches it for secrets.
func wantProblem(t *testing.T, what string, err error, want venue.Problem) {
	t.Helper()
	problem, ok := errors.AsType[*venue.Problem](err)
	if !ok {
		t.Errorf("%s: got %v, want a problem", what, err)
		return
	}
	slog.Info("a problem", "problem", problem)
	if found := secretIn(problem.Message); found != "" {
		t.Errorf("%s: the message holds %s", what, found)
	}
	if problem.Kind != want.Kind || problem.Code != want.Code || problem.Message == "" {
		t.Errorf("%s: got %s %s (%q), want %s %s", what, problem.Kind, problem.Code, problem.Message, want.Kind, want.Code)
	}
}

func TestAnOrderIsPlacedFoundFilledAndCancelled(t *testing.T) {
	t.Parallel()
	m, ctx := newMarket(t), t.Context()
	placed, err := m.place(ctx, m.limit("mine", "1", "49000"))
	if err != nil || placed.Status != venue.Working || !placed.Executed.IsZero() {
		t.Fatal(placed, err)
	}
	for _, reference := range []venue.Reference{byClient("mine"), {Symbol: "BTCUSDT", OrderID: placed.OrderID}} {
		if found, err := m.session.Find(ctx, reference); err != nil || found != placed {
			t.Errorf("found %+v (%v), want %+v", found, err, placed)
		}
	}
	m.Fill(apiKey, 1, "0.25", "48000")
	cancelled, err := m.session.Cancel(ctx, byClient("mine"))
	if err != nil || cancelled.Status != venue.Cancelled || cancelled.Executed != money.MustParse("0.25") {
		t.Error(cancelled, err)
	}
	_, err = m.session.Cancel(ctx, byClient("mine"))
	wantProblem(t, "cancelled again", err, venue.Problem{Kind: venue.Missing})
	fills, err := m.session.Fills(ctx, "BTCUSDT", placed.OrderID)
	want := venue.Fill{
		ID: "1", Quantity: money.MustParse("0.25"), Price: money.MustParse("48000"), Commission: money.MustParse("0.00025"), CommissionAsset: "BTC", At: noon,
	}
	if err != nil || len(fills) != 1 || fills[0] != want {
		t.Errorf("got %+v (%v), want %+v", fills, err, want)
	}
}

func TestEveryTradeOfAnOrderIsRead(t *testing.T) {
	t.Parallel()
	m, ctx := newMarket(t), t.Context()
	inParts := binancetest.Bitcoin("50000")
	inParts.PartsPerFill = 250
	m.List(inParts)
	placed, err := m.place(ctx, m.limit("mine", "1", "50000"))
	if err != nil || placed.Status != venue.Filled {
		t.Fatal(placed, err)
	}
	fills, err := m.session.Fills(ctx, "BTCUSDT", placed.OrderID)
	var sum money.Decimal
	for _, fill := range fills {
		sum = sum.Add(fill.Quantity)
	}
	if err != nil || len(fills) != 250 || sum != money.FromInt(1) {
		t.Errorf("%d fills of %s (%v), want 250 of 1", len(fills), sum, err)
	}
}

// TestWhatMayHaveBeenCarriedOutIsNeverAFailure sends orders through every kind of trouble.
func TestWhatMayHaveBeenCarriedOutIsNeverAFailure(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		fault binancetest.Fault
		kind  venue.Kind
	}{
		{binancetest.LostRequest, venue.Unknown}, {binancetest.LostAnswer, venue.Unknown}, {binancetest.CutAnswer, venue.Unknown},
		{binancetest.TimeoutDone, venue.Unknown}, {binancetest.TimeoutNotDone, venue.Unknown}, {binancetest.Maintenance, venue.Unknown},
		{binancetest.Garbage, venue.Unknown}, {binancetest.Twice, venue.Unknown}, {binancetest.RateLimited(7), venue.NotNow},
		{binancetest.Banned(7), venue.NotNow},
	} {
		m := newMarket(t)
		m.Fail("POST /api/v3/order", c.fault)
		_, err := m.place(t.Context(), m.limit("mine", "1", "49000"))
		wantProblem(t, c.fault.String(), err, venue.Problem{Kind: c.kind})
		if wait := venue.WaitOf(err); (wait == 7*time.Second) != (c.kind == venue.NotNow) {
			t.Errorf("%s: %s to wait", c.fault, wait)
		}
	}
}

func TestRefusalsAreTold(t *testing.T) {
	t.Parallel()
	m, ctx := newMarket(t), t.Context()
	m.List(binancetest.Symbol{Name: "ETHUSDT", Base: "ETH", Quote: "USDT", Price: money.FromInt(3000), IsHalted: true})
	sale := m.limit("a", "1", "49000")
	sale.Side = venue.Sell
	halted, strange, illegal := m.limit("a", "1", "3000"), m.limit("a", "1", "3000"), m.limit("a b", "1", "49000")
	halted.Symbol, strange.Symbol = "ETHUSDT", "NOSUCH"
	stop := venue.Ticket{ClientID: "a", Symbol: "BTCUSDT", Side: venue.Buy, Type: venue.Stop, Quantity: money.FromInt(1), StopPrice: money.FromInt(49000)}
	for what, c := range map[string]struct {
		ticket venue.Ticket
		code   fault.Code
	}{
		"no balance": {sale, fault.InsufficientFunds}, "halted": {halted, fault.MarketClosed}, "no such symbol": {strange, fault.ValidationError},
		"a name that is none": {illegal, fault.ValidationError}, "a stop that is reached": {stop, fault.PriceMoved},
		"no lot": {m.limit("a", "0.000001", "49000"), fault.QuantityTooSmall}, "no tick": {m.limit("a", "1", "49000.001"), fault.ValidationError},
		"too little": {m.limit("a", "0.0001", "49000"), fault.QuantityTooSmall},
	} {
		_, err := m.place(ctx, c.ticket)
		wantProblem(t, what, err, venue.Problem{Kind: venue.Refused, Code: c.code})
	}
	_, err := m.session.Find(ctx, byClient("a"))
	wantProblem(t, "not there", err, venue.Problem{Kind: venue.Missing})
	m.Allow(apiKey, "enableSpotAndMarginTrading", false)
	_, err = m.place(ctx, m.limit("a", "1", "49000"))
	wantProblem(t, "a key that may not trade", err, venue.Problem{Kind: venue.Denied, Code: fault.AccountNotActive})
	wrong := m.sessionWith(t, broker.Credentials{"apiKey": apiKey, "apiSecret": "another"})
	_, err = wrong.Find(ctx, byClient("a"))
	wantProblem(t, "a wrong secret", err, venue.Problem{Kind: venue.Denied, Code: fault.AccountNotActive})
}

func TestAnOrderIsTakenWithinItsWindowOrNever(t *testing.T) {
	t.Parallel()
	m, ctx := newMarket(t), t.Context()
	at, err := m.session.Time(ctx)
	if err != nil {
		t.Fatal(err)
	}
	m.clock.Advance(venue.Window + time.Millisecond)
	_, err = m.session.Place(ctx, m.limit("late", "1", "49000"), at)
	wantProblem(t, "late", err, venue.Problem{Kind: venue.NotNow})
	if there := m.Orders(apiKey); len(there) != 0 {
		t.Errorf("the exchange has %+v", there)
	}
}

func TestTheExchangesClockIsFollowed(t *testing.T) {
	t.Parallel()
	m, ctx := newMarket(t), t.Context()
	for _, skew := range []time.Duration{0, 3 * time.Hour, -time.Minute} {
		m.SetSkew(skew)
		if _, err := m.place(ctx, m.limit("first", "0.001", "50000")); skew != 0 {
			wantProblem(t, "out of step", err, venue.Problem{Kind: venue.NotNow})
		}
		if _, err := m.place(ctx, m.limit("then", "0.001", "50000")); err != nil {
			t.Errorf("in step again, by %s: %v", skew, err)
		}
		if at, err := m.session.FreshTime(ctx); err != nil || !at.Equal(noon.Add(skew)) {
			t.Errorf("the exchange's clock shows %s (%v)", at, err)
		}
	}
}

func TestTheRulesOfASymbolAreRead(t *testing.T) {
	t.Parallel()
	m, ctx := newMarket(t), t.Context()
	rules, err := m.session.Rules(ctx, "BTCUSDT")
	if err != nil || !rules.IsTrading || len(rules.Types) != 3 || rules.BaseAsset != "BTC" || rules.QuoteAsset != "USDT" {
		t.Fatalf("%+v (%v)", rules, err)
	}
	for what, pair := range map[string][2]money.Decimal{
		"tick": {rules.TickSize, money.MustParse("0.01")}, "lot": {rules.LotStep, money.MustParse("0.00001")},
		"least": {rules.LeastQuantity, money.MustParse("0.00001")}, "most": {rules.MostQuantity, money.FromInt(9000)},
		"notional": {rules.LeastNotional, money.FromInt(5)}, "price": {rules.HighestPrice, money.FromInt(1_000_000)},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s is %s, want %s", what, pair[0], pair[1])
		}
	}
	if _, err := m.session.Rules(ctx, "BTCUSDT"); err != nil || len(m.Requests()) != 1 {
		t.Errorf("the rules are asked for again: %v (%v)", m.Requests(), err)
	}
	_, err = m.session.Rules(ctx, "NOSUCH")
	wantProblem(t, "no such symbol", err, venue.Problem{Kind: venue.Refused, Code: fault.ValidationError})
	if price, err := m.session.PriceAt(ctx, "BTC", "USDT", noon); err != nil || price != money.FromInt(50000) {
		t.Error(price, err)
	}
	_, err = m.session.PriceAt(ctx, "NO", "SUCH", noon)
	wantProblem(t, "no such pair", err, venue.Problem{Kind: venue.Refused, Code: fault.ValidationError})
}

// TestAnExchangeThatTellsEverythingItWasToldIsNotRepeated answers with the request, its key and the secret.
func TestAnExchangeThatTellsEverythingItWasToldIsNotRepeated(t *testing.T) {
	t.Parallel()
	for _, status := range []int{200, 301, 400, 401, 403, 404, 418, 429, 500, 503} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { writeJSON(w, status, echo(r)) }))
		t.Cleanup(server.Close)
		m := &market{clock: testkit.NewClock(noon), url: server.URL}
		_, err := m.sessionWith(t, exchangeCredentials()).Place(t.Context(), m.limit("mine", "1", "49000"), noon)
		kind := venue.Unknown
		switch {
		case status == 418 || status == 429:
			kind = venue.NotNow
		case status >= 400 && status < 500: // its code is not a documented one: it was refused
			kind = venue.Refused
		}
		code := fault.Code("")
		if kind == venue.Refused {
			code = fault.ValidationError
		}
		wantProblem(t, http.StatusText(status), err, venue.Problem{Kind: kind, Code: code})
	}
}

// TestReadingAndOrderingWaitTogether has the exchange slow one of them down: it counts requests by address.
func TestReadingAndOrderingWaitTogether(t *testing.T) {
	t.Parallel()
	m, ctx := newMarket(t), t.Context()
	m.Fail("GET /api/v3/account", binancetest.RateLimited(7))
	if _, read := m.registry.Read(ctx, broker.Binance, exchangeCredentials(), noon); read.RetryAfter != 7*time.Second {
		t.Fatal("it was not asked to wait:", read)
	}
	before := len(m.Requests())
	_, err := m.session.Place(ctx, m.limit("mine", "1", "49000"), noon)
	wantProblem(t, "reading was refused", err, venue.Problem{Kind: venue.NotNow})
	if wait := venue.WaitOf(err); wait != 7*time.Second || len(m.Requests()) != before {
		t.Errorf("%s to wait, and %v was asked", wait, m.Requests()[before:])
	}
	m.clock.Advance(7 * time.Second)
	m.Fail("POST /api/v3/order", binancetest.Banned(9))
	_, err = m.place(ctx, m.limit("mine", "1", "49000"))
	wantProblem(t, "ordering was refused", err, venue.Problem{Kind: venue.NotNow})
	before = len(m.Requests())
	if outcome := m.registry.Verify(ctx, broker.Binance, exchangeCredentials()); outcome.RetryAfter != 9*time.Second || len(m.Requests()) != before {
		t.Errorf("%s to wait, and %v was asked", outcome.RetryAfter, m.Requests()[before:])
	}
}

// TestReadingAndOrderingShareAClock puts the exchange's clock out of step: a refusal corrects it for both.
func TestReadingAndOrderingShareAClock(t *testing.T) {
	t.Parallel()
	m, ctx := newMarket(t), t.Context()
	m.SetSkew(time.Hour)
	if outcome := m.registry.Verify(ctx, broker.Binance, exchangeCredentials()); outcome.Status != broker.Connected {
		t.Fatal(outcome)
	}
	before := len(m.Requests())
	if _, err := m.place(ctx, m.limit("mine", "1", "49000")); err != nil || len(m.Requests()) != before+1 {
		t.Errorf("%v, and %v was asked", err, m.Requests()[before:])
	}
}

package broker

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"

	"bourse/internal/market/venue"
	"bourse/internal/money"
)

const (
	orderPath  = "/api/v3/order"
	tradesPath = "/api/v3/myTrades"
	// tradesAtOnce keeps an answer below maxAnswer.
	tradesAtOnce = 100
	// inStep is how long a measured difference from the exchange's clock is used.
	inStep = 10 * time.Minute
)

// Orders trades at Binance. It is safe for concurrent use. What it knows of the rules of symbols is shared by all
// accounts; the exchange's clock and its requests to slow down are also shared with the code that reads accounts,
// since limits apply per address.
type Orders struct {
	exchange *exchange

	mutex sync.Mutex
	rules map[string]knownRules
}

func newOrders(exchange *exchange) *Orders {
	return &Orders{exchange: exchange, rules: map[string]knownRules{}}
}

// Of returns a session for trading with the credentials of one account.
func (o *Orders) Of(credentials Credentials) *OrderSession {
	return &OrderSession{Orders: o, key: credentials["apiKey"], secret: credentials["apiSecret"]}
}

// OrderSession trades with one account. All its errors are a *venue.Problem.
type OrderSession struct {
	*Orders
	key, secret string
}

// Place sends an order. The time is by the exchange's clock (see Time) and is when the order's validity starts: an
// order with the same time is taken within venue.Window or never, wherever it was delayed.
//
// Binance keeps a client's order id unique among open orders only: a filled order can be placed a second time under
// the same id. So an order must not be placed again before Find has been asked and the window has closed.
func (s *OrderSession) Place(ctx context.Context, ticket venue.Ticket, at time.Time) (venue.Report, error) {
	parameters := url.Values{
		"symbol": {ticket.Symbol}, "side": {sideOf(ticket.Side)}, "quantity": {ticket.Quantity.String()},
		"newClientOrderId": {ticket.ClientID}, "newOrderRespType": {"RESULT"},
	}
	switch ticket.Type {
	case venue.Market:
		parameters.Set("type", "MARKET")
	case venue.Limit:
		parameters.Set("type", "LIMIT")
		parameters.Set("timeInForce", "GTC")
		parameters.Set("price", ticket.Price.String())
	case venue.Stop:
		parameters.Set("type", "STOP_LOSS")
		parameters.Set("stopPrice", ticket.StopPrice.String())
	}
	return s.report(s.signed(ctx, http.MethodPost, orderPath, parameters, at))
}

// Find looks an order up. One that the exchange archived because it ended long ago without a fill is Cancelled. It
// fails with Missing when there is no such order, or not yet: queries can lag behind.
func (s *OrderSession) Find(ctx context.Context, reference venue.Reference) (venue.Report, error) {
	found, err := s.ask(ctx, http.MethodGet, reference)
	if isArchived(err) {
		return venue.Report{OrderID: reference.OrderID, Status: venue.Cancelled}, nil
	}
	return found, err
}

// Cancel takes an order off the exchange. It fails with Missing when it is not, or no longer, open there.
func (s *OrderSession) Cancel(ctx context.Context, reference venue.Reference) (venue.Report, error) {
	return s.ask(ctx, http.MethodDelete, reference)
}

func (s *OrderSession) ask(ctx context.Context, method string, reference venue.Reference) (venue.Report, error) {
	parameters := url.Values{"symbol": {reference.Symbol}}
	if reference.OrderID != "" {
		parameters.Set("orderId", reference.OrderID)
	} else {
		parameters.Set("origClientOrderId", reference.ClientID)
	}
	at, err := s.Time(ctx)
	if err != nil {
		return venue.Report{}, err
	}
	return s.report(s.signed(ctx, method, orderPath, parameters, at))
}

// Fills returns all trades of an order, oldest first.
func (s *OrderSession) Fills(ctx context.Context, symbol, orderID string) (fills []venue.Fill, err error) {
	for from := int64(0); ; {
		at, err := s.Time(ctx)
		if err != nil {
			return nil, err
		}
		answer, err := s.signed(ctx, http.MethodGet, tradesPath, url.Values{
			"symbol": {symbol}, "orderId": {orderID}, "fromId": {strconv.FormatInt(from, 10)}, "limit": {strconv.Itoa(tradesAtOnce)},
		}, at)
		if err != nil {
			return nil, err
		}
		var page []tradeAnswer
		if s.exchange.decode(answer, &page) != nil {
			return nil, garbledOrder()
		}
		for _, trade := range page {
			if trade.ID < from || trade.ID <= 0 { // a page that does not advance would be requested for ever
				return nil, garbledOrder()
			}
			from = trade.ID + 1
			fills = append(fills, trade.fill())
		}
		if len(page) < tradesAtOnce {
			return fills, nil
		}
	}
}

// tradeAnswer is what we read of a trade.
type tradeAnswer struct {
	ID              int64       `json:"id"`
	Price           exactNumber `json:"price"`
	Quantity        exactNumber `json:"qty"`
	Commission      exactNumber `json:"commission"`
	CommissionAsset string      `json:"commissionAsset"`
	Time            int64       `json:"time"`
}

func (t tradeAnswer) fill() venue.Fill {
	return venue.Fill{
		ID: strconv.FormatInt(t.ID, 10), Price: t.Price.Decimal, Quantity: t.Quantity.Decimal, Commission: t.Commission.Decimal,
		CommissionAsset: t.CommissionAsset, At: time.UnixMilli(t.Time).UTC(),
	}
}

// exactNumber is a number that Binance sends as a string.
type exactNumber struct{ money.Decimal }

// UnmarshalText reads it. It fails unless it is a number of at most eight places.
func (n *exactNumber) UnmarshalText(text []byte) (err error) {
	n.Decimal, err = money.Parse(string(text))
	return err
}

// UnmarshalJSON reads it, in place of the decimal's own, which accepts no strings.
func (n *exactNumber) UnmarshalJSON(text []byte) error {
	unquoted, err := strconv.Unquote(string(text))
	if err != nil {
		return err
	}
	return n.UnmarshalText([]byte(unquoted))
}

// statuses translates Binance's statuses. PENDING_NEW is accepted, and waits for another order of its list.
var statuses = map[string]venue.Status{
	"NEW": venue.Working, "PENDING_NEW": venue.Working, "PARTIALLY_FILLED": venue.Working, "PENDING_CANCEL": venue.Working,
	"FILLED": venue.Filled, "CANCELED": venue.Cancelled, "REJECTED": venue.Rejected, "EXPIRED": venue.Expired, "EXPIRED_IN_MATCH": venue.Expired,
}

// report reads the state of an order from an answer.
func (s *OrderSession) report(answer reply, err error) (venue.Report, error) {
	if err != nil {
		return venue.Report{}, err
	}
	var order struct {
		OrderID  int64       `json:"orderId"`
		Status   string      `json:"status"`
		Executed exactNumber `json:"executedQty"`
	}
	if s.exchange.decode(answer, &order) != nil || order.OrderID <= 0 || statuses[order.Status] == "" {
		return venue.Report{}, garbledOrder()
	}
	return venue.Report{OrderID: strconv.FormatInt(order.OrderID, 10), Status: statuses[order.Status], Executed: order.Executed.Decimal}, nil
}

// signed makes a signed request at a time of the exchange's clock.
func (s *OrderSession) signed(ctx context.Context, method, path string, parameters url.Values, at time.Time) (reply, error) {
	parameters.Set("recvWindow", strconv.FormatInt(venue.Window.Milliseconds(), 10))
	parameters.Set("timestamp", strconv.FormatInt(at.UnixMilli(), 10))
	payload := parameters.Encode()
	answer, err := s.exchange.send(ctx, method, path+"?"+payload+"&signature="+Sign(s.secret, payload), s.key, maxAnswer)
	return answer, s.judge(answer, err)
}

func sideOf(side venue.Side) string {
	if side == venue.Buy {
		return "BUY"
	}
	return "SELL"
}

// Time is the current time by the exchange's clock, as far as its difference from ours is known. It is late rather
// than early, by the time that an answer takes: Binance tolerates 5 s late and 1 s early.
func (o *Orders) Time(ctx context.Context) (time.Time, error) {
	if now := o.exchange.now(); o.exchange.clock.isInStep(now) {
		return o.exchange.clock.at(now), nil
	}
	return o.FreshTime(ctx)
}

// FreshTime reads the exchange's clock.
func (o *Orders) FreshTime(ctx context.Context) (time.Time, error) {
	var clock struct {
		ServerTime int64 `json:"serverTime"`
	}
	if err := o.read(ctx, timePath, nil, &clock); err != nil {
		return time.Time{}, err
	}
	if clock.ServerTime <= 0 {
		return time.Time{}, garbledOrder()
	}
	at := time.UnixMilli(clock.ServerTime)
	o.exchange.clock.set(at, o.exchange.now())
	return at, nil
}

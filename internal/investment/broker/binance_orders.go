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
	// inStep is for how long the distance to the exchange's clock is believed.
	inStep = 10 * time.Minute
)

// Orders trades at Binance. It is safe for use by many goroutines; what it knows of the rules of symbols is shared by all
// accounts, and what it knows of the exchange's clock and of being asked to slow down also by whoever reads them, since
// limits count by address.
type Orders struct {
	exchange *exchange

	mutex sync.Mutex
	rules map[string]knownRules
}

func newOrders(exchange *exchange) *Orders {
	return &Orders{exchange: exchange, rules: map[string]knownRules{}}
}

// Of is trading with the credentials of one account.
func (o *Orders) Of(credentials Credentials) *OrderSession {
	return &OrderSession{Orders: o, key: credentials["apiKey"], secret: credentials["apiSecret"]}
}

// OrderSession is trading with one account. Whatever goes wrong is a *venue.Problem.
type OrderSession struct {
	*Orders
	key, secret string
}

// Place sends an order. The time is by the exchange's clock (see Time) and is what the order is valid from: made of the
// same time, an order is taken within venue.Window or never, wherever it has been held up.
//
// Binance keeps a client's order id unique among open orders only: one that was filled can be ordered a second time under
// the same id. So nobody places an order again before Find has been asked and the window has closed.
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

// Find asks for an order. One that the exchange has put away because it ended long ago without a fill is Cancelled. It
// fails with Missing when there is no such order, or none yet: queries can lag behind.
func (s *OrderSession) Find(ctx context.Context, reference venue.Reference) (venue.Report, error) {
	found, err := s.ask(ctx, http.MethodGet, reference)
	if isArchived(err) {
		return venue.Report{OrderID: reference.OrderID, Status: venue.Cancelled}, nil
	}
	return found, err
}

// Cancel takes an order off the exchange. It fails with Missing when it is not open there (any more).
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

// Fills are all trades of an order, the oldest first.
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
			if trade.ID < from || trade.ID <= 0 { // a page that does not go on would be asked for again and again
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

// exactNumber is a number that Binance puts into a string.
type exactNumber struct{ money.Decimal }

// UnmarshalText reads it. It fails for what is no number of at most eight places.
func (n *exactNumber) UnmarshalText(text []byte) (err error) {
	n.Decimal, err = money.Parse(string(text))
	return err
}

// UnmarshalJSON reads it, in place of the decimal's own which takes no strings.
func (n *exactNumber) UnmarshalJSON(text []byte) error {
	unquoted, err := strconv.Unquote(string(text))
	if err != nil {
		return err
	}
	return n.UnmarshalText([]byte(unquoted))
}

// statuses are those of Binance in our words. PENDING_NEW is accepted, and waits for another order of its list.
var statuses = map[string]venue.Status{
	"NEW": venue.Working, "PENDING_NEW": venue.Working, "PARTIALLY_FILLED": venue.Working, "PENDING_CANCEL": venue.Working,
	"FILLED": venue.Filled, "CANCELED": venue.Cancelled, "REJECTED": venue.Rejected, "EXPIRED": venue.Expired, "EXPIRED_IN_MATCH": venue.Expired,
}

// report reads what an answer says about an order.
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

// signed makes a signed request as of a time of the exchange's clock.
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

// Time is what the exchange's clock shows, by what is known of its distance from ours. It is late rather than early by
// the time that an answer takes: Binance tolerates 5 s of the one and 1 s of the other.
func (o *Orders) Time(ctx context.Context) (time.Time, error) {
	if now := o.exchange.now(); o.exchange.clock.isInStep(now) {
		return o.exchange.clock.at(now), nil
	}
	return o.FreshTime(ctx)
}

// FreshTime asks the exchange what its clock shows.
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

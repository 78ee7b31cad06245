package binance_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"bourse/internal/market"
)

// exchange is a small Binance: it speaks the documented interface, with a market whose prices follow from the time, so that
// REST and the stream agree.
type exchange struct {
	connections chan *connection

	mutex    sync.Mutex
	requests []request
	// replies replace the next answers of REST, one each.
	replies []reply
	// refusal is given to every new connection while it is set.
	refusal *reply
	// missing are the minutes in which the exchange was down.
	missing map[time.Time]bool
	book    string
}

type request struct {
	at    time.Time
	path  string
	query url.Values
}

type reply struct {
	status int // 0 hangs up
	header map[string]string
	body   string
}

type connection struct {
	*websocket.Conn
	streams string
	ended   chan struct{}
}

func newExchange() *exchange {
	return &exchange{connections: make(chan *connection, 100), missing: map[time.Time]bool{}, book: "[]"}
}

func (e *exchange) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/stream" {
		e.serveStream(w, r)
		return
	}
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.requests = append(e.requests, request{time.Now(), r.URL.Path, r.URL.Query()})
	if len(e.replies) > 0 {
		next := e.replies[0]
		e.replies = e.replies[1:]
		next.write(w)
		return
	}
	switch r.URL.Path {
	case "/api/v3/klines":
		fmt.Fprint(w, e.klines(r.URL.Query()))
	case "/api/v3/ticker/bookTicker":
		fmt.Fprint(w, e.book)
	default:
		http.NotFound(w, r)
	}
}

func (r reply) write(w http.ResponseWriter) {
	if r.status == 0 {
		panic(http.ErrAbortHandler)
	}
	for name, value := range r.header {
		w.Header().Set(name, value)
	}
	w.WriteHeader(r.status)
	fmt.Fprint(w, r.body)
}

func (e *exchange) serveStream(w http.ResponseWriter, r *http.Request) {
	e.mutex.Lock()
	refusal := e.refusal
	e.mutex.Unlock()
	if refusal != nil {
		refusal.write(w)
		return
	}
	accepted, err := websocket.Accept(w, r, nil)
	if err != nil {
		return
	}
	peer := &connection{accepted, r.URL.Query().Get("streams"), make(chan struct{})}
	e.connections <- peer
	for err == nil {
		_, _, err = peer.Read(context.Background())
	}
	peer.CloseNow()
	close(peer.ended)
}

// klines answers as the exchange does: from the first kline that opens at or after startTime, up to endTime,
// the one that is still open included.
func (e *exchange) klines(query url.Values) string {
	interval, err := market.ParseInterval(query.Get("interval"))
	if err != nil {
		return `{"code":-1120,"msg":"Invalid interval."}`
	}
	from := interval.Start(milliseconds(query.Get("startTime")).Add(interval.Duration() - time.Millisecond))
	to := time.Now()
	if text := query.Get("endTime"); text != "" && milliseconds(text).Before(to) {
		to = milliseconds(text)
	}
	limit, _ := strconv.Atoi(query.Get("limit"))
	var rows []string
	for at := from; !at.After(to) && len(rows) < limit; at = at.Add(interval.Duration()) {
		if !e.missing[at] {
			rows = append(rows, klineRow(at, interval))
		}
	}
	return "[" + strings.Join(rows, ",") + "]"
}

func milliseconds(text string) time.Time {
	number, _ := strconv.ParseInt(text, 10, 64)
	return time.UnixMilli(number).UTC()
}

// price is the market's price in a minute.
func price(at time.Time) int64 { return 100 + at.Unix()/60%1000 }

func klineRow(at time.Time, interval market.Interval) string {
	return fmt.Sprintf(`[%d,"%d.00000000","%d.50000000","%d.25000000","%d.10000000","12.50000000",%d,"2434.1",308,"17.8","28.4","0"]`,
		at.UnixMilli(), price(at), price(at), price(at)-1, price(at), at.Add(interval.Duration()).UnixMilli()-1)
}

func klineMessage(symbol string, at time.Time, closed bool) string {
	return fmt.Sprintf(`{"stream":"%s@kline_1m","data":{"e":"kline","E":%d,"s":"%s","k":{"t":%d,"T":%d,"s":"%s","i":"1m","f":100,"L":200,`+
		`"o":"%d.00000000","c":"%d.10000000","h":"%d.50000000","l":"%d.25000000","v":"12.50000000","n":100,"x":%t,"q":"1.0","V":"500","Q":"0.5","B":"123456"}}}`,
		strings.ToLower(symbol), at.UnixMilli(), symbol, at.UnixMilli(), at.UnixMilli()+59999, symbol,
		price(at), price(at), price(at), price(at)-1, closed)
}

func bookMessage(symbol string, update int64, bid, ask string) string {
	return fmt.Sprintf(`{"stream":"%s@bookTicker","data":{"u":%d,"s":"%s","b":"%s","B":"31.21000000","a":"%s","A":"40.66000000"}}`,
		strings.ToLower(symbol), update, symbol, bid, ask)
}

// send writes the messages in order.
func (c *connection) send(t *testing.T, messages ...string) {
	t.Helper()
	for _, message := range messages {
		if err := c.Write(t.Context(), websocket.MessageText, []byte(message)); err != nil {
			t.Fatal("send:", err)
		}
	}
}

func (e *exchange) reply(replies ...reply) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.replies = append(e.replies, replies...)
}

func (e *exchange) refuseConnections(refusal *reply) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.refusal = refusal
}

// asked lists the REST requests for the path.
func (e *exchange) asked(path string) []request {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	var found []request
	for _, request := range e.requests {
		if request.path == path {
			found = append(found, request)
		}
	}
	return found
}

// pipes is an in-memory network. Unlike loopback it lives within a synctest bubble, where waiting takes no time.
type pipes struct {
	dialled chan net.Conn
	closed  chan struct{}
	once    sync.Once
}

func newPipes() *pipes {
	return &pipes{dialled: make(chan net.Conn), closed: make(chan struct{})}
}

func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case p.dialled <- far:
		return near, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case accepted := <-p.dialled:
		return accepted, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipe", Net: "pipe"} }

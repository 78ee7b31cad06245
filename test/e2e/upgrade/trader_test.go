package upgrade_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"bourse/test/e2e/kit"
)

// trader is a user who buys and sells, has a savings goal, sometimes renews the session, and listens.
type trader struct {
	*load
	token, refreshToken string
	portfolio           string
	days                int

	listening  string // the token of the stream, which a renewal does not end
	last       string // id of the stream
	opened     sync.Once
	open       chan struct{} // closed when the stream is open
	first      call          // the first order, and its answer
	firstOrder string

	mutex        sync.Mutex // guards the following
	orders, told map[string]bool
}

// newTrader registers somebody.
func newTrader(t *testing.T, l *load) *trader {
	t.Helper()
	made := l.ask(t.Context(), call{method: http.MethodPost, path: "/auth/register", want: http.StatusCreated,
		content: kit.Body{"email": kit.NewEmail(), "password": "a fine password of a trader"}})
	p := &trader{load: l, token: made.Data.AccessToken, listening: made.Data.AccessToken, refreshToken: made.Data.RefreshToken,
		open: make(chan struct{}), orders: map[string]bool{}, told: map[string]bool{}}
	listed := l.ask(t.Context(), call{method: http.MethodGet, path: "/portfolio", token: p.token, want: http.StatusOK})
	var portfolios struct{ Data []struct{ ID string } }
	if err := json.Unmarshal(listed.text, &portfolios); err != nil || len(portfolios.Data) == 0 {
		t.Fatalf("the portfolios of somebody new: %s %v", listed.text, err)
	}
	p.portfolio = portfolios.Data[0].ID
	return p
}

func (p *trader) day(ctx context.Context) {
	p.days++
	if p.days%8 == 0 {
		p.renew(ctx)
	}
	p.trade(ctx)
	for _, path := range []string{"/auth/me", "/trading/portfolio", "/trading/positions?limit=5", "/trading/history?limit=5", "/trading/signals?limit=5",
		"/portfolio/" + p.portfolio, "/education/courses?limit=5", "/investment/accounts", "/payments?limit=5"} {
		p.ask(ctx, call{method: http.MethodGet, path: path, token: p.token, want: http.StatusOK})
	}
	p.save(ctx)
}

// renew exchanges the refresh token, which either version must accept whichever issued it.
func (p *trader) renew(ctx context.Context) {
	renewed := p.ask(ctx, call{method: http.MethodPost, path: "/auth/refresh", content: kit.Body{"refreshToken": p.refreshToken}, want: http.StatusOK})
	if renewed.status != 0 {
		p.token, p.refreshToken = renewed.Data.AccessToken, renewed.Data.RefreshToken
	}
}

// trade buys at the market, reads the position and sells it.
func (p *trader) trade(ctx context.Context) {
	buying := call{method: http.MethodPost, path: "/trading/orders", token: p.token, key: kit.NewKey(), want: http.StatusCreated,
		content: kit.Body{"symbol": "BTCUSD", "side": "buy", "type": "market", "notional": 100}}
	bought := p.ask(ctx, buying)
	if bought.status == 0 {
		return
	}
	if bought.Data.Status != "filled" || bought.Data.PositionID == "" {
		p.fail("an order at the market is %s", bought.text)
		return
	}
	if p.firstOrder == "" {
		p.first, p.firstOrder = buying, bought.Data.ID
	}
	p.mutex.Lock()
	p.orders[bought.Data.ID] = true
	p.mutex.Unlock()
	p.ask(ctx, call{method: http.MethodGet, path: "/trading/orders/" + bought.Data.ID, token: p.token, want: http.StatusOK})
	sold := p.ask(ctx, call{method: http.MethodPost, path: kit.Closing(bought.Data.PositionID), token: p.token, key: kit.NewKey(), content: kit.Body{}, want: http.StatusOK})
	if sold.status != 0 {
		p.load.mutex.Lock()
		p.closings++
		p.load.mutex.Unlock()
	}
}

// save creates a goal and deletes it.
func (p *trader) save(ctx context.Context) {
	goals := "/portfolio/" + p.portfolio + "/goals"
	goal := p.ask(ctx, call{method: http.MethodPost, path: goals, token: p.token, key: kit.NewKey(), want: http.StatusCreated,
		content: kit.Body{"name": "House", "targetAmount": 50000, "targetDate": "2040-01-01", "monthlyContribution": 100}})
	if goal.status != 0 {
		p.ask(ctx, call{method: http.MethodDelete, path: goals + "/" + goal.Data.ID, token: p.token, want: http.StatusOK})
	}
}

// wantFirstOrderAgain repeats the first order with its key at a process that did not carry it out: the answer must be
// the original one.
func (p *trader) wantFirstOrderAgain(t *testing.T) {
	t.Helper()
	again := p.first
	again.token = p.token
	a := p.ask(t.Context(), again)
	if a.Data.ID != p.firstOrder || a.header.Get("Idempotent-Replay") != "true" {
		t.Errorf("the first order, sent again with its key, is %d %s, want %s again", a.status, a.text, p.firstOrder)
	}
}

// listen reopens the stream, after the last event seen, whenever it ends. A stream that cannot be opened is a failed
// request.
func (p *trader) listen(ctx context.Context) {
	for ctx.Err() == nil {
		if err := p.stream(ctx); err != nil && ctx.Err() == nil {
			p.fail("the stream: %v", err)
			return
		}
	}
}

func (p *trader) stream(ctx context.Context) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, p.base+"/api/v1/trading/stream", http.NoBody)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+p.listening)
	if p.last != "" {
		request.Header.Set("Last-Event-ID", p.last)
	}
	response, err := p.client.Transport.RoundTrip(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		said, _ := io.ReadAll(response.Body) // only explains the failure
		return fmt.Errorf("%s %s", response.Status, said)
	}
	p.done.Add(1)
	return p.read(response.Body)
}

// read reads the stream's events. It fails when something is missing between two of them.
func (p *trader) read(from io.Reader) error {
	var id, event, data string
	for lines := bufio.NewScanner(from); lines.Scan(); {
		field, value, _ := strings.Cut(lines.Text(), ": ")
		switch field {
		case "id":
			id = value
		case "event":
			event = value
		case "data":
			data = value
		case "":
			if err := p.heard(id, event, data); err != nil {
				return err
			}
			id, event, data = "", "", ""
		}
	}
	return nil // it ended in order, or the process is gone: missed events come when it continues
}

func (p *trader) heard(id, event, data string) error {
	if id == "" {
		return nil
	}
	if p.last != "" && event != "" && number(id) != number(p.last)+1 {
		return fmt.Errorf("the event behind %s is %s, a %s", p.last, id, event)
	}
	p.last = id
	p.opened.Do(func() { close(p.open) })
	var order struct{ ID string }
	if event == "order" && json.Unmarshal([]byte(data), &order) == nil {
		p.mutex.Lock()
		p.told[order.ID] = true
		p.mutex.Unlock()
	}
	return nil
}

// number counts what a stream has sent up to an id: changes and signals.
func number(id string) (sum int) {
	var changes, signals int
	_, _ = fmt.Sscanf(id, "%d-%d", &changes, &signals) // an invalid id is 0, and then something is missing
	return changes + signals
}

// untold counts the orders that the stream has not sent.
func (p *trader) untold() (count int) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for id := range p.orders {
		if !p.told[id] {
			count++
		}
	}
	return count
}

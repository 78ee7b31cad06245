package e2e_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bourse/internal/database/databasetest"
)

const (
	wantedMovements = 1200 // of money, acknowledged
	spenders        = 6
	spendingKills   = 10
	soldCourses     = 60
)

// TestPaymentsSurviveAKill does not run beside other tests, and its engines run one after the other: it is
// about what happens at the same moment, which takes all the processors there are.
func TestPaymentsSurviveAKill(t *testing.T) {
	for _, engine := range databasetest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			place := newInstallation(t, engine)
			place.server = plainBinary
			newSpending(t, place).run(t)
		})
	}
}

// spending is people who buy, deposit, withdraw and are refunded as fast as they can while the server is
// killed again and again.
type spending struct {
	counter   *counter
	current   atomic.Pointer[server]
	transport *http.Transport
	courses   []string
	people    []spender
	arrived   chan struct{} // one for every acknowledged movement

	mutex sync.Mutex
	// said is what the server has acknowledged: a status that each id must have, or have gone on from.
	said map[string]string
	lost atomic.Int64 // requests that were carried out and never answered
}

type spender struct{ token, account string }

func newSpending(t *testing.T, place *installation) *spending {
	transport := &http.Transport{MaxIdleConnsPerHost: 2 * spenders}
	t.Cleanup(transport.CloseIdleConnections)
	s := &spending{
		counter: newCounter(t, place, "--log-level", "info"), transport: transport, arrived: make(chan struct{}), said: map[string]string{},
	}
	s.current.Store(s.counter.server)
	for range soldCourses {
		s.courses = append(s.courses, s.counter.paid(t, 50).id)
	}
	for i := range spenders {
		m, account := s.counter.investor(t, 100+float64(i)/100) // each with an amount of its own
		s.people = append(s.people, spender{m.token, account})
	}
	return s
}

func (s *spending) run(t *testing.T) {
	moments := make([]int, spendingKills)
	for i := range moments { // one somewhere in each part of the way
		part := wantedMovements / spendingKills
		moments[i] = i*part + 1 + rand.IntN(part-1)
	}
	t.Logf("killing after %v movements", moments)
	ctx, cancel := context.WithCancel(t.Context())
	var working sync.WaitGroup
	for _, person := range s.people {
		working.Go(func() { s.spend(ctx, person) })
	}
	for done := range wantedMovements {
		select {
		case <-s.arrived:
		case <-time.After(2 * patience):
			t.Errorf("nothing is acknowledged any more after %d movements", done)
			cancel()
			working.Wait()
			t.FailNow()
		}
		if len(moments) > 0 && done >= moments[0] {
			moments = moments[1:]
			s.current.Load().Kill()
			s.current.Store(s.counter.place.serve(t, append(counterFlags, "--log-level", "info")...))
		}
	}
	cancel()
	working.Wait()
	s.current.Load().stop(t) // what was still under way is done or not done now
	s.check(t)
}

// check looks for what must not be, and for everything that was acknowledged.
func (s *spending) check(t *testing.T) {
	t.Helper()
	books := newAudit(t, s.counter.place)
	wantLedger(t, books.db)
	wantNone(t, books.db, impossiblePayments)
	wantNone(t, books.db, untold)
	wantNone(t, books.db, map[string]string{ // each request has an amount of its own
		"withdrawals that were made twice": `
			SELECT COUNT(*) FROM (SELECT amount FROM withdrawals GROUP BY amount HAVING COUNT(*) > 1) AS twice`,
		"deposits that were made twice": `
			SELECT COUNT(*) FROM (SELECT amount FROM payments WHERE kind = 'deposit' GROUP BY amount HAVING COUNT(*) > 1) AS twice`,
		"refunds that were made twice": `
			SELECT COUNT(*) FROM (SELECT payment_id, amount FROM refunds GROUP BY payment_id, amount HAVING COUNT(*) > 1) AS twice`,
	})
	held := books.pairs(t, `SELECT id, status FROM payments UNION ALL SELECT id, status FROM withdrawals UNION ALL SELECT id, status FROM refunds WHERE withdrawal_id IS NULL`)
	goesOn := map[string][]string{
		"pending":   {"succeeded", "partially_refunded", "refunded"},
		"requested": {"approved", "paid", "rejected"},
		"approved":  {"paid"},
		"succeeded": {"partially_refunded", "refunded"},
	}
	for id, status := range s.said {
		if held[id] != status && !slices.Contains(goesOn[status], held[id]) {
			t.Errorf("%s was acknowledged as %s and is %q", id, status, held[id])
		}
	}
	t.Logf("%d payments, withdrawals and refunds, %d of them acknowledged", len(held), len(s.said))
	if lost := s.lost.Load(); lost > 0 {
		t.Errorf("the answers of %d requests were lost", lost)
	}
	// Whoever is cut off repeats the request until it is answered, so only what was under way at the end is not. What
	// each began with was paid in before.
	if unsaid := len(held) - len(s.said) - spenders; unsaid > spenders {
		t.Errorf("%d movements were not acknowledged, want at most %d", unsaid, spenders)
	}
}

// spend moves money until it is told to stop.
func (s *spending) spend(ctx context.Context, person spender) {
	admin := s.counter.author.token
	for _, course := range s.courses {
		if ctx.Err() != nil {
			return
		}
		if id := s.pay(ctx, person, checkoutPath, body{"courseId": course}); id != "" && rand.IntN(2) == 0 {
			s.move(ctx, admin, paymentsPath+"/"+id+"/refunds", body{"amount": 10})
			s.move(ctx, admin, paymentsPath+"/"+id+"/refunds", body{"amount": 40})
		}
		id := s.pay(ctx, person, depositsPath, body{"accountId": person.account, "amount": amount(30)})
		if id != "" && rand.IntN(2) == 0 {
			s.move(ctx, admin, paymentsPath+"/"+id+"/refunds", body{"amount": 5})
		}
		asked := s.move(ctx, person.token, withdrawalsPath, withdrawing(person.account, amount(10)))
		if asked == "" || rand.IntN(4) == 0 {
			continue
		}
		s.decide(ctx, admin, asked, []string{"approve", "reject"}[rand.IntN(2)])
	}
}

var amountCount atomic.Int64

// amount is so many dollars and some cents that no other amount has.
func amount(dollars int64) json.Number {
	number := amountCount.Add(1)
	return json.Number(fmt.Sprintf("%d.%02d", dollars+number/100, number%100))
}

// pay begins a payment and pays it. It returns the id, which is empty when the beginning was not acknowledged.
func (s *spending) pay(ctx context.Context, person spender, path string, content body) string {
	var told struct {
		Data struct{ PaymentID, CheckoutURL string }
	}
	if status := s.insist(ctx, person.token, http.MethodPost, path, content, &told); status != http.StatusCreated {
		return ""
	}
	s.acknowledge(ctx, told.Data.PaymentID, "pending")
	page, _ := url.Parse(told.Data.CheckoutURL) // one that cannot be read leads to a page that there is not
	for ctx.Err() == nil {
		status, err := s.ask(ctx, "", http.MethodPost, page.Path, "application/x-www-form-urlencoded", []byte("decision=pay"), nil)
		if err == nil && status == http.StatusSeeOther {
			s.acknowledge(ctx, told.Data.PaymentID, "succeeded")
			return told.Data.PaymentID
		}
		breathe(ctx)
	}
	return ""
}

// move makes a withdrawal or a refund and returns its id, if it was acknowledged.
func (s *spending) move(ctx context.Context, token, path string, content body) string {
	var told struct{ Data struct{ ID, Status string } }
	if status := s.insist(ctx, token, http.MethodPost, path, content, &told); status != http.StatusCreated {
		return ""
	}
	s.acknowledge(ctx, told.Data.ID, told.Data.Status)
	return told.Data.ID
}

// decide approves or rejects a withdrawal.
func (s *spending) decide(ctx context.Context, token, id, decision string) {
	var told struct{ Data struct{ ID, Status string } }
	status := s.insist(ctx, token, http.MethodPatch, withdrawalsPath+"/"+id, body{"decision": decision}, &told)
	if status == http.StatusOK {
		s.acknowledge(ctx, id, told.Data.Status)
	}
}

func (s *spending) acknowledge(ctx context.Context, id, status string) {
	s.mutex.Lock()
	s.said[id] = status
	s.mutex.Unlock()
	select {
	case s.arrived <- struct{}{}:
	case <-ctx.Done():
	}
}

// insist makes the same request under one key until the server answers what became of it, and returns the status.
func (s *spending) insist(ctx context.Context, token, method, path string, content body, answered any) int {
	encoded, _ := json.Marshal(content) // cannot fail
	key := newKey()
	for ctx.Err() == nil {
		var text json.RawMessage
		status, err := s.ask(ctx, token, method, "/api/v1"+path, "application/json", encoded, &text, "Idempotency-Key", key)
		if status == http.StatusConflict && isLost(text) {
			s.lost.Add(1)
		}
		if err == nil && status < http.StatusInternalServerError && !isUnderWay(status, text) {
			_ = json.Unmarshal(text, answered) // what cannot be read has no id
			return status
		}
		breathe(ctx)
	}
	return 0
}

// isUnderWay tells whether the key of a request is still taken by one that was killed.
func isUnderWay(status int, text []byte) bool {
	return status == http.StatusConflict && bytes.Contains(text, []byte("still under way"))
}

// isLost tells whether a request was carried out and nobody knows the answer.
func isLost(text []byte) bool { return bytes.Contains(text, []byte("its answer was lost")) }

// breathe leaves the processors to the next server, which needs them to start.
func breathe(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(20 * time.Millisecond):
	}
}

func (s *spending) ask(ctx context.Context, token, method, path, contentType string, content []byte, answered any, header ...string) (status int, err error) {
	request, err := http.NewRequestWithContext(ctx, method, s.current.Load().URL()+path, bytes.NewReader(content))
	if err != nil {
		return 0, err
	}
	request.Header.Set("Content-Type", contentType)
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	for i := 0; i+1 < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response, err := s.transport.RoundTrip(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	if answered != nil {
		err = json.NewDecoder(response.Body).Decode(answered)
	}
	return response.StatusCode, err
}

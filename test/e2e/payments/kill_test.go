package payments_test

import (
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

	"bourse/internal/database/databasetest"
	"bourse/test/e2e/kit"
)

const (
	wantedMovements = 300 // of money, acknowledged
	spenders        = 6
	spendingKills   = 4
	soldCourses     = 20
)

// TestPaymentsSurviveAKill does not run in parallel, and its engines run one after the other: it depends on
// concurrency, which takes all processors.
func TestPaymentsSurviveAKill(t *testing.T) {
	for _, engine := range databasetest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			place := kit.NewInstallation(t, engine)
			newSpending(t, place).run(t)
		})
	}
}

// spending is users who buy, deposit, withdraw and are refunded as fast as they can while the server is repeatedly
// killed.
type spending struct {
	*kit.Storm
	counter *counter
	courses []string
	people  []spender

	mutex sync.Mutex
	// said is what the server has acknowledged: a status that each id must have, or have passed.
	said map[string]string
}

type spender struct{ token, account string }

func newSpending(t *testing.T, place *kit.Installation) *spending {
	c := newCounter(t, place, "--log-level", "info")
	s := &spending{Storm: kit.NewStorm(t, c.Server, 2*spenders), counter: c, said: map[string]string{}}
	for range soldCourses {
		s.courses = append(s.courses, s.counter.paid(t, 50).ID)
	}
	for i := range spenders {
		m, account := s.counter.investor(t, 100+float64(i)/100) // each with a unique amount
		s.people = append(s.people, spender{m.Token, account})
	}
	return s
}

func (s *spending) run(t *testing.T) {
	people := make([]func(ctx context.Context), len(s.people))
	for i, person := range s.people {
		people[i] = func(ctx context.Context) { s.spend(ctx, person) }
	}
	s.Rage(t, wantedMovements, spendingKills, func() *kit.Server {
		return s.counter.Place.Serve(t, slices.Concat(kit.SilentMarket, counterFlags, []string{"--log-level", "info"})...)
	}, people)
	s.Current.Load().MustStop(t) // requests in flight are now either done or not
	s.check(t)
}

// check looks for impossible states, and for everything that was acknowledged.
func (s *spending) check(t *testing.T) {
	t.Helper()
	books := kit.NewAudit(t, s.counter.Place)
	wantLedger(t, books.DB)
	kit.WantNone(t, books.DB, impossiblePayments)
	kit.WantNone(t, books.DB, untold)
	kit.WantNone(t, books.DB, map[string]string{ // each request has a unique amount
		"withdrawals that were made twice": `
			SELECT COUNT(*) FROM (SELECT amount FROM withdrawals GROUP BY amount HAVING COUNT(*) > 1) AS twice`,
		"deposits that were made twice": `
			SELECT COUNT(*) FROM (SELECT amount FROM payments WHERE kind = 'deposit' GROUP BY amount HAVING COUNT(*) > 1) AS twice`,
		"refunds that were made twice": `
			SELECT COUNT(*) FROM (SELECT payment_id, amount FROM refunds GROUP BY payment_id, amount HAVING COUNT(*) > 1) AS twice`,
	})
	held := books.Pairs(t, `SELECT id, status FROM payments UNION ALL SELECT id, status FROM withdrawals UNION ALL SELECT id, status FROM refunds WHERE withdrawal_id IS NULL`)
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
	if lost := s.Lost.Load(); lost > 0 {
		t.Errorf("the answers of %d requests were lost", lost)
	}
	// A client that is cut off repeats the request until it is answered, so only requests in flight at the end are
	// unanswered. The initial capital of each was paid in before.
	if unsaid := len(held) - len(s.said) - spenders; unsaid > spenders {
		t.Errorf("%d movements were not acknowledged, want at most %d", unsaid, spenders)
	}
}

// spend moves money until it is told to stop.
func (s *spending) spend(ctx context.Context, person spender) {
	admin := s.counter.Author.Token
	for _, course := range s.courses {
		if ctx.Err() != nil {
			return
		}
		if id := s.pay(ctx, person, kit.CheckoutPath, kit.Body{"courseId": course}); id != "" && rand.IntN(2) == 0 {
			s.move(ctx, admin, kit.PaymentsPath+"/"+id+"/refunds", kit.Body{"amount": 10})
			s.move(ctx, admin, kit.PaymentsPath+"/"+id+"/refunds", kit.Body{"amount": 40})
		}
		id := s.pay(ctx, person, kit.DepositsPath, kit.Body{"accountId": person.account, "amount": amount(30)})
		if id != "" && rand.IntN(2) == 0 {
			s.move(ctx, admin, kit.PaymentsPath+"/"+id+"/refunds", kit.Body{"amount": 5})
		}
		asked := s.move(ctx, person.token, kit.WithdrawalsPath, withdrawing(person.account, amount(10)))
		if asked == "" || rand.IntN(4) == 0 {
			continue
		}
		s.decide(ctx, admin, asked, []string{"approve", "reject"}[rand.IntN(2)])
	}
}

var amountCount atomic.Int64

// amount is the given dollars and a unique number of cents.
func amount(dollars int64) json.Number {
	number := amountCount.Add(1)
	return json.Number(fmt.Sprintf("%d.%02d", dollars+number/100, number%100))
}

// pay begins a payment and pays it. It returns the id, which is empty if the beginning was not acknowledged.
func (s *spending) pay(ctx context.Context, person spender, path string, content kit.Body) string {
	var told struct {
		Data struct{ PaymentID, CheckoutURL string }
	}
	if status := s.Insist(ctx, kit.Call{Path: path, Token: person.token, Key: kit.NewKey(), Content: content}, &told); status != http.StatusCreated {
		return ""
	}
	s.note(ctx, told.Data.PaymentID, "pending")
	page, _ := url.Parse(told.Data.CheckoutURL) // an unreadable one leads to a nonexistent page
	for ctx.Err() == nil {
		status, err := s.Try(ctx, kit.Call{Path: page.Path, Form: "decision=pay"}, nil)
		if err == nil && status == http.StatusSeeOther {
			s.note(ctx, told.Data.PaymentID, "succeeded")
			return told.Data.PaymentID
		}
		kit.Breathe(ctx)
	}
	return ""
}

// move requests a withdrawal or a refund and returns its id, if it was acknowledged.
func (s *spending) move(ctx context.Context, token, path string, content kit.Body) string {
	var told struct{ Data struct{ ID, Status string } }
	if status := s.Insist(ctx, kit.Call{Path: path, Token: token, Key: kit.NewKey(), Content: content}, &told); status != http.StatusCreated {
		return ""
	}
	s.note(ctx, told.Data.ID, told.Data.Status)
	return told.Data.ID
}

// decide approves or rejects a withdrawal.
func (s *spending) decide(ctx context.Context, token, id, decision string) {
	var told struct{ Data struct{ ID, Status string } }
	status := s.Insist(ctx, kit.Call{
		Method: http.MethodPatch, Path: kit.WithdrawalsPath + "/" + id, Token: token, Key: kit.NewKey(), Content: kit.Body{"decision": decision},
	}, &told)
	if status == http.StatusOK {
		s.note(ctx, id, told.Data.Status)
	}
}

// note records what the server has acknowledged.
func (s *spending) note(ctx context.Context, id, status string) {
	s.mutex.Lock()
	s.said[id] = status
	s.mutex.Unlock()
	s.Acknowledge(ctx)
}

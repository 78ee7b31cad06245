package operations_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"sync"
	"testing"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

// mixedFlags are those of a platform with all features.
var mixedFlags = []string{
	"--market-feed", "sim", "--market-still", "--public-url", "http://127.0.0.1:1", "--payments-provider", "sandbox", "--investment-funding", "deposit",
	"--webhook-allow-http", "--webhook-allow-loopback",
}

// mixedWork is a user who trades, pays in and learns, and an admin who publishes, all at once until they are told to
// stop. Acknowledged calls are counted by kind.
type mixedWork struct {
	*kit.School
	*kit.Crowd
	member  *kit.Member
	account string
	courses []kit.Course

	mutex        sync.Mutex
	acknowledged map[string]int
	stop         context.CancelFunc
	working      sync.WaitGroup
}

func newMixedWork(t *testing.T, place *kit.Installation) *mixedWork {
	t.Helper()
	w := &mixedWork{
		School: kit.NewSchool(t, place, mixedFlags...), Crowd: kit.NewCrowd(t, 8),
		acknowledged: map[string]int{"orders": 0, "deposits": 0, "lessons": 0, "events": 0},
	}
	w.member = w.Register(t)
	w.account = w.member.Invest(t, 1000)
	w.Author.Moved(t, w.account, "active")
	for range 3 {
		w.courses = append(w.courses, w.Course(t, 20, nil))
	}
	w.Author.Endpoint(t, kit.NewReceiver(t, nil).URL, nil)
	return w
}

// begin starts the work.
func (w *mixedWork) begin(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	w.stop = cancel
	t.Cleanup(w.end)
	for _, work := range []func(context.Context){w.trade, w.pay, w.learn, w.publish} {
		w.working.Go(func() { work(ctx) })
	}
}

// end waits for the last calls. It may be called again.
func (w *mixedWork) end() {
	w.stop()
	w.working.Wait()
}

func (w *mixedWork) note(kind string) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.acknowledged[kind]++
}

func (w *mixedWork) counts() map[string]int {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return maps.Clone(w.acknowledged)
}

// await waits until this many orders were acknowledged, and something of each other kind.
func (w *mixedWork) await(t *testing.T, orders int) {
	t.Helper()
	testkit.Within(t, kit.Patience, "everybody works", func() bool {
		counts := w.counts()
		return counts["orders"] >= orders && counts["deposits"] > 0 && counts["lessons"] > 0 && counts["events"] > 0
	})
}

// trade buys and sells, and leaves working orders.
func (w *mixedWork) trade(ctx context.Context) {
	for number := 0; ctx.Err() == nil; number++ {
		order := kit.Body{"symbol": "BTCUSD", "side": []string{"buy", "sell"}[number%2], "type": "market", "notional": 50}
		if number%3 == 2 {
			order = kit.Body{"symbol": "ETHUSD", "side": "buy", "type": "limit", "quantity": 0.01, "limitPrice": 1}
		}
		var placed struct {
			Data struct{ ID, PositionID string }
		}
		status, _ := w.Ask(ctx, w.Server, kit.Call{Path: "/trading/orders", Token: w.member.Token, Content: order}, &placed)
		if status != http.StatusCreated {
			kit.Breathe(ctx)
			continue
		}
		w.note("orders")
		if placed.Data.PositionID != "" && number%2 == 0 {
			_, _ = w.Ask(ctx, w.Server, kit.Call{Path: kit.Closing(placed.Data.PositionID), Token: w.member.Token}, &struct{}{})
		}
	}
}

// pay pays in, on the sandbox's page, and withdraws some of it.
func (w *mixedWork) pay(ctx context.Context) {
	for ctx.Err() == nil {
		var begun struct {
			Data struct{ PaymentID, CheckoutURL string }
		}
		status, _ := w.Ask(ctx, w.Server, kit.Call{
			Path: kit.DepositsPath, Token: w.member.Token, Key: kit.NewKey(), Content: kit.Body{"accountId": w.account, "amount": 20},
		}, &begun)
		page, err := url.Parse(begun.Data.CheckoutURL)
		if status != http.StatusCreated || err != nil {
			kit.Breathe(ctx)
			continue
		}
		if status, _ = w.Ask(ctx, w.Server, kit.Call{Path: page.Path, Form: "decision=pay"}, nil); status == http.StatusSeeOther {
			w.note("deposits")
		}
		_, _ = w.Ask(ctx, w.Server, kit.Call{Path: kit.WithdrawalsPath, Token: w.member.Token, Key: kit.NewKey(), Content: kit.Body{
			"accountId": w.account, "amount": 5, "method": "bank_transfer", "destination": kit.Body{"holder": "Ada", "iban": "CH9300762011623852957"},
		}}, &struct{}{})
	}
}

// learn works through the courses, lesson by lesson.
func (w *mixedWork) learn(ctx context.Context) {
	for _, course := range w.courses {
		_, _ = w.Ask(ctx, w.Server, kit.Call{Path: course.At("/enroll"), Token: w.member.Token}, &struct{}{})
		for _, lesson := range course.Lessons {
			if status, _ := w.Ask(ctx, w.Server, kit.Call{Path: kit.LessonAt(lesson, "/complete"), Token: w.member.Token}, &struct{}{}); status == http.StatusOK {
				w.note("lessons")
			}
			kit.Breathe(ctx)
		}
	}
}

func (w *mixedWork) publish(ctx context.Context) {
	for number := 0; ctx.Err() == nil; number++ {
		event := kit.Body{"type": "custom.load", "data": kit.Body{"number": fmt.Sprint(number)}}
		if status, _ := w.Ask(ctx, w.Server, kit.Call{Path: "/webhooks/events", Token: w.Author.Token, Content: event}, &struct{}{}); status == http.StatusCreated {
			w.note("events")
		}
		kit.Breathe(ctx)
	}
}

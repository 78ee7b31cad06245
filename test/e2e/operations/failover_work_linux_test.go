package operations_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

// failoverKinds are what has to work again.
var failoverKinds = []string{"publishing", "trading", "stops", "log-ins"}

// recovery records when a kind of call succeeded and failed at one replica.
type recovery struct {
	mutex sync.Mutex
	calls []callResult
}

type callResult struct {
	began, ended time.Time
	ok           bool
}

func (r *recovery) note(began time.Time, ok bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.calls = append(r.calls, callResult{began, time.Now(), ok})
}

func (r *recovery) successes() (count int) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for _, call := range r.calls {
		if call.ok {
			count++
		}
	}
	return count
}

// since is how long after a time calls succeeded for good: until the first success without a later failure. A call in
// progress at that time counts as well.
func (r *recovery) since(moment time.Time) (took time.Duration, failures int) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	took = time.Hour // unless something succeeded
	for _, call := range slices.Backward(r.calls) {
		if call.ended.Before(moment) {
			break
		}
		if !call.ok {
			failures++
			continue
		}
		if failures == 0 {
			took = max(0, call.ended.Sub(moment))
		}
	}
	return took, failures
}

// failoverRun is one round of work at both replicas.
type failoverRun struct {
	recoveries [2]map[string]*recovery
	cancel     context.CancelFunc
	working    sync.WaitGroup
}

// begin starts the work at both replicas.
func (w *failoverWork) begin(t *testing.T, round int, signals []string) *failoverRun {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	run := &failoverRun{cancel: cancel}
	for i, s := range w.replicas {
		run.recoveries[i] = map[string]*recovery{}
		for _, kind := range failoverKinds {
			run.recoveries[i][kind] = &recovery{}
		}
		at := &failoverClient{Crowd: kit.NewCrowd(t, 8), ctx: ctx, replica: s, answers: &w.answers}
		name := fmt.Sprintf("%d-%d", round, i)
		run.working.Go(func() { w.publish(at, run.recoveries[i]["publishing"], name) })
		run.working.Go(func() { w.trade(at, run.recoveries[i]["trading"], w.traders[i].Token, signals) })
		run.working.Go(func() { w.letIn(at, run.recoveries[i]["log-ins"], w.traders[i], name) })
	}
	return run
}

func (r *failoverRun) await(t *testing.T, what string, holds func(*recovery) bool) {
	t.Helper()
	testkit.Within(t, kit.Patience, what, func() bool {
		for _, of := range r.recoveries {
			for _, kind := range failoverKinds {
				if kind != "stops" && !holds(of[kind]) {
					return false
				}
			}
		}
		return true
	})
}

// watchStops records when each replica shows that all positions were closed by their stops.
func (r *failoverRun) watchStops(t *testing.T, owner *kit.Member, positions []string, replicas [2]*kit.Server, vanished time.Time) {
	t.Helper()
	for i, s := range replicas {
		at := &failoverClient{Crowd: kit.NewCrowd(t, 2), ctx: t.Context(), replica: s, answers: &answers{}}
		r.working.Go(func() {
			for left := slices.Clone(positions); len(left) > 0 && time.Since(vanished) < 4*backWithin; {
				var answered struct{ Data struct{ Status string } }
				began := time.Now()
				status := at.do(kit.Call{Method: http.MethodGet, Path: kit.PositionAt(left[0]), Token: owner.Token}, &answered)
				if status == http.StatusOK && answered.Data.Status == "closed" {
					if left = left[1:]; len(left) == 0 {
						r.recoveries[i]["stops"].note(began, true)
					}
				} else {
					at.pause(50 * time.Millisecond)
				}
			}
		})
	}
}

// until keeps everybody working until a time, and waits for their last calls.
func (r *failoverRun) until(t *testing.T, moment time.Time) {
	t.Helper()
	select {
	case <-time.After(time.Until(moment)):
	case <-t.Context().Done():
	}
	r.cancel()
	r.working.Wait()
}

// publish publishes numbered events, each until it is acknowledged.
func (w *failoverWork) publish(at *failoverClient, results *recovery, name string) {
	for number := 0; at.ctx.Err() == nil; number++ {
		text := fmt.Sprintf("%s-%d", name, number)
		event := kit.Call{
			Path: "/webhooks/events", Token: w.admin.Token, Key: "failover-" + text,
			Content: kit.Body{"type": "custom.failover", "data": kit.Body{"number": text}},
		}
		var answered struct{ Data struct{ ID string } }
		if at.insist(results, event, &answered) == http.StatusCreated {
			w.journal.add(w.journal.events, answered.Data.ID, text)
		}
		at.pause(50 * time.Millisecond)
	}
}

// trade executes signals and closes the opened positions.
func (w *failoverWork) trade(at *failoverClient, results *recovery, token string, signals []string) {
	for _, signal := range signals {
		var opened struct {
			Data struct{ Position struct{ ID string } }
		}
		if at.insist(results, kit.Call{Path: kit.Executing(signal), Token: token, Content: kit.Body{"quantity": 30}}, &opened) == http.StatusOK {
			id := opened.Data.Position.ID
			w.journal.add(w.journal.positions, id, signal)
			var closed struct {
				Data struct{ Trade struct{ ID string } }
			}
			if at.insist(results, kit.Call{Path: kit.Closing(id), Token: token}, &closed) == http.StatusOK {
				w.journal.add(w.journal.trades, closed.Data.Trade.ID, id)
			}
		}
		at.pause(120 * time.Millisecond)
	}
}

// letIn alternately logs a user in and registers a new one.
func (w *failoverWork) letIn(at *failoverClient, results *recovery, known *kit.Member, name string) {
	for number := 0; at.ctx.Err() == nil; number++ {
		at.insist(results, kit.Call{Path: "/auth/login", Content: kit.Body{"email": known.Email, "password": known.Password}}, &struct{}{})
		at.pause(200 * time.Millisecond)
		email := fmt.Sprintf("failover-%s-%d@example.test", name, number)
		newcomer := kit.Call{Path: "/auth/register", Content: kit.Body{"email": email, "password": "a password for " + email}}
		if at.insist(results, newcomer, &struct{}{}) == http.StatusCreated {
			w.journal.add(w.journal.users, email, email)
		}
		at.pause(200 * time.Millisecond)
	}
}

// failoverClient calls one replica until its context ends.
type failoverClient struct {
	*kit.Crowd
	ctx     context.Context
	replica *kit.Server
	answers *answers
}

// answers counts the answers, and keeps the bad ones: neither a success nor a conflict nor, while the database is
// away, a 503 that says when to come back.
type answers struct {
	mutex      sync.Mutex
	good, busy int
	wrong      []string
}

func (a *answers) note(one kit.Call, status int, header http.Header, err error) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	switch {
	case err == nil && (status < http.StatusMultipleChoices || status == http.StatusConflict):
		a.good++
	case err == nil && status == http.StatusServiceUnavailable && header.Get("Retry-After") != "":
		a.busy++
	default:
		a.wrong = append(a.wrong, fmt.Sprintf("%s: status %d, %v", one.Path, status, err))
	}
}

// insist repeats a call until the replica's answer is not its own failure, and returns the status; zero if the
// context ended first.
func (c *failoverClient) insist(results *recovery, one kit.Call, answered any) int {
	for c.ctx.Err() == nil {
		began := time.Now()
		status := c.do(one, answered)
		if c.ctx.Err() != nil && status == 0 {
			return 0 // we stopped, not the replica
		}
		done := status != 0 && status < http.StatusInternalServerError
		results.note(began, done)
		if done {
			return status
		}
		c.pause(100 * time.Millisecond)
	}
	return 0
}

// do makes one call and returns the status; 0 if there was no answer.
func (c *failoverClient) do(one kit.Call, answered any) (status int) {
	// The last call may finish: its effect has to be known.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(c.ctx), time.Minute)
	defer cancel()
	status, header, err := c.AskWhole(ctx, c.replica, one, answered)
	c.answers.note(one, status, header, err)
	if err != nil {
		return 0
	}
	return status
}

func (c *failoverClient) pause(lasts time.Duration) {
	select {
	case <-time.After(lasts):
	case <-c.ctx.Done():
	}
}

package delivery

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"bourse/internal/webhook/signing"
	"bourse/internal/webhook/wire"
)

// attempt is one HTTP request to an endpoint and its result.
type attempt struct {
	lane      *lane
	delivery  Delivery
	url       string // of the endpoint at that time
	number    int
	started   time.Time
	finished  time.Time
	header    http.Header // of the request; until buildRow has encoded it
	secrets   []string    // names of headers whose values are not recorded
	result    wire.Result
	judgement judgement
	row       attemptRow
}

const userAgent = "Bourse-Webhooks/1.0"

// deliver makes attempts, one after the other, while the lane has more for it. Its goroutine picks the next delivery
// itself: waking the lane's goroutine for each one would cost more than the decision.
func (l *lane) deliver(ctx context.Context, endpoint *Endpoint, delivery Delivery) {
	for more := true; more; {
		l.attempt(ctx, endpoint, delivery)
		if endpoint, delivery, more = l.proceed(ctx); !more {
			l.wake.Notify()
		}
	}
}

// attempt makes one attempt, judges it and has it recorded. A request that was cut off because the lane was lost or the
// process is stopping does not count as an attempt: the delivery stays as it is. Nor does one whose OAuth2 token the
// receiver refused: it is repeated, once, with a new token.
func (l *lane) attempt(ctx context.Context, endpoint *Endpoint, delivery Delivery) {
	attempt := l.dispatcher.makeAttempt(ctx, endpoint, delivery)
	attempt.lane = l
	attempt.judgement = judge(endpoint.Retry, attempt.number-delivery.before, attempt.result, attempt.finished)
	if !l.accept(attempt, endpoint) {
		return
	}
	attempt.buildRow()
	l.report(ctx, attempt)
	l.dispatcher.recorders.add(attempt)
}

// makeAttempt builds the request, sends it and waits for the answer.
func (d *Dispatcher) makeAttempt(ctx context.Context, endpoint *Endpoint, delivery Delivery) *attempt {
	attempt := &attempt{delivery: delivery, url: endpoint.URL, number: delivery.attempts + 1, started: d.now()}
	attempt.buildHeader(endpoint)
	if err := endpoint.Authentication.Apply(ctx, attempt.header, delivery.Body); err != nil {
		attempt.result = withoutToken(err)
	} else {
		attempt.result = d.sender.Do(ctx, wire.Call{
			Method: endpoint.HTTPMethod, URL: endpoint.URL, Header: attempt.header, Body: delivery.Body, Timeout: endpoint.Timeout,
		})
	}
	attempt.finished = d.now()
	return attempt
}

// buildHeader builds the header of the request, without authentication.
func (a *attempt) buildHeader(endpoint *Endpoint) {
	a.header = make(http.Header, 8+len(endpoint.CustomHeaders))
	a.secrets = make([]string, 0, 1+len(endpoint.CustomHeaders))
	for name, value := range endpoint.CustomHeaders {
		a.header.Set(name, value)
		a.secrets = append(a.secrets, http.CanonicalHeaderKey(name))
	}
	a.secrets = append(a.secrets, "Authorization")
	a.header["Content-Type"] = []string{"application/json"}
	a.header["User-Agent"] = []string{userAgent}
	id := a.delivery.EventID.String()
	a.header[signing.CanonicalIDHeader] = []string{id}
	a.header[signing.CanonicalTimestampHeader] = []string{signing.Timestamp(a.started)}
	if keys := endpoint.keys(a.started); len(keys) > 0 {
		a.header[signing.CanonicalSignatureHeader] = []string{signing.Signature(id, a.started, a.delivery.Body, keys...)}
	}
}

// withoutToken is the result of a call that was not made for lack of an access token.
func withoutToken(err error) wire.Result {
	class, detail := wire.OAuth2, err.Error()
	if errors.Is(err, context.Canceled) {
		class = wire.Cancelled
	}
	return wire.Result{Class: class, Detail: detail}
}

// accept reports an attempt to the limiter and the congestion control, and returns whether it counts as one.
func (l *lane) accept(attempt *attempt, endpoint *Endpoint) bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.limits.End(l.limitsNow())
	if attempt.result.Class == wire.Cancelled {
		return false
	}
	if attempt.result.Status == http.StatusUnauthorized && attempt.delivery.refusedAt.IsZero() && endpoint.Authentication.Invalidate(attempt.header) {
		attempt.delivery.refusedAt = attempt.finished // this request is recorded with the next one
		l.queue.pushFront(attempt.delivery)
		return false
	}
	l.congestion.learn(attempt.judgement.status == Succeeded, attempt.finished.Sub(attempt.started))
	return true
}

// report counts an attempt and logs it in one line.
func (l *lane) report(ctx context.Context, attempt *attempt) {
	outcome := string(attempt.judgement.status)
	if attempt.judgement.status == Pending {
		outcome = "retried"
	}
	took := attempt.finished.Sub(attempt.started)
	l.dispatcher.metrics.AttemptMade(outcome, took)
	if !l.log.Enabled(ctx, slog.LevelInfo) {
		return
	}
	line := slog.NewRecord(attempt.finished, slog.LevelInfo, "webhook attempt", 0) // no source location: nobody shows it
	line.AddAttrs(
		slog.String("delivery", attempt.delivery.ID.String()), slog.String("event", attempt.delivery.EventID.String()),
		slog.Int("attempt", attempt.number), slog.Int("status", attempt.result.Status), slog.String("outcome", outcome),
		slog.String("class", string(attempt.result.Class)), slog.Duration("duration", took),
		slog.Duration("age", attempt.finished.Sub(attempt.delivery.CreatedAt)))
	_ = l.log.Handle(ctx, line) // a failing log has nowhere to be reported
}

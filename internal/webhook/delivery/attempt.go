package delivery

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"bourse/internal/webhook/signing"
	"bourse/internal/webhook/wire"
)

// attempt is one request to a receiver and what came of it.
type attempt struct {
	lane     *lane
	delivery Delivery
	number   int
	started  time.Time
	finished time.Time
	result   wire.Result
	verdict  verdict
	record   record
}

const userAgent = "Bourse-Webhooks/1.0"

// send makes attempts, one after the other, while the lane has more for it. Its goroutine goes on by itself: to
// wake the lane's for every delivery would cost more than the decision.
func (l *lane) send(ctx context.Context, to *Endpoint, one Delivery) {
	for more := true; more; {
		l.attempt(ctx, to, one)
		if to, one, more = l.following(ctx); !more {
			l.nudge()
		}
	}
}

// attempt makes one attempt and passes its outcome on to be recorded. An attempt that was cut off, because
// the lane was lost or the process ends, is no attempt: the delivery stays as it is. Nor is one whose OAuth2
// token the receiver refused: it is made again, once, with a new token.
func (l *lane) attempt(ctx context.Context, to *Endpoint, one Delivery) {
	d := l.dispatcher
	made := &attempt{lane: l, delivery: one, number: one.attempts + 1, started: d.now()}
	request, secrets, result := d.request(ctx, to, one, made.started)
	made.result, made.finished = result, d.now()
	made.verdict = judge(to.Retry, made.number-one.before, result, made.finished)
	if !l.accept(made, to, request) {
		return
	}
	made.record = newRecord(request, secrets, &result)
	made.result.Header, made.delivery.Body = nil, nil // one is in the record, the other is not needed any more
	l.report(ctx, made)
	d.recorders.add(made)
}

// accept tells the limiter and the congestion of the attempt, and reports whether it counts as one.
func (l *lane) accept(made *attempt, to *Endpoint, sent http.Header) bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.limits.End(made.finished)
	if made.result.Class == wire.Cancelled {
		return false
	}
	if made.result.Status == http.StatusUnauthorized && made.delivery.refusedAt.IsZero() && to.Authentication.Invalidate(sent) {
		made.delivery.refusedAt = made.finished // the request is recorded with the next one
		l.queue.pushFront(made.delivery)
		return false
	}
	l.congestion.learn(made.verdict.status == Succeeded, made.finished.Sub(made.started))
	return true
}

// request builds the request and sends it.
func (d *Dispatcher) request(ctx context.Context, to *Endpoint, one Delivery, now time.Time) (http.Header, []string, wire.Result) {
	header := make(http.Header, 8+len(to.CustomHeaders))
	secrets := make([]string, 0, 1+len(to.CustomHeaders))
	for name, value := range to.CustomHeaders {
		header.Set(name, value)
		secrets = append(secrets, http.CanonicalHeaderKey(name))
	}
	header["Content-Type"] = []string{"application/json"}
	header["User-Agent"] = []string{userAgent}
	id := one.EventID.String()
	header["Webhook-Id"] = []string{id}
	header["Webhook-Timestamp"] = []string{strconv.FormatInt(now.Unix(), 10)}
	if keys := to.keys(now); len(keys) > 0 {
		header["Webhook-Signature"] = []string{signing.Headers(id, now, one.Body, keys...)}
	}
	call := wire.Call{
		Method: to.HTTPMethod, URL: to.URL, Header: header, Body: one.Body,
		Timeout: to.Timeout,
	}
	secrets = append(secrets, "Authorization")
	if err := to.Authentication.Apply(ctx, header, one.Body); err != nil {
		return header, secrets, unauthorized(err)
	}
	return header, secrets, d.sender.Do(ctx, call)
}

// report counts the attempt and writes its one line to the log.
func (l *lane) report(ctx context.Context, made *attempt) {
	outcome := string(made.verdict.status)
	if made.verdict.status == Pending {
		outcome = "retried"
	}
	took := made.finished.Sub(made.started)
	l.dispatcher.metrics.AttemptMade(outcome, took)
	if !l.log.Enabled(ctx, slog.LevelInfo) {
		return
	}
	line := slog.NewRecord(made.finished, slog.LevelInfo, "webhook attempt", 0) // without the place in the code: nobody shows it
	line.AddAttrs(
		slog.String("delivery", made.delivery.ID.String()), slog.String("event", made.delivery.EventID.String()),
		slog.Int("attempt", made.number), slog.Int("status", made.result.Status), slog.String("outcome", outcome),
		slog.String("class", string(made.result.Class)), slog.Duration("duration", took),
		slog.Duration("age", made.finished.Sub(made.delivery.CreatedAt)))
	_ = l.log.Handle(ctx, line) // there is nowhere left to complain to
}

// unauthorized is the result of a call that was not made, because no token was to be had for it.
func unauthorized(err error) wire.Result {
	class, detail := wire.OAuth2, err.Error()
	if errors.Is(err, context.Canceled) {
		class = wire.Cancelled
	}
	return wire.Result{Class: class, Detail: detail}
}

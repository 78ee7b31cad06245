package webhooks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"bourse/bench/kit"
	"bourse/internal/database"
)

const (
	adminEmail    = "admin@bench.test"
	endpointsPath = "/api/v1/webhooks/endpoints"
	eventsPath    = "/api/v1/webhooks/events"
	batchPath     = "/api/v1/webhooks/events/batch"
)

// product is a running product whose webhooks may go to this machine, and an administrator's token.
type product struct {
	*kit.Server
	installed *kit.Installation
	token     string
}

func startProduct(ctx context.Context, rig *kit.Rig, engine database.Engine) (*product, error) {
	installed, err := rig.Install(ctx, engine)
	if err != nil {
		return nil, err
	}
	if err := installed.CreateUser(ctx, adminEmail, "--role", "admin"); err != nil {
		return nil, err
	}
	p := &product{installed: installed}
	if err := p.serve(ctx, "--market-minute-history", "0s", "--market-daily-history", "0s"); err != nil {
		return nil, err
	}
	if p.token, err = p.LogInAs(ctx, adminEmail); err != nil {
		return nil, errors.Join(err, p.Stop())
	}
	return p, nil
}

// serve starts the product, or restarts it: the token stays valid.
func (p *product) serve(ctx context.Context, flags ...string) (err error) {
	flags = append(flags, "--webhook-allow-http", "--webhook-allow-loopback", "--access-token-lifetime", "12h")
	p.Server, err = p.installed.Serve(ctx, flags...)
	return err
}

// endpoint adds a receiver with all features on: authentication, signature, filter, custom header.
func (p *product) endpoint(ctx context.Context, url string) (id string, err error) {
	body, err := json.Marshal(map[string]any{
		"name": "bench", "url": url, "subscribedEvents": []string{"custom.*"}, "signingSecret": "whsec_YmVuY2htYXJrLXNlY3JldC0wMTIzNDU2Nzg5MDEyMzQ1",
		"authType": "hmac", "authConfig": map[string]string{"secret": "benchmark-hmac-secret"},
		"customHeaders": map[string]string{"X-Bench": "yes"}, "filters": map[string]any{"data.amount": map[string]any{"$gte": 1}},
		"rateLimitPerMinute": 1_000_000, "rateLimitPerHour": 10_000_000,
	})
	if err != nil {
		return "", err
	}
	answer, content, err := p.Fetch(ctx, http.MethodPost, endpointsPath, p.token, body)
	if err != nil || answer.StatusCode != http.StatusCreated {
		return "", errors.Join(err, fmt.Errorf("create an endpoint: %s", content))
	}
	var created struct{ Data struct{ ID string } }
	return created.Data.ID, json.Unmarshal(content, &created)
}

// eventBody is the published event; sentAt lets the receiver compute how long it took.
func eventBody(now time.Time) []byte {
	return []byte(`{"type":"custom.invoice.paid","data":{"sentAt":` + strconv.FormatInt(now.UnixNano(), 10) +
		`,"amount":1250.5,"currency":"USD","invoice":"2026-000123","customer":{"id":"c-91822","name":"Example Trading Company"}}}`)
}

// publish sends events over connections as fast as they are accepted.
func (p *product) publish(ctx context.Context, events, connections int) error {
	var left atomic.Int64
	left.Store(int64(events))
	group, limited := errgroup.WithContext(ctx)
	for range connections {
		group.Go(func() error {
			publisher, err := p.newPublisher(limited)
			if err != nil {
				return err
			}
			defer publisher.Close()
			for left.Add(-1) >= 0 {
				if err := publisher.publish(time.Now()); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// publishSingly sends events as a burst: one per call, over many connections.
func (p *product) publishSingly(ctx context.Context, events int) error {
	return p.publish(ctx, events, publishers)
}

// publishBatches sends events over few connections, many per call.
func (p *product) publishBatches(ctx context.Context, events int) error {
	var left atomic.Int64
	left.Store(int64(events / batchEvents))
	group, limited := errgroup.WithContext(ctx)
	for range batchPublishers {
		group.Go(func() error {
			publisher, err := p.newPublisher(limited)
			if err != nil {
				return err
			}
			defer publisher.Close()
			publisher.post = p.Post(batchPath, p.token)
			for left.Add(-1) >= 0 {
				if err := publisher.Send(publisher.post, batchBody(time.Now()), http.StatusCreated); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// batchBody is the body of one call, with identical events.
func batchBody(now time.Time) []byte {
	event := eventBody(now)
	body := make([]byte, 0, len(`{"events":[]}`)+batchEvents*(len(event)+1))
	body = append(body, `{"events":[`...)
	for i := range batchEvents {
		if i > 0 {
			body = append(body, ',')
		}
		body = append(body, event...)
	}
	return append(body, "]}"...)
}

// publisher is one connection that publishes.
type publisher struct {
	*kit.Connection
	post kit.Post
}

func (p *product) newPublisher(ctx context.Context) (*publisher, error) {
	connection, err := p.Dial(ctx, 10*time.Minute)
	if err != nil {
		return nil, err
	}
	return &publisher{connection, p.Post(eventsPath, p.token)}, nil
}

// publish sends one event and waits for the answer.
func (p *publisher) publish(now time.Time) error {
	return p.Send(p.post, eventBody(now), http.StatusCreated)
}

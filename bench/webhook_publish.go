package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"bourse/internal/database"
)

const adminEmail = "admin@bench.test"

// hookServer is a running product whose webhooks may go to this machine, and a token of an administrator.
type hookServer struct {
	*server
	place *installation
	token string
}

func (r *rig) serveHooks(ctx context.Context, engine database.Engine) (*hookServer, error) {
	place, err := r.install(ctx, engine)
	if err != nil {
		return nil, err
	}
	create := place.command(ctx, "user", "create", "--role", "admin", adminEmail)
	create.Env = append(create.Env, "BOURSE_PASSWORD="+userPassword)
	if output, err := create.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("user create: %w\n%s", err, output)
	}
	running, err := place.serve(ctx, "--webhook-allow-http", "--webhook-allow-loopback", "--access-token-lifetime", "12h",
		"--market-minute-history", "0s", "--market-daily-history", "0s")
	if err != nil {
		return nil, err
	}
	h := &hookServer{server: running, place: place}
	if h.token, err = running.logInAs(ctx, adminEmail); err != nil {
		return nil, errors.Join(err, running.stop())
	}
	return h, nil
}

// endpoint adds a receiver with everything on: authentication, signature, filter, custom header.
func (h *hookServer) endpoint(ctx context.Context, url string) (id string, err error) {
	body, err := json.Marshal(map[string]any{
		"name": "bench", "url": url, "subscribedEvents": []string{"custom.*"}, "signingSecret": "whsec_YmVuY2htYXJrLXNlY3JldC0wMTIzNDU2Nzg5MDEyMzQ1",
		"authType": "hmac", "authConfig": map[string]string{"secret": "benchmark-hmac-secret"},
		"customHeaders": map[string]string{"X-Bench": "yes"}, "filters": map[string]any{"data.amount": map[string]any{"$gte": 1}},
		"rateLimitPerMinute": 1_000_000, "rateLimitPerHour": 10_000_000,
	})
	if err != nil {
		return "", err
	}
	answer, content, err := fetch(ctx, http.MethodPost, "http://"+h.address+"/api/v1/webhooks/endpoints", h.token, body)
	if err != nil || answer.StatusCode != http.StatusCreated {
		return "", errors.Join(err, fmt.Errorf("create an endpoint: %s", content))
	}
	var created struct{ Data struct{ ID string } }
	return created.Data.ID, json.Unmarshal(content, &created)
}

// eventBody is what is published; sentAt lets the receiver tell how long it took.
func eventBody(now time.Time) []byte {
	return []byte(`{"type":"custom.invoice.paid","data":{"sentAt":` + strconv.FormatInt(now.UnixNano(), 10) +
		`,"amount":1250.5,"currency":"USD","invoice":"2026-000123","customer":{"id":"c-91822","name":"Example Trading Company"}}}`)
}

// publish sends so many events over so many connections as fast as they are taken.
func (h *hookServer) publish(ctx context.Context, events, connections int) error {
	var left atomic.Int64
	left.Store(int64(events))
	group, limited := errgroup.WithContext(ctx)
	for range connections {
		group.Go(func() error {
			one, err := h.newPublisher(limited)
			if err != nil {
				return err
			}
			defer one.connection.Close()
			for left.Add(-1) >= 0 {
				if err := one.publish(time.Now()); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// publisher is one connection that publishes.
type publisher struct {
	*client
	head []byte
}

func (h *hookServer) newPublisher(ctx context.Context) (*publisher, error) {
	opened, err := target{address: h.address}.dial(ctx, 10*time.Minute)
	if err != nil {
		return nil, err
	}
	head := "POST /api/v1/webhooks/events HTTP/1.1\r\nHost: " + h.address + "\r\nContent-Type: application/json\r\n" +
		"Authorization: Bearer " + h.token + "\r\nContent-Length: "
	return &publisher{opened, []byte(head)}, nil
}

var created = []byte("HTTP/1.1 201 ")

// publish sends one event and waits for the answer.
func (p *publisher) publish(now time.Time) error {
	body := eventBody(now)
	request := append(bytes.Clone(p.head), strconv.Itoa(len(body))+"\r\n\r\n"...)
	if _, err := p.connection.Write(append(request, body...)); err != nil {
		return err
	}
	line, err := p.reader.ReadSlice('\n')
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(line, created) {
		return fmt.Errorf("publish answered %q", bytes.TrimSpace(line))
	}
	return skipAnswer(p.reader)
}

// skipAnswer reads past the headers and the body of an answer whose length is told.
func skipAnswer(reader *bufio.Reader) error {
	length := 0
	for {
		line, err := reader.ReadSlice('\n')
		if err != nil {
			return err
		}
		if len(line) <= len("\r\n") {
			_, err = reader.Discard(length)
			return err
		}
		if value, ok := bytes.CutPrefix(line, lengthHeader); ok {
			if length, err = number(value, 10); err != nil {
				return err
			}
		}
	}
}

// steadily publishes at a rate for a while, one event after the other.
func (h *hookServer) steadily(ctx context.Context, perSecond int, length time.Duration) (events int, err error) {
	one, err := h.newPublisher(ctx)
	if err != nil {
		return 0, err
	}
	defer one.connection.Close()
	ticker := time.NewTicker(time.Second / time.Duration(perSecond))
	defer ticker.Stop()
	for started := time.Now(); time.Since(started) < length; events++ {
		select {
		case <-ctx.Done():
			return events, ctx.Err()
		case <-ticker.C:
		}
		if err := one.publish(time.Now()); err != nil {
			return events, err
		}
	}
	return events, nil
}

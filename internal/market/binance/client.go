package binance

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"
)

const (
	// maxBody is several times what a thousand klines take.
	maxBody = 4 << 20
	// maxAttempts limits how often a request is sent before the caller gets the error. With the default pauses that is
	// after about half a minute of errors.
	maxAttempts = 5
)

var errBodyTooLarge = fmt.Errorf("binance answered with more than %d bytes", maxBody)

// client sends the REST requests of the feed.
type client struct {
	settings Settings
	gate     *gate
	logger   *slog.Logger
}

func newClient(settings Settings, logger *slog.Logger) *client {
	return &client{settings: settings, gate: newGate(), logger: logger}
}

// answer is the body of a response, and when the exchange sent it by its own clock.
type answer struct {
	body []byte
	at   time.Time
}

// get retries until there is an answer. It fails with an *Error when the exchange refuses, at once if retrying is useless,
// and with another error when it cannot be reached or its answer is too large.
func (c *client) get(ctx context.Context, path string, query url.Values) (answer, error) {
	retry := c.settings.backoff()
	for attempt := 1; ; attempt++ {
		got, err := c.try(ctx, path, query)
		if err == nil || ctx.Err() != nil || attempt == maxAttempts || isPermanent(err) {
			return got, err
		}
		var refusal *Error
		if errors.As(err, &refusal) && refusal.RetryAfter > 0 {
			continue // the gate does the waiting
		}
		if err := pause(ctx, retry.next()); err != nil {
			return answer{}, err
		}
	}
}

func (c *client) try(ctx context.Context, path string, query url.Values) (answer, error) {
	if err := c.gate.enter(ctx); err != nil {
		return answer{}, err
	}
	var wait time.Duration
	defer func() { c.gate.leave(wait) }()

	ctx, cancel := context.WithTimeout(ctx, c.settings.RequestTimeout)
	defer cancel()
	address := strings.TrimSuffix(c.settings.RESTURL, "/") + path + "?" + query.Encode()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return answer{}, err
	}
	response, err := c.settings.HTTPClient.Do(request)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()

	at := sentAt(response)
	wait = coolDown(response, at)
	if wait > 0 {
		c.logger.WarnContext(ctx, "binance limits requests", "status", response.StatusCode,
			"used_weight", response.Header.Get(usedWeightHeader), "wait", wait)
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, maxBody+1))
	switch {
	case response.StatusCode != http.StatusOK:
		return answer{}, refusal(response, body, at)
	case err != nil:
		return answer{}, fmt.Errorf("read the answer of binance: %w", err)
	case len(body) > maxBody:
		return answer{}, errBodyTooLarge
	}
	return answer{body: body, at: at}, nil
}

// sentAt is the time by the exchange's clock, which is the one that closes candles. Ours is only a substitute if a response
// has no date.
func sentAt(response *http.Response) time.Time {
	at, err := http.ParseTime(response.Header.Get("Date"))
	if err != nil {
		return time.Now().UTC()
	}
	return at.UTC()
}

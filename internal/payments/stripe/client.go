package stripe

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"
)

const (
	apiURL = "https://api.stripe.com"
	// apiVersion is the version of Stripe's API that calls use, whatever the account's default is.
	apiVersion = "2026-03-25.dahlia"
	// largestAnswer limits how much of an answer is read: a hundred refunds take a tenth of it.
	largestAnswer = 4 << 20
	// repeatPause is how long a call waits before its one repetition.
	repeatPause = 500 * time.Millisecond
)

// client makes the six calls of Stripe's API that payments need. Stripe's own library has every call in one package,
// which took a fifth of a cold build and a tenth of the binary.
type client struct {
	http *http.Client
	url  string
	key  string
}

// request is one call. A POST is made at most once under its idempotency key, however often it is sent.
type request struct {
	method, path   string
	form           url.Values
	idempotencyKey string
}

// call makes a call and reads the answer. It is repeated once when nobody answered, when something between us and
// Stripe did, or when Stripe says that the object is locked. It fails with an *apiError when Stripe refuses.
func (c *client) call(ctx context.Context, made request, answer any) error {
	if made.method == http.MethodPost && made.idempotencyKey == "" {
		made.idempotencyKey = uuid.NewString()
	}
	content, err := c.send(ctx, made)
	if isWorthRepeating(err) && ctx.Err() == nil {
		select {
		case <-time.After(repeatPause):
		case <-ctx.Done():
			return err
		}
		content, err = c.send(ctx, made)
	}
	if err != nil {
		return err
	}
	if err := json.Unmarshal(content, answer); err != nil {
		return errors.New("the answer is not what was asked for")
	}
	return nil
}

func isWorthRepeating(err error) bool {
	if told, ok := errors.AsType[*apiError](err); ok {
		return told.Status == http.StatusTooManyRequests && told.Code == codeLockTimeout
	}
	return err != nil
}

// send sends the request once and returns the body of a success.
func (c *client) send(ctx context.Context, made request) ([]byte, error) {
	address, encoded := c.url+made.path, made.form.Encode()
	var body io.Reader
	if made.method == http.MethodPost {
		body = strings.NewReader(encoded)
	} else if encoded != "" {
		address += "?" + encoded
	}
	r, err := http.NewRequestWithContext(ctx, made.method, address, body)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+c.key)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Stripe-Version", apiVersion)
	r.Header.Set("User-Agent", "Bourse")
	if made.idempotencyKey != "" {
		r.Header.Set("Idempotency-Key", made.idempotencyKey)
	}
	response, err := c.http.Do(r)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	content, err := io.ReadAll(io.LimitReader(response.Body, largestAnswer))
	if err != nil {
		return nil, err
	}
	if response.StatusCode >= http.StatusBadRequest {
		return nil, refusalIn(response, content)
	}
	return content, nil
}

// apiError is Stripe's refusal of a call, without its message, which may repeat what was sent.
type apiError struct {
	Type   string `json:"type"`
	Code   string `json:"code"`
	Status int    `json:"-"`
	// RequestID identifies the call in Stripe's log.
	RequestID string `json:"-"`
}

// Error describes the error in one line.
func (e *apiError) Error() string {
	return fmt.Sprintf("status %d, type %s, code %s, request %s", e.Status, e.Type, e.Code, e.RequestID)
}

// refusalIn reads a refusal. One without an explanation is not Stripe's own.
func refusalIn(response *http.Response, content []byte) error {
	var told struct {
		Error *apiError `json:"error"`
	}
	if json.Unmarshal(content, &told) != nil || told.Error == nil {
		return fmt.Errorf("status %d without an explanation", response.StatusCode)
	}
	told.Error.Status, told.Error.RequestID = response.StatusCode, response.Header.Get("Request-Id")
	return told.Error
}

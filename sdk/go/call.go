package bourse

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"time"
)

// request is an operation that is to be called, as its generated method says it.
type request struct {
	name, method, path string
	body               any // nil, or a nil pointer, is none
	params             any // a struct whose fields have the tags query or header
	isKeyed            bool
	isAnonymous        bool // it is sent without a token
	isPublic           bool // it is sent with a token when there is one
}

// CallOption changes one call.
type CallOption func(*prepared)

// IdempotencyKey names the call, so that a repetition by the program itself, after a restart perhaps, does nothing twice:
// the server answers the same key with what it answered the first time, for 24 hours. Every call that takes a key has one
// anyway, of its own, for the repetitions by the client.
func IdempotencyKey(key string) CallOption {
	return func(p *prepared) {
		if p.isKeyed {
			p.header.Set("Idempotency-Key", key)
		}
	}
}

// RequestID is the name of the call in the server's logs and in errors, in place of one that the server makes.
func RequestID(id string) CallOption {
	return func(p *prepared) { p.header.Set("X-Request-Id", id) }
}

// Timeout is how long one attempt at this call may take; see WithTimeout.
func Timeout(limit time.Duration) CallOption {
	return func(p *prepared) { p.timeout = max(0, limit) }
}

// prepared is a request as it is sent, once or several times.
type prepared struct {
	request
	url     string
	header  http.Header
	content []byte // of the body; nil without one
	timeout time.Duration
	isOpen  bool   // an answer that is no refusal is left to be read by the caller
	media   string // of such an answer; any that is no page of a browser when empty
}

// prepare makes of a request what is sent. It fails when the body cannot be written as JSON.
func (c *Client) prepare(r request, options []CallOption) (*prepared, error) {
	if c.broken != nil {
		return nil, c.broken
	}
	p := &prepared{request: r, url: c.base + r.path, header: http.Header{"Accept": {"application/json"}, "User-Agent": {userAgent}}, timeout: c.timeout}
	if r.isKeyed {
		p.header.Set("Idempotency-Key", c.keyOf(r))
	}
	if r.params != nil {
		query := url.Values{}
		encodeParams(r.params, query, p.header)
		if len(query) > 0 {
			p.url += "?" + query.Encode()
		}
	}
	if r.body != nil && !isNilPointer(r.body) {
		content, err := json.Marshal(r.body)
		if err != nil {
			return nil, fmt.Errorf("bourse: %s: the body: %w", r.name, err)
		}
		p.content = content
		p.header.Set("Content-Type", "application/json")
	}
	for _, option := range options {
		option(p)
	}
	return p, nil
}

func isNilPointer(value any) bool {
	reflected := reflect.ValueOf(value)
	return reflected.Kind() == reflect.Pointer && reflected.IsNil()
}

// keyOf is the key of a call that is given none.
func (c *Client) keyOf(r request) string {
	if exchange, isExchange := r.body.(*RefreshRequest); isExchange && exchange != nil {
		return c.session.refreshKey(Value(exchange.RefreshToken))
	}
	return newKey()
}

// newKey is a key that nobody else has.
func newKey() string {
	var random [16]byte
	_, _ = rand.Read(random[:]) // never fails: without randomness the program stops
	return hex.EncodeToString(random[:])
}

// encodeParams writes the fields that are not zero to where their tags say.
func encodeParams(params any, query url.Values, header http.Header) {
	reflected := reflect.ValueOf(params)
	for i := range reflected.NumField() {
		field, tag := reflected.Field(i), reflected.Type().Field(i).Tag
		if field.IsZero() {
			continue
		}
		if field.Kind() == reflect.Pointer {
			field = field.Elem()
		}
		if name := tag.Get("query"); name != "" {
			query.Set(name, paramText(field))
		} else if name := tag.Get("header"); name != "" {
			header.Set(name, paramText(field))
		}
	}
}

func paramText(field reflect.Value) string {
	switch value := field.Interface().(type) {
	case time.Time:
		return value.UTC().Format(time.RFC3339Nano)
	case fmt.Stringer:
		return value.String()
	}
	switch field.Kind() {
	case reflect.Bool:
		return strconv.FormatBool(field.Bool())
	case reflect.Int, reflect.Int64:
		return strconv.FormatInt(field.Int(), 10)
	case reflect.Float64:
		return strconv.FormatFloat(field.Float(), 'f', -1, 64)
	}
	return field.String()
}

// answer is what came back when all went well.
type answer struct {
	status int
	header http.Header
	text   []byte        // all of it
	open   io.ReadCloser // or what it is read from
}

// attempt sends a request once. It fails with an *Error when the server refuses it, with context.DeadlineExceeded inside
// when there is no answer within the time-out, and else with what went wrong on the way.
func (c *Client) attempt(ctx context.Context, p *prepared, token string) (*answer, error) {
	limited, cancel := context.WithCancelCause(ctx)
	if p.timeout > 0 {
		timer := time.AfterFunc(p.timeout, func() { cancel(errTimeout) })
		defer timer.Stop()
	}
	answered, err := c.roundTrip(limited, p, token)
	if err != nil {
		if errors.Is(context.Cause(limited), errTimeout) {
			err = fmt.Errorf("bourse: %s: no answer within %s: %w", p.name, p.timeout, context.DeadlineExceeded)
		}
		cancel(nil)
		return nil, err
	}
	if answered.open != nil { // the context lives as long as it is read
		answered.open = &openBody{ReadCloser: answered.open, cancel: cancel}
		return answered, nil
	}
	cancel(nil)
	return answered, nil
}

var errTimeout = errors.New("time-out")

func (c *Client) roundTrip(ctx context.Context, p *prepared, token string) (*answer, error) {
	sent, err := http.NewRequestWithContext(ctx, p.method, p.url, bytes.NewReader(p.content))
	if err != nil {
		return nil, fmt.Errorf("bourse: %s: %w", p.name, err)
	}
	sent.Header = p.header.Clone()
	if token != "" {
		sent.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := c.http.Do(sent)
	if err != nil {
		return nil, &lostError{operation: p.name, cause: err}
	}
	isRefused := response.StatusCode < 200 || response.StatusCode > 299
	if p.isOpen && !isRefused && p.isOfMedia(response.Header) {
		return &answer{open: response.Body}, nil
	}
	defer response.Body.Close()
	if p.isOpen && !isRefused {
		return nil, unexpected(p.name, response.StatusCode, response.Header, fmt.Sprintf("its type is %q", response.Header.Get("Content-Type")))
	}
	text, err := io.ReadAll(response.Body)
	if to := response.Header.Get("Location"); isRefused && to != "" && response.StatusCode < http.StatusBadRequest {
		return nil, unexpected(p.name, response.StatusCode, response.Header, fmt.Sprintf("it leads to %q, where the call does not go", to))
	}
	if isRefused && (err == nil || len(text) == 0) {
		return nil, newError(p.name, response.StatusCode, response.Header, text)
	}
	if err != nil {
		return nil, &lostError{operation: p.name, cause: err}
	}
	return &answer{status: response.StatusCode, header: response.Header, text: text}, nil
}

// isOfMedia tells whether an answer is of the type that was asked for, and not the page of somebody on the way.
func (p *prepared) isOfMedia(header http.Header) bool {
	media, _, _ := mime.ParseMediaType(header.Get("Content-Type")) // what is no type is empty
	if p.media == "" {
		return media != "text/html"
	}
	return media == p.media
}

// openBody ends its request when it is closed.
type openBody struct {
	io.ReadCloser
	cancel context.CancelCauseFunc
}

// Close ends the request.
func (b *openBody) Close() error {
	b.cancel(nil)
	return b.ReadCloser.Close()
}

// lostError is that the connection failed: whether the server has done what was asked is not known.
type lostError struct {
	operation string
	cause     error
}

// Error tells what failed.
func (e *lostError) Error() string { return "bourse: " + e.operation + ": " + e.cause.Error() }

// Unwrap is what failed, for errors.Is and errors.As.
func (e *lostError) Unwrap() error { return e.cause }

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

// request is a call of an operation, as its generated method describes it.
type request struct {
	name, method, path string
	body               any // nil, or a nil pointer, is no body
	params             any // a struct whose fields have the tags query or header
	isKeyed            bool
	isAnonymous        bool // sent without a token
	isPublic           bool // sent with a token if there is one
}

// CallOption changes one call.
type CallOption func(*prepared)

// IdempotencyKey identifies the call, so that the program itself can repeat it without doing anything twice, perhaps
// after a restart: for 24 hours the server answers the same key with its first answer. Without this option, the client
// generates a key for every call that takes one, for its own retries.
func IdempotencyKey(key string) CallOption {
	return func(p *prepared) {
		if p.isKeyed {
			p.header.Set("Idempotency-Key", key)
		}
	}
}

// RequestID sets the call's id in the server's logs and in errors, which the server otherwise generates.
func RequestID(id string) CallOption {
	return func(p *prepared) { p.header.Set("X-Request-Id", id) }
}

// Timeout limits one attempt at this call; see WithTimeout.
func Timeout(limit time.Duration) CallOption {
	return func(p *prepared) { p.timeout = max(0, limit) }
}

// prepared is a request ready to be sent, once or several times.
type prepared struct {
	request
	url     string
	header  http.Header
	content []byte // of the body; nil without one
	timeout time.Duration
	isOpen  bool   // the caller reads a successful answer as a stream
	media   string // its expected media type; when empty, any but a web page
}

// prepare prepares a request to be sent. It fails when the body cannot be marshalled to JSON.
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

// keyOf returns the idempotency key of a call that was given none.
func (c *Client) keyOf(r request) string {
	if exchange, isExchange := r.body.(*RefreshRequest); isExchange && exchange != nil {
		return c.session.refreshKey(Value(exchange.RefreshToken))
	}
	return newKey()
}

// newKey generates a unique key.
func newKey() string {
	var random [16]byte
	_, _ = rand.Read(random[:]) // never fails: without randomness the program ends
	return hex.EncodeToString(random[:])
}

// encodeParams writes the non-zero fields to where their tags say.
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

// answer is a successful response.
type answer struct {
	status int
	header http.Header
	text   []byte        // all of it
	open   io.ReadCloser // or where to read it from
}

// attempt sends a request once. It fails with an *Error when the server refuses it, with an error that wraps
// context.DeadlineExceeded when there is no answer within the timeout, and otherwise with what went wrong with the
// connection.
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
	if answered.open != nil { // the context lives until the body is closed
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

// isOfMedia reports whether an answer has the requested media type, rather than being an intermediary's page.
func (p *prepared) isOfMedia(header http.Header) bool {
	media, _, _ := mime.ParseMediaType(header.Get("Content-Type")) // empty when it cannot be parsed
	if p.media == "" {
		return media != "text/html"
	}
	return media == p.media
}

// openBody is a body that ends its request when it is closed.
type openBody struct {
	io.ReadCloser
	cancel context.CancelCauseFunc
}

// Close ends the request.
func (b *openBody) Close() error {
	b.cancel(nil)
	return b.ReadCloser.Close()
}

// lostError means that the connection failed: whether the server has carried out the call is not known.
type lostError struct {
	operation string
	cause     error
}

// Error says what failed.
func (e *lostError) Error() string { return "bourse: " + e.operation + ": " + e.cause.Error() }

// Unwrap returns what failed, for errors.Is and errors.As.
func (e *lostError) Unwrap() error { return e.cause }

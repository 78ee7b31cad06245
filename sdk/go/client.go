package bourse

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Version is the version of this package, which the client sends in the User-Agent.
const Version = "0.1.0"

const userAgent = "bourse-go/" + Version

const (
	// defaultTimeout limits one attempt at a call.
	defaultTimeout = 30 * time.Second
	// defaultRetries is how often a call is retried after a transient failure.
	defaultRetries = 3
	// mostItems is the maximum number of items on a page of a list.
	mostItems = 100
)

// Client calls the API of one server for one person, or for a program with an API key. It has a method for each
// operation of the contract. It is safe for concurrent use; all goroutines share its session.
type Client struct {
	base    string
	broken  error // why the address is invalid; every call fails with it
	http    *http.Client
	apiKey  string
	retries int
	timeout time.Duration
	session session
}

// Option configures a client.
type Option func(*Client)

// New creates a client for the server at a URL such as https://bourse.example. It makes no calls: an invalid URL is
// reported by the first call.
func New(baseURL string, options ...Option) *Client {
	c := &Client{http: http.DefaultClient, retries: defaultRetries, timeout: defaultTimeout}
	parsed, err := url.Parse(baseURL)
	if err == nil && (parsed.Scheme != "http" && parsed.Scheme != "https" || parsed.Host == "") {
		err = fmt.Errorf("%q is no http or https URL", baseURL)
	}
	if err != nil {
		c.broken = fmt.Errorf("bourse: the address of the server: %w", err)
	}
	c.base = strings.TrimSuffix(strings.TrimSuffix(baseURL, "/"), basePath) + basePath
	for _, option := range options {
		option(c)
	}
	c.http = withinOrigin(c.http)
	return c
}

// WithTokens continues a session, for example with tokens that WithTokenStore has stored.
func WithTokens(tokens TokenPair) Option {
	return func(c *Client) { c.session.pair = tokens }
}

// WithTokenStore has a function called with the tokens to store: those of a log-in, each pair that replaces an expired
// one, and none (the zero value) when the session has ended. It is called before a call uses the tokens, for one change
// after the other, and must not call the client.
func WithTokenStore(store func(TokenPair)) Option {
	return func(c *Client) { c.session.store = store }
}

// WithSessionEnded has a function called, once, when a session ends by itself: because it was revoked or expired, or
// its user was suspended. Its error is the one with which the pending calls fail; some of them wait for the function to
// return. The function may log in again. It is not called for a log-out.
func WithSessionEnded(tell func(error)) Option {
	return func(c *Client) { c.session.tellEnd = tell }
}

// WithAPIKey sends an API key with every call in place of a session's token.
func WithAPIKey(key string) Option {
	return func(c *Client) { c.apiKey = key }
}

// WithHTTPClient makes calls with this client instead of http.DefaultClient. A Timeout of that client would end
// streams: use WithTimeout. Redirects are followed only for GET and within the server's origin, as far as that client
// follows any.
func WithHTTPClient(client *http.Client) Option {
	return func(c *Client) { c.http = client }
}

// WithRetries sets how often a call is retried at most; 0 is never. The default is 3.
func WithRetries(times int) Option {
	return func(c *Client) { c.retries = max(0, times) }
}

// WithTimeout limits one attempt at a call; for a download or stream, the time until it begins. 0 is no limit. The
// default is 30 seconds. The context of a call limits all of its attempts together.
func WithTimeout(limit time.Duration) Option {
	return func(c *Client) { c.timeout = max(0, limit) }
}

// Tokens returns the tokens of the current session; the zero value when there is none.
func (c *Client) Tokens() TokenPair { return c.session.current() }

// Ptr returns a pointer to a value, for optional fields:
//
//	client.UpdateMe(ctx, bourse.UpdateMeRequest{DisplayName: bourse.Ptr("Ada")})
func Ptr[T any](value T) *T { return &value }

// Value returns the value of an optional field; the zero value when it is absent.
func Value[T any](field *T) T {
	if field == nil {
		var zero T
		return zero
	}
	return *field
}

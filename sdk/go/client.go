package bourse

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Version is that of this package. Servers see it in the User-Agent.
const Version = "0.1.0"

const userAgent = "bourse-go/" + Version

const (
	// defaultTimeout is how long one attempt at a call may take.
	defaultTimeout = 30 * time.Second
	// defaultRetries is how often a call is repeated that failed in a way that may pass.
	defaultRetries = 3
	// mostItems is how many items a page of a list has at most.
	mostItems = 100
)

// Client calls the API of one server for one person, or for a program with an API key. It has a method for each operation of
// the contract, and is safe for use by many goroutines: they share its session.
type Client struct {
	base    string
	broken  error // what is wrong with the address; every call fails with it
	http    *http.Client
	apiKey  string
	retries int
	timeout time.Duration
	session session
}

// Option changes how a client works.
type Option func(*Client)

// New makes a client of the server at a URL such as https://bourse.example. It calls nobody: a wrong URL is an error of the
// first call.
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

// WithTokens lets the client go on with a session, such as one that WithTokenStore has kept.
func WithTokens(tokens TokenPair) Option {
	return func(c *Client) { c.session.pair = tokens }
}

// WithTokenStore has the tokens told to somebody who keeps them: those of a log-in, each pair that takes the place of one
// that expired, and none (the zero value) when the session is over. It is told of them before a call uses them, one change
// after the other, and must not call the client.
func WithTokenStore(store func(TokenPair)) Option {
	return func(c *Client) { c.session.store = store }
}

// WithSessionEnded has somebody told, once, that a session ended by itself: it was revoked or expired, or its user was
// suspended. The error is the one that the calls of that moment fail with, of which some wait until it is told. Who is told may
// log in again. A log-out is not told.
func WithSessionEnded(tell func(error)) Option {
	return func(c *Client) { c.session.tellEnd = tell }
}

// WithAPIKey has every call carry an API key in place of a session's token.
func WithAPIKey(key string) Option {
	return func(c *Client) { c.apiKey = key }
}

// WithHTTPClient has calls made by another client than http.DefaultClient. A time limit of that client would end streams:
// see WithTimeout. Redirects are followed by GET alone and within the server's origin, as far as that client follows any.
func WithHTTPClient(client *http.Client) Option {
	return func(c *Client) { c.http = client }
}

// WithRetries sets how often a call is repeated at most; 0 is never. It is 3 unless set.
func WithRetries(times int) Option {
	return func(c *Client) { c.retries = max(0, times) }
}

// WithTimeout sets how long one attempt at a call may take, of a download or stream until it begins; 0 is any time. It is
// 30 seconds unless set. The context of a call bounds all of its attempts together.
func WithTimeout(limit time.Duration) Option {
	return func(c *Client) { c.timeout = max(0, limit) }
}

// Tokens are those of the present session; the zero value when there is none.
func (c *Client) Tokens() TokenPair { return c.session.current() }

// Ptr is a pointer to a value, for the fields that may be absent:
//
//	client.UpdateMe(ctx, bourse.UpdateMeRequest{DisplayName: bourse.Ptr("Ada")})
func Ptr[T any](value T) *T { return &value }

// Value is what a field that may be absent holds; the zero value when it is absent.
func Value[T any](field *T) T {
	if field == nil {
		var zero T
		return zero
	}
	return *field
}

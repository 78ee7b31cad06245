package edge

import (
	"context"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"go.opentelemetry.io/otel/trace"

	"bourse/internal/fault"
	"bourse/internal/identity"
)

// exchange is one request and its response: everything that the steps of the chain share. It is allocated once,
// travels in the request's context, and is never reused, because an operation may keep the context after the request.
type exchange struct {
	context requestContext
	answer  answer
	handler *Handler

	requestID string
	address   netip.Addr // of the client; invalid if unknown
	// addressText is the address as text, empty if unknown.
	addressText string
	userAgent   string
	host        string // as the client named this server
	pageOrigin  string // of the calling web page; empty for other clients
	header      http.Header
	started     time.Time
	begun       time.Duration // time until a long-lived response began; zero for any other

	operation *operation // nil outside the contract
	isPage    bool       // outside the base path
	page      string     // the page that was served
	isProbe   bool       // machines request it every few seconds

	caller        identity.Caller
	authenticated bool
	// denied says why there is no caller: a fault, or the error of looking up the session.
	denied error

	body     []byte // complete, once it has been read
	bodyLeft bool   // there is one that has not been read
	reserved int64  // from the budget for bodies

	code      fault.Code // of the envelope that was sent
	failure   error      // an error of ours
	stack     []byte     // of a panic
	replayed  bool       // the response is the stored one of an earlier request
	setCookie string     // the Set-Cookie header to send
	// clientGone: the client no longer waits for the response.
	clientGone bool
	span       trace.Span // nil without tracing

	// requestIDValue and limitValue are header values, stored here so that they need no allocation.
	requestIDValue [1]string
	limitValue     [1]string
}

type exchangeKey struct{}

// exchangeOf returns the exchange of a request's context. Any other context gets an empty one, so that callers need
// not check.
func exchangeOf(ctx context.Context) *exchange {
	if e, ok := ctx.Value(exchangeKey{}).(*exchange); ok {
		return e
	}
	return &exchange{}
}

// Caller returns the caller of the request, with its origin. Operations that require a token can rely on it: they are
// not called without a valid one.
func Caller(ctx context.Context) identity.Caller {
	e := exchangeOf(ctx)
	known := e.caller
	known.Origin = e.origin()
	return known
}

// Origin returns where the request comes from, for operations open to anyone.
func Origin(ctx context.Context) identity.Origin { return exchangeOf(ctx).origin() }

// KeepFor lets the client, and any cache serving the same origin, keep the response for a time. It is for public data
// only, once the response is certain.
func KeepFor(ctx context.Context, lifetime time.Duration) {
	e := exchangeOf(ctx)
	if e.answer.to == nil {
		return
	}
	header := e.answer.Header()
	header.Set("Cache-Control", "public, max-age="+strconv.Itoa(int(lifetime.Seconds())))
	if header.Get("Vary") == "" {
		header.Set("Vary", "Origin")
	}
}

// Body returns the raw bytes of the request's body, for operations that check a signature over them.
func Body(ctx context.Context) []byte { return exchangeOf(ctx).body }

func (e *exchange) origin() identity.Origin {
	return identity.Origin{IPAddress: e.addressText, UserAgent: e.userAgent, RequestID: e.requestID, Host: e.host, Page: e.pageOrigin}
}

const longestUserAgent = 512

// userAgentOf returns the User-Agent, truncated and cleaned so that it can be stored as text.
func userAgentOf(r *http.Request) string {
	values := r.Header["User-Agent"]
	if len(values) == 0 {
		return ""
	}
	return shorten(strings.ToValidUTF8(values[0], "\uFFFD"), longestUserAgent)
}

// shorten truncates text to at most limit bytes without splitting a character.
func shorten(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit], "")
}

// RecordFailure keeps an error of ours for the request's log line. The first one counts: later ones are usually its
// consequences.
func RecordFailure(r *http.Request, err error) {
	if e := exchangeOf(r.Context()); e.failure == nil {
		e.failure = err
	}
}

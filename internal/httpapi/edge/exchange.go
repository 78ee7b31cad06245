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

// exchange is one request and its answer: all that the steps of the chain tell each other. It is made
// once, travels in the request's context, and is never used again after its request, because an operation
// may keep the context for longer.
type exchange struct {
	context requestContext
	answer  answer
	handler *Handler

	requestID string
	address   netip.Addr // of the client; invalid when it is not known
	// addressText is the address for people, empty when it is not known.
	addressText string
	userAgent   string
	host        string // as the client has named this server
	pageOrigin  string // the origin of the web page that calls; empty for other clients
	header      http.Header
	started     time.Time
	begun       time.Duration // how long it took until an answer began that goes on; zero for any other

	operation *operation // nil outside the contract
	isPage    bool       // it is outside the base path
	page      string     // what was served there
	isProbe   bool       // machines ask for it every few seconds

	caller        identity.Caller
	authenticated bool
	// denied tells why there is no caller: a fault, or the failure of looking the session up.
	denied error

	body     []byte // all of it, once it has been read
	bodyLeft bool   // there is one that has not been read
	reserved int64  // of the budget for bodies

	code      fault.Code // of the envelope that was answered
	failure   error      // what went wrong on our side
	stack     []byte     // where a panic came from
	replayed  bool       // the answer is the stored one of an earlier request
	setCookie string     // what the answer tells the browser to keep
	// clientGone: nobody waits for the answer any more.
	clientGone bool
	span       trace.Span // nil when nobody traces

	// requestIDValue and limitValue are the values of headers, here so that they need no allocation.
	requestIDValue [1]string
	limitValue     [1]string
}

type exchangeKey struct{}

// exchangeOf returns the exchange of a context that comes from a request. Any other context gets an empty
// one, so that nobody has to ask whether there is one.
func exchangeOf(ctx context.Context) *exchange {
	if e, ok := ctx.Value(exchangeKey{}).(*exchange); ok {
		return e
	}
	return &exchange{}
}

// Caller returns who makes the request, with where it comes from. Operations that need a token can rely
// on it: without a valid one they are not called.
func Caller(ctx context.Context) identity.Caller {
	e := exchangeOf(ctx)
	known := e.caller
	known.Origin = e.origin()
	return known
}

// Origin returns where the request comes from, for operations that anybody may call.
func Origin(ctx context.Context) identity.Origin { return exchangeOf(ctx).origin() }

// KeepFor lets whoever asked keep the answer for a time, and everybody else who asks from the same page. It is for what is
// no secret, once it is sure that it is answered.
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

// Body returns the bytes of the request's body as they came, for operations that check a signature over them.
func Body(ctx context.Context) []byte { return exchangeOf(ctx).body }

func (e *exchange) origin() identity.Origin {
	return identity.Origin{IPAddress: e.addressText, UserAgent: e.userAgent, RequestID: e.requestID, Host: e.host, Page: e.pageOrigin}
}

const longestUserAgent = 512

// userAgentOf returns what the client calls itself, cut and mended so that it can be stored as text.
func userAgentOf(r *http.Request) string {
	values := r.Header["User-Agent"]
	if len(values) == 0 {
		return ""
	}
	return shorten(strings.ToValidUTF8(values[0], "\uFFFD"), longestUserAgent)
}

// shorten cuts text to at most limit bytes without cutting a character in two.
func shorten(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit], "")
}

// RecordFailure keeps an error of ours for the log line of the request. The first one counts: what
// follows is usually its consequence.
func RecordFailure(r *http.Request, err error) {
	if e := exchangeOf(r.Context()); e.failure == nil {
		e.failure = err
	}
}

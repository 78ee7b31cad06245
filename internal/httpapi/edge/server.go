package edge

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/oas"
	"bourse/internal/secret"
)

// basePath is the path of the contract's operations.
const basePath = "/api/v1"

// tracerName identifies the tracer of the requests' spans. Dashboards refer to it, so it is still the name from when
// this package was part of httpapi.
const tracerName = "bourse/internal/httpapi"

// Metrics is what the edge records.
type Metrics interface {
	RequestStarted()
	RequestEnded()
	ObserveRequest(operation string, status int, duration time.Duration)
}

// Options are the edge's dependencies and settings. Authenticator, Database, Keyring and Logger are required.
type Options struct {
	Authenticator Authenticator
	Database      *database.DB    // stores the idempotency keys
	Keyring       *secret.Keyring // seals the responses stored with them
	Logger        *slog.Logger
	Metrics       Metrics              // nil for no metrics
	Tracer        trace.TracerProvider // nil for no tracing

	// RateLimit enables the limits.
	RateLimit bool
	// BodyBudget is how many bytes the bodies of all requests may take at a time; zero means a default.
	BodyBudget int64
	// Connections is the maximum number of open connections; zero means any number.
	Connections int
	// Streams is how many of them may be long-lived responses; zero means half of the connections.
	Streams int
	// CallersCounted is the maximum number of callers that the limits remember; zero means a default.
	CallersCounted int
	// TrustedProxies are the networks whose X-Forwarded-For is trusted.
	TrustedProxies []netip.Prefix
	// CORSOrigins are the origins whose pages may call, * for all; none disables CORS.
	CORSOrigins []string
	// BrandOrigin reports whether an origin is a brand's own, whose pages may call as well; nil means none is.
	BrandOrigin func(ctx context.Context, origin string) bool

	// PagesOnly leaves the operations out: a process that only runs background jobs still shows its health.
	PagesOnly bool

	// Pages are the pages outside the base path.
	Pages Pages
	// Admissions check calls by their headers alone, by operation.
	Admissions map[string]Admission
	// Tickets returns the session for which a stream ticket was issued, and uses the ticket up; nil means there are
	// none.
	Tickets func(ctx context.Context, ticket string) (session uuid.UUID, err error)

	Now func() time.Time // nil for the system clock
	// KeepAlive is how often a stream sends a sign of life; zero means a default.
	KeepAlive time.Duration
}

// Admission checks a call by its headers alone: anyone can announce a body, so it is read only from those who look
// like the intended caller. It returns nil to admit the call.
type Admission func(header http.Header, at time.Time) *fault.Error

// Handler takes every request through the chain. Create it with NewHandler.
type Handler struct {
	authenticator Authenticator
	logger        slog.Handler
	metrics       Metrics
	tracer        trace.Tracer
	proxies       []netip.Prefix
	now           func() time.Time
	requestIDs    *requestIDs
	cors          *cors
	limits        *limits
	keys          *idempotencyKeys
	operations    map[oas.OperationName]*operation
	api           *oas.Server
	pages         Pages
	admissions    map[string]Admission
	tickets       func(ctx context.Context, ticket string) (session uuid.UUID, err error)
	pagesOnly     bool
	stopping      context.Context // ends when the server begins to stop
	stop          context.CancelFunc
	keepAlive     time.Duration
	connections   *connections
	streams       streamPlaces
	downloads     downloadPlaces
	bodies        *byteBudget
	bodyPatience  time.Duration
	bodyAtOnce    time.Duration
	deprecations  deprecations
}

// NewHandler returns the handler of everything: the operations under /api/v1 and the pages beside them. It fails when
// a required option is missing, an origin is malformed, or the contract and its tables do not agree.
func NewHandler(options Options, operations oas.Handler) (*Handler, error) {
	if options.Authenticator == nil || options.Database == nil || options.Keyring == nil || options.Logger == nil {
		return nil, errors.New("the edge needs an authenticator, a database, a key ring and a logger")
	}
	if options.Now == nil {
		options.Now = time.Now
	}
	h := &Handler{
		authenticator: options.Authenticator,
		logger:        options.Logger.Handler(),
		metrics:       options.Metrics,
		proxies:       options.TrustedProxies,
		now:           options.Now,
		pagesOnly:     options.PagesOnly,
		pages:         options.Pages,
		admissions:    options.Admissions,
		deprecations:  contractDeprecations,
		tickets:       options.Tickets,
		requestIDs:    newRequestIDs(),
		keys:          newIdempotencyKeys(options.Database, options.Keyring, options.Now),
		keepAlive:     cmp.Or(options.KeepAlive, keepAliveInterval),
		bodyPatience:  bodyPatience,
		bodyAtOnce:    bodyAtOnce,
		connections:   newConnections(options.Connections),
		streams:       streamPlaces{most: int64(cmp.Or(options.Streams, options.Connections/2))},
		downloads:     downloadPlaces{taken: map[uuid.UUID]int{}},
		bodies:        newByteBudget(cmp.Or(options.BodyBudget, defaultBodyBudget)),
	}
	h.stopping, h.stop = context.WithCancel(context.Background())
	if _, silent := options.Tracer.(noop.TracerProvider); options.Tracer != nil && !silent {
		h.tracer = options.Tracer.Tracer(tracerName)
	}
	if options.RateLimit {
		h.limits = newLimits(options.Now, cmp.Or(options.CallersCounted, mostLimiters))
		h.limits.share(options.Database)
	}
	var err error
	if h.cors, err = newCORS(options.CORSOrigins, options.BrandOrigin); err != nil {
		return nil, err
	}
	h.api, err = oas.NewServer(operations, security{},
		oas.WithPathPrefix(basePath), oas.WithErrorHandler(handleError),
		oas.WithNotFound(notFound), oas.WithMethodNotAllowed(h.methodNotAllowed))
	if err != nil {
		return nil, err
	}
	h.operations, err = operationTable(h.api, h.logger)
	return h, err
}

// Header values that all responses share. They must not be modified; adding a value to one of these headers copies it,
// because the slices have no spare capacity.
var (
	valueNoSniff = []string{"nosniff"}
	valueNoStore = []string{"no-store"}
)

// ServeHTTP takes a request through the chain.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e := &exchange{
		handler:    h,
		started:    time.Now(),
		address:    clientAddress(r, h.proxies),
		userAgent:  userAgentOf(r),
		host:       r.Host,
		pageOrigin: r.Header.Get("Origin"),
		header:     r.Header,
		requestID:  givenRequestID(r.Header["X-Request-Id"]),
	}
	if e.requestID == "" {
		e.requestID = h.requestIDs.next()
	}
	if e.address.IsValid() {
		e.addressText = e.address.String()
	}
	e.answer.to = w
	e.bodyLeft = r.Body != nil && r.Body != http.NoBody
	e.context.parent, e.context.exchange, e.context.deadline = r.Context(), e, e.started.Add(requestLimit)
	r = r.WithContext(&e.context)
	if h.metrics != nil {
		h.metrics.RequestStarted()
	}
	defer h.finish(e, r)

	e.requestIDValue[0] = e.requestID
	header := w.Header()
	header["X-Request-Id"] = e.requestIDValue[:]
	header["X-Content-Type-Options"] = valueNoSniff
	if h.cors.allow(&e.answer, r) {
		return
	}
	if strings.HasPrefix(r.URL.Path, basePath+"/") && !h.pagesOnly {
		header["Cache-Control"] = valueNoStore
		h.serveOperation(e, r)
	} else {
		h.servePage(e, r)
	}
}

// serveOperation takes a request under the base path through the steps that only operations have.
func (h *Handler) serveOperation(e *exchange, r *http.Request) {
	e.operation = h.operationOf(r)
	h.deprecations.announce(e)
	if h.tracer != nil {
		h.startSpan(e, r)
	}
	h.authenticate(e, r)
	if refusal := h.limits.take(e); refusal != nil {
		writeFailure(&e.answer, r, refusal)
		return
	}
	if refusal := checkURL(r.URL); refusal != nil {
		writeFailure(&e.answer, r, refusal)
		return
	}
	if err := h.checkRequirement(e); err != nil {
		Fail(&e.answer, r, err)
		return
	}
	if err := e.checkScope(); err != nil {
		Fail(&e.answer, r, err)
		return
	}
	// A request that will be refused is refused without reading its body.
	if refusal := h.admit(e, r); refusal != nil {
		writeFailure(&e.answer, r, refusal)
		return
	}
	if e.operation != nil && (e.operation.public || e.authenticated) {
		if refusal := h.readBody(e, r); refusal != nil {
			writeFailure(&e.answer, r, refusal)
			return
		}
		if err := h.askAgain(e, r); err != nil {
			Fail(&e.answer, r, err)
			return
		}
		if keys, given := r.Header["Idempotency-Key"]; given && e.operation.takesKeys {
			h.serveOnce(e, r, keys)
			return
		}
	}
	if r.Method == http.MethodHead && e.operation != nil {
		r.Method = http.MethodGet // net/http drops the body of a HEAD response
	}
	h.api.ServeHTTP(&e.answer, r)
}

// operationOf finds the operation of a request; nil when there is none.
func (h *Handler) operationOf(r *http.Request) *operation {
	if r.Method == http.MethodHead {
		return h.readableAt(r.URL)
	}
	if route, ok := h.api.FindPath(r.Method, r.URL); ok {
		return h.operations[route.Name()]
	}
	return nil
}

// readableAt finds the operation that answers a HEAD: that of GET, unless its response is long-lived. It is nil when
// there is none.
func (h *Handler) readableAt(address *url.URL) *operation {
	route, ok := h.api.FindPath(http.MethodGet, address)
	if !ok || h.operations[route.Name()].goesOn {
		return nil
	}
	return h.operations[route.Name()]
}

// methodNotAllowed is MethodNotAllowed for an operation; the contract does not mention HEAD.
func (h *Handler) methodNotAllowed(w http.ResponseWriter, r *http.Request, allowed string) {
	if h.readableAt(r.URL) != nil {
		allowed = strings.Replace(allowed, http.MethodGet, "GET,HEAD", 1)
	}
	MethodNotAllowed(w, r, allowed)
}

// admit lets the operation refuse a call before its body is read.
func (h *Handler) admit(e *exchange, r *http.Request) *fault.Error {
	if e.operation == nil {
		return nil
	}
	if check, ok := h.admissions[e.operation.id]; ok {
		return check(r.Header, e.started)
	}
	return nil
}

// ErrNoOperation is the error of an operation that this installation does not have. It must not be modified.
var ErrNoOperation = fault.New(fault.NotFound, "there is no such operation")

func notFound(w http.ResponseWriter, r *http.Request) { writeFailure(w, r, ErrNoOperation) }

// MethodNotAllowed responds to a request whose method is not among the allowed ones, which are joined by commas.
func MethodNotAllowed(w http.ResponseWriter, r *http.Request, allowed string) {
	header := w.Header()
	if r.Method == http.MethodOptions {
		// The generated server answers a preflight as if any page might call.
		header.Del("Access-Control-Allow-Methods")
		header.Del("Access-Control-Allow-Headers")
	}
	header.Set("Allow", strings.ReplaceAll(allowed, ",", ", "))
	writeFailure(w, r, fault.New(fault.MethodNotAllowed, "the method %s is not allowed here", shorten(r.Method, 20)))
}

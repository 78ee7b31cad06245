package httpapi

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/health"
	"bourse/internal/oas"
	"bourse/internal/payments"
	"bourse/internal/secret"
)

// basePath is where the contract's operations are.
const basePath = "/api/v1"

// Metrics is what the edge counts.
type Metrics interface {
	RequestStarted()
	RequestEnded()
	ObserveRequest(operation string, status int, duration time.Duration)
}

// Options are what the edge needs. Authenticator, Database, Keyring and Logger are required.
type Options struct {
	Authenticator Authenticator
	Database      *database.DB    // keeps the idempotency keys
	Keyring       *secret.Keyring // seals the answers kept with them
	Logger        *slog.Logger
	Metrics       Metrics              // nil counts nothing
	Tracer        trace.TracerProvider // nil traces nothing

	// RateLimit switches the limits on.
	RateLimit bool
	// BodyBudget is how many bytes the bodies of all requests may take at a time; zero is a default.
	BodyBudget int64
	// Connections is how many may be open at a time, and half as many streams; zero is any number.
	Connections int
	// CallersCounted is how many callers the limits remember at most; zero is a default.
	CallersCounted int
	// TrustedProxies are the networks whose X-Forwarded-For is believed.
	TrustedProxies []netip.Prefix
	// CORSOrigins are the origins whose pages may call, * for all; none switches CORS off.
	CORSOrigins []string

	// PagesOnly leaves the operations out: a process that only works in the background still shows its
	// health.
	PagesOnly bool

	Now func() time.Time // nil is the system's clock
	// Health tells whether the process can serve now. Nil is always.
	Health func(ctx context.Context) health.Report
	// JWKS returns the public keys of access tokens; nil serves none.
	JWKS func() []byte
	// Payments has the payments of the sandbox's pages and hears Stripe, each where that provider is in use; nil is
	// neither.
	Payments *payments.Service
}

// handler is the chain.
type handler struct {
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
	pages         map[string]page
	payments      *payments.Service
	pagesOnly     bool
	stopping      context.Context // ends when the server begins to stop
	stop          context.CancelFunc
	keepAlive     time.Duration
	connections   *connections
	streams       streamPlaces
	bodies        *byteBudget
	bodyPatience  time.Duration
}

// NewHandler makes the handler of everything: the operations under /api/v1 and the pages beside them. It
// fails when a required option is missing, an origin cannot be understood, or the contract and its tables
// do not agree.
func NewHandler(options Options, operations oas.Handler) (http.Handler, error) {
	if options.Authenticator == nil || options.Database == nil || options.Keyring == nil || options.Logger == nil {
		return nil, errors.New("the edge needs an authenticator, a database, a key ring and a logger")
	}
	if options.Now == nil {
		options.Now = time.Now
	}
	h := &handler{
		authenticator: options.Authenticator,
		logger:        options.Logger.Handler(),
		metrics:       options.Metrics,
		proxies:       options.TrustedProxies,
		now:           options.Now,
		pagesOnly:     options.PagesOnly,
		payments:      options.Payments,
		requestIDs:    newRequestIDs(),
		keys:          newIdempotencyKeys(options.Database, options.Keyring, options.Now),
		keepAlive:     keepAliveInterval,
		bodyPatience:  bodyPatience,
		connections:   newConnections(options.Connections),
		streams:       streamPlaces{most: int64(options.Connections) / 2},
		bodies:        newByteBudget(cmp.Or(options.BodyBudget, defaultBodyBudget)),
	}
	h.stopping, h.stop = context.WithCancel(context.Background())
	if _, silent := options.Tracer.(noop.TracerProvider); options.Tracer != nil && !silent {
		h.tracer = options.Tracer.Tracer("bourse/internal/httpapi")
	}
	if options.RateLimit {
		h.limits = newLimits(options.Now, cmp.Or(options.CallersCounted, mostLimiters))
	}
	var err error
	if h.cors, err = newCORS(options.CORSOrigins); err != nil {
		return nil, err
	}
	h.api, err = oas.NewServer(operations, security{},
		oas.WithPathPrefix(basePath), oas.WithErrorHandler(handleError),
		oas.WithNotFound(notFound), oas.WithMethodNotAllowed(methodNotAllowed))
	if err != nil {
		return nil, err
	}
	document, err := contractJSON()
	if err != nil {
		return nil, err
	}
	if h.operations, err = operationTable(h.api, document, h.logger); err != nil {
		return nil, err
	}
	h.pages, err = newPages(options, document)
	return h, err
}

// Values of headers that every answer shares. Nobody may change them; a header that is added to one of
// them gets a copy, because they have no room to grow.
var (
	valueNoSniff = []string{"nosniff"}
	valueNoStore = []string{"no-store"}
)

// ServeHTTP takes a request through the chain.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e := &exchange{
		handler:   h,
		started:   time.Now(),
		address:   clientAddress(r, h.proxies),
		userAgent: userAgentOf(r),
		requestID: givenRequestID(r.Header["X-Request-Id"]),
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

// serveOperation takes a request for the base path through the steps that only operations have.
func (h *handler) serveOperation(e *exchange, r *http.Request) {
	if route, ok := h.api.FindPath(r.Method, r.URL); ok {
		e.operation = h.operations[route.Name()]
	}
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
	// Whoever will be sent away is sent away without their body being read.
	if refusal := h.admit(e, r); refusal != nil {
		writeFailure(&e.answer, r, refusal)
		return
	}
	if e.operation != nil && (e.operation.public || e.authenticated) {
		if refusal := h.readBody(e, r); refusal != nil {
			writeFailure(&e.answer, r, refusal)
			return
		}
		if keys, given := r.Header["Idempotency-Key"]; given && e.operation.takesKeys {
			h.serveOnce(e, r, keys)
			return
		}
	}
	h.api.ServeHTTP(&e.answer, r)
}

// boundConnections keeps the bound on open connections.
func (h *handler) boundConnections(server *http.Server) { h.connections.bound(server) }

var errNoOperation = fault.New(fault.NotFound, "there is no such operation")

func notFound(w http.ResponseWriter, r *http.Request) { writeFailure(w, r, errNoOperation) }

func methodNotAllowed(w http.ResponseWriter, r *http.Request, allowed string) {
	header := w.Header()
	if r.Method == http.MethodOptions {
		// The generated server answers the browser's question as if any page might call.
		header.Del("Access-Control-Allow-Methods")
		header.Del("Access-Control-Allow-Headers")
	}
	header.Set("Allow", strings.ReplaceAll(allowed, ",", ", "))
	writeFailure(w, r, fault.New(fault.MethodNotAllowed, "the method %s is not allowed here", shorten(r.Method, 20)))
}

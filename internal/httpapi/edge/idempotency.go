package edge

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/secret"
)

// Lifetimes and time limits.
const (
	// keyLifetime is how long a key and its response are kept.
	keyLifetime = 24 * time.Hour
	// leaseLength is how long a claim lives without a sign of life: after that its process is dead, or cut off from
	// the database. It need not be exact, since a request that has lost its claim can no longer commit under it.
	leaseLength = 7 * time.Second
	// leaseRenewal is how often a request that takes longer renews its lease.
	leaseRenewal = 2 * time.Second
	// unleasedLifetime is how long a claim of a version without leases lives: longer than any request.
	unleasedLifetime = 2 * requestLimit
	// settleLimit is how long the end of a request may wait for its key to be written.
	settleLimit = 5 * time.Second
)

// idempotencyKeys makes sure that a request with an Idempotency-Key is carried out at most once.
//
// A key is claimed by a row in state running before the operation is called. The transaction that does the operation's
// work is held open until the operation has answered (database.InLastTx), and writes the sealed response into the row
// itself. After a crash the row is therefore accurate: running means that nothing was done and the request may be
// retried; answered means that it was done, and how it was answered.
//
// Work in several transactions leaves the state committed in between, together with the point to resume from
// (Tx.ResumeFrom): a repeated request continues there. Committed without one means that it was done and must not be
// done again.
type idempotencyKeys struct {
	db   *database.DB
	ring *secret.Keyring
	now  func() time.Time

	lease, renewal time.Duration
}

func newIdempotencyKeys(db *database.DB, ring *secret.Keyring, now func() time.Time) *idempotencyKeys {
	return &idempotencyKeys{db: db, ring: ring, now: now, lease: leaseLength, renewal: leaseRenewal}
}

// claim is one request's claim on a key.
type claim struct {
	scope, key   string
	id           string
	fingerprints [][]byte // of the request, with the ring's newest key first
	exchange     *exchange
}

// storedAnswer is the response to later requests with the same key.
type storedAnswer struct {
	Status int               `json:"status"`
	Header map[string]string `json:"header"`
	Body   []byte            `json:"body"`

	// What the response is bound to, besides the user of its row; empty for a caller without a token, and in responses
	// stored before these fields existed.
	Operation string        `json:"operation,omitempty"`
	TenantID  string        `json:"tenantId,omitempty"`
	Role      identity.Role `json:"role,omitempty"`
	// ShownOnce: the response was not kept.
	ShownOnce bool `json:"shownOnce,omitempty"`
}

// accessToken is the token in the response, empty when there is none.
func (a *storedAnswer) accessToken() string {
	if !bytes.Contains(a.Body, []byte(`"accessToken"`)) {
		return ""
	}
	var answered struct {
		Data struct {
			AccessToken string `json:"accessToken"`
		} `json:"data"`
	}
	if json.Unmarshal(a.Body, &answered) != nil {
		return "" // data is a list, so it has no tokens
	}
	return answered.Data.AccessToken
}

// storedHeaders are the headers that belong to the response rather than to one particular request.
var storedHeaders = []string{"Content-Type", "Location"}

// serveOnce calls the operation, or repeats its earlier response to this request.
func (h *Handler) serveOnce(e *exchange, r *http.Request, values []string) {
	key, refusal := idempotencyKey(values)
	if refusal != nil {
		writeFailure(&e.answer, r, refusal)
		return
	}
	held := h.keys.newClaim(e, r, key)
	earlier, resume, err := h.keys.take(r.Context(), held)
	if err != nil {
		Fail(&e.answer, r, err)
		return
	}
	if earlier != nil {
		if earlier.ShownOnce {
			Fail(&e.answer, r, errShownOnce)
			return
		}
		if err := h.mayRepeat(e, earlier); err != nil {
			Fail(&e.answer, r, err)
			return
		}
		replay(e, earlier)
		return
	}
	defer h.keys.keepAlive(held)()
	h.carryOut(e, r, held, resume)
}

var errShownOnce = fault.New(fault.Conflict, "this request was carried out before, and its answer is shown once")

// carryOut calls the operation and sends its response once that is final: the response is committed with the work, and
// is discarded if that fails.
func (h *Handler) carryOut(e *exchange, r *http.Request, held *claim, resume string) {
	ctx, last := h.keys.db.HoldLastTx(r.Context(), resume, func(ctx context.Context, tx *database.Tx) error {
		return markCommitted(ctx, tx, held)
	})
	kept := NewRecording(e.answer.Header().Clone())
	isAnswered := false
	defer func() {
		if !isAnswered { // The operation panicked, and the panic continues.
			last.RollBack()
			h.settle(r, held, http.StatusInternalServerError, kept)
		}
	}()
	h.api.ServeHTTP(kept, r.WithContext(ctx))
	isAnswered = true
	if kept.StatusCode() >= http.StatusInternalServerError {
		last.RollBack()
	}
	isStored, err := h.keys.conclude(ctx, last, held, kept)
	if err != nil {
		h.settle(r, held, http.StatusServiceUnavailable, kept)
		e.answer.Header().Del("Set-Cookie") // of a session that was not opened
		Fail(&e.answer, r, err)
		return
	}
	if !isStored {
		h.settle(r, held, kept.StatusCode(), kept)
	}
	kept.sendTo(&e.answer)
}

// settle records how the request ended. If that fails the client still gets the response, and the row stays as after a
// crash.
func (h *Handler) settle(r *http.Request, held *claim, status int, kept *Recording) {
	if err := h.keys.settle(r.Context(), held, status, kept); err != nil {
		RecordFailure(r, fmt.Errorf("settle the idempotency key: %w", err))
	}
}

// idempotencyKey parses the header.
func idempotencyKey(values []string) (string, *fault.Error) {
	refusal := fault.Invalid("Idempotency-Key", "must be one value of 1 to 255 printable ASCII characters")
	if len(values) != 1 || len(values[0]) < 1 || len(values[0]) > 255 {
		return "", refusal
	}
	for _, c := range []byte(values[0]) {
		if c < ' ' || c > '~' {
			return "", refusal
		}
	}
	return values[0], nil
}

// newClaim makes the claim of a request. Keys of different users are independent; callers without a token are
// distinguished by their address and by the host that they call, which identifies the brand. The port does not count:
// a retry sent directly to another replica is still the same request. A refresh is distinguished by its token in place
// of the address: a phone that has lost the answer with its network repeats the request from another one, and without
// the first answer the spent token would end the session.
func (k *idempotencyKeys) newClaim(e *exchange, r *http.Request, key string) *claim {
	host, _, err := net.SplitHostPort(e.host)
	if err != nil {
		host = e.host // without a port
	}
	place := sha256.Sum256([]byte(host + "\n" + e.pageOrigin))
	scope := "address:" + network(e.address).String() + " " + hex.EncodeToString(place[:8])
	request := append([]byte(r.Method+"\n"+r.URL.RequestURI()+"\n"), e.body...)
	if e.operation.readsCookie {
		request = append(request, "\n"+e.sessionCookie()...)
		presented := sha256.Sum256(request)
		scope = "refresh:" + hex.EncodeToString(presented[:]) + " " + hex.EncodeToString(place[:8])
	}
	if e.authenticated {
		scope = "user:" + e.caller.UserID.String()
	}
	return &claim{
		scope: scope, key: key, id: uuid.NewString(), exchange: e,
		fingerprints: k.ring.MACs("idempotency-fingerprint", request),
	}
}

// sealContext binds a stored response to its row.
func (c *claim) sealContext() string { return "idempotency\n" + c.scope + "\n" + c.key }

// replay sends the earlier response.
func replay(e *exchange, earlier *storedAnswer) {
	e.replayed = true
	header := e.answer.Header()
	for name, value := range earlier.Header {
		header.Set(name, value)
	}
	header.Set("Idempotent-Replay", "true")
	e.answer.WriteHeader(earlier.Status)
	_, _ = e.answer.Write(earlier.Body)
}

func (k *idempotencyKeys) seal(held *claim, kept *Recording) ([]byte, error) {
	answer := storedAnswer{Status: kept.StatusCode(), Header: map[string]string{}, Body: kept.Body()}
	if e := held.exchange; e.authenticated {
		answer.Operation, answer.TenantID, answer.Role = e.operation.id, e.caller.TenantID.String(), e.caller.Role
		if e.operation.shownOnce && answer.Status < http.StatusBadRequest {
			answer.Body, answer.ShownOnce = nil, true
		}
	}
	for _, name := range storedHeaders {
		if value := kept.header.Get(name); value != "" {
			answer.Header[name] = value
		}
	}
	if cookie := held.exchange.setCookie; cookie != "" {
		answer.Header["Set-Cookie"] = cookie
	}
	plain, err := json.Marshal(answer)
	if err != nil {
		return nil, err
	}
	return k.ring.Seal(plain, held.sealContext())
}

func (k *idempotencyKeys) open(held *claim, sealed []byte) (*storedAnswer, error) {
	plain, err := k.ring.Open(sealed, held.sealContext())
	if err != nil {
		return nil, fmt.Errorf("stored answer of an idempotency key: %w", err)
	}
	var answer storedAnswer
	if err := json.Unmarshal(plain, &answer); err != nil {
		return nil, fmt.Errorf("stored answer of an idempotency key: %w", err)
	}
	return &answer, nil
}

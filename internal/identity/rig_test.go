package identity_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/url"
	"regexp"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/pquerna/otp"
	"github.com/pquerna/otp/totp"

	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/notify"
	"bourse/internal/secret"
	"bourse/internal/testkit"
	"bourse/internal/testkit/published"
	"bourse/internal/worker"
)

// start is on the boundary of a TOTP step.
var start = time.Date(2030, 5, 17, 9, 30, 0, 0, time.UTC)

var origin = identity.Origin{IPAddress: "203.0.113.7", UserAgent: "a test", RequestID: "request-1"}

const (
	password = "correct horse battery"
	phone    = "+41446681800"
)

// letterbox is a sender that keeps what it sends.
type letterbox struct {
	mutex    sync.Mutex
	messages []notify.Message
}

func (b *letterbox) Send(_ context.Context, message notify.Message) error {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.messages = append(b.messages, message)
	return nil
}

// logBuffer is a log that tests can read.
type logBuffer struct {
	mutex  sync.Mutex
	buffer bytes.Buffer
}

func (b *logBuffer) Write(line []byte) (int, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.buffer.Write(line)
}

func (b *logBuffer) bytes() []byte {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return bytes.Clone(b.buffer.Bytes())
}

// house is the service on one database, with a clock that the test advances and messages that it reads.
type house struct {
	*identity.Service
	t     *testing.T
	db    *database.DB
	ring  *secret.Keyring
	clock *testkit.Clock
	queue *notify.Queue
	box   *letterbox
	log   *logBuffer
	// events are what this replica has published.
	events *published.Events
}

func newHouse(t *testing.T, db *database.DB) *house {
	t.Helper()
	ring, err := secret.New()
	must(t, err)
	return newReplica(t, db, ring, testkit.NewClock(start))
}

// newReplica builds a house that shares its keys and clock with another.
func newReplica(t *testing.T, db *database.DB, ring *secret.Keyring, clock *testkit.Clock) *house {
	t.Helper()
	h := buildReplica(t, db, ring, clock)
	must(t, h.Start(t.Context()))
	return h
}

// buildReplica builds a house that has not been started.
func buildReplica(t *testing.T, db *database.DB, ring *secret.Keyring, clock *testkit.Clock) *house {
	h := &house{t: t, db: db, ring: ring, clock: clock, box: &letterbox{}, log: &logBuffer{}, events: &published.Events{}}
	logger := slog.New(slog.NewTextHandler(h.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	h.queue = notify.NewQueue(db, ring, clock.Now, logger, notify.Senders{Mail: h.box, SMS: h.box})
	h.Service = identity.New(identity.Options{
		Database: db, Keyring: ring, Messages: h.queue, Now: clock.Now, Logger: logger, Events: h.events,
		Brands: brand.New(brand.Options{Database: db, Default: brand.Brand{ProductName: "Bourse", AppURL: "https://app.bourse.test/"}}),
		Scopes: identity.NewScopeCatalogue(operations),
		Settings: identity.Settings{
			Issuer: "https://bourse.test", Audience: "bourse-api", AccessTokenLifetime: 15 * time.Minute,
		},
	})
	h.HashCheaply()
	return h
}

// listen receives notifications from other replicas until the test ends. It returns once that works.
func (h *house) listen() {
	h.t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		worker.RunAll(ctx, slog.New(slog.DiscardHandler), func(string) {}, h.db.Listener())
	}()
	h.t.Cleanup(func() { stop(); <-ended })
	testkit.Until(h.t, "the listener works", h.db.Live)
}

// person is a user with a session.
type person struct {
	h      *house
	id     uuid.UUID
	email  string
	tokens identity.Tokens
}

func (h *house) register(email string) *person {
	h.t.Helper()
	tokens, err := h.Register(h.t.Context(), origin, identity.Registration{Email: email, Password: password})
	must(h.t, err)
	return &person{h, tokens.User.ID, tokens.User.Email, tokens}
}

// registerProven is register for a user who has proved to own the address.
func (h *house) registerProven(email string) *person {
	h.t.Helper()
	p := h.register(email)
	must(h.t, h.VerifyEmail(h.t.Context(), origin, h.mailed("verify_email")))
	return p
}

// employ adds a user with a role and logs in.
func (h *house) employ(email string, role identity.Role, tenant string) *person {
	h.t.Helper()
	user, err := h.AddUser(h.t.Context(), identity.Registration{Email: email, Password: password, Tenant: tenant}, role)
	must(h.t, err)
	p := &person{h: h, id: user.ID, email: user.Email}
	p.enter()
	return p
}

// enter opens another session, which becomes the person's current one.
func (p *person) enter() {
	p.h.t.Helper()
	tokens, err := p.h.OpenSession(p.h.t.Context(), p.id, origin)
	must(p.h.t, err)
	p.tokens = tokens
}

func (p *person) login() (identity.LoginResult, error) {
	return p.h.Login(p.h.t.Context(), origin, p.email, password)
}

// challenge logs in up to the second factor.
func (p *person) challenge() string {
	p.h.t.Helper()
	result, err := p.login()
	must(p.h.t, err)
	if result.Challenge == nil {
		p.h.t.Fatal("the log-in did not ask for the second factor")
	}
	return result.Challenge.Token
}

func (p *person) authenticate() (identity.Caller, error) {
	caller, err := p.h.Authenticate(p.h.t.Context(), p.tokens.AccessToken)
	caller.Origin = origin
	return caller, err
}

func (p *person) caller() identity.Caller {
	p.h.t.Helper()
	caller, err := p.authenticate()
	must(p.h.t, err)
	return caller
}

// enableTwoFactor turns the second factor on and lets the step of its first code pass.
func (p *person) enableTwoFactor() (key string, backupCodes []string) {
	p.h.t.Helper()
	setup, err := p.h.SetupTwoFactor(p.h.t.Context(), p.caller())
	must(p.h.t, err)
	codes, err := p.h.VerifyTwoFactor(p.h.t.Context(), p.caller(), p.h.code(setup.Secret, 0))
	must(p.h.t, err)
	p.h.clock.Advance(30 * time.Second)
	return setup.Secret, codes
}

// code is what an authenticator app shows the given number of steps from now.
func (h *house) code(key string, steps int) string {
	h.t.Helper()
	at := h.clock.Now().Add(time.Duration(steps) * 30 * time.Second)
	code, err := totp.GenerateCodeCustom(key, at, totp.ValidateOpts{Period: 30, Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1})
	must(h.t, err)
	return code
}

// wrongCode returns six digits that match no step near now.
func (h *house) wrongCode(key string) string {
	h.t.Helper()
	for _, code := range []string{"000000", "111111", "222222", "333333"} {
		if code != h.code(key, -1) && code != h.code(key, 0) && code != h.code(key, 1) {
			return code
		}
	}
	h.t.Fatal("every code is right")
	return ""
}

// Login logs in without naming a tenant.
func (h *house) Login(ctx context.Context, from identity.Origin, email, password string) (identity.LoginResult, error) {
	return h.Service.Login(ctx, from, identity.Credentials{Email: email, Password: password})
}

// ForgotPassword requests a reset mail without naming a tenant.
func (h *house) ForgotPassword(ctx context.Context, from identity.Origin, email string) error {
	return h.Service.ForgotPassword(ctx, from, email, "")
}

// mailResets does the work of the reset mailer.
func (h *house) mailResets() {
	h.t.Helper()
	for {
		wait, err := h.MailReset(h.t.Context())
		must(h.t, err)
		if wait > 0 {
			return
		}
	}
}

// messages sends what is waiting and returns all messages of the kind sent so far.
func (h *house) messages(kind string) []notify.Message {
	h.t.Helper()
	h.mailResets()
	_, err := h.queue.RunOnce(h.t.Context())
	must(h.t, err)
	h.box.mutex.Lock()
	defer h.box.mutex.Unlock()
	var some []notify.Message
	for _, message := range h.box.messages {
		if message.Kind == kind {
			some = append(some, message)
		}
	}
	return some
}

var (
	linkForm = regexp.MustCompile(`https://app\.bourse\.test/\S+`)
	codeForm = regexp.MustCompile(`\b\d{6}\b`)
)

// mailed is the token in the newest mail of a kind.
func (h *house) mailed(kind string) string {
	h.t.Helper()
	all := h.messages(kind)
	if len(all) == 0 {
		h.t.Fatalf("no mail of kind %s", kind)
	}
	link, err := url.Parse(linkForm.FindString(all[len(all)-1].Text))
	must(h.t, err)
	return link.Query().Get("token")
}

// mailsTo counts the mails of a kind that went to an address.
func (h *house) mailsTo(kind, address string) (n int) {
	h.t.Helper()
	for _, message := range h.messages(kind) {
		if message.Recipient == address {
			n++
		}
	}
	return n
}

// texted is the code in the newest text message.
func (h *house) texted() string {
	h.t.Helper()
	all := h.messages("phone_code")
	if len(all) == 0 {
		h.t.Fatal("no text message")
	}
	return codeForm.FindString(all[len(all)-1].Text)
}

// number runs a query that returns one number.
func (h *house) number(query string, args ...any) (n int) {
	h.t.Helper()
	must(h.t, h.db.QueryRow(h.t.Context(), query, args...).Scan(&n))
	return n
}

func (h *house) exec(statement string, args ...any) {
	h.t.Helper()
	must(h.t, h.db.InTx(h.t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(h.t.Context(), statement, args...)
		return err
	}))
}

// openSessions counts a user's sessions that have not been revoked.
func (h *house) openSessions(user uuid.UUID) int {
	h.t.Helper()
	return h.number(`SELECT COUNT(*) FROM sessions WHERE user_id = $1 AND revoked_at IS NULL`, user)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

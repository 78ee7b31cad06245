package httpapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/httpapi"
	"bourse/internal/identity"
	"bourse/internal/oas"
	"bourse/internal/secret"
)

// operations are the operations that tests make up. The ones that are not set are not implemented.
type operations struct {
	oas.UnimplementedHandler
	me           func(ctx context.Context) (oas.GetMeRes, error)
	createTenant func(ctx context.Context, request *oas.CreateTenantRequest) (oas.CreateTenantRes, error)
	login        func(ctx context.Context, request *oas.LoginRequest) (oas.LoginRes, error)
	logout       func(ctx context.Context, request oas.OptLogoutRequest) (oas.LogoutRes, error)
	forgot       func(ctx context.Context, request *oas.ForgotPasswordRequest) (oas.ForgotPasswordRes, error)
}

func (o *operations) GetMe(ctx context.Context) (oas.GetMeRes, error) {
	if o.me == nil {
		return profile(httpapi.CallerOf(ctx)), nil
	}
	return o.me(ctx)
}

func (o *operations) CreateTenant(ctx context.Context, request *oas.CreateTenantRequest) (oas.CreateTenantRes, error) {
	if o.createTenant == nil {
		return tenant(request), nil
	}
	return o.createTenant(ctx, request)
}

func (o *operations) Login(ctx context.Context, request *oas.LoginRequest) (oas.LoginRes, error) {
	if o.login == nil {
		return nil, fault.New(fault.InvalidCredentials, "wrong email or password")
	}
	return o.login(ctx, request)
}

func (o *operations) Logout(ctx context.Context, request oas.OptLogoutRequest) (oas.LogoutRes, error) {
	if o.logout == nil {
		return &oas.DoneEnvelope{Success: true}, nil
	}
	return o.logout(ctx, request)
}

func (o *operations) ForgotPassword(ctx context.Context, request *oas.ForgotPasswordRequest) (oas.ForgotPasswordRes, error) {
	if o.forgot == nil {
		return &oas.DoneEnvelope{Success: true}, nil
	}
	return o.forgot(ctx, request)
}

func (o *operations) CreateBot(context.Context, *oas.CreateBotRequest) (oas.CreateBotRes, error) {
	return &oas.BotEnvelope{Success: true, Data: oas.TradingBot{RiskLevel: oas.RiskLevelLow, Status: oas.BotStatusActive}}, nil
}

func (o *operations) ReplaceBackupCodes(context.Context) (oas.ReplaceBackupCodesRes, error) {
	return &oas.BackupCodesEnvelope{Success: true, Data: oas.BackupCodes{Codes: []string{"0123-4567-89AB-CDEF"}}}, nil
}

func (o *operations) UpdateUser(context.Context, *oas.UpdateUserRequest, oas.UpdateUserParams) (oas.UpdateUserRes, error) {
	return nil, fault.New(fault.NotFound, "there is no such user")
}

func (o *operations) ListUsers(context.Context, oas.ListUsersParams) (oas.ListUsersRes, error) {
	return &oas.UserListEnvelope{Success: true, Data: []oas.Profile{}}, nil
}

func profile(caller identity.Caller) *oas.ProfileEnvelope {
	return &oas.ProfileEnvelope{Success: true, Data: oas.Profile{
		ID: caller.UserID, TenantId: caller.TenantID, Email: "trader@demo.test",
		Role: oas.Role(caller.Role), CreatedAt: time.Unix(1_700_000_000, 0).UTC(),
	}}
}

func tenant(request *oas.CreateTenantRequest) *oas.TenantEnvelope {
	return &oas.TenantEnvelope{Success: true, Data: oas.Tenant{
		ID: uuid.Must(uuid.NewV7()), Slug: request.Slug, Name: request.Name, CreatedAt: time.Unix(1_700_000_000, 0).UTC(),
	}}
}

// door knows the callers by their tokens. "broken" is a token that cannot be looked up.
type door map[string]identity.Caller

func (d door) Authenticate(_ context.Context, token string) (identity.Caller, error) {
	if token == "broken" {
		return identity.Caller{}, io.ErrUnexpectedEOF
	}
	known, ok := d[token]
	if !ok {
		return identity.Caller{}, fault.New(fault.TokenExpired, "the access token has expired")
	}
	if known.Role == "suspended" {
		return identity.Caller{}, fault.New(fault.AccountSuspended, "this account is suspended")
	}
	return known, nil
}

func (d door) StillIn(context.Context, identity.Caller) error { return nil }

func (d door) Follow(uuid.UUID, func()) (cancel func()) { return func() {} }

func someone(role identity.Role) identity.Caller {
	return identity.Caller{UserID: uuid.Must(uuid.NewV7()), TenantID: uuid.Must(uuid.NewV7()), SessionID: uuid.Must(uuid.NewV7()), Role: role}
}

// clock is a clock that stands still until it is moved.
type clock struct {
	mutex sync.Mutex
	time  time.Time
}

func (c *clock) now() time.Time {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.time
}

func (c *clock) advance(by time.Duration) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.time = c.time.Add(by)
}

// logBook keeps what was logged, one JSON object a line.
type logBook struct {
	mutex sync.Mutex
	lines bytes.Buffer
}

func (l *logBook) Write(line []byte) (int, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.lines.Write(line)
}

func (l *logBook) String() string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.lines.String()
}

// edge is the whole chain around made-up operations.
type edge struct {
	handler http.Handler
	clock   *clock
	logs    *logBook
	ring    *secret.Keyring
	db      *database.DB
	alice   identity.Caller
	bob     identity.Caller
}

// newEdge makes an edge on a database of its own. Alice comes in with the token "alice", Bob with "bob".
func newEdge(t testing.TB, ops *operations, change ...func(*httpapi.Options)) *edge {
	t.Helper()
	return newEdgeOn(t, sqlite(t), ops, change...)
}

func sqlite(t testing.TB) *database.DB {
	t.Helper()
	if test, ok := t.(*testing.T); ok {
		return databasetest.Open(test, database.SQLite)
	}
	db, err := database.Open(t.Context(), database.Options{URL: t.TempDir() + "/bourse.db"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func newEdgeOn(t testing.TB, db *database.DB, ops *operations, change ...func(*httpapi.Options)) *edge {
	t.Helper()
	ring, err := secret.New()
	if err != nil {
		t.Fatal(err)
	}
	e := &edge{
		clock: &clock{time: time.Unix(1_800_000_000, 0)}, logs: &logBook{}, ring: ring, db: db,
		alice: someone(identity.RoleSuperAdmin), bob: someone(identity.RoleUser),
	}
	options := httpapi.Options{
		Authenticator: door{"alice": e.alice, "bob": e.bob},
		Database:      db, Keyring: ring, Now: e.clock.now,
		Logger: slog.New(slog.NewJSONHandler(e.logs, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	for _, each := range change {
		each(&options)
	}
	if e.handler, err = httpapi.NewHandler(options, ops); err != nil {
		t.Fatal(err)
	}
	return e
}

// request is what a test sends. The zero value of a field leaves it out.
type request struct {
	method, path, token, body, from string
	header                          map[string]string
}

func (e *edge) send(t testing.TB, sent request) *httptest.ResponseRecorder {
	t.Helper()
	var body io.Reader = http.NoBody
	if sent.body != "" {
		body = strings.NewReader(sent.body)
	}
	r := httptest.NewRequestWithContext(t.Context(), sent.method, sent.path, body)
	if sent.body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if sent.token != "" {
		r.Header.Set("Authorization", "Bearer "+sent.token)
	}
	if sent.from != "" {
		r.RemoteAddr = sent.from
	}
	for name, value := range sent.header {
		if value == "" {
			r.Header.Del(name)
		} else {
			r.Header.Set(name, value)
		}
	}
	recorder := httptest.NewRecorder()
	e.handler.ServeHTTP(recorder, r)
	return recorder
}

// failure is an error envelope.
type failure struct {
	Success bool `json:"success"`
	Error   struct {
		Message string     `json:"message"`
		Code    fault.Code `json:"code"`
		Field   string     `json:"field"`
	} `json:"error"`
}

// wantFailure checks that the answer is an envelope of the given status and code, and returns it.
func wantFailure(t testing.TB, answer *httptest.ResponseRecorder, status int, code fault.Code) failure {
	t.Helper()
	var got failure
	decoder := json.NewDecoder(bytes.NewReader(answer.Body.Bytes()))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&got); err != nil {
		t.Fatalf("the answer %q is no envelope: %v", answer.Body, err)
	}
	if answer.Code != status || got.Error.Code != code || got.Success {
		t.Fatalf("got %d %s, want %d %s", answer.Code, answer.Body, status, code)
	}
	if got.Error.Message == "" {
		t.Error("the envelope has no message")
	}
	wantHeader(t, answer, "Content-Type", "application/json; charset=utf-8")
	if answer.Header().Get("X-Request-Id") == "" {
		t.Error("the answer has no X-Request-Id")
	}
	return got
}

func wantStatus(t testing.TB, answer *httptest.ResponseRecorder, status int) {
	t.Helper()
	if answer.Code != status {
		t.Fatalf("got %d %s, want %d", answer.Code, answer.Body, status)
	}
}

func wantHeader(t testing.TB, answer *httptest.ResponseRecorder, name, want string) {
	t.Helper()
	if got := answer.Header().Get(name); got != want {
		t.Errorf("%s is %q, want %q", name, got, want)
	}
}

func newRequest(t testing.TB, method, path string) *http.Request {
	t.Helper()
	return httptest.NewRequestWithContext(t.Context(), method, path, http.NoBody)
}

// addressSeen sends the request and returns the client address that was logged for it.
func (e *edge) addressSeen(t *testing.T, r *http.Request) string {
	t.Helper()
	e.handler.ServeHTTP(httptest.NewRecorder(), r)
	address, ok := lastLine(t, e)["address"].(string)
	if !ok {
		t.Fatal("no address was logged")
	}
	return address
}

package investment_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/investment"
	"bourse/internal/kyc"
	"bourse/internal/money"
	"bourse/internal/secret"
	"bourse/internal/testkit"
	"bourse/internal/testkit/published"
)

var start = time.Date(2030, 5, 17, 9, 30, 0, 0, time.UTC)

// eventText is all events as other systems receive them.
func (h *house) eventText() []byte {
	text, err := json.Marshal(h.events.All())
	must(h.t, err)
	return text
}

// logBuffer is a log that tests read.
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

// house is the service on one database, with a desk and a broker controlled by the test.
type house struct {
	*investment.Service
	t      *testing.T
	db     *database.DB
	ring   *secret.Keyring
	clock  *testkit.Clock
	desk   *desk
	broker *bench
	cases  *kyc.Service
	people investment.People // nil unless users are deleted
	board  *board
	events *published.Events
	log    *logBuffer

	owner, stranger, admin, foreignAdmin, superAdmin identity.Caller
}

func newHouse(t *testing.T, db *database.DB, mode kyc.Mode) *house {
	t.Helper()
	ring, err := secret.New()
	must(t, err)
	h := &house{
		t: t, db: db, ring: ring, clock: testkit.NewClock(start), desk: newDesk(db), broker: newBench(t), board: newBoard(), events: &published.Events{}, log: &logBuffer{},
	}
	h.Service = h.replica(mode)
	tenant, other := h.addTenant("one"), h.addTenant("other")
	h.owner = identity.Caller{UserID: uuid.New(), TenantID: tenant, Role: identity.RoleUser, AuthenticatedAt: start}
	h.stranger = identity.Caller{UserID: uuid.New(), TenantID: tenant, Role: identity.RoleAnalyst}
	h.admin = identity.Caller{UserID: uuid.New(), TenantID: tenant, Role: identity.RoleAdmin}
	h.foreignAdmin = identity.Caller{UserID: uuid.New(), TenantID: other, Role: identity.RoleAdmin}
	h.superAdmin = identity.Caller{UserID: uuid.New(), TenantID: other, Role: identity.RoleSuperAdmin}
	return h
}

// replica returns another service beside the first, as in another process.
func (h *house) replica(mode kyc.Mode) *investment.Service {
	return h.with(mode, investment.PaperFunding)
}

// with returns a service, and sets h.cases to the cases that its accounts follow.
func (h *house) with(mode kyc.Mode, funding investment.Funding) *investment.Service {
	logger := slog.New(slog.NewTextHandler(h.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	h.cases = kyc.New(kyc.Options{Database: h.db, Keyring: h.ring, Mode: mode, Valid: approvedFor, Now: h.clock.Now, Logger: logger})
	service := investment.New(investment.Options{
		Database: h.db, Keyring: h.ring, People: h.people, Accounts: h.desk, Cases: cases{h.cases}, Broker: h.broker, Prices: h.board, Events: h.events,
		Funding: funding, Now: h.clock.Now, Logger: logger,
	})
	h.cases.AccountsFollow(func(ctx context.Context, tx *database.Tx, changed *kyc.Case, by audit.Actor) error {
		return service.FollowCase(ctx, tx, ownerCase(changed, h.clock.Now()), by)
	})
	return service
}

func (h *house) addTenant(slug string) uuid.UUID {
	id := uuid.New()
	h.exec(`INSERT INTO tenants (id, slug, name, created_at) VALUES ($1, $2, $3, $4)`, id, slug, slug, database.Micros(start))
	return id
}

func (h *house) exec(statement string, args ...any) {
	h.t.Helper()
	must(h.t, h.db.InTx(context.Background(), func(tx *database.Tx) error {
		_, err := tx.Exec(context.Background(), statement, args...)
		return err
	}))
}

func (h *house) number(query string, args ...any) (n int) {
	h.t.Helper()
	must(h.t, h.db.QueryRow(h.t.Context(), query, args...).Scan(&n))
	return n
}

// open opens an account of the owner.
func (h *house) open() *investment.Account {
	h.t.Helper()
	account, err := h.Create(h.t.Context(), h.owner, investment.NewAccount{
		Agent: investment.Orion, InitialCapital: money.FromInt(5000), RiskProfile: investment.Moderate,
	})
	must(h.t, err)
	return account
}

// another makes somebody else the owner, whom nobody has approved yet.
func (h *house) another() { h.owner.UserID = uuid.New() }

// moved moves an account to a state as an admin. An account that is already active, as its owner is approved, is left
// as is.
func (h *house) moved(id uuid.UUID, to investment.Status) *investment.Account {
	h.t.Helper()
	if to == investment.Active && h.number(`SELECT COUNT(*) FROM investment_accounts WHERE id = $1 AND status = 'active'`, id) == 1 {
		account, err := h.Account(h.t.Context(), h.owner, id)
		must(h.t, err)
		return account
	}
	account, err := h.SetStatus(h.t.Context(), h.admin, id, to, "a test")
	must(h.t, err)
	return account
}

func details() investment.KYCDetails {
	return investment.KYCDetails{
		FullName: "Ada Augusta Lovelace", Country: "GB", DateOfBirth: time.Date(1990, 12, 10, 0, 0, 0, 0, time.UTC),
		DocumentNumber: "PASS-4711-0815",
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantEqual[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

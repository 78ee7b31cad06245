package kyc_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/kyc"
	"bourse/internal/notify"
	"bourse/internal/secret"
	"bourse/internal/testkit"
	"bourse/internal/testkit/published"
	"bourse/internal/webhook/signing"
)

var start = time.Date(2030, 5, 17, 9, 30, 0, 0, time.UTC)

const approvedFor = 2 * 365 * day

// office is the service on one database, with a provider that the test controls.
type office struct {
	*kyc.Service
	t        *testing.T
	db       *database.DB
	ring     *secret.Keyring
	clock    *testkit.Clock
	provider *provider
	events   *published.Events
	log      *logBuffer

	mutex    sync.Mutex
	followed []string // the effective states with which followers were called
	mails    []notify.Message

	person, stranger, admin, colleague, foreignAdmin, superAdmin identity.Caller
	gone                                                         uuid.UUID // an erased user
}

func newOffice(t *testing.T, db *database.DB, mode kyc.Mode) *office {
	t.Helper()
	ring, err := secret.New()
	must(t, err)
	o := &office{t: t, db: db, ring: ring, clock: testkit.NewClock(start), provider: newProvider(t), events: &published.Events{}, log: &logBuffer{}}
	o.Service = o.replica(mode)
	tenant, other := o.addTenant("one"), o.addTenant("other")
	caller := func(tenant uuid.UUID, role identity.Role) identity.Caller {
		return identity.Caller{UserID: uuid.New(), TenantID: tenant, Role: role}
	}
	o.person, o.stranger, o.admin = caller(tenant, identity.RoleUser), caller(tenant, identity.RoleAnalyst), caller(tenant, identity.RoleAdmin)
	o.colleague, o.foreignAdmin, o.superAdmin = caller(tenant, identity.RoleAdmin), caller(other, identity.RoleAdmin), caller(other, identity.RoleSuperAdmin)
	return o
}

// replica returns another service beside the first, as in another process.
func (o *office) replica(mode kyc.Mode) *kyc.Service {
	key, err := signing.ParseKey(providerSecret)
	must(o.t, err)
	brands := brand.New(brand.Options{Database: o.db, Default: brand.Brand{ProductName: "Bourse", AppURL: "https://app.example"}})
	people := identity.New(identity.Options{Database: o.db, Keyring: o.ring, Brands: brands, Now: o.clock.Now})
	service := kyc.New(kyc.Options{
		Database: o.db, Keyring: o.ring, Events: o.events, People: addresses{people, o.gone}, Messages: o, Brands: brands,
		Mode: mode, Valid: approvedFor, Now: o.clock.Now, Logger: slog.New(slog.NewTextHandler(o.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Provider: kyc.Provider{
			URL: o.provider.URL, CallbackURL: "https://api.example/api/v1/kyc/callbacks", Keys: []signing.Key{key}, Transport: http.DefaultTransport,
			Most: identity.DailyBounds{PerUser: 5, PerNetwork: 50},
		},
	})
	service.AccountsFollow(func(_ context.Context, tx *database.Tx, changed *kyc.Case, _ audit.Actor) error {
		counts := string(changed.CountsAs(o.clock.Now()))
		tx.AfterCommit(func() {
			o.mutex.Lock()
			defer o.mutex.Unlock()
			o.followed = append(o.followed, counts)
		})
		return nil
	})
	return service
}

// addresses are those of people who all read mail, except one who was erased. Costs are counted as in production.
type addresses struct {
	*identity.Service
	left uuid.UUID
}

func (a addresses) HoldEntering(_ context.Context, _ *database.Tx, user uuid.UUID) error {
	if user == a.left {
		return fault.New(fault.AccountSuspended, "this account is suspended")
	}
	return nil
}

func (addresses) Addresses(_ context.Context, _ database.Querier, users []uuid.UUID) (map[uuid.UUID]string, error) {
	found := map[uuid.UUID]string{}
	for _, user := range users {
		found[user] = user.String() + "@example.test"
	}
	return found, nil
}

// Enqueue keeps the mails of committed transactions.
func (o *office) Enqueue(_ context.Context, tx *database.Tx, messages ...notify.Message) error {
	tx.AfterCommit(func() {
		o.mutex.Lock()
		defer o.mutex.Unlock()
		o.mails = append(o.mails, messages...)
	})
	return nil
}

// mailed counts the mails of a kind.
func (o *office) mailed(kind string) (n int) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	for _, mail := range o.mails {
		if mail.Kind == kind {
			n++
		}
	}
	return n
}

// told returns what followers were called with so far.
func (o *office) told() string {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return strings.Join(o.followed, " ")
}

func (o *office) addTenant(slug string) uuid.UUID {
	id := uuid.New()
	o.exec(`INSERT INTO tenants (id, slug, name, created_at) VALUES ($1, $2, $3, $4)`, id, slug, slug, database.Micros(start))
	return id
}

func (o *office) exec(statement string, args ...any) {
	o.t.Helper()
	databasetest.Exec(o.t, o.db, statement, args...)
}

func (o *office) number(query string, args ...any) int {
	o.t.Helper()
	return databasetest.Number(o.t, o.db, query, args...)
}

// submitted submits for the person.
func (o *office) submitted() *kyc.Case {
	o.t.Helper()
	made, err := o.Submit(o.t.Context(), o.person, submission())
	must(o.t, err)
	return made
}

// decided has the admin decide.
func (o *office) decided(id uuid.UUID, decision kyc.Decision, reason string) *kyc.Case {
	o.t.Helper()
	decided, err := o.Decide(o.t.Context(), o.admin, id, decision, reason)
	must(o.t, err)
	return decided
}

// mine returns the person's case as it is stored.
func (o *office) mine() *kyc.Case {
	o.t.Helper()
	own, err := o.Mine(o.t.Context(), o.person)
	must(o.t, err)
	return own
}

func (o *office) wantState(want kyc.State) *kyc.Case {
	o.t.Helper()
	own := o.mine()
	if own.State != want {
		o.t.Errorf("the case is %s, want %s", own.State, want)
	}
	return own
}

// audited returns the audit entries about a case, newest first.
func (o *office) audited(id uuid.UUID) []audit.Entry {
	o.t.Helper()
	entries, _, err := audit.List(o.t.Context(), o.db, o.person.TenantID, audit.Filter{SubjectID: id.String()}, database.Page{Number: 1, Limit: 100})
	must(o.t, err)
	return entries
}

// eventText returns all events as other systems see them.
func (o *office) eventText() []byte {
	text, err := json.Marshal(o.events.All())
	must(o.t, err)
	return text
}

func submission() kyc.Submission {
	return kyc.Submission{
		FullName: "Ada Augusta Lovelace", Country: "GB", DateOfBirth: time.Date(1990, 12, 10, 0, 0, 0, 0, time.UTC), DocumentNumber: "PASS-4711-0815",
		Documents: []kyc.Document{{Type: kyc.Passport, Reference: "store/passport-of-ada", IssuedBy: "HM Passport Office"}},
	}
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

func (b *logBuffer) text() string {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.buffer.String()
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantEqual[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

package portfolio_test

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
	"bourse/internal/market"
	"bourse/internal/market/markettest"
	"bourse/internal/money"
	"bourse/internal/portfolio"
	"bourse/internal/testkit"
	"bourse/internal/testkit/published"
)

var (
	noon  = time.Date(2026, 3, 12, 15, 0, 0, 0, time.UTC)
	today = time.Date(2026, 3, 12, 0, 0, 0, 0, time.UTC)
	usd   = money.MustParse
)

// fakeDesk has accounts that the test sets.
type fakeDesk struct {
	mutex    sync.Mutex
	accounts map[uuid.UUID][]portfolio.Account // by user
	curve    []portfolio.EquityDay
	asked    []uuid.UUID // the accounts of the last requested curve
	reads    int
	since    time.Time          // what was last asked for
	changed  map[uuid.UUID]bool // users whose accounts have changed since the first check
	fails    map[uuid.UUID]error
	opens    func(ctx context.Context) error // called before reading accounts; nil for nothing
}

var _ portfolio.Accounts = (*fakeDesk)(nil)

func (d *fakeDesk) Accounts(ctx context.Context, _, user uuid.UUID) ([]portfolio.Account, error) {
	if d.opens != nil {
		if err := d.opens(ctx); err != nil {
			return nil, err
		}
	}
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.reads++
	return slices.Clone(d.accounts[user]), d.fails[user]
}

// AccountsOf fails when one of the users does.
func (d *fakeDesk) AccountsOf(_ context.Context, users []uuid.UUID, since time.Time) (map[uuid.UUID][]portfolio.Account, error) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.reads, d.since = d.reads+1, since
	found := map[uuid.UUID][]portfolio.Account{}
	for _, user := range users {
		if err := d.fails[user]; err != nil {
			return nil, err
		}
		if since.IsZero() || d.changed[user] {
			found[user] = slices.Clone(d.accounts[user])
		}
	}
	return found, nil
}

func (d *fakeDesk) EquityCurve(_ context.Context, _, _ uuid.UUID, accounts []uuid.UUID) ([]portfolio.EquityDay, error) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.asked = accounts
	return d.curve, nil
}

// rig is the service on a database, with a desk that the test fills.
type rig struct {
	*portfolio.Service
	t      *testing.T
	db     *database.DB
	desk   *fakeDesk
	feed   *markettest.Feed
	tenant uuid.UUID
	clock  *testkit.Clock
	events *published.Events
	told   chan string // the types of published events, for tests that wait
}

func newRig(t *testing.T, db *database.DB) *rig {
	t.Helper()
	r := &rig{t: t, db: db, clock: testkit.NewClock(noon), events: &published.Events{}, told: make(chan string, 1000), tenant: uuid.New(), desk: &fakeDesk{
		accounts: make(map[uuid.UUID][]portfolio.Account), fails: make(map[uuid.UUID]error), changed: map[uuid.UUID]bool{},
	}}
	r.events.TellTo(r.told)
	r.exec(`INSERT INTO tenants (id, slug, name, created_at) VALUES ($1, $2, 'A tenant', 0)`, r.tenant, r.tenant.String())
	var prices *market.Market
	prices, r.feed = markettest.New(t, db, market.Options{Now: r.clock.Now})
	r.Service = portfolio.New(portfolio.Options{
		Database: db, Accounts: r.desk, Market: prices, Events: r.events, Now: r.clock.Now, Logger: slog.New(slog.DiscardHandler),
	})
	return r
}

// wantEvents fails unless exactly this many events of a type were published.
func (r *rig) wantEvents(eventType string, want int) {
	r.t.Helper()
	got := 0
	for _, event := range r.events.All() {
		if event.Type == eventType && event.TenantID == r.tenant {
			got++
		}
	}
	if got != want {
		r.t.Errorf("%d events %s, want %d", got, eventType, want)
	}
}

func (r *rig) exec(statement string, args ...any) {
	r.t.Helper()
	databasetest.Exec(r.t, r.db, statement, args...)
}

// user creates a user with an account for each amount of cash.
func (r *rig) user(cash ...string) identity.Caller {
	r.t.Helper()
	caller := identity.Caller{UserID: uuid.New(), TenantID: r.tenant, Role: identity.RoleUser}
	for _, amount := range cash {
		r.addAccount(caller, portfolio.Account{Cash: usd(amount)})
	}
	return caller
}

// paperUser creates a user with a paper account and nothing else.
func (r *rig) paperUser(cash string) identity.Caller {
	r.t.Helper()
	caller := r.user()
	r.addAccount(caller, portfolio.Account{IsPaper: true, Cash: usd(cash)})
	return caller
}

// addAccount gives a user an account and returns its id.
func (r *rig) addAccount(caller identity.Caller, account portfolio.Account) uuid.UUID {
	r.t.Helper()
	account.ID = uuid.Must(uuid.NewV7())
	r.exec(`INSERT INTO trading_accounts (id, tenant_id, user_id, kind, status, created_at) VALUES ($1, $2, $3, 'investment', 'active', 0)`,
		account.ID, caller.TenantID, caller.UserID)
	r.desk.mutex.Lock()
	defer r.desk.mutex.Unlock()
	r.desk.accounts[caller.UserID] = append(r.desk.accounts[caller.UserID], account)
	return account.ID
}

// setCash changes the cash of a user's first account.
func (r *rig) setCash(caller identity.Caller, cash string) {
	r.desk.mutex.Lock()
	defer r.desk.mutex.Unlock()
	r.desk.accounts[caller.UserID][0].Cash = usd(cash)
}

// primary is the user's primary portfolio.
func (r *rig) primary(caller identity.Caller) *portfolio.Portfolio {
	r.t.Helper()
	portfolios, err := r.Portfolios(r.t.Context(), caller)
	must(r.t, err)
	return portfolios[0]
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func equal[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// long is a bought position; mark is also its purchase price.
func long(symbol, quantity, mark string) portfolio.Holding {
	return portfolio.Holding{Symbol: symbol, Quantity: usd(quantity), Mark: usd(mark)}
}

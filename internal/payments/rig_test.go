package payments_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/ledger"
	"bourse/internal/money"
	"bourse/internal/payments"
	"bourse/internal/secret"
	"bourse/internal/testkit"
	"bourse/internal/testkit/published"
	"bourse/internal/trading"
	"bourse/internal/verify"
	"bourse/internal/webhook"
)

// shop is a payments service with real accounts and books, a provider controlled by the test, and courses that record
// who was enrolled.
type shop struct {
	t        *testing.T
	db       *database.DB
	options  payments.Options
	service  *payments.Service
	accounts *trading.Service
	till     *till
	courses  *courses
	people   *people
	events   *published.Events
	clock    *testkit.Clock
	logs     *logBook

	user, stranger, admin, foreignAdmin identity.Caller
	account                             uuid.UUID // the user's investment account, into which 1000 USD were paid
	owners                              *owners
}

var start = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

var price = money.MustParse("49.90")

func newShop(t *testing.T, db *database.DB) *shop {
	t.Helper()
	till := &till{states: map[string]payments.State{}, refunds: map[uuid.UUID]int{}}
	return newShopWith(t, db, till, till)
}

func newShopWith(t *testing.T, db *database.DB, till *till, providers ...payments.Provider) *shop {
	t.Helper()
	s := &shop{
		t: t, db: db, till: till, courses: &courses{members: map[string]uuid.UUID{}}, people: &people{}, events: &published.Events{}, logs: &logBook{},
		clock: testkit.NewClock(start), account: uuid.New(),
		owners: &owners{},
	}
	s.events.Refuse(undescribed)
	home, abroad := s.tenant("home"), s.tenant("abroad")
	s.user, s.stranger = person(home, identity.RoleUser), person(home, identity.RoleUser)
	s.admin, s.foreignAdmin = person(home, identity.RoleAdmin), person(abroad, identity.RoleSuperAdmin)
	logger := slog.New(slog.NewTextHandler(s.logs, nil))
	books := ledger.New(s.clock.Now)
	s.accounts = trading.New(trading.Options{
		Database: db, Ledger: books, Events: s.events, Settings: trading.DefaultSettings(), Now: s.clock.Now, Logger: logger,
	})
	ring, err := secret.New()
	s.must(err)
	s.options = payments.Options{
		Database: db, Ledger: books, Keyring: ring, People: s.people, Courses: s.courses, Accounts: accounts{s.accounts, s.owners},
		Events: s.events, Brands: brand.New(brand.Options{Database: db}), Now: s.clock.Now, Logger: logger,
	}
	s.use(providers...)
	s.must(db.InTx(t.Context(), func(tx *database.Tx) error {
		if err := s.accounts.OpenInvestmentAccount(t.Context(), tx, home, s.user.UserID, s.account, money.Zero); err != nil {
			return err
		}
		return s.accounts.Deposit(t.Context(), tx, s.account, money.FromInt(1000), "test", s.account)
	}))
	return s
}

// use restarts the service with other providers.
func (s *shop) use(providers ...payments.Provider) {
	s.options.Providers = providers
	s.service = payments.New(s.options)
}

// granted opens an account of the user with paper money.
func (s *shop) granted(capital int64) uuid.UUID {
	s.t.Helper()
	id := uuid.New()
	s.must(s.db.InTx(s.t.Context(), func(tx *database.Tx) error {
		return s.accounts.OpenInvestmentAccount(s.t.Context(), tx, s.user.TenantID, s.user.UserID, id, money.FromInt(capital))
	}))
	return id
}

// bank is a valid destination.
var bank = payments.Destination{Method: payments.BankTransfer, HolderName: "Ada Lovelace", IBAN: "DE89 3704 0044 0532 0130 00"}

// withdraw requests money from the user's account.
func (s *shop) withdraw(amount string) *payments.Withdrawal {
	s.t.Helper()
	owner := s.user
	owner.AuthenticatedAt = s.clock.Now()
	asked, err := s.service.Withdraw(s.t.Context(), owner, s.account, money.MustParse(amount), bank)
	s.must(err)
	return asked
}

// approve approves a withdrawal.
func (s *shop) approve(w *payments.Withdrawal) *payments.Withdrawal {
	s.t.Helper()
	approved, err := s.service.Decide(s.t.Context(), s.admin, w.ID, payments.Decision{Approve: true})
	s.must(err)
	return approved
}

func (s *shop) tenant(slug string) uuid.UUID {
	id := uuid.New()
	s.must(s.db.InTx(s.t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(s.t.Context(), `INSERT INTO tenants (id, slug, name, created_at) VALUES ($1, $2, $2, 0)`, id, slug)
		return err
	}))
	return id
}

func person(tenant uuid.UUID, role identity.Role) identity.Caller {
	return identity.Caller{UserID: uuid.New(), TenantID: tenant, Role: role, AuthenticatedAt: start}
}

func (s *shop) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// checkout begins the purchase of a new course by the user.
func (s *shop) checkout() *payments.Payment {
	s.t.Helper()
	p, err := s.service.Checkout(s.t.Context(), s.user, uuid.New(), "")
	s.must(err)
	return p
}

func (s *shop) deposit(amount string) *payments.Payment {
	s.t.Helper()
	p, err := s.service.Deposit(s.t.Context(), s.user, payments.NewDeposit{AccountID: s.account, Amount: money.MustParse(amount), Key: uuid.NewString()})
	s.must(err)
	return p
}

// report is what the till reports about a payment.
func report(p *payments.Payment, state payments.State) payments.Report {
	return payments.Report{
		PaymentID: p.ID, Reference: "checkout:" + p.ID.String(), State: state, Amount: p.Amount, Currency: p.Currency,
		Payment: "money:" + p.ID.String(),
	}
}

// hear sends an event of the till.
func (s *shop) hear(id string, told payments.Report) error {
	body, err := json.Marshal(payments.Event{ID: id, Type: "checkout." + string(told.State), Checkout: &told})
	s.must(err)
	return s.service.Receive(s.t.Context(), "stripe", body, "signed")
}

// paid returns a payment after its money has come.
func (s *shop) paid(p *payments.Payment) *payments.Payment {
	s.t.Helper()
	s.must(s.hear(uuid.NewString(), report(p, payments.CheckoutPaid)))
	return s.wantStatus(p, payments.Succeeded)
}

func (s *shop) read(p *payments.Payment) *payments.Payment {
	s.t.Helper()
	found, err := s.service.Payment(s.t.Context(), s.admin, p.ID)
	s.must(err)
	return found
}

func (s *shop) wantStatus(p *payments.Payment, want payments.Status) *payments.Payment {
	s.t.Helper()
	found := s.read(p)
	if found.Status != want {
		s.t.Fatalf("the payment is %s, want %s", found.Status, want)
	}
	return found
}

func (s *shop) balance(owner uuid.UUID, code ledger.Code) money.Decimal {
	s.t.Helper()
	balances, err := ledger.BalancesOf(s.t.Context(), s.db, ledger.AccountID(owner, code, "USD"))
	s.must(err)
	return balances[ledger.AccountID(owner, code, "USD")]
}

func (s *shop) wantBalance(owner uuid.UUID, code ledger.Code, want string) {
	s.t.Helper()
	if got := s.balance(owner, code); got != money.MustParse(want) {
		s.t.Errorf("%s is %s, want %s", code, got, want)
	}
}

// wantInOrder verifies the books of the whole shop, and that payments and withdrawals agree with them.
func (s *shop) wantInOrder() ledger.Report {
	s.t.Helper()
	found, err := ledger.Verify(s.t.Context(), s.db)
	s.must(errors.Join(err, found.Err()))
	verified, err := verify.Database(s.t.Context(), s.db, s.clock.Now())
	s.must(err)
	for _, finding := range verified.Broken() {
		if finding.Area == "payments" || finding.Area == "ledger" {
			s.t.Errorf("it is not so that %s: %+v", finding.Rule, finding.First)
		}
	}
	return found
}

// outcome reads the recorded outcome of an event.
func (s *shop) outcome(event string) (outcome string) {
	s.t.Helper()
	s.must(s.db.QueryRow(s.t.Context(), `SELECT outcome FROM payment_events WHERE event_id = $1`, event).Scan(&outcome))
	return outcome
}

// undescribed fails for events missing from the list of what payments publish.
func undescribed(event webhook.Event) error {
	if !slices.ContainsFunc(payments.Events(), func(t webhook.EventType) bool { return t.Type == event.Type }) {
		return fmt.Errorf("%s is not described", event.Type)
	}
	return nil
}

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

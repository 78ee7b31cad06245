package privacy_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/notify"
	"bourse/internal/privacy"
	"bourse/internal/secret"
	"bourse/internal/testkit"
	"bourse/internal/testkit/published"
)

var origin = identity.Origin{IPAddress: "203.0.113.7", UserAgent: "a test"}

const (
	email    = "ann@example.com"
	password = "correct horse battery"
)

// silent is a sender that is never asked to send.
type silent struct{ notify.Sender }

// house is an installation where people register and leave, with a clock that the test advances. Nobody sends its
// messages.
type house struct {
	t       *testing.T
	db      *database.DB
	clock   *testkit.Clock
	ring    *secret.Keyring
	people  *identity.Service
	events  *published.Events
	privacy *privacy.Service
}

func newHouse(t *testing.T, db *database.DB) *house {
	t.Helper()
	ring, err := secret.New()
	must(t, err)
	h := &house{t: t, db: db, ring: ring, events: &published.Events{}, clock: testkit.NewClock(time.Date(2030, 5, 17, 9, 30, 0, 0, time.UTC))}
	logger := slog.New(slog.DiscardHandler)
	h.people = identity.New(identity.Options{
		Database: db, Keyring: ring, Now: h.clock.Now, Logger: logger, Events: h.events,
		Messages: notify.NewQueue(db, ring, h.clock.Now, logger, notify.Senders{Mail: silent{}, SMS: silent{}}),
		Brands:   brand.New(brand.Options{Database: db, Default: brand.Brand{ProductName: "Bourse", AppURL: "https://app.bourse.test/"}}),
		Settings: identity.Settings{Issuer: "https://bourse.test", Audience: "bourse-api", AccessTokenLifetime: 15 * time.Minute},
	})
	must(t, h.people.Start(t.Context()))
	h.privacy = h.serve(false)
	return h
}

// serve returns a house's service with the sandbox in use or not.
func (h *house) serve(usesSandbox bool) *privacy.Service {
	return privacy.New(privacy.Options{
		Database: h.db, Keyring: h.ring, People: h.people, UsesSandbox: usesSandbox, Now: h.clock.Now, Logger: slog.New(slog.DiscardHandler),
	})
}

func (h *house) register() identity.Caller {
	h.t.Helper()
	tokens, err := h.people.Register(h.t.Context(), origin, identity.Registration{Email: email, Password: password})
	must(h.t, err)
	return h.caller(tokens)
}

// add adds a user with a role, who logs in.
func (h *house) add(email string, role identity.Role) identity.Caller {
	h.t.Helper()
	_, err := h.people.AddUser(h.t.Context(), identity.Registration{Email: email, Password: password}, role)
	must(h.t, err)
	return h.login(email)
}

func (h *house) login(email string) identity.Caller {
	h.t.Helper()
	in, err := h.people.Login(h.t.Context(), origin, identity.Credentials{Email: email, Password: password})
	must(h.t, err)
	return h.caller(in.Tokens)
}

func (h *house) caller(tokens identity.Tokens) identity.Caller {
	h.t.Helper()
	caller, err := h.people.Authenticate(h.t.Context(), tokens.AccessToken)
	must(h.t, err)
	return caller
}

// registerProven is register for a user who has proved to own the address, and gets a mail on leaving.
func (h *house) registerProven() identity.Caller {
	h.t.Helper()
	caller := h.register()
	must(h.t, h.exec(`UPDATE users SET email_verified_at = 1 WHERE id = $1`, caller.UserID))
	return caller
}

func (h *house) guess() error {
	_, err := h.people.Login(h.t.Context(), origin, identity.Credentials{Email: email, Password: "a wrong password"})
	return err
}

// clean cleans until there is nothing to do, and returns for how long.
func (h *house) clean() time.Duration {
	h.t.Helper()
	for {
		wait, err := h.privacy.Clean(h.t.Context())
		must(h.t, err)
		if wait > 0 {
			return wait
		}
	}
}

func TestCleaningUpAfterAPersonLeavesTheLockOfWhoHasTheirAddressNext(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.registerProven()
		for range 5 {
			testkit.WantFault(t, h.guess(), fault.InvalidCredentials)
		}
		testkit.WantFault(t, h.guess(), fault.AccountLocked)
		must(t, h.privacy.Leave(t.Context(), ann))
		h.clean() // the goodbye mail is still being sent

		h.register()
		for range 5 {
			testkit.WantFault(t, h.guess(), fault.InvalidCredentials) // earlier guesses do not count
		}
		h.clock.Advance(time.Minute)
		h.clean()
		testkit.WantFault(t, h.guess(), fault.AccountLocked)
	})
}

func TestWaitingForMessagesTakesLongerAndLonger(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		must(t, h.privacy.Leave(t.Context(), h.registerProven()))
		for _, want := range []time.Duration{5 * time.Second, 5 * time.Second, 10 * time.Second, 20 * time.Second, 40 * time.Second} {
			if wait := h.clean(); wait != want {
				t.Errorf("it waits %s, want %s", wait, want)
			}
			h.clock.Advance(want)
		}
		h.clock.Advance(24 * time.Hour)
		h.clean() // looks, and again in a quarter of an hour; it looks at least every five minutes for others
		var next int64
		must(t, db.QueryRow(t.Context(), `SELECT next_at FROM erasures`).Scan(&next))
		if wait := time.UnixMicro(next).Sub(h.clock.Now()); wait != 15*time.Minute {
			t.Errorf("after a day it waits %s", wait)
		}
	})
}

func TestWhatTheAuditLogSaysOfAPersonIsWrittenAnewOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register()
		must(t, h.exec(`UPDATE audit_log SET actor_id = NULL, after_fields = '{"email":"ann@example.com","of":"joann@example.com"}' WHERE user_id = $1`, ann.UserID))
		must(t, h.privacy.Leave(t.Context(), ann))
		h.clean()
		var said string
		must(t, db.QueryRow(t.Context(), `SELECT MIN(after_fields) FROM audit_log WHERE user_id = $1 AND after_fields LIKE '%joann%'`, ann.UserID).Scan(&said))
		if want := `{"email":"erased","of":"joann@example.com"}`; said != want {
			t.Errorf("the audit log says %s, want %s", said, want)
		}
		// From now on, rewriting one of the person's entries fails.
		must(t, h.forbidUpdates())
		h.clock.Advance(time.Minute)
		h.clean()
	})
}

func TestNoTenantIsToldAnyMoreWhoWroteAPlatformSignal(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register()
		told := func(whose uuid.UUID) string {
			return `{"author":{"id":"` + whose.String() + `","kind":"analyst","name":"Ada"}}`
		}
		h.instrument()
		must(t, h.exec(`INSERT INTO signals (id, tenant_id, author_id, author_name, symbol, signal_type, confidence, risk_level, price, reason, created_at, expires_at)
			VALUES ($1, $2, $3, 'Ada', 'TEST', 'hold', 'low', 'low', 1, '', 1, 1)`, database.NewID(), identity.Platform, ann.UserID))
		bob := database.NewID()
		for _, whose := range []uuid.UUID{ann.UserID, bob} {
			must(t, h.exec(`INSERT INTO webhook_events (id, tenant_id, type, body, created_at) VALUES ($1, $2, 'trading.signal.created', $3, 1)`,
				database.NewID(), database.NewID(), told(whose)))
			must(t, h.exec(`INSERT INTO webhook_broadcasts (id, type, data, created_at) VALUES ($1, 'trading.signal.created', $2, 1)`, database.NewID(), told(whose)))
		}
		must(t, h.privacy.Leave(t.Context(), ann))
		h.clean()
		for _, column := range []string{"body FROM webhook_events", "data FROM webhook_broadcasts"} {
			rows, err := db.Query(t.Context(), `SELECT `+column+` ORDER BY id`)
			bodies, err := database.Collect(rows, err, database.ScanOne[string])
			must(t, err)
			if len(bodies) != 2 || strings.Contains(bodies[0], "Ada") || bodies[1] != told(bob) {
				t.Errorf("%s: %v", column, bodies)
			}
		}
	})
}

// Only PostgreSQL allows two processes to clean at once.
func TestWhatAnotherProcessCleansIsLookedAtAgainInASecond(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.Postgres)
	h := newHouse(t, db)
	must(t, h.privacy.Leave(t.Context(), h.register()))
	databasetest.Hold(t, db, `SELECT id FROM erasures FOR UPDATE`)
	if wait := h.clean(); wait != time.Second {
		t.Errorf("it waits %s", wait)
	}
}

// The same order as in a decision on a case. SQLite has one writer at a time.
func TestWhoLeavesHoldsTheirCaseAndInvestmentsBeforeWhatTrades(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ held, free string }{{"kyc_cases", "investment_accounts"}, {"investment_accounts", "trading_accounts"}} {
		t.Run(test.held, func(t *testing.T) {
			t.Parallel()
			db := databasetest.Open(t, database.Postgres)
			h := newHouse(t, db)
			ann, account := h.register(), database.NewID()
			must(t, h.exec(`INSERT INTO kyc_cases (id, tenant_id, user_id, state, created_at, updated_at) VALUES ($1, $2, $3, 'none', 1, 1)`,
				database.NewID(), ann.TenantID, ann.UserID))
			must(t, h.exec(`INSERT INTO trading_accounts (id, tenant_id, user_id, kind, status, created_at) VALUES ($1, $2, $3, 'investment', 'closed', 1)`,
				account, ann.TenantID, ann.UserID))
			must(t, h.exec(`INSERT INTO investment_accounts (id, tenant_id, user_id, trading_agent, initial_capital, risk_profile, status, kyc_status, created_at, updated_at)
				VALUES ($1, $2, $3, 'orion', 1, 'moderate', 'closed', 'none', 1, 1)`, account, ann.TenantID, ann.UserID))

			release, left := databasetest.Hold(t, db, `SELECT id FROM `+test.held+` FOR UPDATE`), make(chan error, 1)
			go func() { left <- h.privacy.Leave(t.Context(), ann) }()
			testkit.Until(t, "who leaves waits", func() bool {
				var waiting int
				must(t, db.QueryRow(t.Context(), `
					SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&waiting))
				return waiting > 0
			})
			must(t, h.exec(`SELECT id FROM `+test.free+` FOR UPDATE NOWAIT`))
			release()
			must(t, testkit.Receive(t, "who leaves is answered", left))
		})
	}
}

func (h *house) exec(statements string, args ...any) error {
	return h.db.InTx(h.t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(h.t.Context(), statements, args...)
		return err
	})
}

// forbidUpdates makes every update of an audit entry fail.
func (h *house) forbidUpdates() error {
	if h.db.Engine() == database.SQLite {
		return h.exec(`CREATE TRIGGER never BEFORE UPDATE ON audit_log BEGIN SELECT RAISE(FAIL, 'the audit log is written anew'); END`)
	}
	err := h.exec(`CREATE FUNCTION never() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the audit log is written anew'; END $$`)
	if err != nil {
		return err
	}
	return h.exec(`CREATE TRIGGER never BEFORE UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION never()`)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Registering somebody else's address and leaving, again and again, resets no limit.
func TestAnAddressIsNotFloodedByRegisteringAndLeaving(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		mails := func(kind string) (n int) {
			must(t, db.QueryRow(t.Context(), `SELECT COUNT(*) FROM messages WHERE kind = $1 AND recipient = $2`, kind, email).Scan(&n))
			return n
		}
		asked, changes := 0, 0
		for range 7 {
			stranger := h.register()
			if err := h.people.RequestEmailChange(t.Context(), stranger, uuid.NewString()+"@example.com"); err != nil {
				testkit.WantFault(t, err, fault.RateLimited)
			}
			asked, changes = asked+mails("verify_email"), changes+mails("change_email_present")
			must(t, h.privacy.Leave(t.Context(), stranger))
			h.clean()
			if farewells := mails("account_erased"); farewells != 0 {
				t.Fatal("an address that nobody has verified is told goodbye")
			}
		}
		if asked != 4 || changes != 5 {
			t.Errorf("%d verification mails and %d about another email were sent", asked, changes)
		}
		must(t, h.privacy.Leave(t.Context(), h.registerProven()))
		if farewells := mails("account_erased"); farewells != 1 {
			t.Errorf("who has shown to own the address is told goodbye %d times", farewells)
		}
	})
}

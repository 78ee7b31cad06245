package investment_test

import (
	"fmt"
	"log/slog"
	"testing"
	"time"

	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/investment"
	"bourse/internal/investment/broker"
	"bourse/internal/money"
	"bourse/internal/notify"
	"bourse/internal/privacy"
	"bourse/internal/testkit"
	"bourse/internal/testkit/published"
)

// silent is a sender that is never used.
type silent struct{ notify.Sender }

// newHouseToLeave is a house whose owner is registered, and can be deleted.
func newHouseToLeave(t *testing.T, db *database.DB) (*house, *privacy.Service) {
	t.Helper()
	h := newHouse(t, db, manualKYC)
	quiet := slog.New(slog.DiscardHandler)
	people := identity.New(identity.Options{
		Database: db, Keyring: h.ring, Now: h.clock.Now, Logger: quiet, Events: &published.Events{},
		Messages: notify.NewQueue(db, h.ring, h.clock.Now, quiet, notify.Senders{Mail: silent{}, SMS: silent{}}),
		Brands:   brand.New(brand.Options{Database: db, Default: brand.Brand{ProductName: "Bourse", AppURL: "https://app.bourse.test/"}}),
		Settings: identity.Settings{Issuer: "https://bourse.test", Audience: "bourse-api", AccessTokenLifetime: 15 * time.Minute},
	})
	must(t, people.Start(t.Context()))
	h.people = people
	h.Service = h.replica(manualKYC)
	origin := identity.Origin{IPAddress: "203.0.113.7", UserAgent: "a test"}
	tokens, err := people.Register(t.Context(), origin, identity.Registration{Email: "ann@example.com", Password: "correct horse battery"})
	must(t, err)
	h.owner, err = people.Authenticate(t.Context(), tokens.AccessToken)
	must(t, err)
	return h, privacy.New(privacy.Options{Database: db, Keyring: h.ring, People: people, Now: h.clock.Now, Logger: quiet})
}

// begin returns the operations by which a user begins something that somebody has to end, by name.
func (h *house) begin() map[string]func() error {
	return map[string]func() error{
		"connect": func() error {
			_, err := h.Connect(h.t.Context(), h.owner, broker.Binance, exchangeKey("key-0001"))
			return err
		},
		"open": func() error {
			_, err := h.Create(h.t.Context(), h.owner, investment.NewAccount{
				Agent: investment.Orion, InitialCapital: money.FromInt(5000), RiskProfile: investment.Moderate,
			})
			return err
		},
	}
}

// wantNothingBegun fails when anything that the owner has begun is left.
func (h *house) wantNothingBegun() {
	h.t.Helper()
	wantEqual(h.t, "connections", h.number(`SELECT COUNT(*) FROM investment_connections WHERE credentials IS NOT NULL`), 0)
	wantEqual(h.t, "accounts", h.number(`SELECT COUNT(*) FROM investment_accounts`), 0)
	wantEqual(h.t, "trading accounts", h.number(`SELECT COUNT(*) FROM trading_accounts WHERE kind = 'investment'`), 0)
}

// A request that was admitted before its user was deleted comes too late.
func TestWhoHasLeftBeginsNothing(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h, people := newHouseToLeave(t, db)
		must(t, people.Leave(t.Context(), h.owner))
		for name, begin := range h.begin() {
			t.Log(name)
			testkit.WantFault(t, begin(), fault.AccountSuspended)
		}
		h.wantNothingBegun()
		testkit.WantFault(t, people.Leave(t.Context(), h.owner), fault.AccountSuspended) // nor can they be deleted twice
	})
}

// Only on PostgreSQL can a user be deleted in the middle of another request of theirs.
func TestNobodyLeavesBehindWhatTheyAreJustBeginning(t *testing.T) {
	t.Parallel()
	for name := range (&house{}).begin() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := databasetest.Open(t, database.Postgres)
			h, people := newHouseToLeave(t, db)
			h.exec(`INSERT INTO investment_owners (user_id, tenant_id) VALUES ($1, $2)`, h.owner.UserID, h.owner.TenantID)
			waiting := func(number int, orUntil func() bool) {
				t.Helper()
				testkit.Until(t, fmt.Sprintf("%d transactions wait for a row", number), func() bool {
					return orUntil() || h.number(`SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`) == number
				})
			}
			// The request waits for this in the middle of its transaction.
			release := databasetest.Hold(t, db, `SELECT user_id FROM investment_owners FOR UPDATE`)
			begun, left := make(chan error, 1), make(chan error, 1)
			go func() { begun <- h.begin()[name]() }()
			waiting(1, func() bool { return false })
			go func() { left <- people.Leave(t.Context(), h.owner) }()
			waiting(2, func() bool { return len(left) > 0 })
			release()
			must(t, testkit.Receive(t, "what was begun is answered", begun))
			testkit.WantFault(t, testkit.Receive(t, "who leaves is answered", left), fault.Conflict)
			wantEqual(t, "people", h.number(`SELECT COUNT(*) FROM users WHERE email = 'ann@example.com'`), 1)
		})
	}
}

// A suspension marks a user's trading accounts; one that is created right after it would be missed.
func TestWhoIsLockedOutLetsNoOrdersGoToAnExchange(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h, _ := newHouseToLeave(t, db)
		made := h.connected("key-0001")
		h.exec(`UPDATE users SET suspended_at = 1 WHERE id = $1`, h.owner.UserID)
		_, err := h.SetTrading(t.Context(), h.recent(), made.ID, true)
		testkit.WantFault(t, err, fault.AccountSuspended)
		wantEqual(t, "trading accounts", h.number(`SELECT COUNT(*) FROM trading_accounts`), 0)
	})
}

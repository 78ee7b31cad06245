package investment_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/investment"
	"bourse/internal/investment/broker"
	"bourse/internal/testkit"
)

// recent is the owner with a recent log-in.
func (h *house) recent() identity.Caller {
	owner := h.owner
	owner.AuthenticatedAt = h.clock.Now()
	return owner
}

// trading makes a connection of the owner to which orders may go.
func (h *house) trading(key string) *investment.Connection {
	h.t.Helper()
	made := h.connected(key)
	connection, err := h.SetTrading(h.t.Context(), h.recent(), made.ID, true)
	must(h.t, err)
	return connection
}

func TestNoOrderGoesToAnAccountUnlessItsOwnerHasSaidSo(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		made := h.connected("key-0001")
		if made.Trading || made.AccountID != uuid.Nil {
			t.Errorf("a new connection trades: %+v", made)
		}
		allow := func(caller identity.Caller, id uuid.UUID) error {
			_, err := h.SetTrading(t.Context(), caller, id, true)
			return err
		}
		old := h.owner
		old.AuthenticatedAt = h.clock.Now().Add(-15*time.Minute - time.Second)
		testkit.WantFault(t, allow(old, made.ID), fault.ReauthenticationRequired)
		for _, other := range []identity.Caller{h.stranger, h.admin, h.superAdmin} {
			other.AuthenticatedAt = h.clock.Now()
			testkit.WantFault(t, allow(other, made.ID), fault.NotFound)
		}
		pending := h.connect("key-0002")
		testkit.WantFault(t, allow(h.recent(), pending.ID), fault.InvalidTransition)
		h.broker.answers(broker.Outcome{Status: broker.Connected, Permissions: []string{"reading"}})
		h.verify()
		testkit.WantFault(t, allow(h.recent(), pending.ID), fault.InvalidTransition)
		terminal, err := h.Connect(t.Context(), h.owner, broker.MT5, broker.Credentials{"login": "7", "password": "p", "server": "Demo"})
		must(t, err)
		h.broker.answers(broker.Outcome{Status: broker.Connected, Permissions: []string{"reading", "trading"}})
		h.verify()
		testkit.WantFault(t, allow(h.recent(), terminal.ID), fault.ValidationError, "trading")
		wantEqual(t, "accounts", h.number(`SELECT COUNT(*) FROM trading_accounts`), 0)
		wantEqual(t, "trading", h.number(`SELECT COUNT(*) FROM investment_connections WHERE trading`), 0)

		must(t, allow(h.recent(), made.ID))
		got := h.connection(made.ID)
		if !got.Trading || got.AccountID != made.ID {
			t.Errorf("after it was allowed: %+v", got)
		}
		wantEqual(t, "desk", h.deskStatus(made.ID), "active")
	})
}

func TestOrdersFindTheConnectionOfTheirAccountWhileTheyMayGoThere(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		find := func(account uuid.UUID) (found uuid.UUID, err error) {
			err = h.db.InTx(t.Context(), func(tx *database.Tx) (err error) {
				found, err = h.TradingConnection(t.Context(), tx, account)
				return err
			})
			return found, err
		}
		silent := h.connected("key-0001")
		for _, account := range []uuid.UUID{silent.ID, uuid.New()} {
			_, err := find(account)
			testkit.WantFault(t, err, fault.AccountNotActive)
		}
		made := h.trading("key-0002")
		found, err := find(made.AccountID)
		must(t, err)
		wantEqual(t, "connection", found, made.ID)
		_, err = h.SetTrading(t.Context(), h.owner, made.ID, false)
		must(t, err)
		_, err = find(made.AccountID)
		testkit.WantFault(t, err, fault.AccountNotActive)
		// Sent orders can still be followed until the credentials are gone.
		provider, credentials, err := h.TradingCredentials(t.Context(), made.ID)
		must(t, err)
		wantEqual(t, "provider", provider, broker.Binance)
		wantEqual(t, "key", credentials["apiKey"], "key-0002")
		must(t, h.Disconnect(t.Context(), h.owner, made.ID))
		_, _, err = h.TradingCredentials(t.Context(), made.ID)
		testkit.WantFault(t, err, fault.NotFound)
		_, err = find(made.AccountID)
		testkit.WantFault(t, err, fault.AccountNotActive)
	})
}

func TestAllowingTradingTwentyTimesAtOnceOpensOneAccount(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		made := h.connected("key-0001")
		for _, err := range testkit.InParallel(20, func(int) error {
			_, err := h.SetTrading(t.Context(), h.recent(), made.ID, true)
			return err
		}) {
			must(t, err)
		}
		wantEqual(t, "accounts", h.number(`SELECT COUNT(*) FROM trading_accounts`), 1)
		wantEqual(t, "told", h.events.Count("investment.connection.trading_changed"), 1)
		wantEqual(t, "audited", h.number(`SELECT COUNT(*) FROM audit_log WHERE action = 'investment.connection.trading_changed' AND actor_id = $1`, h.owner.UserID), 1)
	})
}

func TestTradingIsSwitchedOffWithoutALogInAndOnAgainOnTheSameAccount(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		made := h.trading("key-0001")
		h.clock.Advance(48 * time.Hour) // stopping in a hurry must not require the password
		off, err := h.SetTrading(t.Context(), h.owner, made.ID, false)
		must(t, err)
		wantEqual(t, "trading", off.Trading, false)
		wantEqual(t, "account", off.AccountID, made.ID)
		wantEqual(t, "desk", h.deskStatus(made.ID), "suspended")
		_, err = h.SetTrading(t.Context(), h.owner, made.ID, true)
		testkit.WantFault(t, err, fault.ReauthenticationRequired)
		_, err = h.SetTrading(t.Context(), h.recent(), made.ID, true)
		must(t, err)
		wantEqual(t, "desk", h.deskStatus(made.ID), "active")
		wantEqual(t, "accounts", h.number(`SELECT COUNT(*) FROM trading_accounts`), 1)
		must(t, h.Disconnect(t.Context(), h.owner, made.ID))
		wantEqual(t, "desk", h.deskStatus(made.ID), "closed")
		wantEqual(t, "trading", h.number(`SELECT COUNT(*) FROM investment_connections WHERE trading`), 0)
		wantEqual(t, "told", h.events.Count("investment.connection.trading_changed"), 4)
	})
}

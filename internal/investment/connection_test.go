package investment_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/investment"
	"bourse/internal/investment/broker"
	"bourse/internal/secret"
	"bourse/internal/testkit"
)

// connect makes a connection of the owner.
func (h *house) connect(key string) *investment.Connection {
	h.t.Helper()
	connection, err := h.Connect(h.t.Context(), h.owner, broker.Binance, exchangeKey(key))
	must(h.t, err)
	return connection
}

func (h *house) connection(id uuid.UUID) *investment.Connection {
	h.t.Helper()
	connection, err := h.Connection(h.t.Context(), h.owner, id)
	must(h.t, err)
	return connection
}

// verify checks what is due and returns how many that was.
func (h *house) verify() int {
	h.t.Helper()
	checked, err := h.VerifyDue(h.t.Context())
	must(h.t, err)
	return checked
}

func TestANewConnectionIsPendingAndShowsFourCharacters(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		made := h.connect("an-api-key-0001")
		for _, connection := range []*investment.Connection{made, h.connection(made.ID)} {
			wantEqual(t, "status", connection.Status, investment.ConnectionPending)
			wantEqual(t, "hint", connection.CredentialHint, "0001")
			wantEqual(t, "provider", connection.Provider, broker.Binance)
			wantEqual(t, "created", connection.CreatedAt.UTC(), start)
			if connection.Permissions == nil || len(connection.Permissions) > 0 {
				t.Errorf("permissions are %v, want an empty list", connection.Permissions)
			}
		}
		wantEqual(t, "calls of the broker", h.broker.calls("an-api-key-0001"), 0)
		wantEqual(t, "events", len(h.events.Types()), 0)
	})
}

func TestCredentialsThatCannotBeRightAreRefusedWithTheirName(t *testing.T) {
	t.Parallel()
	h := newHouse(t, databasetest.Open(t, database.SQLite), manualKYC)
	_, err := h.Connect(t.Context(), h.owner, broker.Binance, broker.Credentials{"apiKey": "k"})
	testkit.WantFault(t, err, fault.ValidationError, "credentials.apiSecret")
	_, err = h.Connect(t.Context(), h.owner, broker.MT5, broker.Credentials{"login": "1", "password": "p"})
	testkit.WantFault(t, err, fault.ValidationError, "credentials.server")
	_, err = h.Connect(t.Context(), h.owner, "kraken", exchangeKey("k"))
	testkit.WantFault(t, err, fault.ValidationError, "provider")
	wantEqual(t, "rows", h.number(`SELECT COUNT(*) FROM investment_connections`), 0)
}

func TestTheSameAccountIsConnectedOnceAlsoTwentyTimesAtOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		made := 0
		for _, err := range testkit.InParallel(20, func(i int) error {
			credentials := exchangeKey("the-same-key")
			credentials["apiSecret"] = fmt.Sprint("another-secret-", i)
			_, err := h.Connect(t.Context(), h.owner, broker.Binance, credentials)
			return err
		}) {
			if err == nil {
				made++
			} else {
				testkit.WantFault(t, err, fault.Conflict, "")
			}
		}
		wantEqual(t, "connections", made, 1)
		// It is a different account for another user, and at another server.
		_, err := h.Connect(t.Context(), h.stranger, broker.Binance, exchangeKey("the-same-key"))
		must(t, err)
		for _, server := range []string{"Demo-1", "Demo-2"} {
			_, err := h.Connect(t.Context(), h.owner, broker.MT4, broker.Credentials{"login": "77", "password": "p", "server": server})
			must(t, err)
		}
		_, err = h.Connect(t.Context(), h.owner, broker.MT4, broker.Credentials{"login": "77", "password": "q", "server": "demo-1"})
		testkit.WantFault(t, err, fault.Conflict, "")
	})
}

func TestAnAccountIsRecognisedAfterTheKeysWereRotated(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		path := filepath.Join(t.TempDir(), "keys", "ring.json")
		var err error
		h.ring, _, err = secret.LoadOrCreate(path)
		must(t, err)
		h.Service = h.replica(manualKYC)
		made := h.connect("an-api-key-0001")
		must(t, secret.Rotate(path))
		h.ring, err = secret.Load(path)
		must(t, err)
		h.Service = h.replica(manualKYC)
		_, err = h.Connect(t.Context(), h.owner, broker.Binance, exchangeKey("an-api-key-0001"))
		testkit.WantFault(t, err, fault.Conflict, "")
		wantEqual(t, "checked", h.verify(), 1)
		wantEqual(t, "status", h.connection(made.ID).Status, investment.ConnectionConnected)
	})
}

func TestARefusedConnectionIsReplacedByANewTry(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		for _, status := range []broker.Status{broker.InvalidCredentials, broker.InsufficientPermissions} {
			h.broker.answers(broker.Outcome{Status: status, Message: "No."})
			key := "key-" + string(status)
			first := h.connect(key)
			h.verify()
			wantEqual(t, "status", h.connection(first.ID).Status, investment.ConnectionStatus(status))
			second := h.connect(key)
			_, err := h.Connection(t.Context(), h.owner, first.ID)
			testkit.WantFault(t, err, fault.NotFound, "")
			h.broker.answers(broker.Outcome{Status: broker.Connected})
			h.verify()
			wantEqual(t, "status", h.connection(second.ID).Status, investment.ConnectionConnected)
			_, err = h.Connect(t.Context(), h.owner, broker.Binance, exchangeKey(key))
			testkit.WantFault(t, err, fault.Conflict, "")
		}
	})
}

func TestConnectionsAreListedNewestFirstToTheirOwnerOnly(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		var want []uuid.UUID
		for i := range 3 {
			want = append([]uuid.UUID{h.connect(fmt.Sprint("key-000", i)).ID}, want...)
			h.clock.Advance(time.Second)
		}
		listed, err := h.Connections(t.Context(), h.owner)
		must(t, err)
		var got []uuid.UUID
		for _, connection := range listed {
			got = append(got, connection.ID)
		}
		wantEqual(t, "connections", got, want)
		for _, caller := range []identity.Caller{h.stranger, h.admin, h.superAdmin} {
			none, err := h.Connections(t.Context(), caller)
			must(t, err)
			if none == nil || len(none) != 0 {
				t.Errorf("somebody else sees %v, want an empty list", none)
			}
			_, err = h.Connection(t.Context(), caller, want[0])
			testkit.WantFault(t, err, fault.NotFound, "")
			testkit.WantFault(t, h.Disconnect(t.Context(), caller, want[0]), fault.NotFound, "")
		}
	})
}

func TestDisconnectingErasesTheCredentials(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		connected := h.connect("a-connected-key")
		h.verify()
		pending := h.connect("a-pending-key")
		const kept = `SELECT COUNT(*) FROM investment_connections WHERE credentials IS NOT NULL`
		wantEqual(t, "kept", h.number(kept), 2)
		for _, one := range []*investment.Connection{connected, pending} {
			must(t, h.Disconnect(t.Context(), h.owner, one.ID))
			_, err := h.Connection(t.Context(), h.owner, one.ID)
			testkit.WantFault(t, err, fault.NotFound, "")
			testkit.WantFault(t, h.Disconnect(t.Context(), h.owner, one.ID), fault.NotFound, "")
		}
		wantEqual(t, "kept", h.number(kept), 0)
		// What a connected account has left at the provider is removed as well.
		wantEqual(t, "released at the provider", fmt.Sprint(h.broker.released), "[a-connected-key a-pending-key]")
		listed, err := h.Connections(t.Context(), h.owner)
		must(t, err)
		wantEqual(t, "listed", len(listed), 0)
		wantEqual(t, "checked", h.verify(), 0)
		h.connect("a-connected-key") // it can be connected anew
	})
}

func TestWhoeverDisconnectsLeavesTheTerminalOfOthersWithTheSameAccount(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		connect := func(caller identity.Caller, password string) (disconnect func()) {
			t.Helper()
			made, err := h.Connect(t.Context(), caller, broker.MT5, broker.Credentials{"server": "Broker-Demo", "login": "4711", "password": password})
			must(t, err)
			return func() {
				t.Helper()
				must(t, h.Disconnect(t.Context(), caller, made.ID))
			}
		}
		first, second := connect(h.owner, "secret"), connect(h.foreignAdmin, "secret") // in two brands
		another := connect(h.stranger, "an older secret")                              // which has a terminal of its own
		h.verify()
		first()
		wantEqual(t, "released while another is connected", h.broker.releases(), 0)
		another()
		wantEqual(t, "released of other credentials", h.broker.releases(), 1)
		second()
		wantEqual(t, "released with the last", h.broker.releases(), 2)
	})
}

func TestAUserHasTwentyConnectionsAtMost(t *testing.T) {
	t.Parallel()
	h := newHouse(t, databasetest.Open(t, database.SQLite), manualKYC)
	var last *investment.Connection
	for i := range 20 {
		last = h.connect(fmt.Sprint("key-", i))
	}
	_, err := h.Connect(t.Context(), h.owner, broker.Binance, exchangeKey("one-too-many"))
	testkit.WantFault(t, err, fault.Conflict, "")
	must(t, h.Disconnect(t.Context(), h.owner, last.ID))
	h.connect("one-more")
}

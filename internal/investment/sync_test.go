package investment_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/investment"
	"bourse/internal/investment/broker"
	"bourse/internal/money"
	"bourse/internal/testkit"
)

var (
	usd         = money.MustParse
	mayWithdraw = broker.Outcome{Status: broker.InsufficientPermissions, Permissions: []string{"reading", "withdrawals"}, Message: "The key allows withdrawals."}
	down        = broker.Outcome{Status: broker.Unreachable, Message: "It is down."}
	wrongKey    = broker.Outcome{Status: broker.InvalidCredentials, Message: "The key is wrong."}
)

// bitcoin is an account that holds only bitcoin.
func bitcoin(quantity string) broker.Holdings {
	return broker.Holdings{Balances: []broker.Balance{{Asset: "BTC", Free: usd(quantity)}}}
}

// sync reads what is due and returns how many that was.
func (h *house) sync() int {
	h.t.Helper()
	read, err := h.SyncDue(h.t.Context())
	must(h.t, err)
	return read
}

// syncLater waits until every account is due, and syncs.
func (h *house) syncLater() int {
	h.t.Helper()
	h.clock.Advance(6 * time.Minute)
	return h.sync()
}

// connected makes a connection of the owner whose account was read once.
func (h *house) connected(key string) *investment.Connection {
	h.t.Helper()
	made := h.connect(key)
	h.verify()
	wantEqual(h.t, "read", h.sync(), 1)
	return h.connection(made.ID)
}

func (h *house) holdings(id uuid.UUID) *investment.Holdings {
	h.t.Helper()
	holdings, err := h.Holdings(h.t.Context(), h.owner, id)
	must(h.t, err)
	return holdings
}

func TestWhatAConnectedAccountHoldsIsValuedAtThePricesOfNow(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		made := h.connect("key-0001")
		h.verify()
		before := h.holdings(made.ID)
		if before.Balances == nil || before.Positions == nil || !before.SyncedAt.IsZero() || !before.TotalValue.IsZero() {
			t.Errorf("before the first reading: %+v", before)
		}
		h.broker.prices["DOGE"] = usd("0.25")
		h.broker.holds(broker.Holdings{Balances: []broker.Balance{
			{Asset: "DOGE", Free: usd("1000"), Locked: usd("200")}, {Asset: "BTC", Free: usd("0.5"), Locked: usd("0.25")},
			{Asset: "USDT", Free: usd("10.5")}, {Asset: "NOBODY", Free: usd("7")}, {Asset: "JPY", Free: usd("1600")}, {Asset: "META", Free: usd("3")},
		}, Uncounted: []string{"SHIB"}})
		wantEqual(t, "read", h.sync(), 1)
		got := h.holdings(made.ID)
		wantEqual(t, "balances", got.Balances, []investment.Balance{
			{Asset: "BTC", Free: usd("0.5"), Locked: usd("0.25"), Price: usd("60000")}, {Asset: "DOGE", Free: usd("1000"), Locked: usd("200"), Price: usd("0.25")},
			{Asset: "USDT", Free: usd("10.5"), Price: usd("1")}, {Asset: "JPY", Free: usd("1600"), Price: usd("0.00625")},
			{Asset: "META", Free: usd("3")}, {Asset: "NOBODY", Free: usd("7")}, // a coin is no share, and nobody knows this one
		})
		wantEqual(t, "total", got.TotalValue, usd("45320.5"))
		wantEqual(t, "read at", got.SyncedAt.UTC(), start)
		connection := h.connection(made.ID)
		wantEqual(t, "last sync", connection.SyncedAt.UTC(), start)
		wantEqual(t, "message", connection.SyncMessage, "There is more of SHIB than can be counted; it is left out.")
		h.board.set("BTCUSD", "70000")
		h.broker.prices["DOGE"] = usd("9") // the exchange's price stays that of the reading
		wantEqual(t, "total after the market moved", h.holdings(made.ID).TotalValue, usd("52820.5"))
		for _, stranger := range []identity.Caller{h.stranger, h.admin, h.superAdmin} {
			_, err := h.Holdings(t.Context(), stranger, made.ID)
			testkit.WantFault(t, err, fault.NotFound, "")
		}
	})
}

func TestAConnectedAccountIsReadEveryFewMinutes(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		h.connected("key-0001")
		for range 3 {
			h.clock.Advance(4*time.Minute - time.Microsecond)
			wantEqual(t, "read too early", h.sync(), 0)
			h.clock.Advance(2 * time.Minute)
			wantEqual(t, "read", h.sync(), 1)
		}
		wantEqual(t, "readings", h.broker.readings("key-0001"), 4)
	})
}

func TestTwoReplicasReadEachAccountOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		h.broker.holds(bitcoin("1"))
		for i := range 15 {
			h.connect(fmt.Sprint("key-", i))
		}
		wantEqual(t, "checked", h.verify(), 15)
		replicas := []*investment.Service{h.Service, h.replica(manualKYC)}
		for _, err := range testkit.InParallel(2, func(i int) error {
			_, err := replicas[i].SyncDue(t.Context())
			return err
		}) {
			must(t, err)
		}
		for i := range 15 {
			wantEqual(t, "readings", h.broker.readings(fmt.Sprint("key-", i)), 1)
		}
		wantEqual(t, "paid in once", h.number(`SELECT SUM(paid_in) FROM investment_holding_days`), 15*60000*100000000)
	})
}

func TestAReadingThatFailsIsShownAndPutOff(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		h.broker.holds(bitcoin("2"))
		made := h.connected("key-0001")
		h.clock.Advance(6 * time.Minute)
		h.broker.reads(broker.Holdings{}, down)
		for _, wait := range []time.Duration{30 * time.Second, time.Minute, 2 * time.Minute} {
			wantEqual(t, "read", h.sync(), 1)
			connection := h.connection(made.ID)
			wantEqual(t, "status", connection.Status, investment.ConnectionConnected)
			wantEqual(t, "message", connection.SyncMessage, "It is down.")
			wantEqual(t, "last sync", connection.SyncedAt.UTC(), start)
			wantEqual(t, "total", h.holdings(made.ID).TotalValue, usd("120000"))
			h.clock.Advance(wait - time.Microsecond)
			wantEqual(t, "read too early", h.sync(), 0)
			h.clock.Advance(time.Microsecond)
		}
		h.broker.reads(broker.Holdings{}, broker.Outcome{Status: broker.Unreachable, Message: "Later.", RetryAfter: 7 * time.Minute})
		wantEqual(t, "read", h.sync(), 1)
		h.clock.Advance(7*time.Minute - time.Microsecond)
		wantEqual(t, "read before the provider wants it", h.sync(), 0)
		h.clock.Advance(time.Microsecond)
		// Without the prices of the exchange an asset would look as if it had gone.
		h.broker.holds(broker.Holdings{Balances: []broker.Balance{{Asset: "DOGE", Free: usd("5")}}})
		h.broker.priced = down
		wantEqual(t, "read", h.sync(), 1)
		wantEqual(t, "total", h.holdings(made.ID).TotalValue, usd("120000"))
		h.clock.Advance(time.Hour)
		h.broker.priced = broker.Outcome{Status: broker.Connected}
		wantEqual(t, "read", h.sync(), 1)
		wantEqual(t, "message", h.connection(made.ID).SyncMessage, "")
		h.broker.reads(broker.Holdings{}, down)
		h.clock.Advance(6 * time.Minute)
		wantEqual(t, "read", h.sync(), 1)
		h.clock.Advance(30 * time.Second)
		wantEqual(t, "read after the first wait again", h.sync(), 1)
	})
}

func TestAKeyThatCanWithdrawEndsTheConnectionAtOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		h.broker.holds(bitcoin("1"))
		made := h.trading("key-0001")
		h.broker.reads(broker.Holdings{}, mayWithdraw)
		wantEqual(t, "read", h.syncLater(), 1)
		lost := h.connection(made.ID)
		wantEqual(t, "status", lost.Status, investment.ConnectionInsufficientPermissions)
		wantEqual(t, "permissions", lost.Permissions, mayWithdraw.Permissions)
		wantEqual(t, "messages", []string{lost.Message, lost.SyncMessage}, []string{mayWithdraw.Message, mayWithdraw.Message})
		wantEqual(t, "trading", lost.Trading, false)
		wantEqual(t, "desk", h.deskStatus(made.ID), "closed")
		wantEqual(t, "credentials", h.number(`SELECT COUNT(*) FROM investment_connections WHERE credentials IS NOT NULL`), 0)
		wantEqual(t, "holdings", len(h.holdings(made.ID).Balances), 0)
		wantEqual(t, "told", h.events.Count("investment.connection.status_changed"), 1)
		wantEqual(t, "told of trading", h.events.Count("investment.connection.trading_changed"), 2)
		h.clock.Advance(48 * time.Hour)
		wantEqual(t, "read again", h.sync(), 0)
		_, err := h.SetTrading(t.Context(), h.recent(), made.ID, true)
		testkit.WantFault(t, err, fault.InvalidTransition)
		h.connected("key-0001") // it can be connected anew
	})
}

func TestAKeyThatMayNoLongerTradeIsStillRead(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		made := h.trading("key-0001")
		h.broker.reads(bitcoin("1"), broker.Outcome{Status: broker.Connected, Permissions: []string{"reading"}})
		wantEqual(t, "read", h.syncLater(), 1)
		got := h.connection(made.ID)
		wantEqual(t, "status", got.Status, investment.ConnectionConnected)
		wantEqual(t, "trading", got.Trading, false)
		wantEqual(t, "desk", h.deskStatus(made.ID), "suspended")
		wantEqual(t, "told", h.events.Count("investment.connection.trading_changed"), 2)
		wantEqual(t, "audited", h.number(`SELECT COUNT(*) FROM audit_log WHERE action = 'investment.connection.trading_changed' AND actor_id IS NULL`), 1)
		_, err := h.SetTrading(t.Context(), h.recent(), made.ID, true)
		testkit.WantFault(t, err, fault.InvalidTransition)
		// When it may trade again, its owner has to allow it again.
		h.broker.holds(bitcoin("1"))
		wantEqual(t, "read", h.syncLater(), 1)
		wantEqual(t, "trading", h.connection(made.ID).Trading, false)
		_, err = h.SetTrading(t.Context(), h.recent(), made.ID, true)
		must(t, err)
	})
}

func TestAKeyThatIsCalledWrongIsBelievedToBeTheThirdTime(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		h.broker.holds(bitcoin("1"))
		made := h.connected("key-0001")
		status := func() investment.ConnectionStatus { return h.connection(made.ID).Status }
		h.broker.reads(broker.Holdings{}, wrongKey) // as when our own address has changed
		for range 2 {
			wantEqual(t, "read", h.syncLater(), 1)
			wantEqual(t, "status", status(), investment.ConnectionConnected)
			wantEqual(t, "message", h.connection(made.ID).SyncMessage, wrongKey.Message)
		}
		h.broker.holds(bitcoin("1"))
		wantEqual(t, "read", h.syncLater(), 1)
		h.broker.reads(broker.Holdings{}, wrongKey)
		for range 2 {
			wantEqual(t, "read", h.syncLater(), 1)
			wantEqual(t, "status", status(), investment.ConnectionConnected)
		}
		wantEqual(t, "read", h.syncLater(), 1)
		wantEqual(t, "status", status(), investment.ConnectionInvalidCredentials)
		wantEqual(t, "told", h.events.Count("investment.connection.status_changed"), 1)
	})
}

func TestAnAccountThatIsDisconnectedWhileItIsReadStaysSo(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		for i, outcome := range []broker.Outcome{mayTrade, down, mayWithdraw} {
			h.broker.holds(bitcoin("1"))
			key := fmt.Sprint("key-", i)
			made := h.connected(key)
			h.broker.readsBy(func(context.Context, broker.Credentials, time.Time) (broker.Holdings, broker.Outcome) {
				if err := h.Disconnect(context.Background(), h.owner, made.ID); err != nil {
					t.Error(err)
				}
				return bitcoin("2"), outcome
			})
			before := h.broker.releases()
			wantEqual(t, "read", h.syncLater(), 1)
			// Disconnecting releases; so does the reading, which may have left something since.
			wantEqual(t, "releases", h.broker.releases()-before, 2)
			wantEqual(t, "read afterwards", h.syncLater(), 0)
		}
		wantEqual(t, "kept", h.number(`SELECT COUNT(*) FROM investment_connections WHERE status <> 'disconnected' OR credentials IS NOT NULL`), 0)
		wantEqual(t, "holdings", h.number(`SELECT COUNT(*) FROM investment_holdings`), 0)
		wantEqual(t, "left", h.number(`SELECT SUM(paid_in - paid_out) FROM investment_holding_days`), 0)
		wantEqual(t, "told", h.events.Count("investment.connection.status_changed"), 0)
	})
}

func TestAReadingThatComesAfterItsLeaseChangesNothing(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		made := h.connect("key-0001")
		h.verify()
		asked, answer := make(chan struct{}), make(chan struct{})
		h.broker.readsBy(func(context.Context, broker.Credentials, time.Time) (broker.Holdings, broker.Outcome) {
			close(asked)
			<-answer
			return bitcoin("100"), mayTrade
		})
		ended := make(chan error)
		go func() {
			_, err := h.SyncDue(t.Context())
			ended <- err
		}()
		<-asked
		h.broker.holds(bitcoin("1"))
		wantEqual(t, "read meanwhile", h.sync(), 0)
		h.clock.Advance(5 * time.Minute) // as after a crash
		wantEqual(t, "read after the lease", h.sync(), 1)
		close(answer)
		must(t, <-ended)
		wantEqual(t, "total", h.holdings(made.ID).TotalValue, usd("60000"))
		wantEqual(t, "released", h.broker.releases(), 0) // another process continues with it
	})
}

func TestASyncerThatStopsGivesItsClaimsBack(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		asked := make(chan struct{})
		h.broker.readsBy(func(ctx context.Context, _ broker.Credentials, _ time.Time) (broker.Holdings, broker.Outcome) {
			close(asked)
			<-ctx.Done()
			return broker.Holdings{}, broker.Outcome{Status: broker.Unreachable, Message: "Interrupted."}
		})
		made := h.connect("key-0001")
		h.verify()
		stop := h.run(h.Service, "holdings-syncer")
		<-asked
		stop()
		wantEqual(t, "message", h.connection(made.ID).SyncMessage, "")
		wantEqual(t, "attempts", h.number(`SELECT sync_attempts FROM investment_connections`), 0)
		h.broker.holds(bitcoin("1"))
		wantEqual(t, "read by another", h.sync(), 1) // at once, not after the lease
	})
}

func TestTheSyncerWakesUpForWhatWasJustConnected(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		read := make(chan string)
		h.broker.readsBy(func(_ context.Context, credentials broker.Credentials, _ time.Time) (broker.Holdings, broker.Outcome) {
			read <- credentials["apiKey"]
			return bitcoin("1"), mayTrade
		})
		stop := h.run(h.Service, "holdings-syncer")
		for _, key := range []string{"key-0001", "key-0002"} {
			h.connect(key)
			h.verify()
			waiting := testkit.StartStopwatch()
			wantEqual(t, "read", testkit.Receive(t, "the syncer", read), key)
			if took := waiting.Elapsed(); took > 20*time.Second { // well below the poll
				t.Errorf("the syncer did not wake up for %v", took)
			}
		}
		stop()
		wantEqual(t, "read", h.number(`SELECT COUNT(*) FROM investment_holdings`), 2)
	})
}

package investment_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/investment"
	"bourse/internal/investment/broker"
	"bourse/internal/testkit"
	"bourse/internal/worker"
)

func TestTheVerifierStoresWhatTheProviderSaid(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		for i, outcome := range []broker.Outcome{
			{Status: broker.Connected, Permissions: []string{"reading", "trading"}},
			{Status: broker.InvalidCredentials, Message: "The key is wrong."},
			{Status: broker.InsufficientPermissions, Permissions: []string{"reading"}, Message: "The key may not trade."},
			{Status: broker.Unreachable, Message: "The exchange does not answer."},
		} {
			h.broker.answers(outcome)
			key := fmt.Sprint("key-", i)
			made := h.connect(key)
			wantEqual(t, "checked", h.verify(), 1)
			got := h.connection(made.ID)
			wantEqual(t, "status", got.Status, investment.ConnectionStatus(outcome.Status))
			wantEqual(t, "permissions", got.Permissions, outcome.Permissions)
			wantEqual(t, "message", got.Message, outcome.Message)
			wantEqual(t, "checked at", got.CheckedAt.UTC(), start)
			wantEqual(t, "checked again at once", h.verify(), 0)
		}
		wantEqual(t, "events", h.events.Types(), []string{"investment.account.connected"})
		// The credentials of refused connections are useless; those that are connected or checked again are kept.
		wantEqual(t, "kept", h.number(`SELECT COUNT(*) FROM investment_connections WHERE credentials IS NOT NULL`), 2)
	})
}

func TestAnUnreachableProviderIsAskedAgainUntilItAnswers(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		h.broker.answers(broker.Outcome{Status: broker.Unreachable, Message: "It is down."})
		made := h.connect("key-0001")
		waits := []time.Duration{30 * time.Second, time.Minute, 2 * time.Minute, 4 * time.Minute}
		for i, wait := range waits {
			wantEqual(t, "checked", h.verify(), 1)
			wantEqual(t, "calls", h.broker.calls("key-0001"), i+1)
			wantEqual(t, "status", h.connection(made.ID).Status, investment.ConnectionUnreachable)
			h.clock.Advance(wait - time.Microsecond)
			wantEqual(t, "checked too early", h.verify(), 0)
			h.clock.Advance(time.Microsecond)
		}
		h.broker.answers(broker.Outcome{Status: broker.Unreachable, RetryAfter: 7 * time.Minute})
		wantEqual(t, "checked", h.verify(), 1)
		h.clock.Advance(7*time.Minute - time.Microsecond)
		wantEqual(t, "checked before the provider wants it", h.verify(), 0)
		h.clock.Advance(time.Microsecond)
		h.broker.answers(broker.Outcome{Status: broker.Connected})
		wantEqual(t, "checked", h.verify(), 1)
		wantEqual(t, "status", h.connection(made.ID).Status, investment.ConnectionConnected)
		wantEqual(t, "message", h.connection(made.ID).Message, "")
		h.clock.Advance(48 * time.Hour)
		wantEqual(t, "checked once connected", h.verify(), 0)
	})
}

func TestTheWaitDoublesUpToAnHourAndHonoursTheProvider(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		attempts    int64
		asked, want time.Duration
	}{
		{0, 0, 30 * time.Second},
		{1, 0, 30 * time.Second},
		{2, 0, time.Minute},
		{7, 0, 32 * time.Minute},
		{8, 0, time.Hour},
		{1000, 0, time.Hour},
		{1, 5 * time.Second, 5 * time.Second},
		{1, time.Millisecond, time.Second},
		{1, 3 * time.Hour, 3 * time.Hour},
		{1, 1000 * time.Hour, 24 * time.Hour},
		{10, 5 * time.Second, 5 * time.Second},
		{11, 5 * time.Second, time.Hour},
		{11, 3 * time.Hour, 3 * time.Hour},
		{11, 1000 * time.Hour, 24 * time.Hour},
	} {
		if got := investment.RetryAfter(test.attempts, test.asked); got != test.want {
			t.Errorf("after %d attempts, asked for %s: %s, want %s", test.attempts, test.asked, got, test.want)
		}
	}
}

func TestTwoVerifiersAtOnceCheckEachConnectionOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		for i := range 15 {
			h.connect(fmt.Sprint("key-", i))
		}
		replicas := []*investment.Service{h.Service, h.replica(manualKYC)}
		for _, err := range testkit.InParallel(2, func(i int) error {
			_, err := replicas[i].VerifyDue(t.Context())
			return err
		}) {
			must(t, err)
		}
		for i := range 15 {
			wantEqual(t, "calls", h.broker.calls(fmt.Sprint("key-", i)), 1)
		}
		wantEqual(t, "events", h.events.Count("investment.account.connected"), 15)
	})
}

func TestAClaimIsHeldUntilItsLeaseEndsAndALateAnswerIsDropped(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		made := h.connect("key-0001")
		asked, answer := make(chan struct{}), make(chan broker.Outcome)
		h.broker.does(func(context.Context, broker.Credentials) broker.Outcome {
			close(asked)
			return <-answer
		})
		ended := make(chan error)
		go func() {
			_, err := h.VerifyDue(t.Context())
			ended <- err
		}()
		<-asked
		h.broker.answers(broker.Outcome{Status: broker.Connected})
		wantEqual(t, "checked meanwhile", h.verify(), 0)
		// No transaction is open while the provider is asked: SQLite's only writer is free.
		h.clock.Advance(time.Second) // due too late for the waiting verifier
		h.connect("key-0002")
		wantEqual(t, "checked meanwhile", h.verify(), 1)
		h.clock.Advance(5 * time.Minute) // as after a crash
		wantEqual(t, "checked after the lease", h.verify(), 1)
		answer <- broker.Outcome{Status: broker.InvalidCredentials, Message: "Late."}
		must(t, <-ended)
		wantEqual(t, "status", h.connection(made.ID).Status, investment.ConnectionConnected)
	})
}

func TestAConnectionThatIsErasedWhileItIsCheckedStaysErased(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		for i, outcome := range []broker.Outcome{{Status: broker.Connected}, {Status: broker.Unreachable}} {
			made := h.connect(fmt.Sprint("key-", i))
			h.broker.does(func(context.Context, broker.Credentials) broker.Outcome {
				if err := h.Disconnect(context.Background(), h.owner, made.ID); err != nil {
					t.Error(err)
				}
				return outcome
			})
			before := h.broker.releases()
			wantEqual(t, "checked", h.verify(), 1)
			h.clock.Advance(time.Hour)
			wantEqual(t, "checked afterwards", h.verify(), 0)
			// Disconnecting releases; so does the check, which may have left something since.
			wantEqual(t, "releases", h.broker.releases()-before, 2)
		}
		wantEqual(t, "kept", h.number(`SELECT COUNT(*) FROM investment_connections WHERE status <> 'disconnected' OR credentials IS NOT NULL`), 0)
		wantEqual(t, "events", len(h.events.Types()), 0)
	})
}

func TestABrokerThatPanicsIsAskedAgain(t *testing.T) {
	t.Parallel()
	h := newHouse(t, databasetest.Open(t, database.SQLite), manualKYC)
	h.broker.does(func(context.Context, broker.Credentials) broker.Outcome { panic("the-secret-of-key-0001") })
	made := h.connect("key-0001")
	wantEqual(t, "checked", h.verify(), 1)
	wantEqual(t, "status", h.connection(made.ID).Status, investment.ConnectionUnreachable)
	h.clock.Advance(time.Minute)
	h.broker.answers(broker.Outcome{Status: broker.Connected})
	wantEqual(t, "checked", h.verify(), 1)
	wantEqual(t, "status", h.connection(made.ID).Status, investment.ConnectionConnected)
}

// runVerifier runs the worker and returns how to stop it.
func (h *house) runVerifier(service *investment.Service) (stop func()) {
	h.t.Helper()
	return h.run(service, "connection-verifier")
}

// run runs one of the workers and returns how to stop it.
func (h *house) run(service *investment.Service, name string) (stop func()) {
	h.t.Helper()
	workers := service.SharedWorkers()
	wantEqual(h.t, "workers", len(workers), 3)
	place := slices.IndexFunc(workers, func(w worker.Worker) bool { return w.Name() == name })
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- workers[place].Run(ctx) }()
	return func() {
		h.t.Helper()
		cancel()
		must(h.t, <-ended)
	}
}

func TestTheVerifierWakesUpForANewConnection(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		asked := make(chan string)
		h.broker.does(func(_ context.Context, credentials broker.Credentials) broker.Outcome {
			asked <- credentials["apiKey"]
			return broker.Outcome{Status: broker.Connected}
		})
		stop := h.runVerifier(h.Service)
		for _, key := range []string{"key-0001", "key-0002"} {
			h.connect(key)
			waiting := testkit.StartStopwatch()
			wantEqual(t, "asked about", testkit.Receive(t, "the verifier", asked), key)
			if took := waiting.Elapsed(); took > 20*time.Second { // well below the poll
				t.Errorf("the verifier did not wake up for %v", took)
			}
		}
		stop() // waits until the results are recorded
		wantEqual(t, "connected", h.number(`SELECT COUNT(*) FROM investment_connections WHERE status = 'connected'`), 2)
	})
}

func TestAVerifierThatStopsGivesItsClaimsBack(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		asked := make(chan struct{})
		h.broker.does(func(ctx context.Context, _ broker.Credentials) broker.Outcome {
			close(asked)
			<-ctx.Done()
			return broker.Outcome{Status: broker.Unreachable, Message: "Interrupted."}
		})
		made := h.connect("key-0001")
		stop := h.runVerifier(h.Service)
		<-asked
		stop()
		wantEqual(t, "status", h.connection(made.ID).Status, investment.ConnectionPending)
		wantEqual(t, "attempts", h.number(`SELECT attempts FROM investment_connections`), 0)
		h.broker.answers(broker.Outcome{Status: broker.Connected})
		wantEqual(t, "checked by another", h.verify(), 1) // at once, not after the lease
	})
}

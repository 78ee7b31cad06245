package webhook_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/webhook"
)

// tell publishes an event of a feature in a transaction of its own, which fails afterwards if told so.
func (h *house) tell(t *testing.T, event webhook.Event, after error) {
	t.Helper()
	err := h.db.InTx(t.Context(), func(tx *database.Tx) error {
		return errors.Join(h.Publish(t.Context(), tx, event), after)
	})
	if !errors.Is(err, after) {
		t.Fatal(err)
	}
}

func TestAnEventIsSentWhenItsTransactionCommitsAndOnlyThen(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := &receiver{}
		h := newHouse(t, db, r.take)
		run(t, h.Service)
		endpoint := h.endpoint(t, hook, nil)
		h.tell(t, webhook.Event{TenantID: h.actor.TenantID, Type: closedType, Data: closed{"A", 1}}, errors.New("rolled back"))
		h.tell(t, webhook.Event{TenantID: h.actor.TenantID, Type: closedType, Data: closed{"B", 2}}, nil)
		h.waitSettled(t, endpoint.ID, "succeeded", 1)
		calls := r.all()
		if len(calls) != 1 || string(calls[0].body.Data) != `{"symbol":"B","profit":2}` || calls[0].body.Type != closedType || calls[0].body.TenantID != h.actor.TenantID {
			t.Errorf("calls %+v", calls)
		}
		if events := number(t, db, `SELECT COUNT(*) FROM webhook_events`); events != 1 {
			t.Errorf("%d events", events)
		}
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			return h.Publish(t.Context(), tx, webhook.Event{TenantID: h.actor.TenantID, Type: "trading.unheard.of"})
		})
		if err == nil {
			t.Error("a type that is not in the catalogue was published")
		}
	})
}

func TestSubscriptionsAndFiltersSelect(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, (&receiver{}).take)
		events := map[string]webhook.Event{
			"win":  {Type: closedType, Data: closed{"BTC-USD", 10}},
			"loss": {Type: closedType, Data: closed{"ETH-USD", -5}},
			"news": {Type: "trading.signal.created", Data: closed{"BTC-USD", 0}},
		}
		cases := []struct {
			subscribed []string
			filters    string
			want       []string
		}{
			{[]string{}, `{}`, nil},
			{[]string{"*"}, `{}`, []string{"loss", "news", "win"}},
			{[]string{closedType}, `{}`, []string{"loss", "win"}},
			{[]string{"trading.*"}, `{}`, []string{"loss", "news", "win"}},
			{[]string{"trading.position.*"}, `{}`, []string{"loss", "win"}},
			{[]string{"custom.*", "webhook.*"}, `{}`, nil},
			{[]string{"*"}, `{"data.profit":{"$gt":0}}`, []string{"win"}},
			{[]string{"*"}, `{"data.symbol":"BTC-USD"}`, []string{"news", "win"}},
			{[]string{closedType}, `{"data.symbol":{"$in":["BTC-USD","X"]}}`, []string{"win"}},
			{[]string{"*"}, `{"$or":[{"data.profit":{"$lt":0}},{"type":{"$prefix":"trading.signal."}}]}`, []string{"loss", "news"}},
			{[]string{"*"}, `{"$not":{"data.symbol":{"$prefix":"BTC"}}}`, []string{"loss"}},
			{[]string{"*"}, `{"data.absent":{"$exists":true}}`, nil},
		}
		endpoints := make([]*webhook.Endpoint, len(cases))
		for i, c := range cases {
			endpoints[i] = h.endpoint(t, hook+string(rune('a'+i)), func(e *webhook.EndpointChange) {
				e.SubscribedEvents, e.Filters = &c.subscribed, json.RawMessage(c.filters)
			})
		}
		names := map[string]string{} // by what identifies them
		for name, event := range events {
			event.TenantID = h.actor.TenantID
			h.tell(t, event, nil)
			list, err := h.Events(t.Context(), h.actor, "", webhook.Cursor{Limit: 1})
			if err != nil {
				t.Fatal(err)
			}
			names[list[0].ID.String()] = name
		}
		for i, c := range cases {
			var got []string
			for _, one := range h.deliveries(t, endpoints[i].ID, "pending") {
				got = append(got, names[one.EventID.String()])
			}
			slices.Sort(got)
			if !slices.Equal(got, c.want) {
				t.Errorf("%v %s got %v, want %v", c.subscribed, c.filters, got, c.want)
			}
		}
	})
}

func TestWhatAnInactiveEndpointMissedCanBeRecovered(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := &receiver{}
		h := newHouse(t, db, r.take)
		run(t, h.Service)
		endpoint := h.endpoint(t, hook, func(e *webhook.EndpointChange) { e.IsActive = pointer(false) })
		first := h.publish(t, `{}`)
		// Identifiers count in milliseconds, so the two events must not share one.
		waitFor(t, "another millisecond", func() bool { return time.Now().UnixMilli() > first.CreatedAt.UnixMilli()+1 })
		since := time.Now()
		second := h.publish(t, `{}`)
		h.waitSettled(t, endpoint.ID, "skipped", 2)
		_, err := h.Recover(t.Context(), h.actor, endpoint.ID, since)
		wantFault(t, err, fault.Conflict, "")
		h.update(t, endpoint.ID, webhook.EndpointChange{IsActive: pointer(true)})
		if count, err := h.Recover(t.Context(), h.actor, endpoint.ID, since); err != nil || count.Recovered != 1 {
			t.Fatalf("recovered %v, %v", count, err)
		}
		h.waitSettled(t, endpoint.ID, "succeeded", 1)
		if calls := r.all(); len(calls) != 1 || calls[0].body.ID != second.ID.String() {
			t.Errorf("calls %v", calls)
		}
		if count, err := h.Recover(t.Context(), h.actor, endpoint.ID, time.Time{}); err != nil || count.Recovered != 1 {
			t.Fatalf("recovered %v since ever, %v", count, err)
		}
		h.waitSettled(t, endpoint.ID, "succeeded", 2)
		if after := h.reload(t, endpoint.ID); after.TotalDeliveries != 2 || after.SuccessfulDeliveries != 2 || after.FailedDeliveries != 0 {
			t.Errorf("counters %d/%d/%d", after.TotalDeliveries, after.SuccessfulDeliveries, after.FailedDeliveries)
		}
		_ = first
	})
}

func TestAnEventForAllReachesEveryTenantOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		const tenants = 230 // more than one batch
		r := &receiver{}
		h := newHouse(t, db, r.take)
		want := map[uuid.UUID]bool{}
		for range tenants {
			actor := h.newTenant(t)
			want[actor.TenantID] = true
			_, err := h.CreateEndpoint(t.Context(), actor, webhook.EndpointChange{Name: pointer("n"), URL: pointer(hook), SubscribedEvents: &[]string{"trading.*"}})
			if err != nil {
				t.Fatal(err)
			}
		}
		run(t, h.Service)
		other := h.replica(t, r.take)
		other.NotAlone()
		run(t, other)
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			return h.PublishToAll(t.Context(), tx, "trading.signal.created", closed{"BTC-USD", 1})
		})
		if err != nil {
			t.Fatal(err)
		}
		waitFor(t, "every tenant has it", func() bool {
			return number(t, db, `SELECT COUNT(*) FROM webhook_deliveries WHERE status = 'succeeded'`) == tenants &&
				number(t, db, `SELECT COUNT(*) FROM webhook_broadcasts`) == 0
		})
		for _, call := range r.all() {
			if !want[call.body.TenantID] {
				t.Errorf("tenant %s got it twice, or is not one of them", call.body.TenantID)
			}
			delete(want, call.body.TenantID)
		}
		if len(want) > 0 {
			t.Errorf("%d tenants did not get it", len(want))
		}
	})
}

func TestConcurrentPublishersAreAllServedOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		const events = 500
		r := &receiver{}
		h := newHouse(t, db, r.take)
		run(t, h.Service)
		endpoint := h.endpoint(t, hook, unlimited)
		var publishing sync.WaitGroup
		ids := make([]string, events)
		for i := range events {
			publishing.Go(func() {
				published, err := h.PublishOwn(t.Context(), h.actor, "custom.load.made", json.RawMessage(`{}`))
				if err != nil {
					t.Error(err)
				}
				ids[i] = published.ID.String()
			})
		}
		publishing.Wait()
		h.waitSettled(t, endpoint.ID, "succeeded", events)
		got := r.ids()
		for _, id := range ids {
			if got[id] != 1 {
				t.Errorf("%s was sent %d times", id, got[id])
			}
		}
	})
}

func TestACallerWhoHangsUpDoesNotBreakThePublishingOfOthers(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, (&receiver{}).take)
		publish := func(ctx context.Context) chan error {
			done := make(chan error, 1)
			go func() {
				_, err := h.PublishOwn(ctx, h.actor, "custom.test", json.RawMessage(`{}`))
				done <- err
			}()
			return done
		}
		leaving, hangUp := context.WithCancel(t.Context())
		leaves := publish(leaving)
		stays := publish(t.Context())
		waitFor(t, "both wait for one transaction", func() bool { return h.PublishWaiting() == 2 })
		hangUp()
		run(t, h.Service)
		if err := <-stays; err != nil {
			t.Errorf("who stays got %v", err)
		}
		<-leaves
	})
}

func TestAnEventUnderAKeyIsCommittedWithItsAnswer(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, (&receiver{}).take)
		for _, mark := range []error{nil, fault.New(fault.Conflict, "the key was taken over")} {
			ctx, last := db.HoldLastTx(t.Context(), "", nil)
			published, err := h.PublishOwn(ctx, h.actor, "custom.test", json.RawMessage(`{}`))
			if err != nil {
				t.Fatal(err)
			}
			if number(t, db, `SELECT COUNT(*) FROM webhook_events WHERE id = '`+published.ID.String()+`'`) != 0 {
				t.Error("the event is there before its answer")
			}
			wasHeld, err := last.Commit(ctx, func(context.Context, *database.Tx) error { return mark })
			if !wasHeld || err != mark {
				t.Errorf("held: %v, and %v", wasHeld, err)
			}
		}
		if events := number(t, db, `SELECT COUNT(*) FROM webhook_events`); events != 1 {
			t.Errorf("%d events, want 1", events)
		}
	})
}

func TestATenantsOwnEventIsCheckedBeforeItIsPublished(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, (&receiver{}).take)
		run(t, h.Service)
		for _, c := range []struct{ kind, data, field string }{
			{"trading.position.closed", `{}`, "type"}, {"custom", `{}`, "type"}, {"custom.", `{}`, "type"}, {"custom.A", `{}`, "type"},
			{"custom.a", ``, "data"}, {"custom.a", `[]`, "data"}, {"custom.a", `"x"`, "data"}, {"custom.a", `{"a":`, "data"},
			{"custom.a", `{},"type":"trading.position.closed","x":{}`, "data"}, {"custom.a", "{\"a\":\"\xff\"}", "data"},
			{"custom.a", `{"a":"` + string(slices.Repeat([]byte("x"), 64<<10)) + `"}`, "data"},
		} {
			_, err := h.PublishOwn(t.Context(), h.actor, c.kind, json.RawMessage(c.data))
			wantFault(t, err, fault.ValidationError, c.field)
		}
		if _, err := h.PublishOwn(t.Context(), h.actor, "custom.a", json.RawMessage(`{"nul":"\u0000"}`)); err != nil {
			t.Error(err)
		}
	})
}

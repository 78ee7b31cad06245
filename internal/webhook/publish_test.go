package webhook_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/testkit"
	"bourse/internal/webhook"
	"bourse/internal/webhook/webhooktest"
)

// tell publishes an event of a feature in its own transaction, which then fails with after, if not nil.
func (h *house) tell(t *testing.T, event webhook.Event, after error) {
	t.Helper()
	err := h.DB.InTx(t.Context(), func(tx *database.Tx) error {
		return errors.Join(h.Publish(t.Context(), tx, event), after)
	})
	if !errors.Is(err, after) {
		t.Fatal(err)
	}
}

func TestAnEventIsSentWhenItsTransactionCommitsAndOnlyThen(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := &webhooktest.Receiver{}
		h := newHouse(t, db, r.Take)
		webhooktest.Run(t, h.Service)
		endpoint := h.AddEndpoint(t, webhooktest.Hook, nil)
		h.tell(t, webhook.Event{TenantID: h.Actor.TenantID, Type: webhooktest.ClosedType, Data: webhooktest.Closed{Symbol: "A", Profit: 1}}, errors.New("rolled back"))
		h.tell(t, webhook.Event{TenantID: h.Actor.TenantID, Type: webhooktest.ClosedType, Data: webhooktest.Closed{Symbol: "B", Profit: 2}}, nil)
		h.WaitSettled(t, endpoint.ID, "succeeded", 1)
		calls := r.All()
		if len(calls) != 1 || string(calls[0].Body.Data) != `{"symbol":"B","profit":2}` || calls[0].Body.Type != webhooktest.ClosedType || calls[0].Body.TenantID != h.Actor.TenantID {
			t.Errorf("calls %+v", calls)
		}
		if events := webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_events`); events != 1 {
			t.Errorf("%d events", events)
		}
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			return h.Publish(t.Context(), tx, webhook.Event{TenantID: h.Actor.TenantID, Type: "trading.unheard.of"})
		})
		if err == nil {
			t.Error("a type that is not in the catalogue was published")
		}
	})
}

// Filters are evaluated before the transaction that writes an event, and endpoints may change in between.
func TestAnEventIsForWhoWantsItWhenItIsWritten(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
		endpoint := h.AddEndpoint(t, webhooktest.Hook, func(e *webhook.EndpointChange) { e.Filters = json.RawMessage(`{"data.a": 1}`) })
		change := func(filters string) func() {
			return func() { h.Update(t, endpoint.ID, webhook.EndpointChange{Filters: json.RawMessage(filters)}) }
		}
		for _, c := range []struct {
			meanwhile func()
			count     int // of deliveries afterwards
		}{{func() {}, 1}, {change(`{"data.a": 2}`), 1}, {func() {}, 1}, {change(`{"data.a": 1}`), 2}} {
			if err := h.PublishOwnWhile(t.Context(), h.Actor, json.RawMessage(`{"a":1}`), c.meanwhile); err != nil {
				t.Fatal(err)
			}
			if count := len(h.ListDeliveries(t, endpoint.ID, "")); count != c.count {
				t.Errorf("there are %d deliveries, want %d", count, c.count)
			}
		}
	})
}

// While an event is written other writers wait, on SQLite all of them. On PostgreSQL this test has no listener, so
// endpoints always have to be read again.
func TestOnlyFiltersThatHaveChangedAreAskedWhileAnEventIsWritten(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		if isHeard := db.Engine() == database.SQLite; db.Live() != isHeard {
			t.Fatalf("changes are heard of: %v, want %v", db.Live(), isHeard)
		}
		h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
		filters := func(text string) func(*webhook.EndpointChange) {
			return func(e *webhook.EndpointChange) { e.Filters = json.RawMessage(text) }
		}
		steady, changing := h.AddEndpoint(t, webhooktest.Hook+"a", filters(`{"data.a": 1}`)), h.AddEndpoint(t, webhooktest.Hook+"b", filters(`{"data.a": 2}`))
		stranger := h.NewTenant(t)
		addToStranger := func() {
			if _, err := h.CreateEndpoint(t.Context(), stranger, webhook.EndpointChange{Name: new("receiver"), URL: new(webhooktest.Hook), SubscribedEvents: &[]string{"*"}}); err != nil {
				t.Fatal(err)
			}
		}
		count := func() int { return webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_deliveries`) }
		for _, c := range []struct {
			changes   string
			meanwhile func()
			asked     int
		}{
			{"nothing", func() {}, 0},
			{"another tenant's", addToStranger, 0},
			{"a name", func() { h.Update(t, changing.ID, webhook.EndpointChange{Name: new("renamed")}) }, 0},
			{"a filter", func() { h.Update(t, changing.ID, webhook.EndpointChange{Filters: json.RawMessage(`{"data.a": 1}`)}) }, 1},
			{"one more", func() { h.AddEndpoint(t, webhooktest.Hook+"c", nil) }, 1},
		} {
			before := count()
			if err := h.PublishOwnUnasked(t.Context(), h.Actor, json.RawMessage(`{"a":1}`), c.meanwhile); err != nil {
				t.Fatal(err)
			}
			if asked := count() - before; asked != c.asked {
				t.Errorf("%s changes: %d filters that let the event through were asked, want %d", c.changes, asked, c.asked)
			}
		}
		if count := len(h.ListDeliveries(t, steady.ID, "")); count != 0 {
			t.Errorf("filters that never changed were asked %d times", count)
		}
	})
}

func TestSubscriptionsAndFiltersSelect(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
		events := map[string]webhook.Event{
			"win":  {Type: webhooktest.ClosedType, Data: webhooktest.Closed{Symbol: "BTC-USD", Profit: 10}},
			"loss": {Type: webhooktest.ClosedType, Data: webhooktest.Closed{Symbol: "ETH-USD", Profit: -5}},
			"news": {Type: "trading.signal.created", Data: webhooktest.Closed{Symbol: "BTC-USD", Profit: 0}},
		}
		cases := []struct {
			subscribed []string
			filters    string
			want       []string
		}{
			{[]string{}, `{}`, nil},
			{[]string{"*"}, `{}`, []string{"loss", "news", "win"}},
			{[]string{webhooktest.ClosedType}, `{}`, []string{"loss", "win"}},
			{[]string{"trading.*"}, `{}`, []string{"loss", "news", "win"}},
			{[]string{"trading.position.*"}, `{}`, []string{"loss", "win"}},
			{[]string{"custom.*", "webhook.*"}, `{}`, nil},
			{[]string{"*"}, `{"data.profit":{"$gt":0}}`, []string{"win"}},
			{[]string{"*"}, `{"data.symbol":"BTC-USD"}`, []string{"news", "win"}},
			{[]string{webhooktest.ClosedType}, `{"data.symbol":{"$in":["BTC-USD","X"]}}`, []string{"win"}},
			{[]string{"*"}, `{"$or":[{"data.profit":{"$lt":0}},{"type":{"$prefix":"trading.signal."}}]}`, []string{"loss", "news"}},
			{[]string{"*"}, `{"$not":{"data.symbol":{"$prefix":"BTC"}}}`, []string{"loss"}},
			{[]string{"*"}, `{"data.absent":{"$exists":true}}`, nil},
		}
		endpoints := make([]*webhook.Endpoint, len(cases))
		for i, c := range cases {
			endpoints[i] = h.AddEndpoint(t, webhooktest.Hook+string(rune('a'+i)), func(e *webhook.EndpointChange) {
				e.SubscribedEvents, e.Filters = &c.subscribed, json.RawMessage(c.filters)
			})
		}
		names := map[string]string{} // by their id
		for name, event := range events {
			event.TenantID = h.Actor.TenantID
			h.tell(t, event, nil)
			list, err := h.Events(t.Context(), h.Actor, "", database.Cursor{Limit: 1})
			if err != nil {
				t.Fatal(err)
			}
			names[list.Items[0].ID.String()] = name
		}
		for i, c := range cases {
			var got []string
			for _, pending := range h.ListDeliveries(t, endpoints[i].ID, "pending") {
				got = append(got, names[pending.EventID.String()])
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
		r := &webhooktest.Receiver{}
		h := newHouse(t, db, r.Take)
		webhooktest.Run(t, h.Service)
		endpoint := h.AddEndpoint(t, webhooktest.Hook, func(e *webhook.EndpointChange) { e.IsActive = new(false) })
		h.PublishData(t, `{}`)
		// Ids count in milliseconds, so the two deliveries must not share one; they are newer than their events.
		before := time.Now()
		testkit.Until(t, "another millisecond", func() bool { return time.Now().UnixMilli() > before.UnixMilli()+1 })
		since := time.Now()
		second := h.PublishData(t, `{}`)
		h.WaitSettled(t, endpoint.ID, "skipped", 2)
		_, err := h.Recover(t.Context(), h.Actor, endpoint.ID, since)
		testkit.WantFault(t, err, fault.Conflict, "")
		h.Update(t, endpoint.ID, webhook.EndpointChange{IsActive: new(true)})
		if count, err := h.Recover(t.Context(), h.Actor, endpoint.ID, since); err != nil || count.Recovered != 1 {
			t.Fatalf("recovered %v, %v", count, err)
		}
		h.WaitSettled(t, endpoint.ID, "succeeded", 1)
		if calls := r.All(); len(calls) != 1 || calls[0].Body.ID != second.ID.String() {
			t.Errorf("calls %v", calls)
		}
		if count, err := h.Recover(t.Context(), h.Actor, endpoint.ID, time.Time{}); err != nil || count.Recovered != 1 {
			t.Fatalf("recovered %v since ever, %v", count, err)
		}
		h.WaitSettled(t, endpoint.ID, "succeeded", 2)
		if after := h.Reload(t, endpoint.ID); after.TotalDeliveries != 2 || after.SuccessfulDeliveries != 2 || after.FailedDeliveries != 0 {
			t.Errorf("counters %d/%d/%d", after.TotalDeliveries, after.SuccessfulDeliveries, after.FailedDeliveries)
		}
	})
}

func TestConcurrentPublishersAreAllServedOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		const events = 500
		r := &webhooktest.Receiver{}
		h := newHouse(t, db, r.Take)
		webhooktest.Run(t, h.Service)
		endpoint := h.AddEndpoint(t, webhooktest.Hook, webhooktest.Unlimited)
		var publishing sync.WaitGroup
		ids := make([]string, events)
		for i := range events {
			publishing.Go(func() {
				published, err := h.PublishOwn(t.Context(), h.Actor, "custom.load.made", json.RawMessage(`{}`))
				if err != nil {
					t.Error(err)
				}
				ids[i] = published.ID.String()
			})
		}
		publishing.Wait()
		h.WaitSettled(t, endpoint.ID, "succeeded", events)
		got := r.IDs()
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
		h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
		publish := func(ctx context.Context) chan error {
			done := make(chan error, 1)
			go func() {
				_, err := h.PublishOwn(ctx, h.Actor, "custom.test", json.RawMessage(`{}`))
				done <- err
			}()
			return done
		}
		leaving, hangUp := context.WithCancel(t.Context())
		leaves := publish(leaving)
		stays := publish(t.Context())
		testkit.Until(t, "both wait for one transaction", func() bool { return h.PublishWaiting() == 2 })
		hangUp()
		webhooktest.Run(t, h.Service)
		if err := <-stays; err != nil {
			t.Errorf("who stays got %v", err)
		}
		<-leaves
	})
}

func TestAnEventUnderAKeyIsCommittedWithItsAnswer(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
		for _, mark := range []error{nil, fault.New(fault.Conflict, "the key was taken over")} {
			ctx, last := db.HoldLastTx(t.Context(), "", nil)
			published, err := h.PublishOwn(ctx, h.Actor, "custom.test", json.RawMessage(`{}`))
			if err != nil {
				t.Fatal(err)
			}
			if webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_events WHERE id = '`+published.ID.String()+`'`) != 0 {
				t.Error("the event is there before its answer")
			}
			wasHeld, err := last.Commit(ctx, func(context.Context, *database.Tx) error { return mark })
			if !wasHeld || err != mark {
				t.Errorf("held: %v, and %v", wasHeld, err)
			}
		}
		if events := webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_events`); events != 1 {
			t.Errorf("%d events, want 1", events)
		}
	})
}

func TestATenantsOwnEventIsCheckedBeforeItIsPublished(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
		webhooktest.Run(t, h.Service)
		for _, c := range []struct{ kind, data, field string }{
			{"trading.position.closed", `{}`, "type"}, {"custom", `{}`, "type"}, {"custom.", `{}`, "type"}, {"custom.A", `{}`, "type"},
			{"custom.a.", `{}`, "type"}, {"custom..a", `{}`, "type"}, {"custom._a", `{}`, "type"}, {"custom.a_", `{}`, "type"}, {"custom.a__b", `{}`, "type"},
			{"custom.a b", `{}`, "type"}, {"custom.a.b.c.d.e.f.g", `{}`, "type"}, {"customa.b", `{}`, "type"}, {"custom.a\n", `{}`, "type"},
			{"custom." + strings.Repeat("t", 94), `{}`, "type"},
			{"custom.a", ``, "data"}, {"custom.a", `[]`, "data"}, {"custom.a", `"x"`, "data"}, {"custom.a", `{"a":`, "data"},
			{"custom.a", `{},"type":"trading.position.closed","x":{}`, "data"}, {"custom.a", "{\"a\":\"\xff\"}", "data"},
			{"custom.a", `{"a":"` + string(slices.Repeat([]byte("x"), 64<<10)) + `"}`, "data"},
		} {
			_, err := h.PublishOwn(t.Context(), h.Actor, c.kind, json.RawMessage(c.data))
			testkit.WantFault(t, err, fault.ValidationError, c.field)
		}
		for _, good := range []string{"custom.a", "custom.0_z9.a_b_c", "custom.a.b.c.d.e.f", "custom." + strings.Repeat("t", 93)} {
			if _, err := h.PublishOwn(t.Context(), h.Actor, good, json.RawMessage(`{"nul":"\u0000"}`)); err != nil {
				t.Errorf("%s: %v", good, err)
			}
		}
	})
}

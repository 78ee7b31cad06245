package webhook_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/testkit"
	"bourse/internal/webhook"
	"bourse/internal/webhook/webhooktest"
)

// addSleepers adds inactive endpoints: what they miss is a delivery too.
func (h *house) addSleepers(t *testing.T, count int) {
	t.Helper()
	for range count {
		h.AddEndpoint(t, webhooktest.Hook+database.NewID().String(), func(e *webhook.EndpointChange) { e.IsActive = new(false) })
	}
}

// wantStored fails unless the given numbers of events and deliveries are stored.
func (h *house) wantStored(t *testing.T, events, deliveries int) {
	t.Helper()
	gotEvents := webhooktest.Number(t, h.DB, `SELECT COUNT(*) FROM webhook_events`)
	gotDeliveries := webhooktest.Number(t, h.DB, `SELECT COUNT(*) FROM webhook_deliveries`)
	if gotEvents != events || gotDeliveries != deliveries {
		t.Errorf("%d events with %d deliveries are stored, want %d with %d", gotEvents, gotDeliveries, events, deliveries)
	}
}

func TestABatchWithTooManyDeliveriesIsRefusedAndOneWithAsManyAsThereMayBeIsPublished(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		const endpoints = webhook.MostDeliveries / webhook.MostPublished
		h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
		webhooktest.Run(t, h.Service)
		h.addSleepers(t, endpoints)
		if _, err := h.PublishOwnBatch(t.Context(), h.Actor, numbered(webhook.MostPublished)); err != nil {
			t.Fatal(err)
		}
		h.wantStored(t, webhook.MostPublished, webhook.MostDeliveries)
		h.addSleepers(t, 1)
		_, err := h.PublishOwnBatch(t.Context(), h.Actor, numbered(webhook.MostPublished))
		testkit.WantFault(t, err, fault.ValidationError, "events")
		fitting := webhook.MostDeliveries / (endpoints + 1)
		if want := fmt.Sprintf("at most %d together, which always fit with %d endpoints", fitting, endpoints+1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not tell what to do: %q", err, want)
		}
		h.wantStored(t, webhook.MostPublished, webhook.MostDeliveries)
		if _, err := h.PublishOwnBatch(t.Context(), h.Actor, numbered(fitting)); err != nil {
			t.Errorf("%d events, which fit by what was answered: %v", fitting, err)
		}
		h.wantStored(t, webhook.MostPublished+fitting, webhook.MostDeliveries+fitting*(endpoints+1))
	})
}

func TestWhatNobodyWantsIsNotCountedAsDeliveriesOfABatch(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
		h.BoundDeliveries(20)
		for range 3 {
			h.AddEndpoint(t, webhooktest.Hook+database.NewID().String(), func(e *webhook.EndpointChange) {
				e.Filters = json.RawMessage(`{"data.number":{"$lt":5}}`)
			})
		}
		if _, err := h.PublishOwnBatch(t.Context(), h.Actor, numbered(100)); err != nil {
			t.Fatal(err)
		}
		h.wantStored(t, 100, 15)
	})
}

// The operator limits how many endpoints a tenant may have.
func TestOneEventIsPublishedToHoweverManyEndpoints(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
		h.BoundDeliveries(3)
		webhooktest.Run(t, h.Service)
		h.addSleepers(t, 5)
		h.PublishData(t, `{}`)
		if _, err := h.PublishOwnBatch(t.Context(), h.Actor, numbered(1)); err != nil {
			t.Errorf("a batch of one event: %v", err)
		}
		h.tell(t, webhook.Event{TenantID: h.Actor.TenantID, Type: webhooktest.ClosedType, Data: webhooktest.Closed{}}, nil)
		err := db.InTx(t.Context(), func(tx *database.Tx) error { // the platform's own events are never refused
			return h.Publish(t.Context(), tx, slices.Repeat([]webhook.Event{{TenantID: h.Actor.TenantID, Type: webhooktest.ClosedType}}, 4)...)
		})
		if err != nil {
			t.Errorf("several of a feature's: %v", err)
		}
		h.wantStored(t, 7, 35)
		_, err = h.PublishOwnBatch(t.Context(), h.Actor, numbered(2))
		testkit.WantFault(t, err, fault.ValidationError, "events")
		if err == nil || !strings.Contains(err.Error(), "at most 1 together") {
			t.Errorf("what to do is told as %v", err)
		}
	})
}

func TestEndpointsThatComeBetweenDoNotMakeATransactionLarger(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
		h.BoundDeliveries(20)
		h.addSleepers(t, 2)
		one := func() { h.addSleepers(t, 1) }
		err := h.PublishManyWhile(t.Context(), h.Actor, 10, one)
		testkit.WantFault(t, err, fault.ValidationError, "events")
		h.wantStored(t, 0, 0)
		if together, told := h.PublishCallsWhile(t.Context(), h.Actor, 5, one); together != nil || told != nil {
			t.Errorf("20 deliveries: %v, and the callers are told %v", together, told)
		}
		h.wantStored(t, 5, 20)
		// No single one of the calls that share a transaction is to blame, so they are written in several.
		if together, told := h.PublishCallsWhile(t.Context(), h.Actor, 5, one); together != webhook.ErrManyDeliveries || told != nil {
			t.Errorf("25 deliveries: %v, and the callers are told %v", together, told)
		}
		h.wantStored(t, 10, 45)
		h.addSleepers(t, 20) // one call has more than the bound
		if together, told := h.PublishCallsWhile(t.Context(), h.Actor, 3, one); together != webhook.ErrManyDeliveries || told != nil {
			t.Errorf("78 deliveries: %v, and the callers are told %v", together, told)
		}
		h.wantStored(t, 13, 45+3*26)
	})
}

func TestCallsShareATransactionAsLongAsTheirDeliveriesFit(t *testing.T) {
	t.Parallel()
	h := newHouse(t, databasetest.Open(t, database.SQLite), (&webhooktest.Receiver{}).Take)
	h.BoundDeliveries(20)
	for _, c := range []struct {
		calls []int
		want  [][]int
	}{
		{[]int{1, 2, 3}, [][]int{{1, 2, 3}}},
		{[]int{10, 10, 1, 19, 1}, [][]int{{10, 10}, {1, 19}, {1}}},
		{[]int{0, 0, 20, 0, 1}, [][]int{{0, 0, 20, 0}, {1}}},
		{[]int{50, 0, 50}, [][]int{{50}, {0}, {50}}}, // more endpoints than allowed by default
		{slices.Repeat([]int{0}, 300), [][]int{slices.Repeat([]int{0}, 256), slices.Repeat([]int{0}, 44)}},
	} {
		if got := h.GatherCalls(c.calls...); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("calls with %v deliveries: got %v, want %v", c.calls, got, c.want)
		}
	}
}

func TestAnEventForAllIsWrittenForAsManyTenantsAtATimeAsItsDeliveriesAllow(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
		h.BoundDeliveries(5)
		for _, endpoints := range []int{2, 2, 2, 9, 1} { // in tenant order
			h.Actor = h.NewTenant(t)
			h.addSleepers(t, endpoints)
		}
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			return h.PublishToAll(t.Context(), tx, "trading.signal.created", webhooktest.Closed{Symbol: "ETH-USD"})
		})
		if err != nil {
			t.Fatal(err)
		}
		var written []int
		for more := true; more; {
			if more, err = h.BroadcastStep(t.Context()); err != nil {
				t.Fatal(err)
			}
			written = append(written, webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_deliveries`))
		}
		// The last two steps find that everybody has it, and that there is no other event.
		if want := []int{4, 6, 15, 16, 16, 16}; !slices.Equal(written, want) {
			t.Errorf("after each turn there are %v deliveries, want %v", written, want)
		}
	})
}

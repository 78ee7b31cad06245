package webhook_test

import (
	"context"
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

// numbered returns count valid events, each with its number.
func numbered(count int) []webhook.OwnEvent {
	events := make([]webhook.OwnEvent, count)
	for i := range events {
		events[i] = webhook.OwnEvent{Type: "custom.batch.made", Data: json.RawMessage(fmt.Sprintf(`{"number":%d}`, i))}
	}
	return events
}

func TestABatchIsPublishedInItsOrderAndEveryEventIsSentOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := &webhooktest.Receiver{}
		h := newHouse(t, db, r.Take)
		webhooktest.Run(t, h.Service)
		endpoint := h.AddEndpoint(t, webhooktest.Hook, webhooktest.Unlimited)
		published, err := h.PublishOwnBatch(t.Context(), h.Actor, numbered(webhook.MostPublished))
		if err != nil {
			t.Fatal(err)
		}
		h.WaitSettled(t, endpoint.ID, "succeeded", webhook.MostPublished)
		sent := map[string]string{}
		for _, call := range r.All() {
			if sent[call.Body.ID] != "" {
				t.Errorf("%s was sent twice", call.Body.ID)
			}
			sent[call.Body.ID] = string(call.Body.Data)
		}
		for i, event := range published {
			if want := fmt.Sprintf(`{"number":%d}`, i); sent[event.ID.String()] != want || !event.CreatedAt.Equal(published[0].CreatedAt) {
				t.Fatalf("event %d was sent as %s and made at %s", i, sent[event.ID.String()], event.CreatedAt)
			}
		}
		isInOrder := slices.IsSortedFunc(published, func(a, b webhook.Published) int { return slices.Compare(a.ID[:], b.ID[:]) })
		if !isInOrder {
			t.Error("the ids are not in the order of the events, in which the list shows them")
		}
	})
}

func TestABatchIsPublishedWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
		webhooktest.Run(t, h.Service)
		h.AddEndpoint(t, webhooktest.Hook, webhooktest.Unlimited)
		for _, c := range []struct {
			change func(events []webhook.OwnEvent) []webhook.OwnEvent
			field  string
		}{
			{func(events []webhook.OwnEvent) []webhook.OwnEvent { events[3].Type = "custom.A"; return events }, "events[3].type"},
			{func(events []webhook.OwnEvent) []webhook.OwnEvent {
				events[9].Data = json.RawMessage(`[]`)
				return events
			}, "events[9].data"},
			{func(events []webhook.OwnEvent) []webhook.OwnEvent { return nil }, "events"},
			{func(events []webhook.OwnEvent) []webhook.OwnEvent { return numbered(webhook.MostPublished + 1) }, "events"},
		} {
			_, err := h.PublishOwnBatch(t.Context(), h.Actor, c.change(numbered(10)))
			testkit.WantFault(t, err, fault.ValidationError, c.field)
		}
		stranger := h.Actor
		stranger.Admin = false
		_, err := h.PublishOwnBatch(t.Context(), stranger, numbered(1))
		testkit.WantFault(t, err, fault.Forbidden, "")
		// With an idempotency key the events are committed with the answer, or rolled back with it.
		for _, mark := range []error{fault.New(fault.Conflict, "the key was taken over"), nil} {
			ctx, last := db.HoldLastTx(t.Context(), "", nil)
			if _, err := h.PublishOwnBatch(ctx, h.Actor, numbered(40)); err != nil {
				t.Fatal(err)
			}
			if stored := webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_events`); stored != 0 {
				t.Errorf("%d events are there before their answer", stored)
			}
			if wasHeld, err := last.Commit(ctx, func(context.Context, *database.Tx) error { return mark }); !wasHeld || err != mark {
				t.Errorf("held: %v, and %v", wasHeld, err)
			}
		}
		if stored := webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_events`); stored != 40 {
			t.Errorf("%d events are stored, want 40", stored)
		}
	})
}

func TestABatchLooksEndpointsUpBeforeAndWhileItIsWrittenAndNotForEveryEvent(t *testing.T) {
	t.Parallel()
	databasetest.EachObserved(t, func(t *testing.T, db *database.DB, statements *databasetest.Statements) {
		h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
		h.AddEndpoint(t, webhooktest.Hook, nil)
		readings := 0
		for _, statement := range statements.During(func() {
			if _, err := h.PublishOwnBatch(t.Context(), h.Actor, numbered(100)); err != nil {
				t.Fatal(err)
			}
		}) {
			if strings.Contains(statement, "FROM webhook_endpoints") {
				readings++
			}
		}
		if readings == 0 || readings > 2 {
			t.Errorf("the endpoints were read %d times for one batch, want once or twice", readings)
		}
	})
}

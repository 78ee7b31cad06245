package webhook_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/testkit"
	"bourse/internal/webhook"
	"bourse/internal/webhook/webhooktest"
)

// walk reads a list of deliveries page by page to its end, and checks that it is ordered newest first.
func (h *house) walk(t *testing.T, filter webhook.DeliveryFilter, limit int) (all []webhook.Delivery, pages int) {
	t.Helper()
	cursor := database.Cursor{Limit: limit}
	for {
		page, err := h.Deliveries(t.Context(), h.Actor, filter, cursor)
		if err != nil {
			t.Fatal(err)
		}
		if len(page.Items) > limit {
			t.Fatalf("a page of %d holds %d", limit, len(page.Items))
		}
		for _, item := range page.Items {
			if last := len(all) - 1; last >= 0 && all[last].ID.String() <= item.ID.String() {
				t.Fatalf("%s comes behind %s", item.ID, all[last].ID)
			}
			all = append(all, item)
		}
		if pages++; page.Next == uuid.Nil {
			return all, pages
		}
		if cursor.Before != uuid.Nil && page.Next.String() >= cursor.Before.String() {
			t.Fatalf("the list does not go on: %s behind %s", page.Next, cursor.Before)
		}
		cursor.Before = page.Next
	}
}

// fillUnevenly gives the tenant endpoints of which one has most deliveries, some a few in between and one none, and
// returns all deliveries, newest first.
func (h *house) fillUnevenly(t *testing.T) (endpoints []uuid.UUID, all []webhook.Delivery) {
	t.Helper()
	for i := range 6 {
		endpoints = append(endpoints, h.AddEndpoint(t, fmt.Sprintf("%s%d", webhooktest.Hook, i), noSubscriptions).ID)
	}
	for round, status := range []string{"succeeded", "exhausted", "pending", "skipped", "succeeded", "exhausted"} {
		h.fill(t, endpoints[0], 37, status)
		h.fill(t, endpoints[1+round%3], 1+4*round, "succeeded")
		h.fill(t, endpoints[4], 1, status)
		if _, err := h.SendTest(t.Context(), h.Actor, endpoints[1]); err != nil { // an event of another type
			t.Fatal(err)
		}
	}
	for _, endpoint := range endpoints {
		all = append(all, h.ListDeliveries(t, endpoint, "")...)
	}
	slices.SortFunc(all, func(a, b webhook.Delivery) int { return cmp.Compare(b.ID.String(), a.ID.String()) })
	return endpoints, all
}

func ids(all []webhook.Delivery) []uuid.UUID {
	found := make([]uuid.UUID, len(all))
	for i, listed := range all {
		found[i] = listed.ID
	}
	return found
}

func TestTheDeliveriesOfAllEndpointsAreOneList(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
		endpoints, all := h.fillUnevenly(t)
		next := *h.House
		next.Actor = h.NewTenant(t)
		neighbour := &house{&next}
		if none, _ := neighbour.walk(t, webhook.DeliveryFilter{}, 10); len(none) != 0 {
			t.Errorf("the tenant next door sees %d deliveries", len(none))
		}
		_, err := h.Deliveries(t.Context(), neighbour.Actor, webhook.DeliveryFilter{EndpointID: endpoints[0]}, database.Cursor{Limit: 1})
		testkit.WantFault(t, err, fault.NotFound, "")
		_, err = h.Deliveries(t.Context(), h.Actor, webhook.DeliveryFilter{Status: "lost"}, database.Cursor{Limit: 1})
		testkit.WantFault(t, err, fault.ValidationError, "status")

		for _, limit := range []int{1, 2, 3, 7, 50, 100, 1000} {
			found, _ := h.walk(t, webhook.DeliveryFilter{}, limit)
			if !slices.Equal(ids(found), ids(all)) {
				t.Errorf("by pages of %d there are %d deliveries, want %d", limit, len(found), len(all))
			}
		}
		for _, status := range []string{"", "pending", "succeeded", "exhausted", "skipped"} {
			for _, eventType := range []string{"", "custom.many", "webhook.test", "custom.unheard"} {
				for _, endpoint := range []uuid.UUID{uuid.Nil, endpoints[0], endpoints[1], endpoints[5]} {
					want := slices.DeleteFunc(slices.Clone(all), func(d webhook.Delivery) bool {
						return status != "" && d.Status != status || eventType != "" && d.EventType != eventType || endpoint != uuid.Nil && d.EndpointID != endpoint
					})
					filter := webhook.DeliveryFilter{EndpointID: endpoint, Status: status, EventType: eventType}
					if found, _ := h.walk(t, filter, 13); !slices.Equal(ids(found), ids(want)) {
						t.Errorf("%+v finds %d, want %d", filter, len(found), len(want))
					}
				}
			}
		}
	})
}

func TestPagesLoseAndRepeatNothingWhileDeliveriesAreAdded(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
		_, all := h.fillUnevenly(t)
		for i := range 3 {
			h.AddEndpoint(t, fmt.Sprintf("%sall%d", webhooktest.Hook, i), nil)
		}
		webhooktest.Run(t, h.Service)
		var publishing sync.WaitGroup
		publishing.Go(func() {
			for range 40 {
				h.PublishData(t, `{}`)
			}
		})
		for _, limit := range []int{3, 11} {
			found, _ := h.walk(t, webhook.DeliveryFilter{}, limit)
			seen := map[uuid.UUID]int{}
			for _, id := range ids(found) {
				seen[id]++
			}
			for _, id := range ids(all) {
				if seen[id] != 1 {
					t.Errorf("by pages of %d a delivery comes %d times", limit, seen[id])
				}
			}
		}
		publishing.Wait()
		if found, _ := h.walk(t, webhook.DeliveryFilter{}, 17); len(found) != len(all)+120 {
			t.Errorf("there are %d deliveries in the end, want %d", len(found), len(all)+120)
		}
	})
}

func TestWhatIsRareIsFoundByLookingThroughSoMuchAPage(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
		busy, quiet := h.AddEndpoint(t, webhooktest.Hook+"a", noSubscriptions), h.AddEndpoint(t, webhooktest.Hook+"b", noSubscriptions)
		if _, err := h.SendTest(t.Context(), h.Actor, quiet.ID); err != nil {
			t.Fatal(err)
		}
		h.fill(t, busy.ID, 5000, "succeeded")
		rare, pages := h.walk(t, webhook.DeliveryFilter{EventType: "webhook.test"}, 20)
		if len(rare) != 1 || pages < 4 || pages > 7 {
			t.Errorf("found %d in %d pages, want 1 behind 5 pages of a thousand", len(rare), pages)
		}
		if waiting, pages := h.walk(t, webhook.DeliveryFilter{Status: "pending"}, 20); len(waiting) != 1 || pages != 1 {
			t.Errorf("what waits has an index: found %d in %d pages", len(waiting), pages)
		}
		if lost, pages := h.walk(t, webhook.DeliveryFilter{Status: "exhausted"}, 20); len(lost) != 0 || pages != 1 {
			t.Errorf("what was given up has an index: found %d in %d pages", len(lost), pages)
		}
	})
}

func TestNoListOfDeliveriesReadsAllOfThem(t *testing.T) {
	t.Parallel()
	databasetest.EachObserved(t, func(t *testing.T, db *database.DB, statements *databasetest.Statements) {
		h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
		var endpoint uuid.UUID
		for i := range 4 {
			endpoint = h.AddEndpoint(t, fmt.Sprintf("%s%d", webhooktest.Hook, i), noSubscriptions).ID
			h.fill(t, endpoint, 4000, "succeeded")
			h.fill(t, endpoint, 20, "pending")
			h.fill(t, endpoint, 500, "exhausted")
		}
		if db.Engine() == database.Postgres {
			err := db.InTx(t.Context(), func(tx *database.Tx) error {
				_, err := tx.Exec(t.Context(), `ANALYZE webhook_deliveries, webhook_attempts, webhook_events, webhook_endpoints`)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		cursor := database.Cursor{Limit: 20, Before: uuid.Max}
		for _, status := range []string{"", "pending", "succeeded", "exhausted"} {
			for _, filter := range []webhook.DeliveryFilter{{Status: status}, {Status: status, EndpointID: endpoint}} {
				sent := statements.During(func() {
					if _, err := h.Deliveries(t.Context(), h.Actor, filter, cursor); err != nil {
						t.Fatal(err)
					}
				})
				wantNarrow(t, db, sent, status == "pending" || status == "exhausted")
			}
		}
		wantNarrow(t, db, statements.During(func() {
			if _, err := h.EndpointStats(t.Context(), h.Actor, endpoint); err != nil {
				t.Fatal(err)
			}
		}), false)
	})
}

// wantNarrow fails when a statement scans all deliveries or attempts, or reads deliveries by key although an index
// covers the few that are wanted. Events and endpoints are few here.
func wantNarrow(t *testing.T, db *database.DB, sent []string, hasIndex bool) {
	t.Helper()
	for _, statement := range sent {
		if !strings.Contains(statement, "webhook_deliveries") {
			continue
		}
		plan := databasetest.Explain(t, db, statement)
		isWide := strings.Contains(plan, "Seq Scan on webhook_deliveries") || strings.Contains(plan, "Seq Scan on webhook_attempts") ||
			strings.Count(plan, "SCAN d") > strings.Count(plan, "CO-ROUTINE d") // which scans what was found so far
		isByKey := strings.Contains(plan, "webhook_deliveries_pkey") || strings.Contains(plan, "autoindex_webhook_deliveries")
		if isWide || hasIndex && isByKey {
			t.Errorf("%s\nis run so:\n%s", statement, plan)
		}
	}
}

func TestTheFiguresOfAnEndpointAreCountedWhenTheyAreAskedFor(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, (&webhooktest.Receiver{}).Take)
		endpoint := h.AddEndpoint(t, webhooktest.Hook, nil)
		empty, err := h.EndpointStats(t.Context(), h.Actor, endpoint.ID)
		if err != nil {
			t.Fatal(err)
		}
		if _, isKnown := empty.LastDay.SuccessRate(); isKnown || empty.Waiting.Count != 0 || !empty.Waiting.Oldest.IsZero() || !empty.Waiting.IsComplete || !empty.Rate.IsCounted {
			t.Errorf("nothing was sent: %+v", empty)
		}
		stop := webhooktest.Run(t, h.Service)
		for range 3 {
			h.PublishData(t, `{}`)
		}
		h.WaitSettled(t, endpoint.ID, "succeeded", 3)
		stop()
		h.Service = h.Replica(t, (&webhooktest.Receiver{}).Take)
		h.fill(t, endpoint.ID, 1, "exhausted")
		h.fill(t, endpoint.ID, 2, "skipped")
		h.fill(t, endpoint.ID, 5, "pending")
		stats, err := h.EndpointStats(t.Context(), h.Actor, endpoint.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, outcomes := range []webhook.Outcomes{stats.LastHour, stats.LastDay} {
			rate, isKnown := outcomes.SuccessRate()
			if !isKnown || rate != 0.75 || !outcomes.IsComplete || outcomes.Skipped != 2 || outcomes.Pending != 5 {
				t.Errorf("the outcomes are %+v, %v", outcomes, rate)
			}
		}
		if stats.Waiting.Count != 5 || stats.Waiting.Oldest.IsZero() || !stats.Waiting.Next.After(stats.At) {
			t.Errorf("what waits is %+v", stats.Waiting)
		}
		if stats.Rate != (webhook.RateUse{PerMinute: 60, PerHour: 1000, IsCounted: true, LastMinute: 3, LastHour: 3}) {
			t.Errorf("the rates are %+v", stats.Rate)
		}
		for _, item := range h.ListDeliveries(t, endpoint.ID, "succeeded") {
			if item.LastDuration == nil || *item.LastDuration < 0 || item.LastStatus == nil || *item.LastStatus != 200 {
				t.Errorf("the last attempt of %+v is not told", item)
			}
		}
		h.Now = func() time.Time { return time.Now().Add(2 * time.Hour) }
		h.Service = h.Replica(t, (&webhooktest.Receiver{}).Take)
		if stats, err = h.EndpointStats(t.Context(), h.Actor, endpoint.ID); err != nil {
			t.Fatal(err)
		}
		if stats.LastHour != (webhook.Outcomes{Since: stats.LastHour.Since, IsComplete: true}) || stats.LastDay.Succeeded != 3 || stats.Rate.LastHour != 0 {
			t.Errorf("two hours later: %+v", stats)
		}
	})
}

package webhooks_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

const batchPath = "/webhooks/events/batch"

// batchOf is this many numbered events, after change was applied to them.
func batchOf(count int, change func(events []kit.Body)) kit.Body {
	events := make([]kit.Body, count)
	for i := range events {
		events[i] = kit.Body{"type": "custom.parcel.sent", "data": kit.Body{"number": i}}
	}
	if change != nil {
		change(events)
	}
	return kit.Body{"events": events}
}

// receiptOf is the ids in a batch's answer.
func receiptOf(t *testing.T, answer *kit.Answer) []string {
	t.Helper()
	receipt := answer.Ok(t, 201).Object(t, kit.Shape{"ids": kit.AListOf(kit.AUUID), "createdAt": kit.ATime})
	var ids []string
	for _, id := range receipt["ids"].([]any) {
		ids = append(ids, id.(string))
	}
	return ids
}

func batchesAreWhole(t *testing.T, s *kit.Server) {
	admin := s.TenantAdmin(t)
	office := kit.NewReceiver(t, nil)
	endpoint := admin.Endpoint(t, office.URL, kit.Body{"filters": kit.Body{"data.number": kit.Body{"$gte": 2}}, "rateLimitPerMinute": 100_000, "rateLimitPerHour": 1_000_000})
	for _, bad := range []struct {
		content any
		field   string
	}{
		{batchOf(0, nil), "events"}, {batchOf(1001, nil), "events"}, {kit.Body{}, "events"}, {kit.Body{"events": kit.Body{}}, "events"},
		{batchOf(5, func(events []kit.Body) { events[3]["type"] = "trading.position.closed" }), "events[3].type"},
		{batchOf(5, func(events []kit.Body) { delete(events[4], "type") }), "events[4].type"},
		{batchOf(5, func(events []kit.Body) { delete(events[4], "data") }), "events[4].data"},
		{batchOf(5, func(events []kit.Body) { events[1]["data"] = []int{1} }), "events[1].data"},
		{batchOf(5, func(events []kit.Body) { events[0]["data"] = kit.Body{"long": strings.Repeat("l", 64<<10)} }), "events[0].data"},
		{batchOf(5, func(events []kit.Body) { events[2]["id"] = "mine" }), "events[2].id"},
		{kit.Body{"events": []any{kit.Body{"type": "custom.a", "data": kit.Body{}}, "text"}}, "events[1]"},
	} {
		admin.Post(t, batchPath, bad.content).Failed(t, 400, "VALIDATION_ERROR", bad.field)
	}
	large := batchOf(20, func(events []kit.Body) {
		for _, event := range events {
			event["data"] = kit.Body{"long": strings.Repeat("l", 60<<10)}
		}
	})
	admin.Post(t, batchPath, large).Failed(t, 413, "PAYLOAD_TOO_LARGE", "")
	if events := admin.Everything(t, "/webhooks/events", kit.ShapeOfEvent); len(events) != 0 {
		t.Errorf("%d events of refused batches are listed", len(events))
	}
	ids := receiptOf(t, admin.Post(t, batchPath, batchOf(250, nil)))
	office.Await(t, 248)
	var listed []string
	for _, event := range admin.Everything(t, "/webhooks/events", kit.ShapeOfEvent) {
		number := len(ids) - 1 - len(listed)
		if data := event["body"].(map[string]any)["data"]; fmt.Sprint(data) != fmt.Sprint(map[string]any{"number": float64(number)}) {
			t.Errorf("event %d has the data %v", number, data)
		}
		listed = append(listed, event["id"].(string))
	}
	if slices.Reverse(listed); !slices.Equal(listed, ids) {
		t.Errorf("the list has %d events, and not those of the answer in its order", len(listed))
	}
	got := map[string]bool{}
	for _, delivered := range office.All() {
		got[eventID(delivered)] = true
	}
	if len(got) != 248 || got[ids[0]] || got[ids[1]] {
		t.Errorf("the receiver got %d events; those that the filter holds back: %v, %v", len(got), got[ids[0]], got[ids[1]])
	}
	testkit.Within(t, kit.Patience, "the outcomes are counted", func() bool { return readEndpoint(t, admin, endpoint)["totalDeliveries"] == 248.0 })
	wantCounters(t, admin, endpoint, 248, 0)
}

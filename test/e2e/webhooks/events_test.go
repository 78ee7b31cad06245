package webhooks_test

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"bourse/test/e2e/kit"
)

func badEventsAreRefused(t *testing.T, s *kit.Server) {
	admin := s.TenantAdmin(t)
	for _, bad := range []struct {
		content kit.Body
		field   string
	}{
		{kit.Body{"data": kit.Body{}}, "type"}, {kit.Body{"type": "custom.thing"}, "data"},
		{kit.Body{"type": "identity.session.revoked", "data": kit.Body{}}, "type"}, {kit.Body{"type": "custom", "data": kit.Body{}}, "type"},
		{kit.Body{"type": "custom.", "data": kit.Body{}}, "type"}, {kit.Body{"type": "custom.Big", "data": kit.Body{}}, "type"},
		{kit.Body{"type": "custom.*", "data": kit.Body{}}, "type"}, {kit.Body{"type": "custom." + strings.Repeat("t", 100), "data": kit.Body{}}, "type"},
		{kit.Body{"type": "custom.thing", "data": []int{}}, "data"}, {kit.Body{"type": "custom.thing", "data": nil}, "data"},
		{kit.Body{"type": "custom.thing", "data": "text"}, "data"},
		{kit.Body{"type": "custom.thing", "data": kit.Body{"long": strings.Repeat("l", 64<<10)}}, "data"},
		{kit.Body{"type": "custom.thing", "data": kit.Body{}, "id": "mine"}, "id"},
	} {
		admin.Post(t, "/webhooks/events", bad.content).Failed(t, 400, "VALIDATION_ERROR", bad.field)
	}
	if events := admin.Everything(t, "/webhooks/events", kit.ShapeOfEvent); len(events) != 0 {
		t.Errorf("%d refused events are listed", len(events))
	}
}

func keyedEventsAreOne(t *testing.T, s *kit.Server) {
	admin := s.TenantAdmin(t)
	office := kit.NewReceiver(t, nil)
	admin.Endpoint(t, office.URL, nil)
	keyed := admin.With("Idempotency-Key", "the-only-one")
	content := kit.Body{"type": "custom.invoice.paid", "data": kit.Body{"number": 7}}
	answers := make([]*kit.Answer, 8)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() { answers[i] = keyed.Post(t, "/webhooks/events", content) })
	}
	all.Wait()
	for _, a := range answers {
		if a != nil && a.Status == http.StatusConflict { // still in progress
			a.Failed(t, 409, "CONFLICT", "")
		}
	}
	id := keyed.Post(t, "/webhooks/events", content).Ok(t, 201).Object(t, kit.ShapeOfReceipt)["id"]
	for _, a := range answers {
		if a != nil && a.Status != http.StatusConflict && a.Ok(t, 201).Object(t, kit.ShapeOfReceipt)["id"] != id {
			t.Errorf("one call was told of another event: %s", a.Text)
		}
	}
	replayed := keyed.Post(t, "/webhooks/events", content).Ok(t, 201)
	if replayed.Header.Get("Idempotent-Replay") != "true" || replayed.Object(t, kit.ShapeOfReceipt)["id"] != id {
		t.Errorf("the replay is %s with %v", replayed.Text, replayed.Header)
	}
	keyed.Post(t, "/webhooks/events", kit.Body{"type": "custom.invoice.paid", "data": kit.Body{"number": 8}}).
		Failed(t, 422, "IDEMPOTENCY_KEY_REUSED", "")
	last := admin.Publish(t, "custom.last", kit.Body{})
	office.Await(t, 2)
	if events := admin.Everything(t, "/webhooks/events", kit.ShapeOfEvent); len(events) != 2 || events[1]["id"] != id || events[0]["id"] != last {
		t.Errorf("the events are %v, want %v and %s", events, id, last)
	}
	got := []string{eventID(office.All()[0]), eventID(office.All()[1])}
	if len(office.All()) != 2 || !slices.Contains(got, last) || !slices.Contains(got, id.(string)) {
		t.Errorf("the receiver got %v", got)
	}
}

func catalogueIsWhole(t *testing.T, s *kit.Server) {
	admin := s.TenantAdmin(t)
	types := admin.Get(t, "/webhooks/event-types").Ok(t, 200).
		List(t, kit.Shape{"type": kit.AText, "description": kit.AText, "schema": kit.AMap, "example": kit.AnObject(kit.ShapeOfMessage)}, nil)
	var names []string
	for _, one := range types {
		name := one["type"].(string)
		names = append(names, name)
		if one["example"].(map[string]any)["type"] != name {
			t.Errorf("the example of %s is of another type", name)
		}
		schema := one["schema"].(map[string]any)
		properties, _ := schema["properties"].(map[string]any)
		if err := (kit.Shape{"id": kit.AMap, "type": kit.AMap, "timestamp": kit.AMap, "tenantId": kit.AMap, "data": kit.AMap}).Fits(properties); err != nil {
			t.Errorf("the schema of %s: %v", name, err)
			continue
		}
		// The example has exactly the fields that its data's schema declares.
		data, _ := properties["data"].(map[string]any)["properties"].(map[string]any)
		for field := range one["example"].(map[string]any)["data"].(map[string]any) {
			if _, described := data[field]; !described {
				t.Errorf("the schema of %s does not have data.%s", name, field)
			}
		}
	}
	for _, wanted := range []string{"identity.session.revoked", "identity.phone.verified", "webhook.endpoint.disabled", "webhook.test"} {
		if !slices.Contains(names, wanted) {
			t.Errorf("%s is not in the catalogue %v", wanted, names)
		}
	}
	if !slices.IsSorted(names) {
		t.Errorf("the catalogue is in no order: %v", names)
	}
}

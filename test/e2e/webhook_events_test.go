package e2e_test

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
)

func badEventsAreRefused(t *testing.T, s *server) {
	admin := s.tenantAdmin(t)
	for _, bad := range []struct {
		content body
		field   string
	}{
		{body{"data": body{}}, "type"}, {body{"type": "custom.thing"}, "data"},
		{body{"type": "identity.session.revoked", "data": body{}}, "type"}, {body{"type": "custom", "data": body{}}, "type"},
		{body{"type": "custom.", "data": body{}}, "type"}, {body{"type": "custom.Big", "data": body{}}, "type"},
		{body{"type": "custom.*", "data": body{}}, "type"}, {body{"type": "custom." + strings.Repeat("t", 100), "data": body{}}, "type"},
		{body{"type": "custom.thing", "data": []int{}}, "data"}, {body{"type": "custom.thing", "data": nil}, "data"},
		{body{"type": "custom.thing", "data": "text"}, "data"},
		{body{"type": "custom.thing", "data": body{"long": strings.Repeat("l", 64<<10)}}, "data"},
		{body{"type": "custom.thing", "data": body{}, "id": "mine"}, "id"},
	} {
		admin.post(t, "/webhooks/events", bad.content).failed(t, 400, "VALIDATION_ERROR", bad.field)
	}
	if events := admin.everything(t, "/webhooks/events", shapeOfEvent); len(events) != 0 {
		t.Errorf("%d refused events are listed", len(events))
	}
}

func keyedEventsAreOne(t *testing.T, s *server) {
	admin := s.tenantAdmin(t)
	office := newReceiver(t, nil)
	admin.endpoint(t, office.URL, nil)
	keyed := admin.with("Idempotency-Key", "the-only-one")
	content := body{"type": "custom.invoice.paid", "data": body{"number": 7}}
	answers := make([]*answer, 8)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() { answers[i] = keyed.post(t, "/webhooks/events", content) })
	}
	all.Wait()
	for _, a := range answers {
		if a != nil && a.status == http.StatusConflict { // still under way
			a.failed(t, 409, "CONFLICT", "")
		}
	}
	id := keyed.post(t, "/webhooks/events", content).ok(t, 201).object(t, shapeOfReceipt)["id"]
	for _, a := range answers {
		if a != nil && a.status != http.StatusConflict && a.ok(t, 201).object(t, shapeOfReceipt)["id"] != id {
			t.Errorf("one call was told of another event: %s", a.text)
		}
	}
	replayed := keyed.post(t, "/webhooks/events", content).ok(t, 201)
	if replayed.header.Get("Idempotent-Replay") != "true" || replayed.object(t, shapeOfReceipt)["id"] != id {
		t.Errorf("the replay is %s with %v", replayed.text, replayed.header)
	}
	keyed.post(t, "/webhooks/events", body{"type": "custom.invoice.paid", "data": body{"number": 8}}).
		failed(t, 422, "IDEMPOTENCY_KEY_REUSED", "")
	last := admin.publish(t, "custom.last", body{})
	office.await(t, 2)
	if events := admin.everything(t, "/webhooks/events", shapeOfEvent); len(events) != 2 || events[1]["id"] != id || events[0]["id"] != last {
		t.Errorf("the events are %v, want %v and %s", events, id, last)
	}
	got := []string{office.all()[0].id(), office.all()[1].id()}
	if len(office.all()) != 2 || !slices.Contains(got, last) || !slices.Contains(got, id.(string)) {
		t.Errorf("the receiver got %v", got)
	}
}

func catalogueIsWhole(t *testing.T, s *server) {
	admin := s.tenantAdmin(t)
	types := admin.get(t, "/webhooks/event-types").ok(t, 200).
		list(t, shape{"type": aText, "description": aText, "schema": aMap, "example": anObject(shapeOfMessage)}, nil)
	var names []string
	for _, one := range types {
		name := one["type"].(string)
		names = append(names, name)
		if one["example"].(map[string]any)["type"] != name {
			t.Errorf("the example of %s is of another type", name)
		}
		schema := one["schema"].(map[string]any)
		properties, _ := schema["properties"].(map[string]any)
		if err := (shape{"id": aMap, "type": aMap, "timestamp": aMap, "tenantId": aMap, "data": aMap}).fits(properties); err != nil {
			t.Errorf("the schema of %s: %v", name, err)
			continue
		}
		// The example has what the schema of its data says there is, and nothing else.
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

package webhooks_test

import (
	"testing"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

// eventID is the id of the event, the same in every attempt.
func eventID(d kit.Delivered) string { return d.Header.Get("Webhook-Id") }

// endpointAt is the path of an endpoint with a suffix.
func endpointAt(endpoint map[string]any, rest string) string {
	return kit.EndpointsPath + "/" + endpoint["id"].(string) + rest
}

// readEndpoint is the endpoint's current state.
func readEndpoint(t *testing.T, m *kit.Member, endpoint map[string]any) map[string]any {
	t.Helper()
	return m.Get(t, endpointAt(endpoint, "")).Ok(t, 200).Object(t, kit.ShapeOfEndpoint)
}

// awaitDelivery waits until a delivery has the status and returns it with its attempts.
func awaitDelivery(t *testing.T, m *kit.Member, id, status string) map[string]any {
	t.Helper()
	var detail map[string]any
	testkit.Within(t, kit.Patience, "the delivery is "+status, func() bool {
		detail = m.Get(t, "/webhooks/deliveries/"+id).Ok(t, 200).Object(t, kit.ShapeOfDetail)
		return detail["delivery"].(map[string]any)["status"] == status
	})
	return detail
}

// onlyDelivery waits until the endpoint has one delivery, and returns its id.
func onlyDelivery(t *testing.T, m *kit.Member, endpoint map[string]any) string {
	t.Helper()
	items, _ := m.Stretch(t, endpointAt(endpoint, "/deliveries"), kit.ShapeOfDelivery)
	if len(items) != 1 {
		t.Fatalf("the endpoint has %d deliveries, want 1", len(items))
	}
	return items[0]["id"].(string)
}

package webhooks_test

import (
	"slices"
	"testing"

	"bourse/test/e2e/kit"
)

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

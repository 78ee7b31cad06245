package platform_test

import (
	"regexp"
	"testing"

	"bourse/test/e2e/kit"
)

// offset matches the end of a time that is not in UTC.
var offset = regexp.MustCompile(`\d[+-]\d\d:\d\d"`)

// What was just created is answered from memory, where a time has the machine's time zone.
func TestMomentsAreInUTCWhereverTheServerStands(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		call := place.Call("serve", append([]string{"--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0", "--rate-limit", "off"}, kit.SilentMarket...)...)
		call.Env = []string{"TZ=Asia/Kolkata"}
		s := place.Start(t, call)
		admin := s.TenantAdmin(t)
		admin.Post(t, kit.EndpointsPath, kit.Body{"name": "Ledger", "url": "https://ledger.example.com/hooks"}).Ok(t, 201).Object(t, kit.ShapeOfEndpoint)
		for path, content := range map[string]kit.Body{
			kit.EndpointsPath:  {"name": "Ledger too", "url": "https://ledger.example.com/hooks/2"},
			"/auth/api-keys":   {"name": "Reporting", "scopes": []string{"getMe"}},
			"/webhooks/events": {"type": "custom.clock.read", "data": kit.Body{}},
		} {
			if made := admin.Post(t, path, content).Ok(t, 201); offset.Match(made.Text) {
				t.Errorf("POST %s answers in the machine's time zone: %s", path, made.Text)
			}
		}
	})
}

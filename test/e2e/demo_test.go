package e2e_test

import (
	"path/filepath"
	"strings"
	"testing"

	"bourse/internal/database"
)

func TestTheDemoServesItsPeopleFromAnEmptyFolder(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, place *installation) {
		place.server = plainBinary // under the race detector it takes minutes to make its history
		call := place.call("demo", "--listen", "127.0.0.1:0", "--rate-limit", "off", "--market-minute-history", "24h", "--market-daily-history", "2400h")
		if place.engine == database.SQLite { // as it is started without any settings, except for the port
			call.Folder = t.TempDir()
			call.Args = []string{"demo", "--listen", "127.0.0.1:0"}
			place.folder = filepath.Join(call.Folder, "data", "demo")
		}
		s := place.start(t, call)
		people := map[string]string{
			"trader@demo.test": "trader", "analyst@demo.test": "analyst", "admin@demo.test": "admin", "super@demo.test": "super_admin",
		}
		for email, role := range people {
			m := &member{email: email, password: "bourse-demo-1"}
			if me := m.login(t, s).me(t); me["role"] != role {
				t.Errorf("%s is %v, want %s", email, me["role"], role)
			}
			if !strings.Contains(s.Printed(), email) {
				t.Errorf("the demo does not tell of %s", email)
			}
		}
		for _, told := range []string{s.URL(), "bourse-demo-1", "curl"} {
			if !strings.Contains(s.Printed(), told) {
				t.Errorf("the demo does not tell of %s", told)
			}
		}
		newcomer := s.register(t)
		place.awaitLetter(t, "verify_email", newcomer.email, 1)
		eventually(t, patience, "the mail is shown", func() bool { return strings.Contains(s.Printed(), newcomer.email) })
		s.stop(t)
		again := place.start(t, call)
		newcomer.at(again).get(t, "/auth/me").ok(t, 200) // a second start finds what the first has left
		super := (&member{email: "super@demo.test", password: "bourse-demo-1"}).login(t, again)
		if tenants := super.get(t, "/tenants").ok(t, 200).list(t, shapeOfTenant, withMeta); len(tenants) != 3 {
			t.Errorf("%d tenants, want 3", len(tenants))
		}
	})
}

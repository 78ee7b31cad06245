package platform_test

import (
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

func TestTheDemoServesItsPeopleFromAnEmptyFolder(t *testing.T) {
	t.Parallel()
	kit.OnEachEmptyEngine(t, func(t *testing.T, place *kit.Installation) {
		place.Server = kit.PlainBinary // under the race detector it takes minutes to make its history
		call := place.Call("demo", "--listen", "127.0.0.1:0", "--rate-limit", "off", "--market-minute-history", "24h", "--market-daily-history", "2400h")
		if place.Engine == database.SQLite { // as it is started without any settings, except for the port
			call.Folder = t.TempDir()
			call.Args = []string{"demo", "--listen", "127.0.0.1:0"}
			place.Folder = filepath.Join(call.Folder, "data", "demo")
		}
		s := place.Start(t, call)
		people := map[string]string{
			"trader@demo.test": "trader", "analyst@demo.test": "analyst", "admin@demo.test": "admin", "super@demo.test": "super_admin",
		}
		for email, role := range people {
			m := &kit.Member{Email: email, Password: "bourse-demo-1"}
			if me := m.Login(t, s).Me(t); me["role"] != role {
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
		admin := &kit.Member{Email: "admin@demo.test", Password: "bourse-demo-1"}
		asked := demoModels(t, admin.Login(t, s))
		for _, symbol := range []string{"BTCUSD", "ETHUSD", "SOLUSD"} {
			for _, horizon := range []string{"1h", "4h", "1d"} {
				if asked[symbol+" "+horizon] != 1 {
					t.Errorf("a model of %s for %s was asked for %d times", symbol, horizon, asked[symbol+" "+horizon])
				}
			}
		}
		newcomer := s.Register(t)
		for _, bot := range newcomer.At(s).Get(t, "/trading/bots?limit=100").Ok(t, 200).List(t, kit.ShapeOfBot, kit.WithMeta) {
			performance := bot["performance"].(map[string]any)
			if fall := performance["maxDrawdown"].(float64); fall < 0 || fall > 0.9 {
				t.Errorf("%v has a track record in which it loses %v of what it has", bot["name"], fall)
			}
		}
		place.AwaitLetter(t, "verify_email", newcomer.Email, 1)
		testkit.Within(t, kit.Patience, "the mail is shown", func() bool { return strings.Contains(s.Printed(), newcomer.Email) })
		s.MustStop(t)
		again := place.Start(t, call)
		newcomer.At(again).Get(t, "/auth/me").Ok(t, 200) // a second start finds what the first has left
		super := (&kit.Member{Email: "super@demo.test", Password: "bourse-demo-1"}).Login(t, again)
		if tenants := super.Get(t, "/tenants").Ok(t, 200).List(t, kit.ShapeOfTenant, kit.WithMeta); len(tenants) != 3 {
			t.Errorf("%d tenants, want 3", len(tenants))
		}
		if now := demoModels(t, admin.Login(t, again)); !maps.Equal(asked, now) {
			t.Errorf("the models are %v after %v: something was asked for twice", now, asked)
		}
		for _, bot := range super.Get(t, "/trading/bots?limit=100").Ok(t, 200).List(t, kit.ShapeOfBot, kit.WithMeta) {
			if bot["strategyType"] == "ml" { // it has no past, and begins with its models
				kit.WantFields(t, bot["performance"].(map[string]any), kit.Body{"closedTrades": 0})
			}
		}
	})
}

// demoModels counts the versions of models by symbol and horizon.
func demoModels(t *testing.T, m *kit.Member) map[string]int {
	t.Helper()
	counts := map[string]int{}
	for _, element := range m.Get(t, "/ml/models?limit=100").Ok(t, 200).Envelope["data"].([]any) {
		model := element.(map[string]any)
		counts[model["symbol"].(string)+" "+model["horizon"].(string)]++
	}
	return counts
}

package platform_test

import (
	"maps"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

func TestTheDemoServesItsPeopleFromAnEmptyFolder(t *testing.T) {
	t.Parallel()
	kit.OnEachEmptyEngine(t, func(t *testing.T, place *kit.Installation) {
		call := place.Call("demo", "--listen", "127.0.0.1:0", "--rate-limit", "off", "--market-minute-history", "24h", "--market-daily-history", "2400h")
		if place.Engine == database.SQLite { // started without any settings, except for the port
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
		trader := kit.Body{"email": "trader@demo.test", "password": "bourse-demo-1", "tenant": "northwind"}
		tokens := s.Client().Post(t, "/auth/login", trader).Ok(t, 200).Object(t, kit.ShapeOfTokens)
		elsewhere := kit.NewMember(s, "trader@demo.test", "bourse-demo-1", tokens)
		if here := (&kit.Member{Email: elsewhere.Email, Password: elsewhere.Password}).Login(t, s); here.Me(t)["tenantId"] == elsewhere.Me(t)["tenantId"] {
			t.Error("the trader is a customer of one brand only")
		}
		if offered := s.Client().Get(t, "/brand").Ok(t, 200).Envelope["data"].(map[string]any)["demoAccounts"].([]any); len(offered) != len(people) {
			t.Errorf("the page of log-in can offer %v, want %v", offered, people)
		}
		wantOpenToThisMachine(t, s)
		for _, told := range []string{s.URL(), "bourse-demo-1", "curl", "trader of northwind"} {
			if !strings.Contains(s.Printed(), told) {
				t.Errorf("the demo does not tell of %s", told)
			}
		}
		testkit.Within(t, kit.Patience, "the demo tells that it is one", func() bool { return strings.Contains(s.Printed(), "ONLY FOR TRYING OUT") })
		for _, want := range []string{"prices         SIMULATED", "payments       sandbox", "webhooks without the usual protection"} {
			if !strings.Contains(s.Printed(), want) {
				t.Errorf("it does not tell %q:\n%s", want, s.Printed())
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
		for email := range people {
			wantLivelyScreen(t, (&kit.Member{Email: email, Password: "bourse-demo-1"}).Login(t, s))
		}
		wantLaidDesks(t, s)
		wantWaitingForAdmin(t, admin.Login(t, s))
		newcomer := s.Register(t)
		gained, lost := 0, 0
		for _, bot := range newcomer.At(s).Get(t, "/trading/bots?limit=100").Ok(t, 200).List(t, kit.ShapeOfBot, kit.WithMeta) {
			performance := bot["performance"].(map[string]any)
			if fall := performance["maxDrawdown"].(float64); fall < 0 || fall > 0.9 {
				t.Errorf("%v has a track record in which it loses %v of what it has", bot["name"], fall)
			}
			switch gain := performance["totalReturn"].(float64); {
			case gain > 0.001:
				gained++
			case gain < -0.001:
				lost++
			}
			if place.Engine == database.SQLite { // elsewhere the records are short
				if sharpe := performance["sharpeRatio"].(float64); performance["observations"].(float64) > 60 && (sharpe < -5 || sharpe > 6) {
					t.Errorf("%v has a Sharpe ratio of %v, which nobody believes", bot["name"], sharpe)
				}
			}
		}
		if place.Engine == database.SQLite && (gained < 4 || lost < 1) {
			t.Errorf("%d bots have gained and %d have lost", gained, lost)
		}
		place.AwaitLetter(t, "verify_email", newcomer.Email, 1)
		testkit.Within(t, kit.Patience, "the mail is shown", func() bool { return strings.Contains(s.Printed(), newcomer.Email) })
		s.MustStop(t)
		again := place.Start(t, call)
		newcomer.At(again).Get(t, "/auth/me").Ok(t, 200) // a second start finds the first one's data
		super := (&kit.Member{Email: "super@demo.test", Password: "bourse-demo-1"}).Login(t, again)
		if tenants := super.Get(t, "/tenants").Ok(t, 200).List(t, kit.ShapeOfTenant, kit.WithMeta); len(tenants) != 3 {
			t.Errorf("%d tenants, want 3", len(tenants))
		}
		wantLaidDesks(t, again)
		if now := demoModels(t, admin.Login(t, again)); !maps.Equal(asked, now) {
			t.Errorf("the models are %v after %v: something was asked for twice", now, asked)
		}
		for _, bot := range super.Get(t, "/trading/bots?limit=100").Ok(t, 200).List(t, kit.ShapeOfBot, kit.WithMeta) {
			if bot["strategyType"] == "ml" { // it has no past, and starts with its models
				kit.WantFields(t, bot["performance"].(map[string]any), kit.Body{"closedTrades": 0})
			}
		}
		if place.Engine == database.SQLite { // with the history that models are trained on
			takeTour(t, again)
		}
	})
}

// onceASecond checks at most once a second: the demo has rate limits.
func onceASecond(holds func() bool) func() bool {
	var asked time.Time
	return func() bool {
		if time.Since(asked) < time.Second {
			return false
		}
		asked = time.Now()
		return holds()
	}
}

// wantLivelyScreen checks the content of the first screen of one of the demo's users.
func wantLivelyScreen(t *testing.T, m *kit.Member) {
	t.Helper()
	sides := map[any]int{}
	testkit.Within(t, kit.Patience, m.Email+" has positions in both directions", onceASecond(func() bool {
		clear(sides)
		open, _ := m.Stretch(t, "/trading/positions?status=open&limit=100", kit.ShapeOfPosition)
		for _, position := range open {
			sides[position["side"]]++
		}
		return sides["buy"] > 0 && sides["sell"] > 0
	}))
	portfolios := m.Get(t, "/portfolio").Ok(t, 200).Envelope["data"].([]any)
	main := "/portfolio/" + portfolios[0].(map[string]any)["id"].(string)
	testkit.Within(t, kit.Patience, m.Email+" holds what they want to hold", onceASecond(func() bool {
		held := map[any]float64{}
		for _, element := range m.Get(t, main+"/allocations").Ok(t, 200).Envelope["data"].([]any) {
			allocation := element.(map[string]any)
			held[allocation["asset"]] = allocation["currentPercent"].(float64)
		}
		return held["BTC"] > 15 && held["BTC"] < 40 && held["USD"] > 0
	}))
	points := m.Get(t, main+"/performance?period=year").Ok(t, 200).Envelope["data"].([]any)
	values := map[any]bool{}
	for _, point := range points {
		values[point.(map[string]any)["value"]] = true
	}
	if len(points) < 95 || len(values) < len(points)/4 {
		t.Errorf("the year of %s has %d days and %d values", m.Email, len(points), len(values))
	}
	if courses := m.Get(t, "/education/my-courses").Ok(t, 200).Envelope["data"].([]any); len(courses) < 2 {
		t.Errorf("%s learns %d courses", m.Email, len(courses))
	}
	if paid := m.Get(t, "/payments").Ok(t, 200).Envelope["data"].([]any); len(paid) < 1 {
		t.Errorf("%s has paid for nothing", m.Email)
	}
	// The busiest bot enters in six of ten minutes. By chance it may be idle for four (one time in forty), but hardly
	// ever for ten.
	testkit.Within(t, 15*time.Minute, "a subscription of "+m.Email+" copies", onceASecond(func() bool {
		for _, element := range m.Get(t, "/trading/my-subscriptions").Ok(t, 200).Envelope["data"].([]any) {
			if subscription := element.(map[string]any); subscription["botName"] == "Metronome" && subscription["signalsExecuted"].(float64) > 0 {
				return true
			}
		}
		return false
	}))
}

// wantWaitingForAdmin checks what waits for a decision.
func wantWaitingForAdmin(t *testing.T, admin *kit.Member) {
	t.Helper()
	if cases := admin.Get(t, "/kyc/cases?state=submitted").Ok(t, 200).Envelope["data"].([]any); len(cases) != 1 {
		t.Errorf("%d KYC cases wait, want 1", len(cases))
	}
	waiting := 0
	for _, element := range admin.Get(t, "/payments/withdrawals?scope=tenant").Ok(t, 200).Envelope["data"].([]any) {
		if element.(map[string]any)["status"] == "requested" {
			waiting++
		}
	}
	if waiting != 1 {
		t.Errorf("%d withdrawals wait, want 1", waiting)
	}
	states := map[any]bool{}
	for _, element := range admin.Get(t, "/payments?scope=tenant&limit=100").Ok(t, 200).Envelope["data"].([]any) {
		states[element.(map[string]any)["status"]] = true
	}
	for _, state := range []string{"pending", "succeeded", "failed", "refunded"} {
		if !states[state] {
			t.Errorf("no payment is %s", state)
		}
	}
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

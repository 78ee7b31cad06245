package webhooks_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

// wantTold checks that an event of the type shows a resource as the API does, field by field. Additional fields are
// ignored; fields that change with time are named.
func wantTold(t *testing.T, m *kit.Member, eventType string, resource map[string]any, moving ...string) {
	t.Helper()
	for _, told := range m.Events(t, eventType) {
		if told["id"] != resource["id"] {
			continue
		}
		passing := map[string]bool{}
		for _, name := range moving {
			passing[name] = true
		}
		for name, value := range resource {
			if _, isTold := told[name]; !isTold {
				t.Errorf("%s does not tell %s", eventType, name)
			} else if diff := cmp.Diff(value, told[name]); diff != "" && !passing[name] {
				t.Errorf("%s tells another %s (-resource +event):\n%s", eventType, name, diff)
			}
		}
		return
	}
	t.Errorf("nobody was told %s of %v", eventType, resource["id"])
}

// TestWhatIsPublishedIsTheResource does things and compares what was published with the API's view of them.
func TestWhatIsPublishedIsTheResource(t *testing.T) {
	t.Parallel()
	kit.OnEachVenue(t, kit.Stories{"events tell what the API shows": eventsTellResources})
}

func eventsTellResources(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	admin := v.Officer(t, "admin", "default")
	admin.Endpoint(t, "https://office.example.com/", nil) // events for all go to tenants that have an endpoint
	customer := v.Register(t)
	user := map[string]any{}
	for _, name := range []string{"id", "email", "role", "emailVerified", "twoFactorEnabled", "createdAt"} { // the profile's fields that a user has
		user[name] = customer.Me(t)[name]
	}
	wantTold(t, admin, "identity.user.registered", user, "createdAt") // the API shows a user's time to the second, events to the millisecond
	signal := v.Signal(t, "entry_long", nil)
	testkit.Within(t, kit.Patience, "the signal is told", func() bool { return len(admin.Events(t, "trading.signal.created")) > 0 })
	shown := customer.Get(t, "/trading/signals/"+signal).Ok(t, 200).Object(t, kit.ShapeOfSignal)
	delete(shown, "executed") // depends on the caller
	wantTold(t, admin, "trading.signal.created", shown)
	id := customer.Opened(t, signal, 30)
	wantTold(t, admin, "trading.position.opened", customer.Get(t, kit.PositionAt(id)).Ok(t, 200).Object(t, kit.ShapeOfPosition))
	closed := customer.Post(t, kit.Closing(id), nil).Ok(t, 200).Object(t, kit.ShapeOfClosing)
	wantTold(t, admin, "trading.position.closed", customer.Get(t, kit.PositionAt(id)).Ok(t, 200).Object(t, kit.ShapeOfPosition))
	told := admin.Told(t, "trading.position.closed", "positionId", id)
	if diff := cmp.Diff(closed["trade"], told[0]["trade"]); diff != "" {
		t.Errorf("the trade that is told (-resource +event):\n%s", diff)
	}
	account := customer.Post(t, kit.AccountsPath, kit.Body{"tradingAgent": "atlas", "initialCapital": 500, "riskProfile": "moderate"}).
		Ok(t, 201).Envelope["data"].(map[string]any)
	wantTold(t, admin, "investment.account.created", account)
	portfolios := customer.Get(t, kit.PortfolioPath).Ok(t, 200).Envelope["data"].([]any)
	wantTold(t, admin, "portfolio.created", portfolios[0].(map[string]any), "accountIds", "totalValue", "unrealizedPnl")
}

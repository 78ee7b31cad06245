package e2e_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// wantTold checks that an event of the type tells a resource as the API shows it, field by field. What is beside it
// does not matter; fields that go with the time are named.
func (m *member) wantTold(t *testing.T, eventType string, resource map[string]any, moving ...string) {
	t.Helper()
	for _, told := range m.events(t, eventType) {
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

// TestWhatIsPublishedIsTheResource does things and compares what was published with what the API shows of them.
func TestWhatIsPublishedIsTheResource(t *testing.T) {
	t.Parallel()
	onEachVenue(t, stories{"events tell what the API shows": eventsTellResources})
}

func eventsTellResources(t *testing.T, v *venue) {
	v.price(t, xrp, "2")
	admin := v.officer(t, "admin", "default")
	admin.endpoint(t, "https://office.example.com/", nil) // events for all go to tenants that have an endpoint
	customer := v.register(t)
	user := map[string]any{}
	for _, name := range []string{"id", "email", "role", "emailVerified", "twoFactorEnabled", "createdAt"} { // of the profile, what a user has
		user[name] = customer.me(t)[name]
	}
	admin.wantTold(t, "identity.user.registered", user, "createdAt") // of users the API tells the second, events the millisecond
	signal := v.signal(t, "entry_long", nil)
	eventually(t, patience, "the signal is told", func() bool { return len(admin.events(t, "trading.signal.created")) > 0 })
	admin.wantTold(t, "trading.signal.created", customer.get(t, "/trading/signals/"+signal).ok(t, 200).object(t, shapeOfSignal))
	id := customer.opened(t, signal, 30)
	admin.wantTold(t, "trading.position.opened", customer.get(t, positionAt(id)).ok(t, 200).object(t, shapeOfPosition))
	closed := customer.post(t, closing(id), nil).ok(t, 200).object(t, shapeOfClosing)
	admin.wantTold(t, "trading.position.closed", customer.get(t, positionAt(id)).ok(t, 200).object(t, shapeOfPosition))
	told := admin.told(t, "trading.position.closed", "positionId", id)
	if diff := cmp.Diff(closed["trade"], told[0]["trade"]); diff != "" {
		t.Errorf("the trade that is told (-resource +event):\n%s", diff)
	}
	account := customer.post(t, accountsPath, body{"tradingAgent": "atlas", "initialCapital": 500, "riskProfile": "moderate"}).
		ok(t, 201).envelope["data"].(map[string]any)
	admin.wantTold(t, "investment.account.created", account)
	portfolios := customer.get(t, portfolioPath).ok(t, 200).envelope["data"].([]any)
	admin.wantTold(t, "portfolio.created", portfolios[0].(map[string]any), "accountIds", "totalValue", "unrealizedPnl")
}

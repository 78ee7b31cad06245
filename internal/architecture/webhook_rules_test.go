package architecture_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	webhookRoom  = house + "webhook"
	deliveryRoom = house + "webhook/delivery"
	// webhookTests builds the world of both rooms' tests, so it alone may look at both.
	webhookTests = house + "webhook/webhooktest"
)

// deliveryGround is what the engine stands on, beside the parts of webhook that know no database.
var deliveryGround = []string{"database", "worker"}

// webhookViolations lists what breaks the order of the webhook rooms: webhook stands on delivery, delivery on the parts
// beside it, and those on nothing of either.
func webhookViolations(graph map[string]imports) []string {
	var found []string
	for _, name := range slices.Sorted(maps.Keys(graph)) {
		for _, imported := range graph[name].code {
			found = appendBroken(found, name, imported, webhookRule(name, imported))
		}
	}
	return found
}

// webhookRule returns the rule that an import breaks; tests are free to build their world with both rooms.
func webhookRule(name, imported string) string {
	switch {
	case !strings.HasPrefix(imported, module):
		return ""
	case imported == webhookTests:
		return "webhooktest is for tests"
	case name == deliveryRoom && imported == webhookRoom:
		return "the engine does not know who uses it"
	case name == deliveryRoom && !within(imported, webhookRoom) && !slices.Contains(deliveryGround, part(imported)):
		return "the engine stands on the database and workers alone"
	case isBesideDelivery(name) && (imported == webhookRoom || imported == deliveryRoom):
		return "what stands beside the engine knows neither room"
	case imported == deliveryRoom && name != webhookRoom && name != webhookTests:
		return "the engine is reached through webhook"
	}
	return ""
}

func isBesideDelivery(name string) bool {
	return within(name, webhookRoom) && name != webhookRoom && name != deliveryRoom && name != webhookTests
}

func TestTheWebhookRoomsKeepTheirOrder(t *testing.T) {
	t.Parallel()
	graph := load(t)
	if !slices.Contains(graph[webhookRoom].code, deliveryRoom) {
		t.Fatalf("the rule names rooms that are not there: %s does not import %s", webhookRoom, deliveryRoom)
	}
	for _, violation := range webhookViolations(graph) {
		t.Error(violation)
	}
}

func TestEveryDisorderOfTheWebhookRoomsIsReported(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, imported, rule string }{
		{deliveryRoom, webhookRoom, "the engine does not know who uses it"},
		{deliveryRoom, house + "identity", "the engine stands on the database and workers alone"},
		{deliveryRoom, house + "audit", "the engine stands on the database and workers alone"},
		{webhookRoom + "/wire", deliveryRoom, "what stands beside the engine knows neither room"},
		{webhookRoom + "/auth", webhookRoom, "what stands beside the engine knows neither room"},
		{house + "httpapi", deliveryRoom, "the engine is reached through webhook"},
		{webhookRoom, webhookTests, "webhooktest is for tests"},
	} {
		got := webhookViolations(map[string]imports{c.name: {code: []string{"context", c.imported}, tests: []string{webhookTests}}})
		want := []string{c.name + " imports " + c.imported + ": " + c.rule}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("reported (-want +got):\n%s", diff)
		}
	}
	allowed := map[string]imports{
		webhookRoom:            {code: []string{deliveryRoom, webhookRoom + "/auth", house + "audit", house + "fault"}, tests: []string{webhookTests}},
		deliveryRoom:           {code: []string{webhookRoom + "/wire", house + "database", house + "worker"}, tests: []string{webhookRoom, webhookTests}},
		webhookRoom + "/wire":  {code: []string{webhookRoom + "/egress"}},
		webhookTests:           {code: []string{webhookRoom, deliveryRoom, house + "database"}},
		house + "trading":      {code: []string{webhookRoom}},
		module + "bench":       {code: []string{webhookRoom}},
		webhookRoom + "/topic": {},
	}
	if got := webhookViolations(allowed); len(got) > 0 {
		t.Errorf("reported:\n%s", strings.Join(got, "\n"))
	}
}

package webhooks_test

import (
	"maps"
	"math/rand/v2"
	"testing"

	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

const (
	wantedEvents = 9_000 // so many that losing them all would be noticed
	publishers   = 16
	senderKills  = 3
	// unrecorded is how many sends to an endpoint may be made before their outcomes are recorded, and so the maximum
	// that a crash repeats.
	unrecorded = 1_024
)

// unlimited is an endpoint without effective limits.
var unlimited = kit.Body{"rateLimitPerMinute": 1_000_000, "rateLimitPerHour": 10_000_000, "retryDelaySeconds": 1}

// TestWhatWasPublishedArrivesAlthoughTheSenderIsKilled does not run in parallel, and its engines run one after the
// other: sending thousands of events takes all processors.
func TestWhatWasPublishedArrivesAlthoughTheSenderIsKilled(t *testing.T) {
	for _, engine := range databasetest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			place := kit.NewInstallation(t, engine)
			publishAndKill(t, place)
		})
	}
}

func publishAndKill(t *testing.T, place *kit.Installation) {
	moments := make([]int, senderKills)
	for i := range moments { // one somewhere in each part of the way
		part := wantedEvents / senderKills
		moments[i] = i*part + 1 + rand.IntN(part-1)
	}
	t.Logf("killing after %v arrivals", moments)
	flags := append([]string{"--log-level", "info"}, kit.LocalReceivers...)
	s := place.Serve(t, flags...)
	admin := s.TenantAdmin(t)
	office := newInbox(t)
	endpoint := admin.Endpoint(t, office.URL, unlimited)
	press := newPress(t, admin, office)
	press.at(s)
	finish := press.start(t.Context(), publishers, wantedEvents)
	for _, moment := range moments {
		testkit.Within(t, 2*kit.Patience, "the next moment to kill", func() bool { return office.distinct() >= moment })
		s.Kill()
		testkit.Within(t, kit.Patience, "what the dead sender sent is read", func() bool { return office.connections.Load() == 0 })
		office.nextLife()
		s = place.Serve(t, flags...)
		press.at(s)
	}
	finish()
	admin = &kit.Member{Client: admin.Client.At(s)}
	press.wantAllArrived(t, office)
	t.Logf("sent again, by the life in which they were sent first: %v", office.repeats())
	for life, again := range office.repeats() {
		if again > unrecorded {
			t.Errorf("%d deliveries of life %d were sent again, want at most %d", again, life, unrecorded)
		}
	}
	if same := office.repeatsWithinALife(); same != 0 {
		t.Errorf("%d deliveries were sent twice by one process", same)
	}
	press.wantCountersAgree(t, admin, endpoint, office)
}

// wantCountersAgree checks that the counters, the listed deliveries and the receiver have the same events: all that
// were acknowledged, and of those whose call was cut off as many as were stored.
func (p *press) wantCountersAgree(t *testing.T, admin *kit.Member, endpoint map[string]any, office *inbox) {
	t.Helper()
	testkit.Within(t, kit.Patience, "every delivery has its outcome", func() bool {
		items, _ := admin.Stretch(t, endpointAt(endpoint, "/deliveries?status=pending&limit=1"), kit.ShapeOfDelivery)
		return len(items) == 0
	})
	listed := map[string]bool{}
	for _, one := range admin.Everything(t, endpointAt(endpoint, "/deliveries"), kit.ShapeOfDelivery) {
		if one["status"] != "succeeded" || listed[one["eventId"].(string)] {
			t.Fatalf("the list has twice, or not succeeded: %v", one)
		}
		listed[one["eventId"].(string)] = true
	}
	wantCounters(t, admin, endpoint, float64(len(listed)), 0)
	for id := range p.acknowledged {
		if !listed[id] {
			t.Fatalf("%s was acknowledged and is not listed", id)
		}
	}
	// Each kill cuts off the one call that each publisher has in flight.
	if more := len(listed) - len(p.acknowledged); more > senderKills*publishers {
		t.Errorf("%d events are listed that nobody acknowledged", more)
	}
	if got := office.ids(); !maps.Equal(got, listed) {
		t.Errorf("%d events are listed and %d arrived", len(listed), len(got))
	}
}

package webhooks_test

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

// senders are two processes on one PostgreSQL that send to many endpoints of one tenant, each of which gets events of
// its own type.
type senders struct {
	first, second *kit.Server
	admin         *kit.Member
	office        *inbox
	endpoints     []map[string]any
	press         *press
}

// startSenders starts two processes and adds endpoints until each process holds some lanes.
func startSenders(t *testing.T) *senders {
	t.Helper()
	place := kit.NewInstallation(t, database.Postgres)
	other := *place
	other.Folder = filepath.Join(t.TempDir(), "second")
	p := &senders{first: place.Serve(t, kit.LocalReceivers...), office: newInbox(t)}
	p.second = other.Serve(t, kit.LocalReceivers...)
	p.admin = p.first.TenantAdmin(t)
	p.press = newPress(t, p.admin, p.office)
	p.press.types = nil
	p.press.at(p.first, p.second)
	const fewest, most = 2, 40
	for lanes(t, p.first) < fewest || lanes(t, p.second) < fewest {
		number := len(p.endpoints)
		if number == most {
			t.Fatalf("of %d lanes the replicas hold %d and %d", most, lanes(t, p.first), lanes(t, p.second))
		}
		p.addEndpoint(t, number)
	}
	return p
}

// addEndpoint adds an endpoint and waits until a process holds its lane.
func (p *senders) addEndpoint(t *testing.T, number int) {
	t.Helper()
	kind := fmt.Sprintf("custom.kind_%d", number)
	settings := kit.Body{"subscribedEvents": []string{kind}}
	for name, value := range unlimited {
		settings[name] = value
	}
	endpoint := p.admin.Endpoint(t, fmt.Sprintf("%s/%d", p.office.URL, number), settings)
	p.endpoints = append(p.endpoints, endpoint)
	p.press.types = append(p.press.types, kind)
	replicas := []*kit.Server{p.first, p.second}
	for i := range replicas { // each in turn comes first, and claims the lane first
		publisher := &kit.Member{Client: p.admin.At(replicas[(number+i)%2])}
		testkit.Within(t, kit.Patience, "the replica knows of the endpoint", func() bool {
			before := p.listed(t, endpoint)
			publisher.Publish(t, kind, kit.Body{})
			return p.listed(t, endpoint) > before
		})
	}
	testkit.Within(t, kit.Patience, "somebody holds the lane", func() bool { return lanes(t, p.first)+lanes(t, p.second) == number+1 })
}

// listed counts the endpoint's deliveries.
func (p *senders) listed(t *testing.T, endpoint map[string]any) (count int) {
	t.Helper()
	for _, some := range statuses(t, p.admin, endpoint) {
		count += some
	}
	return count
}

var lanesHeld = regexp.MustCompile(`(?m)^bourse_webhook_lanes_held (\d+)$`)

// lanes is the number of endpoints that the process sends to.
func lanes(t *testing.T, s *kit.Server) int {
	t.Helper()
	match := lanesHeld.FindStringSubmatch(s.Metrics(t))
	if match == nil {
		t.Fatal("the metrics do not tell of lanes")
	}
	count, err := strconv.Atoi(match[1])
	if err != nil {
		t.Fatal(err)
	}
	return count
}

// wantSettled waits until every delivery has succeeded and checks the counters of every endpoint.
func (p *senders) wantSettled(t *testing.T, admin *kit.Member) {
	t.Helper()
	for _, endpoint := range p.endpoints {
		var counts map[string]int
		testkit.Within(t, kit.Patience, "the deliveries have their outcome", func() bool {
			counts = statuses(t, admin, endpoint)
			return counts["pending"] == 0
		})
		if len(counts) != 1 {
			t.Errorf("the deliveries are %v, want succeeded only", counts)
		}
		wantCounters(t, admin, endpoint, float64(counts["succeeded"]), 0)
	}
}

func TestReplicasShareTheSendingAndSendNothingTwice(t *testing.T) {
	t.Parallel()
	p := startSenders(t)
	p.press.start(t.Context(), 8, 400)()
	p.press.wantAllArrived(t, p.office)
	p.wantSettled(t, p.admin)
	t.Logf("of %d lanes the replicas hold %d and %d", len(p.endpoints), lanes(t, p.first), lanes(t, p.second))
	if twice := p.office.repeatsWithinALife(); twice != 0 {
		t.Errorf("%d deliveries were sent twice", twice)
	}
	stored := 0
	for _, endpoint := range p.endpoints {
		stored += p.listed(t, endpoint)
	}
	if got := p.office.distinct(); got != stored {
		t.Errorf("%d events arrived, want %d", got, stored)
	}
}

// takeover is how long after the death of a process others send what it had to send: until its lease has ended, and
// the next search for unclaimed lanes, 16 seconds at most; and what the other needs to take them.
const takeover = 26 * time.Second

func TestTheLanesOfAKilledReplicaGoToTheOther(t *testing.T) {
	t.Parallel()
	p := startSenders(t)
	finish := p.press.start(t.Context(), 8, 600)
	testkit.Within(t, kit.Patience, "both send", func() bool { return p.office.distinct() >= 150 })
	orphaned := lanes(t, p.second)
	p.press.at(p.first)
	p.second.Kill()
	killed := testkit.StartStopwatch()
	testkit.Within(t, kit.Patience, "the other replica holds every lane", func() bool { return lanes(t, p.first) == len(p.endpoints) })
	took := killed.Elapsed()
	if took > takeover {
		t.Errorf("the lanes moved after %v, want at most %v", took, takeover)
	}
	finish()
	p.press.wantAllArrived(t, p.office)
	p.wantSettled(t, p.admin)
	twice := p.office.repeatsWithinALife()
	t.Logf("%d of %d lanes moved after %v; %d deliveries were sent again", orphaned, len(p.endpoints), took, twice)
	if twice > orphaned*unrecorded {
		t.Errorf("%d deliveries were sent again, want at most %d", twice, orphaned*unrecorded)
	}
}

// TestARestartOfPostgreSQLLosesNoEvent shows that sending continues on its own.
func TestARestartOfPostgreSQLLosesNoEvent(t *testing.T) {
	t.Parallel()
	starting, cancel := context.WithTimeout(t.Context(), kit.Patience)
	defer cancel()
	cluster, err := databasetest.StartCluster(starting)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cluster.Stop(); err != nil {
			t.Error(err)
		}
	})
	place := kit.NewEmptyInstallation(t, database.SQLite)
	place.Engine, place.DatabaseURL = database.Postgres, cluster.URL()
	s := place.Serve(t, kit.LocalReceivers...)
	s.Troubled = true
	admin := s.TenantAdmin(t)
	office := newInbox(t)
	endpoint := admin.Endpoint(t, office.URL, unlimited)
	press := newPress(t, admin, office)
	press.at(s)
	const events, restarts = 900, 3
	finish := press.start(t.Context(), 8, events)
	for restart := range restarts {
		testkit.Within(t, kit.Patience, "events arrive", func() bool { return office.distinct() >= (restart+1)*events/(restarts+1) })
		if err := cluster.Restart(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	finish()
	press.wantAllArrived(t, office)
	var counts map[string]int
	testkit.Within(t, kit.Patience, "every delivery has its outcome", func() bool {
		counts = statuses(t, admin, endpoint)
		return counts["pending"] == 0
	})
	if len(counts) != 1 {
		t.Errorf("the deliveries are %v, want succeeded only", counts)
	}
	wantCounters(t, admin, endpoint, float64(counts["succeeded"]), 0)
	twice := office.repeatsWithinALife()
	t.Logf("%d deliveries were sent again", twice)
	if twice > restarts*unrecorded {
		t.Errorf("%d deliveries were sent again, want at most %d", twice, restarts*unrecorded)
	}
}

package e2e_test

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
)

// senders are two processes on one PostgreSQL that send to many endpoints of one tenant, each of which gets
// events of a type of its own.
type senders struct {
	first, second *server
	admin         *member
	office        *inbox
	endpoints     []map[string]any
	press         *press
}

// startSenders starts two processes and makes endpoints until each process holds the lanes of some.
func startSenders(t *testing.T) *senders {
	t.Helper()
	place := newInstallation(t, database.Postgres)
	other := *place
	other.folder = filepath.Join(t.TempDir(), "second")
	p := &senders{first: place.serve(t, localReceivers...), office: newInbox(t)}
	p.second = other.serve(t, localReceivers...)
	p.admin = p.first.tenantAdmin(t)
	p.press = newPress(t, p.admin, p.office)
	p.press.types = nil
	p.press.at(p.first, p.second)
	const fewest, most = 2, 40
	for p.first.lanes(t) < fewest || p.second.lanes(t) < fewest {
		number := len(p.endpoints)
		if number == most {
			t.Fatalf("of %d lanes the replicas hold %d and %d", most, p.first.lanes(t), p.second.lanes(t))
		}
		p.addEndpoint(t, number)
	}
	return p
}

// addEndpoint makes one more endpoint and waits until somebody holds its lane.
func (p *senders) addEndpoint(t *testing.T, number int) {
	t.Helper()
	kind := fmt.Sprintf("custom.kind_%d", number)
	settings := body{"subscribedEvents": []string{kind}}
	for name, value := range unlimited {
		settings[name] = value
	}
	endpoint := p.admin.endpoint(t, fmt.Sprintf("%s/%d", p.office.URL, number), settings)
	p.endpoints = append(p.endpoints, endpoint)
	p.press.types = append(p.press.types, kind)
	replicas := []*server{p.first, p.second}
	for i := range replicas { // each in turn comes first, and wants the lane first
		publisher := &member{client: p.admin.at(replicas[(number+i)%2])}
		eventually(t, patience, "the replica knows of the endpoint", func() bool {
			before := p.listed(t, endpoint)
			publisher.publish(t, kind, body{})
			return p.listed(t, endpoint) > before
		})
	}
	eventually(t, patience, "somebody holds the lane", func() bool { return p.first.lanes(t)+p.second.lanes(t) == number+1 })
}

// listed counts the endpoint's deliveries.
func (p *senders) listed(t *testing.T, endpoint map[string]any) (count int) {
	t.Helper()
	for _, some := range p.admin.statuses(t, endpoint) {
		count += some
	}
	return count
}

var lanesHeld = regexp.MustCompile(`(?m)^bourse_webhook_lanes_held (\d+)$`)

// lanes is the number of endpoints that the process sends to.
func (s *server) lanes(t *testing.T) int {
	t.Helper()
	match := lanesHeld.FindStringSubmatch(s.metrics(t))
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
func (p *senders) wantSettled(t *testing.T, admin *member) {
	t.Helper()
	for _, endpoint := range p.endpoints {
		var counts map[string]int
		eventually(t, patience, "the deliveries have their outcome", func() bool {
			counts = admin.statuses(t, endpoint)
			return counts["pending"] == 0
		})
		if len(counts) != 1 {
			t.Errorf("the deliveries are %v, want succeeded only", counts)
		}
		admin.wantCounters(t, endpoint, float64(counts["succeeded"]), 0)
	}
}

func TestReplicasShareTheSendingAndSendNothingTwice(t *testing.T) {
	t.Parallel()
	p := startSenders(t)
	p.press.start(t.Context(), 8, 1500)()
	p.press.wantAllArrived(t, p.office)
	p.wantSettled(t, p.admin)
	t.Logf("of %d lanes the replicas hold %d and %d", len(p.endpoints), p.first.lanes(t), p.second.lanes(t))
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

// takeover is how long after the death of a process others send what it had to send: until its lease has
// ended, and the next search for what nobody sends.
const takeover = 20 * time.Second

func TestTheLanesOfAKilledReplicaGoToTheOther(t *testing.T) {
	t.Parallel()
	p := startSenders(t)
	finish := p.press.start(t.Context(), 8, 2000)
	eventually(t, patience, "both send", func() bool { return p.office.distinct() >= 500 })
	orphaned := p.second.lanes(t)
	p.press.at(p.first)
	p.second.Kill()
	killed := time.Now()
	eventually(t, patience, "the other replica holds every lane", func() bool { return p.first.lanes(t) == len(p.endpoints) })
	took := time.Since(killed)
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

// TestARestartOfPostgreSQLLosesNoEvent shows that sending goes on by itself.
func TestARestartOfPostgreSQLLosesNoEvent(t *testing.T) {
	t.Parallel()
	starting, cancel := context.WithTimeout(t.Context(), time.Minute)
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
	place := newInstallation(t, database.SQLite)
	place.engine, place.databaseURL = database.Postgres, cluster.URL()
	s := place.serve(t, localReceivers...)
	s.troubled = true
	admin := s.tenantAdmin(t)
	office := newInbox(t)
	endpoint := admin.endpoint(t, office.URL, unlimited)
	press := newPress(t, admin, office)
	press.at(s)
	const events, restarts = 3000, 3
	finish := press.start(t.Context(), 8, events)
	for restart := range restarts {
		eventually(t, patience, "events arrive", func() bool { return office.distinct() >= (restart+1)*events/(restarts+1) })
		if err := cluster.Restart(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	finish()
	press.wantAllArrived(t, office)
	var counts map[string]int
	eventually(t, patience, "every delivery has its outcome", func() bool {
		counts = admin.statuses(t, endpoint)
		return counts["pending"] == 0
	})
	if len(counts) != 1 {
		t.Errorf("the deliveries are %v, want succeeded only", counts)
	}
	admin.wantCounters(t, endpoint, float64(counts["succeeded"]), 0)
	twice := office.repeatsWithinALife()
	t.Logf("%d deliveries were sent again", twice)
	if twice > restarts*unrecorded {
		t.Errorf("%d deliveries were sent again, want at most %d", twice, restarts*unrecorded)
	}
}

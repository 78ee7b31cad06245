//go:build failover

package operations_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

// TestAClusterFailsOver repeatedly kills the primary of a cluster (deploy/cluster) while two replicas of the platform
// publish, trade, take deposits and log users in, through HAProxy and through PgBouncer. `make failover` runs it.
func TestAClusterFailsOver(t *testing.T) {
	rounds, err := strconv.Atoi(os.Getenv(failoversVariable))
	if err != nil || rounds < 1 {
		rounds = 1
	}
	ways := strings.Fields(os.Getenv("BOURSE_FAILOVER_WAYS"))
	if len(ways) == 0 {
		ways = []string{"haproxy", "pgbouncer"}
	}
	for _, way := range ways {
		t.Run(way, func(t *testing.T) {
			cluster := startMachines(t)
			url, flags := cluster.urls["primary"], []string{"--payments-provider", "sandbox"}
			if way == "pgbouncer" {
				url, flags = cluster.urls["pooler"], append(flags, "--database-listen-url", cluster.urls["primary"])
			}
			work := newFailoverWork(t, url, flags...)
			depositor, _, account := work.venue.Funded(t, 1000)
			var results []clusterResult
			for round := range rounds {
				results = append(results, work.clusterRound(t, round, cluster, deposits{depositor.Token, account}))
			}
			work.stop(t)
			work.audit(t, cluster.urls["primary"])
			for _, wrong := range work.answers.wrong {
				t.Errorf("a wrong answer: %s", wrong)
			}
			report(t, way, results, &work.answers)
		})
	}
}

// machines is the cluster that deploy/cluster/run starts.
type machines struct {
	folder string
	urls   map[string]string
}

func startMachines(t *testing.T) *machines {
	t.Helper()
	parent, err := os.MkdirTemp("", "bourse-failover-")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(parent, 0o755); err != nil { // the servers run under another account
		t.Fatal(err)
	}
	m := &machines{folder: filepath.Join(parent, "cluster"), urls: map[string]string{}}
	t.Cleanup(func() {
		if t.Failed() {
			logs, _ := exec.Command("sh", "-c", "tail -n 15 "+m.folder+"/*.log").CombinedOutput()
			t.Logf("the cluster's logs:\n%s", logs)
		}
		if said, err := m.command(context.Background(), "stop").CombinedOutput(); err != nil {
			t.Errorf("stop the cluster: %v: %s", err, said)
		}
		_ = os.RemoveAll(parent)
	})
	for line := range strings.Lines(m.run(t, "start", "7200")) {
		name, url, _ := strings.Cut(strings.TrimSpace(line), "=")
		m.urls[name] = url
	}
	return m
}

func (m *machines) command(ctx context.Context, arguments ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, "../../../deploy/cluster/run", arguments...)
	command.Env = append(os.Environ(), "CLUSTER_FOLDER="+m.folder)
	return command
}

func (m *machines) run(t *testing.T, arguments ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	command := m.command(ctx, arguments...)
	var complaint bytes.Buffer
	command.Stderr = &complaint
	said, err := command.Output()
	if err != nil {
		t.Fatalf("cluster %v: %v: %s", arguments, err, complaint.String())
	}
	return string(said)
}

// clusterResult is the measurements of one failover.
type clusterResult struct {
	killed          string
	without, all    time.Duration // without any acknowledged write, and without one of some kind at some replica
	rejoined        time.Duration // until the killed node followed again, after it was started
	refused, worked int           // answers in the round
}

type deposits struct{ token, account string }

// clusterKinds are what has to work again.
var clusterKinds = []string{"publishing", "trading", "log-ins", "deposits"}

func (w *failoverWork) clusterRound(t *testing.T, round int, cluster *machines, into deposits) (result clusterResult) {
	t.Helper()
	w.venue.Price(t, kit.Xrp, "2")
	signals := make([]string, 60)
	for i := range signals {
		signals[i] = w.venue.Signal(t, "entry_long", nil)
	}
	goodBefore, busyBefore := w.answers.good, w.answers.busy
	running := w.begin(t, round, signals)
	ctx, cancel := context.WithCancel(t.Context())
	for i, s := range w.replicas {
		running.recoveries[i]["deposits"] = &recovery{}
		at := &failoverClient{Crowd: kit.NewCrowd(t, 2), ctx: ctx, replica: s, answers: &w.answers}
		running.working.Go(func() { w.deposit(at, running.recoveries[i]["deposits"], into, fmt.Sprintf("%d-%d", round, i)) })
	}
	each := func(holds func(*recovery) bool) bool {
		for _, of := range running.recoveries {
			for _, kind := range clusterKinds {
				if !holds(of[kind]) {
					return false
				}
			}
		}
		return true
	}
	testkit.Within(t, kit.Patience, "everything works before the primary is killed", func() bool {
		return each(func(r *recovery) bool { return r.successes() >= 2 })
	})
	vanished := time.Now()
	result.killed = strings.TrimSpace(cluster.run(t, "kill-primary"))
	testkit.Within(t, kit.Patience, "everything works after the primary was killed", func() bool {
		return time.Since(vanished) > 3*time.Second && each(func(r *recovery) bool { return r.settledSince(vanished) })
	})
	cancel()
	running.until(t, time.Now())
	var acknowledged []time.Time
	for _, of := range running.recoveries {
		for _, kind := range clusterKinds {
			ends := of[kind].acknowledged()
			result.all = max(result.all, longestGap(vanished, ends))
			acknowledged = append(acknowledged, ends...)
		}
	}
	result.without = longestGap(vanished, acknowledged)
	result.worked, result.refused = w.answers.good-goodBefore, w.answers.busy-busyBefore
	revived := time.Now()
	cluster.run(t, "revive")
	testkit.Within(t, kit.Patience, "the killed node follows", func() bool { return cluster.command(t.Context(), "status").Run() == nil })
	result.rejoined = time.Since(revived)
	t.Logf("failover %d: %s was killed; %.1f s without a write, %.1f s until everything worked; %d answers, %d refused; it followed again %.1f s after its start",
		round+1, result.killed, result.without.Seconds(), result.all.Seconds(), result.worked, result.refused, result.rejoined.Seconds())
	return result
}

// settledSince reports whether calls have failed and then succeeded three times in a row, or were never disturbed for
// long.
func (r *recovery) settledSince(moment time.Time) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	row, disturbed := 0, time.Since(moment) > 40*time.Second
	for _, call := range r.calls {
		switch {
		case call.ended.Before(moment):
		case !call.ok:
			row, disturbed = 0, true
		case call.ended.Sub(call.began) > time.Second: // it waited for the new primary
			row, disturbed = row+1, true
		default:
			row++
		}
	}
	return disturbed && row >= 3
}

// acknowledged returns when calls succeeded.
func (r *recovery) acknowledged() (ends []time.Time) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for _, call := range r.calls {
		if call.ok {
			ends = append(ends, call.ended)
		}
	}
	return ends
}

// longestGap is the longest period after a time in which nothing ended.
func longestGap(from time.Time, ends []time.Time) (longest time.Duration) {
	slices.SortFunc(ends, time.Time.Compare)
	for _, end := range ends {
		if end.After(from) {
			longest, from = max(longest, end.Sub(from)), end
		}
	}
	return longest
}

// deposit begins payments, each until it is acknowledged.
func (w *failoverWork) deposit(at *failoverClient, results *recovery, into deposits, name string) {
	for number := 0; at.ctx.Err() == nil; number++ {
		call := kit.Call{
			Path: kit.DepositsPath, Token: into.token, Key: fmt.Sprintf("deposit-%s-%d", name, number),
			Content: kit.Body{"accountId": into.account, "amount": 10},
		}
		var answered struct{ Data struct{ PaymentID string } }
		if at.insist(results, call, &answered) == http.StatusCreated {
			w.journal.add(w.journal.payments, answered.Data.PaymentID, into.account)
		}
		at.pause(100 * time.Millisecond)
	}
}

// report prints a table of the measurements of every failover.
func report(t *testing.T, way string, results []clusterResult, answered *answers) {
	t.Helper()
	var text bytes.Buffer
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "failover\tkilled\twithout writes (s)\teverything (s)\trejoined (s)\tanswers\trefused with 503\t")
	var without, all, rejoined []time.Duration
	for i, one := range results {
		fmt.Fprintf(table, "%d\t%s\t%.1f\t%.1f\t%.1f\t%d\t%d\t\n", i+1, one.killed, one.without.Seconds(), one.all.Seconds(), one.rejoined.Seconds(), one.worked, one.refused)
		without, all, rejoined = append(without, one.without), append(all, one.all), append(rejoined, one.rejoined)
	}
	for name, of := range map[string]func([]time.Duration) time.Duration{"median": median, "worst": slices.Max[[]time.Duration]} {
		fmt.Fprintf(table, "%s\t\t%.1f\t%.1f\t%.1f\t\t\t\n", name, of(without).Seconds(), of(all).Seconds(), of(rejoined).Seconds())
	}
	_ = table.Flush() // into memory
	t.Logf("through %s: %d failovers, %d answers, %d refused with 503, wrong answers %d\n%s",
		way, len(results), answered.good, answered.busy, len(answered.wrong), text.String())
}

func median(of []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(of))
	return sorted[len(sorted)/2]
}

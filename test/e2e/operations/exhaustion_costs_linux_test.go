package operations_test

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptrace"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bourse/test/e2e/kit"
)

// ordinaryPeople is the number of users beside a fault, each making four requests a second: the limit per user.
const ordinaryPeople = 8

// phases are the reported phases of a fault.
var phases = []string{"before", "during", "after"}

// costs are the times of ordinary users' requests in one phase, and how they were answered, by kind.
type costs struct {
	mutex    sync.Mutex
	took     map[string][]time.Duration
	statuses map[string]map[int]int // 0 means no answer
	unkept   int                    // temporary refusals without Retry-After
	failures []string               // why there was no answer
}

func newCosts() *costs {
	return &costs{took: map[string][]time.Duration{}, statuses: map[string]map[int]int{}}
}

// request sends one request and records its cost. It reports whether the answer was good.
func (c *costs) request(transport *http.Transport, kind string, request *http.Request) bool {
	started := time.Now()
	ctx, cancel := context.WithTimeout(request.Context(), 30*time.Second)
	defer cancel()
	isReused := false
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(got httptrace.GotConnInfo) { isReused = got.Reused }})
	response, err := transport.RoundTrip(request.WithContext(ctx))
	status, header := 0, http.Header{}
	if err == nil {
		status, header = response.StatusCode, response.Header
		_, _ = io.Copy(io.Discard, response.Body)
		response.Body.Close()
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.took[kind] = append(c.took[kind], time.Since(started))
	if c.statuses[kind] == nil {
		c.statuses[kind] = map[int]int{}
	}
	c.statuses[kind][status]++
	if err != nil {
		c.failures = append(c.failures, fmt.Sprintf("%s, reused %t, after %v: %v", kind, isReused, time.Since(started), err))
	}
	if status == http.StatusServiceUnavailable && header.Get("Retry-After") == "" {
		c.unkept++
	}
	return status == http.StatusOK
}

// suffer runs ordinary users before, during and after a fault, prints a line of the table for each phase and checks
// what must be true of it.
func (x *exhaustion) suffer(t *testing.T, one fault, lasts time.Duration) {
	t.Helper()
	x.answers = &answerCount{statuses: map[int]int{}}
	id := x.server.ID()
	told := map[string]*costs{}
	told["before"] = x.ordinary(t, lasts, nil)
	var end func()
	told["during"] = x.ordinary(t, lasts, func(ctx context.Context) { end = one.begin(x, ctx, t) })
	end()
	recovered := x.recover(t)
	told["after"] = x.ordinary(t, lasts, nil)
	for _, phase := range phases {
		fmt.Printf("| %s | %s | %s | %s | %s |\n", x.place.Engine, one.name, phase, told[phase], map[bool]string{true: recovered.Round(100 * time.Millisecond).String()}[phase == "after"])
	}
	if !x.isAlive() || x.server.ID() != id || x.group.kills() != "0" {
		t.Fatalf("%s: the process is not what it was", one.name)
	}
	for _, kind := range one.served {
		if all := len(told["during"].took[kind]); told["during"].statuses[kind][http.StatusOK]*100 < 95*all {
			t.Errorf("%s: of %d requests to %s were answered %v", one.name, all, kind, told["during"].statuses[kind])
		}
	}
	for phase, costs := range told {
		for kind, statuses := range costs.statuses {
			for status := range statuses {
				if isOurs := status == 0 || status >= 500 && status != http.StatusServiceUnavailable; isOurs {
					t.Errorf("%s, %s: a %s was answered %d (%v): %q", one.name, phase, kind, status, statuses, costs.failures)
				}
			}
		}
		if costs.unkept > 0 {
			t.Errorf("%s, %s: %d were not told when to come back", one.name, phase, costs.unkept)
		}
	}
}

// ordinary runs ordinary users for a while, during which something may begin.
func (x *exhaustion) ordinary(t *testing.T, lasts time.Duration, begin func(ctx context.Context)) *costs {
	t.Helper()
	if begin != nil {
		begin(t.Context())
	}
	told := newCosts()
	ctx, cancel := context.WithTimeout(t.Context(), lasts)
	defer cancel()
	var living sync.WaitGroup
	for i := range ordinaryPeople {
		living.Go(func() { x.liveOrdinarily(ctx, t, told, i) })
	}
	living.Wait()
	return told
}

// liveOrdinarily reads, writes and occasionally logs in, half of the users on a new connection each time.
func (x *exhaustion) liveOrdinarily(ctx context.Context, t *testing.T, told *costs, i int) {
	user := x.people[i]
	transport := &http.Transport{DisableKeepAlives: i%2 == 0}
	defer transport.CloseIdleConnections()
	again := time.NewTicker(250 * time.Millisecond)
	defer again.Stop()
	for turn := i; ctx.Err() == nil; turn++ {
		switch turn % 16 {
		case 0:
			told.request(transport, "log-in", user.Client.As("").Request(t, "POST", "/api/v1/auth/login", kit.Body{"email": user.Email, "password": user.Password}))
		case 3, 7, 11, 15:
			told.request(transport, "write", x.write(t, user, turn))
		default:
			told.request(transport, "read", user.Request(t, "GET", "/api/v1/trading/portfolio", nil))
		}
		select {
		case <-again.C:
		case <-ctx.Done():
		}
	}
}

func (x *exhaustion) write(t *testing.T, user *kit.Member, turn int) *http.Request {
	t.Helper()
	return user.Request(t, "PUT", "/api/v1/trading/watchlist", kit.Body{"symbols": [][]string{{"BTCUSD"}, {"ETHUSD"}}[turn%2]})
}

// recover waits until a user is served five times in a row, and returns the wait for the first of them.
func (x *exhaustion) recover(t *testing.T) time.Duration {
	t.Helper()
	ended, transport := time.Now(), &http.Transport{DisableKeepAlives: true}
	since, inARow := time.Duration(0), 0
	for turn := 0; inARow < 5; turn++ {
		if time.Since(ended) > kit.Patience {
			t.Fatal("nobody is served any more")
		}
		user := x.people[turn%len(x.people)]
		if inARow == 0 {
			since = time.Since(ended)
		}
		if newCosts().request(transport, "write", x.write(t, user, turn)) {
			inARow++
		} else {
			inARow = 0
		}
		x.tick(t)
	}
	return since
}

// String is a phase's part of the table's line: for each kind the median, the 99th percentile, and how often the
// answer was something other than 200.
func (c *costs) String() string {
	var cells []string
	for _, kind := range []string{"read", "write", "log-in"} {
		others := ""
		for _, status := range slices.Sorted(maps.Keys(c.statuses[kind])) {
			if status != http.StatusOK {
				others += fmt.Sprintf(", %d× %d", c.statuses[kind][status], status)
			}
		}
		cells = append(cells, fmt.Sprintf("%v / %v of %d%s", quantile(c.took[kind], 0.5), quantile(c.took[kind], 0.99), len(c.took[kind]), others))
	}
	return strings.Join(cells, " | ")
}

package operations_test

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

// weather is a server in a small container, registered users, and a few normal users.
type weather struct {
	server *kit.Server
	group  *memoryGroup
	idle   int64 // bytes before the first storm
	people []*kit.Member
	crowd  int // connections opened at once

	users   *normalUsers
	answers *answerCount
	// readsNothing: the crowd sends requests and does not read answers.
	readsNothing bool
	mutex        sync.Mutex
	open         []net.Conn
	reading      sync.WaitGroup
}

const normalCount = 4

var limitLine = regexp.MustCompile(`(?m)^go_gc_gomemlimit_bytes.*$`)

func newWeather(t *testing.T, place *kit.Installation, people int) *weather {
	t.Helper()
	megabytes, err := strconv.ParseInt(cmp.Or(os.Getenv(stormMemoryVariable), strconv.Itoa(stormMegabytes)), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	w := &weather{group: newMemoryGroup(t, megabytes<<20)}
	stripe := httptest.NewServer(http.NotFoundHandler()) // never called
	t.Cleanup(stripe.Close)
	w.server = place.Start(t, w.group.around(place.Call("serve", "--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0", "--trusted-proxies", "127.0.0.0/8",
		"--market-minute-history", "0s", "--market-daily-history", "0s", "--payments-provider", "stripe", "--payments-stripe-key", "sk_test_storm",
		"--payments-stripe-webhook-secret", "whsec_storm", "--payments-stripe-url", stripe.URL)))
	w.server.Troubled = true
	w.group.watch(t, w.server.Process)
	// It has found the limit of the group that it runs in.
	if told := w.server.Metrics(t); !strings.Contains(told, fmt.Sprintf("go_gc_gomemlimit_bytes %v\n", float64(megabytes<<20*85/100))) {
		t.Errorf("the collector is not told the limit of the group: %s", limitLine.FindString(told))
	}
	var joining sync.WaitGroup
	w.people = make([]*kit.Member, people)
	for worker := range normalCount {
		joining.Go(func() {
			for i := worker; i < people; i += normalCount {
				w.people[i] = w.join(t, i)
			}
		})
	}
	joining.Wait()
	if t.Failed() {
		t.FailNow()
	}
	// What a start does after it serves, such as the agents' past, is not part of the storm; hashing's memory is soon
	// returned.
	for range 20 {
		w.tick(t)
	}
	w.idle = w.group.used(w.server.Process)
	t.Logf("%s: idle at %d MB of %d MB", place.Engine, w.idle>>20, megabytes)
	return w
}

// join registers a user from their own address, and waits when told to.
func (w *weather) join(t *testing.T, i int) (joined *kit.Member) {
	email := kit.NewEmail()
	attempts := 0
	testkit.Within(t, kit.Patience, "somebody can register", func() bool {
		// A user who was refused too often uses another address: on a busy machine that takes longer than the limits.
		from := w.server.Client().With("X-Forwarded-For", fmt.Sprintf("10.%d.%d.%d", 9+attempts/4, i%250, 1+i/250))
		attempts++
		a := from.Post(t, "/auth/register", kit.Body{"email": email, "password": "a fine password of " + email})
		if a.Status == http.StatusServiceUnavailable { // other users are registering
			w.tick(t)
			return false
		}
		joined = kit.NewMember(w.server, email, "a fine password of "+email, a.Ok(t, 201).Object(t, kit.ShapeOfTokens))
		joined.Client = joined.With("X-Forwarded-For", from.Header.Get("X-Forwarded-For"))
		return true
	})
	return joined
}

// addressOf is the address of the i-th in a crowd.
func addressOf(i int) string { return fmt.Sprintf("10.8.%d.%d", i/250, 1+i%250) }

// looksSigned is a header like Stripe's, with an unchecked signature.
func looksSigned() string {
	return fmt.Sprintf("t=%d,v1=%s", time.Now().Unix(), strings.Repeat("ab", 32))
}

// post is the head of a request that announces a body.
func (w *weather) post(path string, i, length int, header string) string {
	return fmt.Sprintf("POST /api/v1%s HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: %s\r\nContent-Type: application/json\r\n%sContent-Length: %d\r\n\r\n",
		path, addressOf(i), header, length)
}

// gather opens many connections, sends something on each and keeps them open until everybodyLeaves.
func (w *weather) gather(ctx context.Context, t *testing.T, count int, say func(i int) string) {
	t.Helper()
	var coming sync.WaitGroup
	for part := range 20 {
		coming.Go(func() {
			for i := part; i < count && ctx.Err() == nil; i += 20 {
				w.come(ctx, say(i))
			}
		})
	}
	coming.Wait()
}

func (w *weather) come(ctx context.Context, said string) {
	connection, err := (&net.Dialer{}).DialContext(ctx, "tcp", w.server.Address)
	if err != nil {
		w.answers.add(0, 0, nil)
		return
	}
	w.mutex.Lock()
	w.open = append(w.open, connection)
	w.mutex.Unlock()
	started := time.Now()
	if w.readsNothing {
		_, _ = io.WriteString(connection, said)
		return
	}
	w.reading.Go(func() {
		answer, err := http.ReadResponse(bufio.NewReader(connection), nil)
		if err != nil {
			w.answers.add(0, 0, nil)
			return
		}
		w.answers.add(answer.StatusCode, time.Since(started), answer.Header)
		_, _ = io.Copy(io.Discard, answer.Body) // a stream continues until we close it
		answer.Body.Close()
	})
	w.reading.Go(func() { _, _ = io.WriteString(connection, said) }) // a refusal in the middle is expected
}

func (w *weather) everybodyLeaves() {
	w.mutex.Lock()
	open := w.open
	w.open = nil
	w.mutex.Unlock()
	for _, connection := range open {
		connection.Close()
	}
	w.reading.Wait()
}

func (w *weather) isAlive() bool {
	response, err := http.Get(w.server.URL() + "/healthz")
	if err != nil {
		return false
	}
	defer response.Body.Close()
	return response.StatusCode == http.StatusOK
}

// tick waits for a fifth of a second.
func (w *weather) tick(t *testing.T) {
	t.Helper()
	select {
	case <-time.After(200 * time.Millisecond):
	case <-t.Context().Done():
	}
}

func (c *answerCount) add(status int, took time.Duration, header http.Header) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.statuses[status]++
	c.slowest = max(c.slowest, took)
	if (status == 503 || status == 429) && header.Get("Retry-After") == "" {
		c.unkept++
	}
}

// String reports how often each status was answered.
func (c *answerCount) String() string {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	text := ""
	for _, status := range slices.Sorted(maps.Keys(c.statuses)) {
		text += fmt.Sprintf("%d×%d ", c.statuses[status], status)
	}
	return text + fmt.Sprintf("(slowest %v, %d without Retry-After)", c.slowest.Round(time.Millisecond), c.unkept)
}

// normalUsers read their own data as people do, beside a storm.
type normalUsers struct {
	mutex  sync.Mutex
	reads  []time.Duration
	logins []time.Duration
	got    map[string]int // by what and status
}

// live runs normal users until the context ends: they read four times a second, each time on a new connection, and
// log in every two seconds.
func (w *weather) live(ctx context.Context, t *testing.T) *sync.WaitGroup {
	w.users = &normalUsers{got: map[string]int{}}
	var living sync.WaitGroup
	for i := range normalCount {
		user, turn := w.people[i], 0
		transport := &http.Transport{DisableKeepAlives: i%2 == 0}
		living.Go(func() {
			defer transport.CloseIdleConnections()
			again := time.NewTicker(250 * time.Millisecond)
			defer again.Stop()
			for ctx.Err() == nil {
				switch turn++; turn % 8 {
				case 0:
					w.users.note(transport, "login", user.Client.As("").Request(t, "POST", "/api/v1/auth/login", kit.Body{"email": user.Email, "password": user.Password}))
				case 1, 5:
					w.users.note(transport, "read", user.Request(t, "GET", "/api/v1/trading/portfolio", nil))
				default:
					w.users.note(transport, "read", user.Request(t, "GET", "/api/v1/auth/me", nil))
				}
				select {
				case <-again.C:
				case <-ctx.Done():
				}
			}
		})
	}
	return &living
}

func (u *normalUsers) note(transport *http.Transport, what string, request *http.Request) {
	started := time.Now()
	ctx, cancel := context.WithTimeout(request.Context(), 30*time.Second)
	defer cancel()
	response, err := transport.RoundTrip(request.WithContext(ctx))
	status := 0
	if err == nil {
		status = response.StatusCode
		_, _ = io.Copy(io.Discard, response.Body)
		response.Body.Close()
	}
	took := time.Since(started)
	u.mutex.Lock()
	defer u.mutex.Unlock()
	u.got[fmt.Sprintf("%s %d", what, status)]++
	if what == "login" {
		u.logins = append(u.logins, took)
	} else {
		u.reads = append(u.reads, took)
	}
}

// report reports how normal users fared.
func (u *normalUsers) report() string {
	text := ""
	for _, kind := range slices.Sorted(maps.Keys(u.got)) {
		text += fmt.Sprintf("%d× %s, ", u.got[kind], kind)
	}
	return fmt.Sprintf("%35s a normal user: %sreads p50 %v p99 %v, log-ins p50 %v p99 %v", "", text,
		quantile(u.reads, 0.5), quantile(u.reads, 0.99), quantile(u.logins, 0.5), quantile(u.logins, 0.99))
}

// wantServed checks that the storm did not affect normal users.
func (u *normalUsers) wantServed(t *testing.T, storm string) {
	t.Helper()
	if served := u.got["read 200"]; served*100 < 95*len(u.reads) {
		t.Errorf("%s: %d of %d reads of normal users were answered: %v", storm, served, len(u.reads), u.got)
	}
}

// quantile is a duration that the given share does not exceed.
func quantile(all []time.Duration, share float64) time.Duration {
	if len(all) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(all))
	return sorted[min(len(sorted)-1, int(share*float64(len(sorted))))].Round(time.Millisecond)
}

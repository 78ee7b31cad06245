package operations_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

const (
	// stormMegabytes is the process's memory, as in a small container, unless stormMemoryVariable is set.
	stormMegabytes = 256
	// calmWithin is how soon the memory must be back to at most stormRest more than before the first request.
	calmWithin = time.Minute
	stormRest  = 50 << 20
	// crowdSize is the number of simultaneous connections; together they announce more than twice the memory.
	crowdSize = 600
	// fullCrowd is the number in the full storms.
	fullCrowd = 2000
)

// stormVariable requests the full storms: 2,000 open streams, each storm three times as long, and one engine after
// the other.
const stormVariable = "BOURSE_STORMS"

// stormMemoryVariable sets the container's megabytes, to find out how many are enough.
const stormMemoryVariable = "BOURSE_STORM_MEGABYTES"

// assault is something that many clients do at once.
type assault struct {
	name string
	blow func(ctx context.Context, t *testing.T, w *weather)
}

// assaults come one after the other, with rate limits on. Every client has its own address.
var assaults = []assault{
	{"announced bodies to Stripe's path", func(ctx context.Context, t *testing.T, w *weather) {
		w.gather(ctx, t, w.crowd, func(i int) string {
			return w.post("/payments/webhooks/stripe", i, 1_048_000, "Stripe-Signature: "+looksSigned()+"\r\n") + "{"
		})
	}},
	{"announced bodies to public paths", func(ctx context.Context, t *testing.T, w *weather) {
		w.gather(ctx, t, w.crowd, func(i int) string {
			return w.post([]string{"/auth/login", "/auth/register", "/auth/refresh", "/auth/password/forgot"}[i%4], i, 1_048_000, "") + "{"
		})
	}},
	{"slow bodies of people logged in", func(ctx context.Context, t *testing.T, w *weather) {
		w.gather(ctx, t, w.crowd, func(i int) string {
			return w.post("/investment/accounts", i, 1_000_000, "Authorization: Bearer "+w.people[i%len(w.people)].Token+"\r\n") + "{"
		})
	}},
	{"whole large bodies", func(ctx context.Context, t *testing.T, w *weather) {
		large := strings.Repeat(" ", 1_000_000)
		w.gather(ctx, t, w.crowd/5, func(i int) string { return w.post("/auth/login", i, len(large), "") + large })
	}},
	{"silent sockets", func(ctx context.Context, t *testing.T, w *weather) {
		w.gather(ctx, t, w.crowd, func(int) string { return "" })
	}},
	{"headers without an end", func(ctx context.Context, t *testing.T, w *weather) {
		w.gather(ctx, t, w.crowd, func(i int) string {
			return strings.TrimSuffix(w.post("/auth/login", i, 10, "X-Long: "+strings.Repeat("x", 16<<10)+"\r\n"), "\r\n")
		})
	}},
	{"answers that nobody reads", func(ctx context.Context, t *testing.T, w *weather) {
		w.readsNothing = true
		defer func() { w.readsNothing = false }()
		w.gather(ctx, t, w.crowd/2, func(i int) string {
			return strings.Repeat(fmt.Sprintf("GET /openapi.json HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: %s\r\n\r\n", addressOf(i)), 8)
		})
	}},
	{"log-ins", func(ctx context.Context, t *testing.T, w *weather) {
		w.gather(ctx, t, w.crowd/4, func(i int) string {
			content := fmt.Sprintf(`{"email":"nobody-%d@example.test","password":"a guess that is wrong"}`, i)
			return w.post("/auth/login", i, len(content), "") + content
		})
	}},
	{"streams", func(ctx context.Context, t *testing.T, w *weather) {
		w.gather(ctx, t, w.crowd, func(i int) string {
			return fmt.Sprintf("GET /api/v1/trading/stream HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: %s\r\nAuthorization: Bearer %s\r\n\r\n",
				addressOf(i), w.people[i%len(w.people)].Token)
		})
	}},
}

// TestStormsInASmallContainerKillNobody runs the binary in a control group of 256 MB. It shows that the process is
// never killed, that normal users are served, and that the memory comes back.
func TestStormsInASmallContainerKillNobody(t *testing.T) {
	isFull := os.Getenv(stormVariable) != ""
	for _, engine := range databasetest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			lasts, crowd, people := 2*time.Second, crowdSize, crowdSize/50
			if isFull {
				lasts, crowd, people = 12*time.Second, fullCrowd, fullCrowd/5
			} else {
				t.Parallel()
			}
			w := newWeather(t, kit.NewInstallation(t, engine), people)
			w.crowd = crowd
			for _, one := range assaults {
				t.Run(one.name, func(t *testing.T) { w.blow(t, one, lasts) })
			}
		})
	}
}

// blow runs a storm beside normal users, and waits until its memory is back.
func (w *weather) blow(t *testing.T, one assault, lasts time.Duration) {
	t.Helper()
	if !w.isAlive() {
		t.Fatal("the process is gone")
	}
	w.group.highest.Store(0)
	w.answers = &answerCount{statuses: map[int]int{}}
	ctx, cancel := context.WithTimeout(t.Context(), lasts)
	defer cancel()
	users := w.live(ctx, t)
	one.blow(ctx, t, w)
	<-ctx.Done()
	users.Wait()
	w.everybodyLeaves()
	calming, ended := testkit.StartStopwatch(), time.Now()
	highest := w.group.highest.Load()
	for w.group.used(w.server.Process) > w.idle+stormRest && time.Since(ended) < kit.Patience {
		w.tick(t)
	}
	took := calming.Elapsed()
	t.Logf("%-34s the storm got %v; at most %d MB, %d MB %.1f s after (idle %d MB)\n%s", one.name+":", w.answers, highest>>20,
		w.group.used(w.server.Process)>>20, took.Seconds(), w.idle>>20, w.users.report())
	if took >= calmWithin || w.group.used(w.server.Process) > w.idle+stormRest {
		t.Errorf("%s: the memory is not back within %v", one.name, calmWithin)
	}
	if kills := w.group.kills(); kills != "0" || !w.isAlive() {
		t.Fatalf("%s: the process was killed (%s)", one.name, kills)
	}
	if w.answers.unkept > 0 {
		t.Errorf("%s: %d were not told when to come back", one.name, w.answers.unkept)
	}
	w.users.wantServed(t, one.name)
}

// answerCount counts a storm's answers by status; 0 means no answer.
type answerCount struct {
	mutex    sync.Mutex
	statuses map[int]int
	slowest  time.Duration
	unkept   int // temporary refusals without Retry-After
}

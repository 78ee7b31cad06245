package testkit

import (
	"testing"
	"time"
)

// Patience is how long a test waits for what must come before it fails. It says nothing about how fast anything is: it
// is long enough for a busy machine.
const Patience = 2 * time.Minute

// The pause between two looks at what gives no signal grows from the first to the longest: what comes soon is seen soon,
// and what takes long is not looked at so often that the looking takes the processor from it.
const (
	firstPause   = time.Millisecond
	longestPause = 16 * time.Millisecond
)

// Receive waits for a value, or for the end of the channel, and fails the test when neither comes.
func Receive[T any](t testing.TB, what string, from <-chan T) T {
	t.Helper()
	deadline := time.NewTimer(Patience)
	defer deadline.Stop()
	select {
	case value := <-from:
		return value
	case <-deadline.C:
		t.Fatalf("waited in vain for %s", what)
		panic("unreachable")
	}
}

// Until waits until the condition holds and fails the test when it does not come true. It is for what gives no signal,
// such as a row that another process writes: where there is a channel, Receive waits on it.
func Until(t testing.TB, what string, holds func() bool) {
	t.Helper()
	Within(t, Patience, what, holds)
}

// Within is Until for what has to come true in a time of its own, because later it would come true for another reason.
func Within(t testing.TB, limit time.Duration, what string, holds func() bool) {
	t.Helper()
	deadline := time.NewTimer(limit)
	defer deadline.Stop()
	again := time.NewTimer(firstPause)
	defer again.Stop()
	for pause := firstPause; !holds(); pause = min(2*pause, longestPause) {
		select {
		case <-deadline.C:
			t.Fatalf("not within %s: %s", limit, what)
		case <-again.C:
			again.Reset(pause)
		}
	}
}

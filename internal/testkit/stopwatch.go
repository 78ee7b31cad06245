package testkit

import (
	"fmt"
	"os"
	"strings"
	"time"
)

// Stopwatch measures how long something takes without what a busy machine adds: the time in which anybody on it waited
// for a processor, a disk or memory does not count. On an idle machine, and where the kernel does not tell, all does. It
// is for limits that can only be told from outside; what can be told by order, by counts or in virtual time is.
type Stopwatch struct {
	began   time.Time
	stalled time.Duration
}

// StartStopwatch starts one.
func StartStopwatch() Stopwatch { return Stopwatch{time.Now(), stalled()} }

// Elapsed is what has passed since then.
func (s Stopwatch) Elapsed() time.Duration { return max(0, time.Since(s.began)-(stalled()-s.stalled)) }

// stalled is for how long, since the machine started, somebody waited for something that others used.
func stalled() (all time.Duration) {
	for _, resource := range []string{"cpu", "io", "memory"} {
		told, _ := os.ReadFile("/proc/pressure/" + resource) // not every kernel tells
		_, total, _ := strings.Cut(string(told), "total=")
		var microseconds int64
		_, _ = fmt.Sscan(total, &microseconds)
		all += time.Duration(microseconds) * time.Microsecond
	}
	return all
}

package app

import (
	"cmp"
	"errors"
	"log/slog"
	"math"
	"runtime"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// memoryBudget is what the process may take: its container's limit, or GOMEMLIMIT. What strangers can make it keep is
// a fraction of that: a quarter for hashing, a quarter for connections with what they wait for, an eighth each for
// bodies, the queue of webhooks and sessions, a sixteenth for searching courses and a thirty-second for counting
// callers. They are not all full at the same time, and the collector works harder as the total approaches the limit.
type memoryBudget struct {
	limit int64 // bytes; zero if unlimited
	files int   // that the process may have open; zero if unlimited
}

// collectorShare is the fraction of a container's limit that the garbage collector is told. The rest is for what it
// does not see: system stacks, the page cache, SQLite's mapped log.
const collectorShare = 0.85

// findMemory finds the container's limit and sets it for the garbage collector, which then works harder before the
// process is killed for its garbage. GOMEMLIMIT, if set, is kept. A limit that cannot be read counts as none, with a
// warning.
func findMemory(logger *slog.Logger) memoryBudget {
	_, err := memlimit.Set(memlimit.WithRatio(collectorShare), memlimit.WithProvider(memlimit.FromCgroup))
	switch {
	case errors.Is(err, memlimit.ErrNoCgroup), errors.Is(err, memlimit.ErrNoLimit), errors.Is(err, memlimit.ErrCgroupsNotSupported):
	case err != nil:
		logger.Warn("the memory limit of the container cannot be read; set GOMEMLIMIT", "error", err)
	}
	limit := debug.SetMemoryLimit(-1) // only reads it
	if limit == math.MaxInt64 {
		limit = 0
	}
	return memoryBudget{limit: limit, files: mostFiles()}
}

// bodies is how many bytes the bodies of all requests may take at a time; if zero, the edge chooses.
func (m memoryBudget) bodies() int64 { return m.share(8, 8<<20, 128<<20) }

// searchIndex is how many bytes the index of courses may take, twice while it is rebuilt; if zero, education chooses.
func (m memoryBudget) searchIndex() int64 { return m.share(32, 2<<20, 200_000_000) }

// queuedWebhooks is how many bytes of webhooks may wait in memory.
func (m memoryBudget) queuedWebhooks() int64 {
	return cmp.Or(m.share(8, leastQueuedBytes, mostQueuedBytes), mostQueuedBytes)
}

const (
	// connectionMemory is the measured memory of a waiting connection, including its request, or of a stream.
	connectionMemory = 24 << 10
	// mostConnections is the maximum for a process, however much memory there is.
	mostConnections = 20_000
	// filesForOurselves are left for the database, its log, webhooks and anything else that a process opens.
	filesForOurselves = 256
	// sessionMemory is the memory of a remembered session and its token.
	sessionMemory = 2 << 10
	// callerMemory is the memory of counting a caller.
	callerMemory = 256
)

// connections is how many may be open at a time.
func (m memoryBudget) connections() int {
	most := cmp.Or(m.share(4, 64*connectionMemory, mostConnections*connectionMemory)/connectionMemory, mostConnections)
	if m.files > 0 {
		most = min(most, int64(max(m.files-filesForOurselves, m.files/2)))
	}
	return int(most)
}

// sessions is how many are remembered; if zero, identity chooses.
func (m memoryBudget) sessions() int {
	return int(m.share(8, 1000*sessionMemory, 100_000*sessionMemory) / sessionMemory)
}

// callers is how many the limits remember; if zero, the edge chooses.
func (m memoryBudget) callers() int {
	return int(m.share(32, 10_000*callerMemory, 100_000*callerMemory) / callerMemory)
}

// share is a fraction of the limit within bounds; zero if unlimited.
func (m memoryBudget) share(part, least, most int64) int64 {
	if m.limit == 0 {
		return 0
	}
	return min(max(m.limit/part, least), most)
}

// hashMemory is the memory for hashing one password.
const hashMemory = 19 << 20

// hashes is how many passwords may be hashed at a time; if zero, identity chooses. A hash leaves as much garbage as
// it took, so each counts twice.
func (m memoryBudget) hashes() int {
	if m.limit == 0 {
		return 0
	}
	return int(min(max(m.limit/4/(2*hashMemory), 1), int64(runtime.GOMAXPROCS(0))))
}

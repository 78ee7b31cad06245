package app

import (
	"errors"
	"log/slog"
	"math"
	"runtime"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// memoryBudget is what the process may take: the limit of its container, or GOMEMLIMIT. What a stranger can make
// it keep is a share of that.
type memoryBudget struct {
	limit int64 // bytes; zero where nothing limits
}

// collectorShare is how much of a container's limit the garbage collector is told of. The rest is for what it does
// not see: stacks of the system, the page cache, SQLite's mapped log.
const collectorShare = 0.85

// findMemory looks for the limit of the container and tells the garbage collector of it, which then works harder
// before the process is killed for its garbage. GOMEMLIMIT, where it is set, stays as it is. A limit that cannot be
// read is none, with a warning.
func findMemory(logger *slog.Logger) memoryBudget {
	_, err := memlimit.Set(memlimit.WithRatio(collectorShare), memlimit.WithProvider(memlimit.FromCgroup))
	switch {
	case errors.Is(err, memlimit.ErrNoCgroup), errors.Is(err, memlimit.ErrNoLimit), errors.Is(err, memlimit.ErrCgroupsNotSupported):
	case err != nil:
		logger.Warn("the memory limit of the container cannot be read; set GOMEMLIMIT", "error", err)
	}
	limit := debug.SetMemoryLimit(-1) // asks
	if limit == math.MaxInt64 {
		limit = 0
	}
	return memoryBudget{limit}
}

// bodies is how many bytes the bodies of all requests may take at a time; zero leaves the choice to the edge.
func (m memoryBudget) bodies() int64 {
	if m.limit == 0 {
		return 0
	}
	return min(max(m.limit/8, 8<<20), 128<<20)
}

// hashMemory is what hashing one password takes.
const hashMemory = 19 << 20

// hashes is how many passwords may be hashed at a time; zero leaves the choice to identity. A hash leaves as much
// garbage as it took, so each counts twice.
func (m memoryBudget) hashes() int {
	if m.limit == 0 {
		return 0
	}
	return int(min(max(m.limit/4/(2*hashMemory), 1), int64(runtime.GOMAXPROCS(0))))
}

package limiter

import (
	"slices"
	"time"
)

const (
	// exactRuns is how many separate moments a history holds before it starts to merge them. Up to half of the runs may
	// be waiting to be dropped, so an endpoint that receives at most half of this per hour is timed to the microsecond.
	exactRuns = 1 << 15
	// sharedMoment is the resolution beyond that, so that a history stays within two or three megabytes however high
	// the limit. Ends are rounded up, which keeps the promise to the receiver and costs the sender at most this much of
	// a window.
	sharedMoment = int64(100 * time.Millisecond / time.Microsecond)
)

// run is a time, in microseconds, at which one or more requests ended.
type run struct {
	end   int64
	total int // ends recorded up to and including this run, since the history began
}

// history records when the requests of the last hour ended, oldest first.
type history struct {
	runs  []run
	total int
}

// newHistory sorts the times and records them.
func newHistory(moments []int64) history {
	slices.Sort(moments)
	var past history
	for _, moment := range moments {
		past.add(moment)
	}
	return past
}

// add records another end. An end earlier than the last one, as after a Restore from a replica whose clock is ahead, is
// recorded at the time of the last one.
func (h *history) add(end int64) {
	h.total++
	if len(h.runs) >= exactRuns {
		end += (sharedMoment - end%sharedMoment) % sharedMoment
	}
	if last := len(h.runs) - 1; last >= 0 && h.runs[last].end >= end {
		h.runs[last].total = h.total
		return
	}
	h.runs = append(h.runs, run{end: end, total: h.total})
}

// compact frees the runs before the given index once they are at least half of all, and returns how many it dropped.
// Waiting for half makes the amortized cost of copying negligible.
func (h *history) compact(before int) int {
	if before == 0 || before < len(h.runs)/2 {
		return 0
	}
	kept := h.runs[before:]
	if cap(h.runs) > 4*len(kept)+64 {
		h.runs = slices.Clone(kept)
	} else {
		h.runs = h.runs[:copy(h.runs, kept)]
	}
	return before
}

package limiter

import (
	"slices"
	"time"
)

const (
	// exactRuns is how many separate moments a history holds before it starts to share them. Up to half of
	// the runs may be waiting to be dropped, so an endpoint that receives at most half of this in an hour
	// is timed to the microsecond.
	exactRuns = 1 << 15
	// sharedMoment is what ends are rounded up to beyond that, so that a history stays within two or three
	// megabytes however high the limit. Rounding up keeps the promise to the receiver; it costs the sender
	// at most this much of a window.
	sharedMoment = int64(100 * time.Millisecond / time.Microsecond)
)

// run is one moment, in microseconds, at which one or more requests ended.
type run struct {
	end   int64
	total int // ends recorded up to and with this run, since the history began
}

// history is when the requests of the last hour ended, oldest first.
type history struct {
	runs  []run
	total int
}

// newHistory sorts the moments and records them.
func newHistory(moments []int64) history {
	slices.Sort(moments)
	var past history
	for _, moment := range moments {
		past.add(moment)
	}
	return past
}

// add records one more end. One that is earlier than the last, as after a Restore from a replica whose
// clock is ahead, counts as ended together with it.
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

// compact gives back the memory of the runs before the given index, once they are at least half of all,
// and returns how many it dropped. Waiting for half makes the copying free on average.
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

package app

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"
)

const (
	// leastHeadroom is how much may be allocated between two runs of the garbage collector at least. The
	// platform holds a few megabytes, and a collector that runs each time they have doubled runs dozens of
	// times a second under load, for a good part of the processor. A process that holds more than this is
	// left to the default, so that a large installation does not pay with memory.
	leastHeadroom  = 16 << 20
	defaultPercent = 100 // of what lives, as headroom

	// secondLook is when the collector runs again after it found much more alive than before. Hashing a
	// password takes 19 MiB for a moment: what is measured while it lasts would otherwise decide how much
	// garbage an idle process keeps.
	secondLook = 2 * time.Second
)

// headroom tunes the garbage collector after each of its runs by what it left alive.
type headroom struct {
	mutex   sync.Mutex
	percent int    // as set
	settled uint64 // what lives for long, as far as is known
	looking bool   // a second look is due
}

// giveHeadroom tunes the garbage collector from now on, for as long as the process lives. It leaves it
// alone when GOGC is set: then somebody has decided.
func giveHeadroom() {
	if os.Getenv("GOGC") == "" {
		(&headroom{percent: defaultPercent}).afterCollection()
	}
}

// afterCollection calls adjust after the next run of the collector, and so on.
func (h *headroom) afterCollection() {
	marker := &struct{ self any }{} // dies with the next run, which is what tells of it
	runtime.AddCleanup(marker, func(h *headroom) {
		h.adjust(liveBytes())
		h.afterCollection()
	}, h)
}

// percentFor is the headroom, in percent of what lives, that lets leastHeadroom be allocated between two runs.
func percentFor(live uint64) int {
	return max(defaultPercent, int(leastHeadroom*100/max(1, live)))
}

// adjust sets the collector by what its last run left alive.
func (h *headroom) adjust(live uint64) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	wanted := percentFor(live)
	// A change stops everything for a moment, so small ones are not made.
	if difference := wanted - h.percent; difference*10 > h.percent || difference*10 < -h.percent {
		debug.SetGCPercent(wanted)
		h.percent = wanted
	}
	h.settled = min(h.settled, live)
	if live > leastHeadroom && live/3*2 > h.settled && !h.looking {
		h.looking = true
		time.AfterFunc(secondLook, h.lookAgain)
	}
}

func (h *headroom) lookAgain() {
	runtime.GC()
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.settled, h.looking = liveBytes(), false
}

// liveBytes is what the last run of the collector found alive.
func liveBytes() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

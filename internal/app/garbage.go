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
	// leastHeadroom is the minimum that may be allocated between two runs of the garbage collector. The platform
	// holds a few megabytes, and a collector that runs each time they have doubled runs dozens of times a second
	// under load, for a good part of the processor. A process that holds more than this is left to the default, so
	// that a large installation does not pay with memory.
	leastHeadroom = 16 << 20
	// mostHeadroom is for a process that allocates faster than leastHeadroom in runEvery.
	mostHeadroom   = 40 << 20
	runEvery       = 500 * time.Millisecond
	defaultPercent = 100 // of live memory, as headroom

	// secondLook is when the collector runs again after it found much more alive than before, or gave more headroom.
	// Hashing a password takes 19 MiB for a moment: a measurement during it would otherwise decide how much garbage
	// an idle process keeps.
	secondLook = 2 * time.Second
)

// headroom tunes the garbage collector after each of its runs by what it left alive and by how fast the process
// allocates.
type headroom struct {
	mutex   sync.Mutex
	percent int    // as set
	settled uint64 // long-lived bytes, as far as is known
	looking bool   // a second look is due
	last    heap   // as the last run left it
}

// heap is the state of the heap after a run of the collector.
type heap struct {
	at        time.Time
	live      uint64 // bytes that the run found alive
	allocated uint64 // bytes ever allocated
}

// giveHeadroom tunes the garbage collector from now on, for as long as the process lives. It leaves it alone when
// GOGC is set: then somebody has decided. Memory taken by a burst of load is returned in any case.
func giveHeadroom() {
	if os.Getenv("GOGC") == "" {
		(&headroom{percent: defaultPercent, last: readHeap()}).afterCollection()
	}
	returnMemory()
}

// afterCollection calls adjust after every run of the collector.
func (h *headroom) afterCollection() {
	marker := &struct{ self any }{} // becomes garbage with the next run, whose cleanup signals it
	runtime.AddCleanup(marker, func(h *headroom) {
		h.adjust(readHeap())
		h.afterCollection()
	}, h)
}

// adjust sets the collector according to its last run.
func (h *headroom) adjust(now heap) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	wanted := percentFor(now.live, bytesFor(h.last, now))
	h.last = now
	// A change stops the world for a moment, so small ones are skipped.
	if difference := wanted - h.percent; difference*10 > h.percent || difference*10 < -h.percent {
		debug.SetGCPercent(wanted)
		h.percent = wanted
	}
	h.settled = min(h.settled, now.live)
	isMuch := now.live > leastHeadroom && now.live/3*2 > h.settled
	if (isMuch || h.percent > percentFor(now.live, leastHeadroom)) && !h.looking {
		h.looking = true
		time.AfterFunc(secondLook, h.lookAgain)
	}
}

// bytesFor is how much may be allocated until the next run, so that runs are about runEvery apart.
func bytesFor(last, now heap) uint64 {
	passed := max(now.at.Sub(last.at), time.Millisecond)
	return min(max(uint64(float64(now.allocated-last.allocated)*float64(runEvery)/float64(passed)), leastHeadroom), mostHeadroom)
}

// percentFor is the headroom in percent of live memory.
func percentFor(live, headroom uint64) int {
	return max(defaultPercent, int(headroom*100/max(1, live)))
}

func (h *headroom) lookAgain() {
	runtime.GC()
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.settled, h.looking = readHeap().live, false
}

func readHeap() heap {
	samples := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(samples)
	return heap{at: time.Now(), live: samples[0].Value.Uint64(), allocated: samples[1].Value.Uint64()}
}

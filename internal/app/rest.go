package app

import (
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	// restInterval is how often is looked whether the process rests.
	restInterval = 5 * time.Second
	// restAllocates is how much it may allocate meanwhile and still rest.
	restAllocates = 16 << 20
	// worthReturning is how much memory must be held for nothing before it is worth a run of the collector.
	worthReturning = 24 << 20
)

// returner gives memory back to the system when a process rests. The collector runs when something is allocated: after a
// storm, when nothing is, it would keep what the storm took for minutes.
type returner struct {
	allocated uint64 // bytes ever allocated, at the last look
	kept      uint64 // bytes that were held after the last return
}

// returnMemory looks from now on, for as long as the process lives.
func returnMemory() {
	r := &returner{}
	var again func()
	again = func() {
		r.look()
		time.AfterFunc(restInterval, again)
	}
	time.AfterFunc(restInterval, again)
}

// look gives back what is held for nothing when little was allocated since the last look.
func (r *returner) look() {
	samples := []metrics.Sample{
		{Name: "/gc/heap/allocs:bytes"}, {Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(samples)
	allocated, held := samples[0].Value.Uint64(), samples[1].Value.Uint64()-samples[2].Value.Uint64()
	rests := allocated-r.allocated < restAllocates
	r.allocated = allocated
	if !rests || held < r.kept+worthReturning {
		return
	}
	debug.FreeOSMemory()
	metrics.Read(samples)
	r.allocated, r.kept = samples[0].Value.Uint64(), samples[1].Value.Uint64()-samples[2].Value.Uint64()
}

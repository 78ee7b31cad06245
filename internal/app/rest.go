package app

import (
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	// restInterval is how often to check whether the process is idle.
	restInterval = 5 * time.Second
	// restAllocates is how much an idle process may allocate in that time.
	restAllocates = 16 << 20
	// worthReturning is how much unused memory makes a run of the collector worthwhile.
	worthReturning = 24 << 20
)

// returner returns memory to the system when a process is idle. The collector runs when something is allocated:
// without allocations after a burst of load, it would keep the burst's memory for minutes.
type returner struct {
	allocated uint64 // bytes ever allocated, at the last check
	kept      uint64 // bytes that were held after the last return
}

// returnMemory checks from now on, for as long as the process lives.
func returnMemory() {
	r := &returner{}
	var again func()
	again = func() {
		r.look()
		time.AfterFunc(restInterval, again)
	}
	time.AfterFunc(restInterval, again)
}

// look returns unused memory when little was allocated since the last check.
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

package delivery

import (
	"context"
	"sync"

	"bourse/internal/database"
)

// recordersOnServer is how many recorders write concurrently where the database allows it: while the server works for
// one, this process prepares the other's batch.
const recordersOnServer = 2

// recorders divide the endpoints among themselves. All attempts on one endpoint go to the same recorder, so that its
// counters and times follow the order in which its attempts ended.
type recorders []*recorder

func newRecorders(options Options) recorders {
	count := recordersOnServer
	if options.Database.Engine() == database.SQLite {
		count = 1 // SQLite has one writer at a time
	}
	all := make(recorders, count)
	for i := range all {
		all[i] = newRecorder(options)
	}
	return all
}

func (all recorders) open() {
	for _, r := range all {
		r.open()
	}
}

// add queues an attempt. It blocks while its recorder is behind.
func (all recorders) add(attempt *attempt) {
	id := attempt.lane.endpointID
	all[int(id[len(id)-1])%len(all)].add(attempt)
}

// close lets run return once all attempts added before have been handled.
func (all recorders) close() {
	for _, r := range all {
		r.close()
	}
}

// run writes attempts until the recorders are closed and done, or the context has ended.
func (all recorders) run(ctx context.Context) {
	var running sync.WaitGroup
	for _, r := range all {
		running.Go(func() { r.run(ctx) })
	}
	running.Wait()
}

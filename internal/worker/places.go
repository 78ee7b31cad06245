package worker

import "context"

// Places bound how many things a worker has in progress at the same time. A worker that claims only as much work as it
// has places leaves the rest to other replicas.
type Places struct{ free chan struct{} }

// NewPlaces returns the given number of free places.
func NewPlaces(count int) *Places {
	p := &Places{free: make(chan struct{}, count)}
	p.Release(count)
	return p
}

// Acquire waits for a free place and takes all that are free. It takes none once the context has ended. A worker that
// waits here is not stuck: the work in the places has limits of its own.
func (p *Places) Acquire(ctx context.Context) (count int) {
	if ctx.Err() != nil {
		return 0
	}
	defer Waiting(ctx)()
	select {
	case <-ctx.Done():
		return 0
	case <-p.free:
	}
	for count = 1; ; count++ {
		select {
		case <-p.free:
		default:
			return count
		}
	}
}

// Release returns places.
func (p *Places) Release(count int) {
	for range count {
		p.free <- struct{}{}
	}
}

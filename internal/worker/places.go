package worker

import "context"

// Places bound how many things a worker has begun at the same time. One that claims only as much work as it has places
// for leaves the rest to other replicas.
type Places struct{ free chan struct{} }

// NewPlaces makes so many free places.
func NewPlaces(count int) *Places {
	p := &Places{free: make(chan struct{}, count)}
	p.Release(count)
	return p
}

// Acquire waits for a free place and takes all that are free. It takes none once the context has ended. Who waits here is
// not stuck: what takes the places has limits of its own.
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

// Release gives places back.
func (p *Places) Release(count int) {
	for range count {
		p.free <- struct{}{}
	}
}

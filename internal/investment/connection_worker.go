package investment

import (
	"context"
	"fmt"
	"sync"
	"time"

	"bourse/internal/database"
	"bourse/internal/worker"
)

const (
	// askedAtOnce limits concurrent calls to providers.
	askedAtOnce = 4
	// longestWait is how long a worker relies on being woken for new connections.
	longestWait = time.Minute
	// shortestWait keeps it from spinning while another process is about to claim what is due.
	shortestWait = 100 * time.Millisecond
)

// connectionWorker asks providers about connections: the verifier whether the credentials work, the syncer what the
// account holds. It claims only as many as it can ask about at once, so that another replica can claim the rest.
type connectionWorker struct {
	service *Service
	name    string
	topic   string // wakes it
	queue   connectionQueue
	ask     func(ctx context.Context, c claim) // asks about one connection and records the result
	places  *worker.Places                     // limits the calls in progress
	wake    worker.Wake
	asking  sync.WaitGroup
}

func newVerifier(s *Service) *connectionWorker {
	return &connectionWorker{
		service: s, name: "connection-verifier", topic: connectionsTopic, queue: checkQueue, ask: s.check,
		places: worker.NewPlaces(askedAtOnce), wake: worker.NewWake(),
	}
}

func newSyncer(s *Service) *connectionWorker {
	return &connectionWorker{
		service: s, name: "holdings-syncer", topic: holdingsTopic, queue: syncQueue, ask: s.sync,
		places: worker.NewPlaces(askedAtOnce), wake: worker.NewWake(),
	}
}

// Name is the worker's name.
func (w *connectionWorker) Name() string { return w.name }

// Run asks about what is due until the context ends, and returns when everything it has asked has its outcome
// recorded or its claim given back. It fails when the database does.
func (w *connectionWorker) Run(ctx context.Context) error {
	// Subscribe before the first look at the table, so that what is committed in between wakes the worker.
	defer w.service.db.Subscribe(w.topic, func(string) { w.wake.Notify() })()
	defer w.asking.Wait()
	return worker.Loop(ctx, w.wake, w.step)
}

// step starts asking about as many due connections as there are places, and returns when the next one is due.
func (w *connectionWorker) step(ctx context.Context) (wait time.Duration, err error) {
	if wait, err = w.untilDue(ctx); err != nil || wait > 0 { // most of the time nothing is due
		return wait, err
	}
	begun, err := w.begin(ctx, w.service.now())
	if err != nil || begun > 0 {
		return 0, err
	}
	return shortestWait, nil
}

// VerifyDue checks every connection that is now due once, waits for the outcomes and returns how many there were. A
// provider that refuses or does not answer is not an error. It fails when the database does.
func (s *Service) VerifyDue(ctx context.Context) (checked int, err error) {
	return newVerifier(s).once(ctx)
}

// SyncDue reads every connected account that is now due once, as VerifyDue checks connections.
func (s *Service) SyncDue(ctx context.Context) (read int, err error) { return newSyncer(s).once(ctx) }

func (w *connectionWorker) once(ctx context.Context) (asked int, err error) {
	defer w.asking.Wait()
	return w.drain(ctx, w.service.now())
}

// drain starts asking about everything that is due at the given time, as places become free. It returns when nothing
// is left or the context has ended; the last answers may still be outstanding then.
func (w *connectionWorker) drain(ctx context.Context, due time.Time) (begun int, err error) {
	for {
		some, err := w.begin(ctx, due)
		if begun += some; err != nil || some == 0 {
			return begun, err
		}
	}
}

// begin waits for free places, claims as many due connections as there are places, and starts asking about them.
func (w *connectionWorker) begin(ctx context.Context, due time.Time) (begun int, err error) {
	places := w.places.Acquire(ctx)
	if places == 0 {
		return 0, nil
	}
	claims, err := w.claim(ctx, due, places)
	w.places.Release(places - len(claims))
	for _, c := range claims {
		w.asking.Go(func() {
			defer w.places.Release(1)
			w.ask(ctx, c)
			w.wake.Notify() // it may be due again before the end of the lease, for which the worker waits
		})
	}
	return len(claims), err
}

// claim is not interrupted when the context ends: a claim that commits unnoticed would block its connections until
// the lease runs out.
func (w *connectionWorker) claim(ctx context.Context, due time.Time, limit int) (claims []claim, err error) {
	ctx, cancel := worker.Finish(ctx, recordTimeout)
	defer cancel()
	err = w.service.db.InTx(ctx, func(tx *database.Tx) error {
		var err error
		claims, err = w.queue.claim(ctx, tx, due, w.service.now(), limit)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("claim connections: %w", err)
	}
	return claims, nil
}

// untilDue is how long to wait for the next known one; zero if one is due.
func (w *connectionWorker) untilDue(ctx context.Context) (time.Duration, error) {
	due, err := w.queue.next(ctx, w.service.db)
	if err != nil {
		return 0, fmt.Errorf("look for the next connection: %w", err)
	}
	if due.IsZero() {
		return longestWait, nil
	}
	return min(max(due.Sub(w.service.now()), 0), longestWait), nil
}

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
	// checksAtOnce is how many providers are asked at the same time.
	checksAtOnce = 4
	// longestWait is how long the verifier trusts that it hears of new connections.
	longestWait = 30 * time.Second
	// shortestWait keeps it from spinning while another process is about to claim what is due.
	shortestWait = 100 * time.Millisecond
)

// verifier is the worker that asks providers about connections. It claims only as many as it can begin to
// ask about: what is claimed is being asked about, what waits can be claimed by another replica.
type verifier struct {
	service  *Service
	places   *worker.Places // for checks that are under way
	wake     worker.Wake
	checking sync.WaitGroup
}

func newVerifier(s *Service) *verifier {
	return &verifier{service: s, places: worker.NewPlaces(checksAtOnce), wake: worker.NewWake()}
}

// Name is the worker's name.
func (v *verifier) Name() string { return "connection-verifier" }

// Run checks what is due until the context ends, and returns when every check it began has its outcome
// recorded or its claim given back. It fails when the database does.
func (v *verifier) Run(ctx context.Context) error {
	// Subscribed before the first look at the table: what is committed in between wakes it.
	defer v.service.db.Subscribe(connectionsTopic, func(string) { v.wake.Notify() })()
	defer v.checking.Wait()
	return worker.Loop(ctx, v.wake, v.step)
}

// step begins as many of the checks that are due as there are places, and tells when the next one is.
func (v *verifier) step(ctx context.Context) (wait time.Duration, err error) {
	if wait, err = v.untilDue(ctx); err != nil || wait > 0 { // most of the time nothing is
		return wait, err
	}
	begun, err := v.begin(ctx, v.service.now())
	if err != nil || begun > 0 {
		return 0, err
	}
	return shortestWait, nil
}

// VerifyDue checks every connection that is due at this moment once, waits for the outcomes and returns how
// many there were. A provider that refuses or does not answer is not an error. It fails when the database
// does.
func (s *Service) VerifyDue(ctx context.Context) (checked int, err error) {
	v := newVerifier(s)
	defer v.checking.Wait()
	return v.drain(ctx, s.now())
}

// drain begins to check everything that is due at the given moment, as places become free. It returns when
// nothing is left or the context has ended; the last checks may still be under way then.
func (v *verifier) drain(ctx context.Context, due time.Time) (begun int, err error) {
	for {
		some, err := v.begin(ctx, due)
		if begun += some; err != nil || some == 0 {
			return begun, err
		}
	}
}

// begin waits for free places, claims as many of the connections that are due as there are, and begins to check them.
func (v *verifier) begin(ctx context.Context, due time.Time) (begun int, err error) {
	places := v.places.Acquire(ctx)
	if places == 0 {
		return 0, nil
	}
	claims, err := v.claim(ctx, due, places)
	v.places.Release(places - len(claims))
	for _, c := range claims {
		v.checking.Go(func() {
			defer v.places.Release(1)
			v.service.check(ctx, c)
			v.wake.Notify() // it may be due again before the end of the lease, which the verifier waits for
		})
	}
	return len(claims), err
}

// claim is not interrupted when the context ends: a claim that commits unheard would keep its connections
// from everybody until the lease runs out.
func (v *verifier) claim(ctx context.Context, due time.Time, limit int) (claims []claim, err error) {
	ctx, cancel := worker.Finish(ctx, recordTimeout)
	defer cancel()
	err = v.service.db.InTx(ctx, func(tx *database.Tx) error {
		var err error
		claims, err = claimDue(ctx, tx, due, v.service.now(), limit)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("claim connections: %w", err)
	}
	return claims, nil
}

// untilDue is how long to wait for the next check that is known of: not at all, when one is due.
func (v *verifier) untilDue(ctx context.Context) (time.Duration, error) {
	due, err := nextDue(ctx, v.service.db)
	if err != nil {
		return 0, fmt.Errorf("look for the next connection: %w", err)
	}
	if due.IsZero() {
		return longestWait, nil
	}
	return min(max(due.Sub(v.service.now()), 0), longestWait), nil
}

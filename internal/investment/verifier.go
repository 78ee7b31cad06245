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
	free     chan struct{} // one token for each check that may still be begun
	wake     chan struct{}
	checking sync.WaitGroup
}

func newVerifier(s *Service) *verifier {
	v := &verifier{service: s, free: make(chan struct{}, checksAtOnce), wake: make(chan struct{}, 1)}
	v.giveBack(checksAtOnce)
	return v
}

// Name is the worker's name.
func (v *verifier) Name() string { return "connection-verifier" }

// Run checks what is due until the context ends, and returns when every check it began has its outcome
// recorded or its claim given back. It fails when the database does.
func (v *verifier) Run(ctx context.Context) error {
	// Subscribed before the first look at the table: what is committed in between wakes it.
	defer v.service.db.Subscribe(connectionsTopic, func(string) { v.poke() })()
	defer v.checking.Wait()
	isDue := true // something may be
	for {
		if isDue {
			if _, err := v.drain(ctx, v.service.now()); err != nil {
				return err
			}
		}
		var wait time.Duration
		err := worker.Turn(ctx, func(ctx context.Context) (err error) {
			wait, err = v.untilDue(ctx)
			return err
		})
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		isDue = wait < longestWait
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
		case <-v.wake:
			isDue = true
		case <-timer.C: // where nothing was known of, that is asked first: most of the time nothing is due
		}
		timer.Stop()
	}
}

// VerifyDue checks every connection that is due at this moment once, waits for the outcomes and returns how
// many there were. A provider that refuses or does not answer is not an error. It fails when the database
// does.
func (s *Service) VerifyDue(ctx context.Context) (checked int, err error) {
	v := newVerifier(s)
	defer v.checking.Wait()
	return v.drain(ctx, s.now())
}

// poke makes a waiting verifier look at the table again.
func (v *verifier) poke() {
	select {
	case v.wake <- struct{}{}:
	default: // it is about to look anyway
	}
}

// drain begins to check everything that is due at the given moment, as places become free. It returns when
// nothing is left or the context has ended; the last checks may still be under way then.
func (v *verifier) drain(ctx context.Context, due time.Time) (begun int, err error) {
	for {
		places := v.take(ctx)
		if places == 0 {
			return begun, nil
		}
		var claims []claim
		err := worker.Turn(ctx, func(ctx context.Context) (err error) {
			claims, err = v.claim(ctx, due, places)
			return err
		})
		v.giveBack(places - len(claims))
		if err != nil || len(claims) == 0 {
			return begun, err
		}
		begun += len(claims)
		for _, c := range claims {
			v.checking.Go(func() {
				defer v.giveBack(1)
				v.service.check(ctx, c)
				v.poke() // it may be due again before the end of the lease, which the verifier waits for
			})
		}
	}
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

// untilDue is how long to wait for the next check that is known of.
func (v *verifier) untilDue(ctx context.Context) (time.Duration, error) {
	due, err := nextDue(ctx, v.service.db)
	if err != nil {
		return 0, fmt.Errorf("look for the next connection: %w", err)
	}
	if due.IsZero() {
		return longestWait, nil
	}
	return min(max(due.Sub(v.service.now()), shortestWait), longestWait), nil
}

// take waits for a free place and takes all that are free. It takes none once the context has ended.
func (v *verifier) take(ctx context.Context) (places int) {
	if ctx.Err() != nil {
		return 0
	}
	select {
	case <-ctx.Done():
		return 0
	case <-v.free:
	}
	for places = 1; ; places++ {
		select {
		case <-v.free:
		default:
			return places
		}
	}
}

func (v *verifier) giveBack(places int) {
	for range places {
		v.free <- struct{}{}
	}
}

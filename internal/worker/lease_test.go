package worker_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"bourse/internal/testkit"
	"bourse/internal/worker"
)

func TestALeaseIsRenewedUntilItIsLost(t *testing.T) {
	t.Parallel()
	var renewals atomic.Int64
	held, release := worker.Hold(t.Context(), time.Millisecond, func(context.Context) error {
		switch renewals.Add(1) {
		case 1:
			return nil
		case 2:
			return errors.New("the database is away")
		}
		return fmt.Errorf("somebody else has it: %w", worker.ErrLeaseLost)
	})
	testkit.Receive(t, "the end of the lease", held.Done())
	release()
	if n := renewals.Load(); n != 3 {
		t.Errorf("renewed %d times, want 3", n)
	}
}

func TestALeaseThatIsReleasedEndsWhatWasDoneUnderIt(t *testing.T) {
	t.Parallel()
	renewed := make(chan struct{}, 1)
	held, release := worker.Hold(t.Context(), time.Millisecond, func(context.Context) error {
		select {
		case renewed <- struct{}{}:
		default:
		}
		return nil
	})
	testkit.Receive(t, "a renewal", renewed)
	if held.Err() != nil {
		t.Error("a lease that is renewed is lost")
	}
	release()
	if held.Err() == nil {
		t.Error("what was released goes on")
	}
}

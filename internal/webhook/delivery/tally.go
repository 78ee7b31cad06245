package delivery

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// patience is how long an endpoint may fail without any success before it is switched off.
const patience = 5 * 24 * time.Hour

// tally is what a batch of attempts changes in one endpoint.
type tally struct {
	endpoint           uuid.UUID
	succeeded, failed  int
	last, lastOK       time.Time
	lastFailed         time.Time
	firstFailed        time.Time // since the last success in the batch, if any
	gone               []string  // URLs whose receiver answered that it is gone
	failingSinceBefore bool      // no success in the batch: an earlier failing_since stays
}

// tallies sums up a batch, in the order of the endpoints' ids, so that all replicas lock rows in the same order.
func tallies(batch []*attempt, settled map[uuid.UUID]Status) []tally {
	sums := map[uuid.UUID]*tally{}
	ordered := slices.Clone(batch)
	slices.SortStableFunc(ordered, func(a, b *attempt) int { return a.finished.Compare(b.finished) })
	for _, attempt := range ordered {
		sum := sums[attempt.lane.endpointID]
		if sum == nil {
			sum = &tally{endpoint: attempt.lane.endpointID, failingSinceBefore: true}
			sums[sum.endpoint] = sum
		}
		sum.last = attempt.finished
		if attempt.judgement.status == Succeeded {
			sum.lastOK, sum.firstFailed, sum.failingSinceBefore = attempt.finished, time.Time{}, false
		} else {
			sum.lastFailed = attempt.finished
			if sum.firstFailed.IsZero() {
				sum.firstFailed = attempt.finished
			}
		}
		if attempt.judgement.gone {
			sum.gone = append(sum.gone, attempt.url)
		}
		switch settled[attempt.delivery.ID] {
		case Succeeded:
			sum.succeeded++
		case Exhausted:
			sum.failed++
		}
	}
	all := make([]tally, 0, len(sums))
	for _, sum := range sums {
		all = append(all, *sum)
	}
	slices.SortFunc(all, func(a, b tally) int { return database.CompareIDs(a.endpoint, b.endpoint) })
	return all
}

// countDeliveries updates the counters, and switches off endpoints that are gone or have failed for too long. A 410
// from a former URL says nothing about the endpoint's current one.
func (r *recorder) countDeliveries(ctx context.Context, tx *database.Tx, sums []tally) error {
	active, err := addTallies(ctx, tx, sums)
	if err != nil {
		return fmt.Errorf("count deliveries: %w", err)
	}
	for _, sum := range sums {
		now, isActive := active[sum.endpoint]
		switch {
		case !isActive:
		case slices.Contains(sum.gone, now.url):
			err = r.endpoints.Disable(ctx, tx, sum.endpoint, "gone")
		case !now.failingSince.IsZero() && r.now().Sub(now.failingSince) >= patience:
			err = r.endpoints.Disable(ctx, tx, sum.endpoint, "failing")
		}
		if err != nil {
			return fmt.Errorf("switch an endpoint off: %w", err)
		}
	}
	return nil
}

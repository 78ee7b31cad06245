package delivery

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// patience is how long an endpoint may fail without a success before it is switched off.
const patience = 5 * 24 * time.Hour

// tally is what a batch of attempts changes about one endpoint.
type tally struct {
	endpoint           uuid.UUID
	succeeded, failed  int
	last, lastOK       time.Time
	lastFailed         time.Time
	firstFailed        time.Time // since the last success of the batch, or of all
	gone               bool
	failingSinceBefore bool // no success in the batch: an earlier failing_since stays
}

// tallies adds a batch up, in the order of the endpoints' ids, so that all replicas lock rows in one order.
func tallies(batch []*attempt, settled map[uuid.UUID]Status) []tally {
	sums := map[uuid.UUID]*tally{}
	ordered := slices.Clone(batch)
	slices.SortStableFunc(ordered, func(a, b *attempt) int { return a.finished.Compare(b.finished) })
	for _, made := range ordered {
		sum := sums[made.lane.endpointID]
		if sum == nil {
			sum = &tally{endpoint: made.lane.endpointID, failingSinceBefore: true}
			sums[sum.endpoint] = sum
		}
		sum.last = made.finished
		if made.verdict.status == Succeeded {
			sum.lastOK, sum.firstFailed, sum.failingSinceBefore = made.finished, time.Time{}, false
		} else {
			sum.lastFailed = made.finished
			if sum.firstFailed.IsZero() {
				sum.firstFailed = made.finished
			}
		}
		sum.gone = sum.gone || made.verdict.gone
		switch settled[made.delivery.ID] {
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
	slices.SortFunc(all, func(a, b tally) int { return slices.Compare(a.endpoint[:], b.endpoint[:]) })
	return all
}

var tallyTypes = []string{"UUID", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BOOLEAN"}

// updateEndpoints adds the counters up, and switches off what is gone or has failed for too long.
func (r *recorder) updateEndpoints(ctx context.Context, tx *database.Tx, batch []*attempt, settled map[uuid.UUID]Status) error {
	sums := tallies(batch, settled)
	failing := map[uuid.UUID]time.Time{}
	values := func(sum tally) []any {
		return []any{
			sum.endpoint, sum.succeeded, sum.failed, database.OptionalMicros(sum.last),
			database.OptionalMicros(sum.lastOK), database.OptionalMicros(sum.lastFailed),
			database.OptionalMicros(sum.firstFailed), sum.failingSinceBefore,
		}
	}
	err := database.FromRows(tx, tallyTypes, sums, values, func(source string, args []any) error {
		rows, err := tx.Query(ctx, `
			UPDATE webhook_endpoints AS e
			SET total_deliveries = e.total_deliveries + v.column2 + v.column3,
			    successful_deliveries = e.successful_deliveries + v.column2,
			    failed_deliveries = e.failed_deliveries + v.column3,
			    last_delivery_at = COALESCE(v.column4, e.last_delivery_at),
			    last_success_at = COALESCE(v.column5, e.last_success_at),
			    last_failure_at = COALESCE(v.column6, e.last_failure_at),
			    failing_since = CASE WHEN v.column8 THEN COALESCE(e.failing_since, v.column7) ELSE v.column7 END
			FROM `+source+`
			WHERE e.id = v.column1
			RETURNING id, failing_since, is_active`, args...)
		_, err = database.Collect(rows, err, func(row database.Row) (struct{}, error) {
			var (
				id     uuid.UUID
				since  time.Time
				active bool
			)
			err := row.Scan(&id, database.Time(&since), &active)
			if active {
				failing[id] = since
			}
			return struct{}{}, err
		})
		return err
	})
	if err != nil {
		return fmt.Errorf("count deliveries: %w", err)
	}
	for _, sum := range sums {
		since, active := failing[sum.endpoint]
		switch {
		case !active:
		case sum.gone:
			err = r.endpoints.Disable(ctx, tx, sum.endpoint, "gone")
		case !since.IsZero() && r.now().Sub(since) >= patience:
			err = r.endpoints.Disable(ctx, tx, sum.endpoint, "failing")
		}
		if err != nil {
			return fmt.Errorf("switch an endpoint off: %w", err)
		}
	}
	return nil
}

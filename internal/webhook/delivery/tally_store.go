package delivery

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

var tallyTypes = []string{"UUID", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BIGINT", "BOOLEAN"}

// activeEndpoint is what decides whether an active endpoint stays active.
type activeEndpoint struct {
	url          string
	failingSince time.Time // zero: it does not fail
}

// addTallies adds to the counters of endpoints, whose rows it locks, and returns the active ones.
func addTallies(ctx context.Context, tx *database.Tx, sums []tally) (active map[uuid.UUID]activeEndpoint, err error) {
	active = map[uuid.UUID]activeEndpoint{}
	values := func(sum tally) []any {
		return []any{
			sum.endpoint, sum.succeeded, sum.failed, database.OptionalMicros(sum.last),
			database.OptionalMicros(sum.lastOK), database.OptionalMicros(sum.lastFailed),
			database.OptionalMicros(sum.firstFailed), sum.failingSinceBefore,
		}
	}
	err = database.FromRows(tx, tallyTypes, sums, values, func(source string, args []any) error {
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
			RETURNING id, url, failing_since, is_active`, args...)
		_, err = database.Collect(rows, err, func(row database.Row) (struct{}, error) {
			var (
				id       uuid.UUID
				endpoint activeEndpoint
				isActive bool
			)
			err := row.Scan(&id, &endpoint.url, database.Time(&endpoint.failingSince), &isActive)
			if isActive {
				active[id] = endpoint
			}
			return struct{}{}, err
		})
		return err
	})
	return active, err
}

package growth

import (
	"context"
	"errors"
	"fmt"
	"time"

	"bourse/bench/kit"
	"bourse/internal/database"
)

const (
	outdated   = 20_000 // rows of each table that are too old
	outdatedBy = 3 * year
)

// outdatedTables are the tables that get such rows, and how to find these: by the time, or an id of that time.
var outdatedTables = []struct {
	name, column string
	byID         bool
}{
	{"webhook_events", "id", true}, {"webhook_deliveries", "id", true}, {"webhook_attempts", "delivery_id", true}, {"audit_log", "created_at", false},
	{"sessions", "expires_at", false}, {"idempotency_keys", "expires_at", false}, {"trading_notices", "created_at", false},
}

// compareCleaning gives both brands equally many outdated rows, and measures how long their workers take to remove
// them, from the start of the process.
func compareCleaning(ctx context.Context, rig *kit.Rig, old, young *brand) error {
	const rounds = 3
	var times [2][]time.Duration
	var costs []float64
	for round := range rounds {
		for i, b := range []*brand{old, young} {
			took, err := b.clean(ctx)
			if err != nil {
				return fmt.Errorf("clean: %w", err)
			}
			times[i] = append(times[i], took)
		}
		costs = append(costs, float64(times[0][round])/float64(times[1][round]))
	}
	rows := outdated * len(outdatedTables)
	pace := func(of []time.Duration) string { return kit.PerSecond(float64(rows) / kit.Median(of).Seconds()) }
	rig.Report.Add(result(old.Engine, "cleaning", pace(times[0]), pace(times[1]), costs,
		fmt.Sprintf("%s rows of %d tables that are too old, by the workers of a process that starts", thousands(int64(rows)), len(outdatedTables))))
	return nil
}

// clean creates outdated rows, starts the product and waits until they are gone.
func (b *brand) clean(ctx context.Context) (took time.Duration, err error) {
	f, err := newFiller(ctx, b, time.Now().Add(-outdatedBy))
	if err != nil {
		return 0, err
	}
	err = f.fillOutdated(ctx)
	if err := errors.Join(err, f.close()); err != nil {
		return 0, err
	}
	started := time.Now()
	if err := b.serve(ctx); err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, b.server.Stop()) }()
	limited, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	return took, b.InDatabase(limited, func(db *database.DB) error {
		since := time.Now().Add(-outdatedBy + 200*day)
		for _, table := range outdatedTables {
			where := database.Where{}
			if table.name == "webhook_deliveries" {
				where.Equal("endpoint_id", b.endpoint) // the first column of its key
			}
			bound := any(database.Micros(since))
			if table.byID {
				bound = kit.IDAt(since)
			}
			where.And(table.column + " < " + where.Add(bound))
			query := `SELECT EXISTS (SELECT 1 FROM ` + table.name + where.String() + `)`
			err := b.awaitClean(limited, func(isLeft *bool) error { return db.QueryRow(limited, query, where.Arguments...).Scan(isLeft) })
			if err != nil {
				return fmt.Errorf("%s: %w", table.name, err)
			}
		}
		took = time.Since(started)
		return nil
	})
}

// awaitClean waits until no outdated row is left.
func (b *brand) awaitClean(ctx context.Context, find func(isLeft *bool) error) error {
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for {
		var isLeft bool
		if err := find(&isLeft); err != nil || !isLeft {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.New("it still holds what is too old")
		case <-b.server.Ended():
			return b.server.Failure()
		case <-look.C:
		}
	}
}

// fillOutdated writes the outdated rows.
func (f *filler) fillOutdated(ctx context.Context) error {
	made := f.over(100*day, outdated)
	return f.write(ctx, append(f.delivered("0e", made),
		table{"audit_log", outdated, map[string]string{
			"id": made.id("0e2", "i"), "tenant_id": text(f.tenant), "action": "'user.logged_in'", "details": "'{}'", "created_at": made.at(),
		}},
		table{"sessions", outdated, map[string]string{
			"id": made.id("0e3", "i"), "tenant_id": text(f.tenant), "user_id": text(f.owner.User), "assurance": "1", "created_at": made.at(),
			"last_activity_at": made.at(), "expires_at": made.at(), "revoked_at": made.at(),
		}},
		table{"idempotency_keys", outdated, map[string]string{
			"scope": "'outdated-' || i", "key": "'key-' || i", "state": "'answered'", "created_at": made.at(), "expires_at": made.at(),
		}},
		table{"trading_notices", outdated, map[string]string{
			"id": made.id("0e4", "i"), "tenant_id": text(f.tenant), "user_id": text(f.owner.User), "kind": "'order_filled'", "symbol": text(kit.Symbol),
			"title": "'Order filled'", "text": "'1 was bought at 100.'", "created_at": made.at(),
		}})...)
}

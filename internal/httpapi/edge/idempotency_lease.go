package edge

import (
	"context"
	"fmt"
	"time"

	"bourse/internal/database"
)

// isDead is the condition that nobody works under a claim any more: its lease has run out. One process at a time
// serves a SQLite file, so there every other is dead. A claim without a process is of a version that had no leases.
func isDead(tx *database.Tx, process, unleased string) string {
	dead := `CASE idempotency_keys.process WHEN '' THEN idempotency_keys.created_at <= ` + unleased +
		` ELSE idempotency_keys.lease_until <= ` + tx.Clock() + ` END`
	if tx.Engine() == database.SQLite {
		return `(idempotency_keys.process <> ` + process + ` OR ` + dead + `)`
	}
	// The type of the parameter has to be known wherever it stands.
	return `(` + dead + ` AND CAST(` + process + ` AS TEXT) <> '')`
}

// leaseEnd is when a claim that is made or renewed now ends, by the clock that all processes share.
func (k *idempotencyKeys) leaseEnd(tx *database.Tx) string {
	return fmt.Sprintf("%s + %d", tx.Clock(), k.lease.Microseconds())
}

// keepAlive renews the lease of a claim while its request goes on, until stop is called. Most requests end before
// the first renewal, and cost nothing.
func (k *idempotencyKeys) keepAlive(held *claim) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	timer := time.AfterFunc(k.renewal, func() {
		again := time.NewTicker(k.renewal)
		defer again.Stop()
		for ctx.Err() == nil {
			k.renew(ctx, held)
			select {
			case <-ctx.Done():
			case <-again.C:
			}
		}
	})
	return func() {
		timer.Stop()
		cancel()
	}
}

// renew gives a sign of life. When it cannot, the lease runs out, and the request fails where it would commit.
func (k *idempotencyKeys) renew(ctx context.Context, held *claim) {
	ctx, cancel := context.WithTimeout(ctx, k.lease)
	defer cancel()
	_ = k.db.InTx(ctx, func(tx *database.Tx) error { return k.renewLease(ctx, tx, held) })
}

package edge

import (
	"context"
	"time"

	"bourse/internal/database"
)

// keepAlive renews the lease of a claim until stop is called. Most requests end before the first renewal, and cost
// nothing.
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

// renew renews the lease. If it cannot, the lease expires, and the request fails when it commits.
func (k *idempotencyKeys) renew(ctx context.Context, held *claim) {
	ctx, cancel := context.WithTimeout(ctx, k.lease)
	defer cancel()
	_ = k.db.InTx(ctx, func(tx *database.Tx) error { return k.renewLease(ctx, tx, held) })
}

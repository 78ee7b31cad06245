package main

import (
	"context"
	"time"

	"bourse/internal/database/databasetest"
)

const (
	starts       = 5
	longestStart = time.Second
)

// measureStart starts the product on a database that is there already, on each engine.
func measureStart(ctx context.Context, r *rig) error {
	for _, engine := range databasetest.Engines() {
		place, err := r.install(ctx, engine)
		if err != nil {
			return err
		}
		var took []time.Duration
		for range starts {
			product, err := place.serve(ctx)
			if err != nil {
				return err
			}
			took = append(took, product.startedIn)
			if err := product.stop(); err != nil {
				return err
			}
		}
		r.report.addDuration(string(engine), took, longestStart)
	}
	return nil
}

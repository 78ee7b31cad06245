// Package process measures the product as a process, on each engine. It is compared only with limits: no other
// program does the same at its start or keeps the same in memory.
//
// start is the time from the start of `serve` on an existing database to the first 200 of /readyz. memory is what the
// process still occupies some seconds after it was busy with log-ins, whose hashing takes the most memory of all
// requests, and with reading.
package process

import (
	"context"
	"time"

	"bourse/bench/kit"
	"bourse/internal/database"
)

const (
	starts       = 5
	longestStart = time.Second
)

// Start starts the product on an existing database.
var Start = kit.Area{
	Name: "start", About: "serve on an existing database, until /readyz answers 200", Measure: kit.OnEachEngine(measureStart),
}

func measureStart(ctx context.Context, rig *kit.Rig, engine database.Engine) error {
	installed, err := rig.Install(ctx, engine)
	if err != nil {
		return err
	}
	var took []time.Duration
	for range starts {
		product, err := installed.Serve(ctx)
		if err != nil {
			return err
		}
		took = append(took, product.StartedIn)
		if err := product.Stop(); err != nil {
			return err
		}
	}
	rig.Report.AddDuration(string(engine), took, longestStart)
	return nil
}

package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

const (
	burstLogIns   = 20
	burstParallel = 4 // log-ins at a time: hashing a password is what takes memory
	burstLength   = 200 * time.Millisecond
	idleTime      = 5 * time.Second
	mostMemory    = 100 << 20
)

// measureMemory looks at what the product still occupies some seconds after it was busy, on each engine.
func measureMemory(ctx context.Context, r *rig) error {
	for _, engine := range databasetest.Engines() {
		if err := r.measureMemoryOn(ctx, engine); err != nil {
			return fmt.Errorf("on %s: %w", engine, err)
		}
	}
	return nil
}

func (r *rig) measureMemoryOn(ctx context.Context, engine database.Engine) (err error) {
	place, err := r.install(ctx, engine)
	if err != nil {
		return err
	}
	product, err := place.serve(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, product.stop()) }()
	answers, err := product.burst(ctx)
	if err != nil {
		return err
	}
	busy, err := product.residentMemory()
	if err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(idleTime): // idling is what is measured
	}
	idle, err := product.residentMemory()
	if err != nil {
		return err
	}
	r.report.add(result{
		name:   string(engine),
		ours:   mebibytes(idle),
		target: "< " + mebibytes(mostMemory),
		met:    idle < mostMemory,
		note:   fmt.Sprintf("%s right after %d log-ins and %d requests", mebibytes(busy), burstLogIns, answers),
	})
	return nil
}

// burst keeps the product busy with log-ins and then with requests, and returns how many of the latter
// were answered.
func (s *server) burst(ctx context.Context) (answers int, err error) {
	tokens := make([]string, burstLogIns)
	group, limited := errgroup.WithContext(ctx)
	group.SetLimit(burstParallel)
	for i := range tokens {
		group.Go(func() (err error) {
			tokens[i], err = s.logIn(limited)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return 0, err
	}
	for _, path := range []string{mePath, sessionsPath} {
		content, err := s.call(ctx, "GET", path, tokens[0], nil)
		if err != nil {
			return 0, err
		}
		asked := newTarget(s.address, path, tokens[0], len(content))
		count, _, err := asked.load(ctx, loads[0], burstLength)
		if err != nil {
			return 0, err
		}
		answers += count
	}
	return answers, nil
}

func mebibytes(bytes int64) string { return fmt.Sprintf("%.0f MiB", float64(bytes)/(1<<20)) }

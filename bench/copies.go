package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

const (
	copiedSubscriptions = 10_000
	// copyRounds is how many signals are copied, beside as many turns of the loop: each takes seconds.
	copyRounds = 3
)

// measureCopies brings signals to ten thousand automatic subscriptions, on each engine, and writes the same rows
// with a loop that does nothing else.
func measureCopies(ctx context.Context, r *rig) error {
	for _, engine := range databasetest.Engines() {
		if err := r.measureCopiesOn(ctx, engine); err != nil {
			return fmt.Errorf("on %s: %w", engine, err)
		}
	}
	return nil
}

func (r *rig) measureCopiesOn(ctx context.Context, engine database.Engine) (err error) {
	seed := newCopySeed(time.Now())
	ours, err := r.newCopyDesk(ctx, engine, seed)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, ours.db.Close()) }()
	bare, err := r.newCopyDesk(ctx, engine, seed)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, bare.db.Close()) }()
	desk, err := startCopying(ctx, ours.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, desk.stop()) }()
	var compared comparison
	var took []time.Duration
	var grown int64
	for round := range min(r.chosen.rounds, copyRounds) {
		signal := seed.newSignal(round)
		for step := range 2 {
			if (step+round)%2 == 0 {
				spent, err := desk.copy(ctx, signal)
				if err != nil {
					return err
				}
				took, grown = append(took, spent.elapsed), max(grown, spent.heap)
				compared.ours = append(compared.ours, copiedSubscriptions/spent.elapsed.Seconds())
				compared.cpuOurs += spent.cpu
			} else {
				spent, err := bare.writeCopies(ctx, seed, signal)
				if err != nil {
					return err
				}
				compared.bare = append(compared.bare, copiedSubscriptions/spent.elapsed.Seconds())
				compared.cpuBare += spent.cpu
			}
		}
		if err := sameCopies(ctx, ours.db, bare.db, signal); err != nil {
			return err
		}
		compared.ratios = append(compared.ratios, compared.ours[round]/compared.bare[round])
	}
	if err := soundBooks(ctx, ours.db); err != nil {
		return err
	}
	r.reportCopies(engine, compared, took, grown)
	return nil
}

func (r *rig) reportCopies(engine database.Engine, compared comparison, took []time.Duration, grown int64) {
	all := time.Duration(len(took)) * copiedSubscriptions
	compared.cpuOurs, compared.cpuBare = compared.cpuOurs/all, compared.cpuBare/all
	r.report.addComparison(string(engine)+" copies", compared, 0.5)
	r.report.add(result{
		name: string(engine) + " one signal", ours: median(took).Round(time.Millisecond).String(),
		note: fmt.Sprintf("for %d subscriptions, %s of processor time in this process, %s–%s", copiedSubscriptions,
			(compared.cpuOurs * copiedSubscriptions).Round(time.Millisecond),
			slices.Min(took).Round(time.Millisecond), slices.Max(took).Round(time.Millisecond)),
	})
	r.report.add(result{
		name: string(engine) + " peak heap growth", ours: mebibytes(grown), target: "< " + mebibytes(mostCopyHeap), met: grown < mostCopyHeap,
		note: "a few batches are in memory, however many subscriptions there are",
	})
}

// mostCopyHeap is what copying may add to the heap, garbage included.
const mostCopyHeap = 64 << 20

// copyDesk is a database with subscriptions that wait for signals.
type copyDesk struct{ db *database.DB }

// newCopyDesk makes a database with the product's schema and instruments, and the seed in it.
func (r *rig) newCopyDesk(ctx context.Context, engine database.Engine, seed *copySeed) (*copyDesk, error) {
	r.made++
	folder := filepath.Join(r.directory, fmt.Sprintf("copies-%d", r.made))
	if err := os.Mkdir(folder, 0o700); err != nil {
		return nil, err
	}
	address, err := r.newDatabase(ctx, engine, folder)
	if err != nil {
		return nil, err
	}
	db, err := database.Open(ctx, database.Options{URL: address, Limits: database.PatientLimits})
	if err != nil {
		return nil, err
	}
	if _, err := db.Migrate(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if err := seed.write(ctx, db); err != nil {
		return nil, errors.Join(fmt.Errorf("seed: %w", err), db.Close())
	}
	return &copyDesk{db}, nil
}

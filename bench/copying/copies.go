// Package copying measures how a signal is copied to ten thousand automatic subscriptions, on each engine.
//
// The product's copier is compared with a loop that only writes the same rows, hundreds per transaction and with as
// few statements as there are tables: opening ten thousand positions, booking and publishing them takes at least
// that, and the loop reads nothing, checks nothing and decides nothing. After each round both databases have the same
// content. Both run in this process, so that the copier's heap can be measured.
package copying

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"bourse/bench/kit"
	"bourse/internal/database"
)

const (
	copiedSubscriptions = 10_000
	// copyRounds is how many signals are copied, and as many rounds of the loop: each takes seconds.
	copyRounds = 3
)

// Copies copies signals to automatic subscriptions, and writes the same rows with a loop that does nothing else.
var Copies = kit.Area{
	Name: "copies", About: "a signal brought to 10,000 automatic subscriptions against a loop that only writes the same rows",
	Measure: kit.OnEachEngine(measureCopies),
}

func measureCopies(ctx context.Context, rig *kit.Rig, engine database.Engine) (err error) {
	seed := newSeed(time.Now(), copiedSubscriptions)
	ours, err := newDatabase(ctx, rig, engine, seed)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, ours.Close()) }()
	bare, err := newDatabase(ctx, rig, engine, seed)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, bare.Close()) }()
	copier, err := startCopier(ctx, ours)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, copier.stop()) }()
	var compared comparison
	for round := range min(rig.Rounds, copyRounds) {
		signal := seed.newSignal(round)
		err := kit.TakeTurns(round, func() error {
			spent, err := copier.copy(ctx, signal)
			compared.addOurs(spent)
			return err
		}, func() error {
			spent, err := writeCopies(ctx, bare, seed, signal)
			compared.addBare(spent)
			return err
		})
		if err != nil {
			return err
		}
		if err := sameCopies(ctx, ours, bare, signal); err != nil {
			return err
		}
		compared.Ratios = append(compared.Ratios, compared.Ours[round]/compared.Bare[round])
	}
	if err := soundBooks(ctx, ours); err != nil {
		return err
	}
	compared.print(rig.Report, engine)
	return nil
}

// comparison is the results of both sides, and the copier's cost. The processor times are those of all rounds.
type comparison struct {
	kit.Comparison
	took  []time.Duration
	grown int64 // maximum in bytes of heap
}

func (c *comparison) addOurs(turn spent) {
	c.took, c.grown = append(c.took, turn.elapsed), max(c.grown, turn.heap)
	c.Ours = append(c.Ours, copiedSubscriptions/turn.elapsed.Seconds())
	c.CPUOurs += turn.cpu
}

func (c *comparison) addBare(turn spent) {
	c.Bare = append(c.Bare, copiedSubscriptions/turn.elapsed.Seconds())
	c.CPUBare += turn.cpu
}

const (
	leastCopies = 0.5
	// mostHeap is the maximum growth of the heap while copying, garbage included.
	mostHeap = 64 << 20
)

func (c *comparison) print(report *kit.Report, engine database.Engine) {
	all := time.Duration(len(c.took)) * copiedSubscriptions
	c.CPUOurs, c.CPUBare = c.CPUOurs/all, c.CPUBare/all
	report.AddComparison(string(engine)+" copies", c.Comparison, leastCopies)
	report.Add(kit.Result{
		Name: string(engine) + " one signal", Ours: kit.Median(c.took).Round(time.Millisecond).String(),
		Note: fmt.Sprintf("for %d subscriptions, %s of processor time in this process, %s–%s", copiedSubscriptions,
			(c.CPUOurs * copiedSubscriptions).Round(time.Millisecond),
			slices.Min(c.took).Round(time.Millisecond), slices.Max(c.took).Round(time.Millisecond)),
	})
	report.AddMemory(string(engine)+" peak heap growth", c.grown, mostHeap, "a few batches are in memory, however many subscriptions there are")
}

// newDatabase creates a database with the product's schema and instruments, and subscriptions that wait for signals.
func newDatabase(ctx context.Context, rig *kit.Rig, engine database.Engine, seed *seed) (*database.DB, error) {
	db, err := rig.NewDatabase(ctx, engine)
	if err != nil {
		return nil, err
	}
	if err := seed.write(ctx, db); err != nil {
		return nil, errors.Join(fmt.Errorf("seed: %w", err), db.Close())
	}
	return db, nil
}

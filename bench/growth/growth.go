// Package growth compares the product with itself: a brand after five years with the same brand in its first days. A
// large installation cannot cost less than a small one.
//
// Two installations run side by side on the same machine and get the same requests in turns: the first and the last
// page of every list, the statement, the leaderboard, searching, publishing, orders, log-ins, and what a price costs
// the risk monitor while equally many positions are open in both. Then both get equally many outdated rows, and the
// bench measures how long their workers take to remove them. A ratio of 1 means that five years cost nothing.
//
// -scale 1 is a mid-size brand: 100,000 users and what they leave in five years (see size), of which the tables hold
// what their retention leaves: of 50 million deliveries the 820,000 of the last month. The database generates the
// rows itself.
package growth

import (
	"context"
	"errors"
	"fmt"
	"time"

	"bourse/bench/kit"
	"bourse/internal/database"
)

// mostRatio is how much more something may cost after five years.
const mostRatio = 1.5

// Growth compares five years with the first days.
var Growth = kit.Area{
	Name: "growth", About: "five years of a brand (bourse) against its first days (bare): what each costs, and how often as much",
	Measure: kit.OnEachEngine(measureGrowth),
}

func measureGrowth(ctx context.Context, rig *kit.Rig, engine database.Engine) (err error) {
	receiver, err := newReceiver()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, receiver.Close()) }()
	young, err := newBrand(ctx, rig, engine, firstDays, receiver.url)
	if err != nil {
		return err
	}
	old, err := newBrand(ctx, rig, engine, fiveYears(rig.Scale), receiver.url)
	if err != nil {
		return err
	}
	rig.Report.Add(kit.Result{
		Name: string(engine) + " rows", Ours: thousands(old.rows), Baseline: thousands(young.rows),
		Note: fmt.Sprintf("filled in %s, %s on disk", old.filledIn.Round(time.Second), kit.Mebibytes(old.bytes)),
	})
	if err := compareStarts(ctx, rig, old, young); err != nil {
		return err
	}
	if err := compareRunning(ctx, rig, old, young); err != nil {
		return err
	}
	return compareCleaning(ctx, rig, old, young)
}

// compareRunning sends both brands the same requests while they run.
func compareRunning(ctx context.Context, rig *kit.Rig, old, young *brand) (err error) {
	for _, b := range []*brand{old, young} {
		if err := b.serve(ctx); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, b.server.Stop()) }()
		if err := b.look(ctx); err != nil {
			return err
		}
	}
	for _, operation := range operations {
		if err := operation.compare(ctx, rig, old, young); err != nil {
			return fmt.Errorf("%s: %w", operation.name, err)
		}
	}
	return compareTicks(ctx, rig, old, young)
}

// result is a line with the ratio of the old brand's costs to the young one's.
func result(engine database.Engine, name, old, young string, costs []float64, note string) kit.Result {
	return kit.Result{
		Name: string(engine) + " " + name, Ours: old, Baseline: young, Ratio: kit.Spread(costs),
		Target: fmt.Sprintf("≤ %.1f", mostRatio), Met: kit.Median(costs) <= mostRatio, Note: note,
	}
}

// compareStarts starts both brands a few times and compares how long they take to be ready.
func compareStarts(ctx context.Context, rig *kit.Rig, old, young *brand) error {
	const starts = 5
	var times [2][]time.Duration
	var costs []float64
	for range starts {
		for i, b := range []*brand{old, young} {
			if err := b.serve(ctx); err != nil {
				return err
			}
			times[i] = append(times[i], b.server.StartedIn)
			if err := b.server.Stop(); err != nil {
				return err
			}
		}
		costs = append(costs, float64(times[0][len(costs)])/float64(times[1][len(costs)]))
	}
	took := func(of []time.Duration) string { return kit.Median(of).Round(time.Millisecond).String() }
	rig.Report.Add(result(old.Engine, "start", took(times[0]), took(times[1]), costs, "until /readyz answers 200"))
	return nil
}

// thousands formats a count readably.
func thousands(count int64) string {
	switch {
	case count >= 10_000_000:
		return fmt.Sprintf("%.1f M", float64(count)/1e6)
	case count >= 10_000:
		return fmt.Sprintf("%.0f k", float64(count)/1e3)
	}
	return fmt.Sprint(count)
}

package growth

import (
	"context"
	"fmt"
	"time"

	"bourse/bench/kit"
)

const (
	// pairsRound is how long a round of pairs takes.
	pairsRound = 200 * time.Millisecond
	// leastPairs is the minimum number of pairs in a round, however long they take.
	leastPairs = 3
	// warmPairs are made before measuring: they bring pages into caches and plans into connections.
	warmPairs = 20
)

// asked is a brand that gets the same request again and again on one connection.
type asked struct {
	visit
	times   []time.Duration // of the answers of this round
	medians []time.Duration // of each round
	answers int
	used    time.Duration // processor time of its process before the first round
}

// compare sends both brands the request in turns, and reports the ratio of the old one's time to the young one's.
// Other load on the machine affects neighbouring requests alike, and a round's median ignores those affected alone.
func (o operation) compare(ctx context.Context, rig *kit.Rig, old, young *brand) error {
	var both [2]*asked
	for i, b := range []*brand{old, young} {
		connection, err := b.server.Dial(ctx, time.Hour)
		if err != nil {
			return err
		}
		defer connection.Close()
		both[i] = &asked{visit: visit{connection, b}}
	}
	if err := o.round(ctx, both, warmPairs, 0); err != nil {
		return err
	}
	for _, one := range both {
		used, err := one.server.ProcessorTime()
		if err != nil {
			return err
		}
		*one = asked{visit: one.visit, used: used}
	}
	var costs []float64
	for range rig.Rounds {
		if err := o.round(ctx, both, leastPairs, pairsRound); err != nil {
			return err
		}
		costs = append(costs, float64(both[0].endRound())/float64(both[1].endRound()))
	}
	note, err := processorTime(both)
	if err != nil {
		return err
	}
	line := result(old.Engine, o.name, both[0].took(), both[1].took(), costs, note)
	if o.isDeep {
		line.Target, line.Note = "", note+"; it skips all pages before it"
	}
	rig.Report.Add(line)
	return nil
}

// round asks both, for at least the given number of times and length. They take turns at being first.
func (o operation) round(ctx context.Context, both [2]*asked, pairs int, length time.Duration) error {
	began := time.Now()
	for pair := 0; pair < pairs || time.Since(began) < length; pair++ {
		for turn := range both {
			one := both[(pair+turn)%len(both)]
			if err := one.ask(ctx, o); err != nil {
				return fmt.Errorf("with %s users: %w", thousands(int64(one.size.users)), err)
			}
		}
	}
	return nil
}

func (a *asked) ask(ctx context.Context, o operation) error {
	began := time.Now()
	if err := o.do(a.visit); err != nil {
		return err
	}
	a.times = append(a.times, time.Since(began))
	return ctx.Err()
}

// endRound returns the median time of an answer in the round.
func (a *asked) endRound() time.Duration {
	middle := kit.Median(a.times)
	a.medians = append(a.medians, middle)
	a.answers += len(a.times)
	a.times = nil
	return middle
}

// took is the median time of an answer.
func (a *asked) took() string { return kit.Median(a.medians).Round(10 * time.Microsecond).String() }

// processorTime is the processes' processor time per request, without the database server's.
func processorTime(both [2]*asked) (string, error) {
	var each [2]float64
	for i, one := range both {
		used, err := one.server.ProcessorTime()
		if err != nil {
			return "", err
		}
		each[i] = kit.Micros(used-one.used) / float64(max(1, one.answers))
	}
	return fmt.Sprintf("processor time a request %.0f µs against %.0f µs", each[0], each[1]), nil
}

package main

import (
	"context"
	"fmt"
	"time"
)

// side is one of the two that are compared: what to ask, and the process that answers.
type side struct {
	target  target
	process *process
}

// comparison holds, per round, the answers a second of both sides and their ratio.
type comparison struct {
	ours, bare, ratios []float64
	// cpuOurs and cpuBare are processor time a request, in all rounds together. They do not count the
	// client, the kernel's share of it or the database's server, and hardly depend on other load.
	cpuOurs, cpuBare time.Duration
}

func (c comparison) processorTime() string {
	return fmt.Sprintf("processor time a request %.1f µs against %.1f µs", micros(c.cpuOurs), micros(c.cpuBare))
}

func micros(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }

// warmUp is how long both sides run before it counts.
const warmUp = time.Second

// compare lets both sides take turns under the same load. Turns are short and many: what else the machine
// does comes and goes in seconds, so it hits both sides of most rounds alike, and the median passes over
// the others. Who goes first alternates, so that a machine that slows down favours nobody.
func (r *rig) compare(ctx context.Context, connections int, ours, bare side) (comparison, error) {
	var result comparison
	for _, one := range []side{ours, bare} {
		if _, err := one.turn(ctx, connections, warmUp); err != nil {
			return result, err
		}
	}
	var oursTotal, bareTotal turn
	for round := range r.chosen.rounds {
		order := []side{ours, bare}
		totals := []*turn{&oursTotal, &bareTotal}
		speeds := []*[]float64{&result.ours, &result.bare}
		for step := range order {
			at := (step + round) % 2
			took, err := order[at].turn(ctx, connections, r.chosen.round)
			if err != nil {
				return result, err
			}
			totals[at].add(took)
			*speeds[at] = append(*speeds[at], took.perSecond())
		}
		result.ratios = append(result.ratios, result.ours[round]/result.bare[round])
	}
	result.cpuOurs, result.cpuBare = oursTotal.cpuPerRequest(), bareTotal.cpuPerRequest()
	return result, nil
}

// turn is what one side did in its time.
type turn struct {
	answers int
	elapsed time.Duration
	cpu     time.Duration
}

func (t *turn) add(other turn) {
	t.answers += other.answers
	t.elapsed += other.elapsed
	t.cpu += other.cpu
}

func (t turn) perSecond() float64           { return float64(t.answers) / t.elapsed.Seconds() }
func (t turn) cpuPerRequest() time.Duration { return t.cpu / time.Duration(max(1, t.answers)) }

func (s side) turn(ctx context.Context, connections int, length time.Duration) (turn, error) {
	before, err := s.process.processorTime()
	if err != nil {
		return turn{}, err
	}
	answers, elapsed, err := s.target.load(ctx, connections, length)
	if err != nil {
		return turn{}, fmt.Errorf("%s: %w", s.process.name, err)
	}
	after, err := s.process.processorTime()
	return turn{answers, elapsed, after - before}, err
}

package kit

import (
	"context"
	"fmt"
	"time"
)

// Side is one of the compared sides: it works for a time and returns what it did.
type Side func(ctx context.Context, length time.Duration) (Turn, error)

// Turn is what one side did in its time.
type Turn struct {
	Answers int
	Elapsed time.Duration
	CPU     time.Duration
}

func (t *Turn) add(other Turn) {
	t.Answers += other.Answers
	t.Elapsed += other.Elapsed
	t.CPU += other.CPU
}

func (t Turn) perSecond() float64           { return float64(t.Answers) / t.Elapsed.Seconds() }
func (t Turn) cpuPerRequest() time.Duration { return t.CPU / time.Duration(max(1, t.Answers)) }

// Comparison holds, per round, the answers per second of both sides and their ratio.
type Comparison struct {
	Ours, Bare, Ratios []float64
	// CPUOurs and CPUBare are processor time per request, over all rounds. They exclude the client, its share of the
	// kernel and the database's server, and hardly depend on other load.
	CPUOurs, CPUBare time.Duration
}

// ProcessorTime is the processor time of both sides in words.
func (c Comparison) ProcessorTime() string {
	return fmt.Sprintf("processor time a request %.1f µs against %.1f µs", Micros(c.CPUOurs), Micros(c.CPUBare))
}

// Result is the line of a comparison, with the minimum of its median ratio; 0 sets no target.
func (c Comparison) Result(name string, atLeast float64, note string) Result {
	line := Result{
		Name: name, Ours: PerSecond(Median(c.Ours)), Baseline: PerSecond(Median(c.Bare)), Ratio: Spread(c.Ratios), Note: note,
	}
	if atLeast > 0 {
		line.Target, line.Met = fmt.Sprintf("≥ %.2f", atLeast), Median(c.Ratios) >= atLeast
	}
	return line
}

// warmUp is how long both sides run before measuring.
const warmUp = time.Second

// Compare lets both sides take turns under the same load. Turns are short and many: other load on the machine comes
// and goes within seconds, so it affects both sides of most rounds alike, and the median ignores the other rounds.
func (r *Rig) Compare(ctx context.Context, ours, bare Side) (Comparison, error) {
	var compared Comparison
	for _, side := range []Side{ours, bare} {
		if _, err := side(ctx, warmUp); err != nil {
			return compared, err
		}
	}
	var oursTotal, bareTotal Turn
	working := func(side Side, total *Turn, speeds *[]float64) func() error {
		return func() error {
			turn, err := side(ctx, r.Round)
			total.add(turn)
			*speeds = append(*speeds, turn.perSecond())
			return err
		}
	}
	for round := range r.Rounds {
		err := TakeTurns(round, working(ours, &oursTotal, &compared.Ours), working(bare, &bareTotal, &compared.Bare))
		if err != nil {
			return compared, err
		}
		compared.Ratios = append(compared.Ratios, compared.Ours[round]/compared.Bare[round])
	}
	compared.CPUOurs, compared.CPUBare = oursTotal.cpuPerRequest(), bareTotal.cpuPerRequest()
	return compared, nil
}

// TakeTurns runs one side and then the other. The first side alternates with the round, so that a machine that slows
// down favours neither.
func TakeTurns(round int, ours, bare func() error) error {
	if round%2 == 1 {
		ours, bare = bare, ours
	}
	if err := ours(); err != nil {
		return err
	}
	return bare()
}

// loads are the numbers of connections under which operations are compared: one shows the latency, many the
// throughput.
var loads = []int{16, 1}

// CompareLoads compares two servers' answers to the same request under each load, and reports it. Named returns the
// line's name for a number of connections.
func (r *Rig) CompareLoads(ctx context.Context, ours, bare Request, atLeast float64, named func(connections int) string) error {
	for _, connections := range loads {
		compared, err := r.Compare(ctx, ours.On(connections), bare.On(connections))
		if err != nil {
			return err
		}
		r.Report.AddComparison(named(connections), compared, atLeast)
	}
	return nil
}

// Connections names a line by its connections, after a prefix.
func Connections(prefix string) func(connections int) string {
	return func(connections int) string {
		if connections == 1 {
			return prefix + "1 connection"
		}
		return fmt.Sprintf("%s%d connections", prefix, connections)
	}
}

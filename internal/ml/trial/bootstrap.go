package trial

import (
	"math"
	"math/rand/v2"
)

// Each test draws from its own random stream, so that none depends on what another draws.
const (
	streamLogLoss uint64 = 1 + iota
	streamCosts
)

// blockLength is how many consecutive samples the bootstrap keeps together. Labels overlap over a horizon, so a block
// is at least that long; n^(1/3) is the rate at which blocks must grow for the mean's spread to be right under any
// dependence; and for hours it is at least a day, because calm and wild hours follow a daily cycle.
func (r Recipe) blockLength(samples int) int {
	return max(r.HorizonBars, int(math.Ceil(math.Cbrt(float64(samples)))), r.Set.BarsPerDay())
}

// bootstrap tests whether the mean of values is above 0. It draws blocks of consecutive values, wrapping around at the
// end, until there are as many values as before, and counts how often their mean exceeds the mean of values by at
// least as much as that exceeds 0. The observed mean counts as one of the resamples, so a p-value is never 0.
func bootstrap(values []float64, block, resamples int, seed, stream uint64) Test {
	circle := newCircle(values, block)
	random := rand.New(rand.NewPCG(seed, stream))
	mean := circle.mean()
	starts := make([]int, circle.blocks())
	extreme := 0
	for range resamples {
		for i := range starts {
			starts[i] = random.IntN(len(values))
		}
		if circle.resampled(starts)-mean >= mean {
			extreme++
		}
	}
	return Test{Mean: mean, PValue: float64(1+extreme) / float64(1+resamples)}
}

// circle sums blocks of values on a circle in constant time each.
type circle struct {
	count, block int
	sums         []float64 // sums[i] is the sum of the first i values, wrapping around as far as a block reaches
}

func newCircle(values []float64, block int) circle {
	block = min(block, len(values))
	sums := make([]float64, len(values)+block+1)
	for i := range len(values) + block {
		sums[i+1] = sums[i] + values[i%len(values)]
	}
	return circle{count: len(values), block: block, sums: sums}
}

func (c circle) mean() float64 { return c.sums[c.count] / float64(c.count) }

// blocks is the number of blocks in a resample; the last one is cut so that the number of values stays the same.
func (c circle) blocks() int { return (c.count + c.block - 1) / c.block }

// resampled is the mean of the blocks that begin at starts.
func (c circle) resampled(starts []int) float64 {
	var sum float64
	last := len(starts) - 1
	for _, start := range starts[:last] {
		sum += c.sums[start+c.block] - c.sums[start]
	}
	rest := c.count - last*c.block
	sum += c.sums[starts[last]+rest] - c.sums[starts[last]]
	return sum / float64(c.count)
}

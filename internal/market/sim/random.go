package sim

import (
	"hash/fnv"
	"math"
)

// random is the splitmix64 generator: a hash of a counter, so any stream can be entered at any place by its key alone.
type random struct{ state uint64 }

// golden is the odd increment of splitmix64.
const golden = 0x9e3779b97f4a7c15

// The streams of one symbol. Each has its own key, so that none repeats another.
const (
	dayStream = iota + 1
	minuteStream
	pointStream
	secondStream
	volumeStream
	characterStream
)

// newRandom enters the stream of a key at a place.
func newRandom(key uint64, stream, place int64) random {
	r := random{key}
	r.state = r.next() ^ uint64(stream)
	r.state = r.next() ^ uint64(place)
	return random{r.next()}
}

// symbolKey makes the key of a symbol's streams.
func symbolKey(seed uint64, symbol string) uint64 {
	hash := fnv.New64a()
	hash.Write([]byte(symbol))
	r := random{seed}
	return r.next() ^ hash.Sum64()
}

func (r *random) next() uint64 {
	r.state += golden
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// uniform returns a number in [0, 1).
func (r *random) uniform() float64 { return float64(float64(r.next()>>11) / (1 << 53)) }

// below returns an integer in [0, n).
func (r *random) below(n uint64) int { return int(r.next() >> 32 * n >> 32) }

// bell returns a number with mean 0 and deviation 1 that is nearly normal: the sum of four uniform ones. It uses integers
// and one multiplication, so it is the same on every machine.
func (r *random) bell() float64 {
	bits := r.next()
	sum := int64(bits&0xffff) + int64(bits>>16&0xffff) + int64(bits>>32&0xffff) + int64(bits>>48)
	return float64(2*sum-4*0xffff) * bellScale
}

// bellScale scales the deviation of twice the sum of four numbers below 2¹⁶ to 1. The deviation of the sum of four uniform
// numbers on [0, 1] is √(1/3).
var bellScale = math.Sqrt(3) / (2 * 0xffff)

// Factors of exp.
const (
	log2e = 1.44269504088896340735992468100189214
	ln2   = 0.693147180559945309417232121458176568
)

// factorials are 1 ÷ n!, from the last significant term of the series to the first.
var factorials = [...]float64{
	1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320, 1.0 / 5040,
	1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 1.0 / 2, 1, 1,
}

// exp is eˣ. The standard library's differs in the last digit from one processor to another; this one does not, because
// each product is rounded separately and never fused with the sum that follows it.
func exp(x float64) float64 {
	k := math.Floor(float64(x*log2e) + 0.5)
	r := x - float64(k*ln2)
	sum := 0.0
	for _, factor := range factorials {
		sum = float64(sum*r) + factor
	}
	// Times 2ᵏ, which is exact. No price is 2¹⁰⁰⁰ times another.
	return sum * math.Float64frombits(uint64(1023+min(max(int64(k), -1000), 1000))<<52)
}

package app

import (
	"testing"
	"time"
)

func TestASmallHeapGetsHeadroomAndALargeOneTheDefault(t *testing.T) {
	t.Parallel()
	for live, want := range map[uint64]int{
		0: leastHeadroom * 100, 4 << 20: 400, 16 << 20: 100, 1 << 30: 100,
	} {
		if got := percentFor(live, leastHeadroom); got != want {
			t.Errorf("with %d bytes alive the headroom is %d %%, want %d %%", live, got, want)
		}
	}
}

func TestHeadroomFollowsTheRateOfAllocation(t *testing.T) {
	t.Parallel()
	before := heap{at: time.Now(), allocated: 1 << 30}
	for _, c := range []struct {
		allocated uint64
		in        time.Duration
		want      uint64
	}{
		{0, time.Hour, leastHeadroom},
		{16 << 20, time.Minute, leastHeadroom},
		{16 << 20, 250 * time.Millisecond, 32 << 20},
		{16 << 20, 10 * time.Millisecond, mostHeadroom},
		{16 << 20, 0, mostHeadroom}, // two runs in one tick of the clock
	} {
		after := heap{at: before.at.Add(c.in), allocated: before.allocated + c.allocated}
		if got := bytesFor(before, after); got != c.want {
			t.Errorf("%d bytes in %s: %d, want %d", c.allocated, c.in, got, c.want)
		}
	}
}

package app

import "testing"

func TestASmallHeapGetsHeadroomAndALargeOneTheDefault(t *testing.T) {
	t.Parallel()
	for live, want := range map[uint64]int{
		0: leastHeadroom * 100, 4 << 20: 400, 16 << 20: 100, 1 << 30: 100,
	} {
		if got := percentFor(live); got != want {
			t.Errorf("with %d bytes alive the headroom is %d %%, want %d %%", live, got, want)
		}
	}
}

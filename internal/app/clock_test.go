package app

import (
	"strings"
	"testing"
)

// Without the monotonic reading, a time is off by as much as the wall clock is set meanwhile: stops would wait and
// prices look fresh for as long.
func TestTheClockHasTheReadingThatNobodySets(t *testing.T) {
	t.Parallel()
	if moment := clock().String(); !strings.Contains(moment, " m=") {
		t.Errorf("the clock says %s, without the reading of the machine's own", moment)
	}
}

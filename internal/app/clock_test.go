package app

import (
	"strings"
	"testing"
)

// A moment without the reading is wrong by as much as the clock on the wall is set meanwhile: stops would wait and prices look
// young for as long.
func TestTheClockHasTheReadingThatNobodySets(t *testing.T) {
	t.Parallel()
	if moment := clock().String(); !strings.Contains(moment, " m=") {
		t.Errorf("the clock says %s, without the reading of the machine's own", moment)
	}
}

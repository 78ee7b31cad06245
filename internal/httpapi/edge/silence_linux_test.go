package edge_test

import (
	"testing"
	"time"

	"bourse/internal/httpapi/edge"
	"bourse/internal/httpapi/edge/edgetest"
	"bourse/internal/testkit"
)

// Clients that were silent while waiting to be accepted are not newcomers once they are: otherwise each would take a
// place for a while.
func TestWhoWasSilentBeforeWeNoticedMakesRoomAtOnce(t *testing.T) {
	t.Parallel()
	all := edge.NewConnections(8)
	silent := dialed(t)
	testkit.Until(t, "it is silent", func() bool { return edge.Silence(silent.ours) >= edge.NewcomerTime })
	spoke := dialed(t)
	testkit.Until(t, "it is silent", func() bool { return edge.Silence(spoke.ours) >= edge.NewcomerTime })
	silent.read(t)
	spoken := time.Now()
	spoke.say(t)
	// It was silent for longer than that before, however busy the machine is now.
	if since, most := edge.Silence(spoke.ours), time.Since(spoken)+edge.NewcomerTime/2; since >= most {
		t.Errorf("who has said something at most %v ago is silent since %v", most, since)
	}
	all.Add(silent.ours)
	if !all.MakeRoomPatiently() {
		t.Error("there is no room")
	}
	edgetest.WantClosed(t, silent.theirs)
}

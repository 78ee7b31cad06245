package edge_test

import (
	"testing"
	"time"

	"bourse/internal/httpapi/edge"
	"bourse/internal/httpapi/edge/edgetest"
	"bourse/internal/testkit"
)

// A crowd that says nothing and waits to be accepted is no newcomer when it is: else each of them would take a place for a while.
func TestWhoWasSilentBeforeWeNoticedMakesRoomAtOnce(t *testing.T) {
	t.Parallel()
	all := edge.NewConnections(8)
	silent := dialed(t)
	testkit.Within(t, 10*time.Second, "it is silent", func() bool { return edge.Silence(silent.ours) >= edge.NewcomerTime })
	spoke := dialed(t)
	testkit.Within(t, 10*time.Second, "it is silent", func() bool { return edge.Silence(spoke.ours) >= edge.NewcomerTime })
	silent.read(t)
	spoke.say(t)
	if since := edge.Silence(spoke.ours); since >= edge.NewcomerTime {
		t.Errorf("who has just said something is silent since %v", since)
	}
	all.Add(silent.ours)
	if !all.MakeRoomPatiently() {
		t.Error("there is no room")
	}
	edgetest.WantClosed(t, silent.theirs, time.Second)
}

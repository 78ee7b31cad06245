package broker

import (
	"testing"
	"time"
)

func TestTheExchangesClockGoesOnFromWhatItShowed(t *testing.T) {
	t.Parallel()
	var c exchangeClock
	now := time.Now()
	if c.isInStep(now) || !c.at(now).Equal(now) {
		t.Error("a clock that was never asked for is in step, or another than ours")
	}
	shown := now.Add(-3 * time.Hour).Round(0)
	c.set(shown, now)
	for _, elapsed := range []time.Duration{0, time.Minute, inStep - time.Second} {
		if got, want := c.at(now.Add(elapsed)), shown.Add(elapsed); !got.Equal(want) {
			t.Errorf("%s later it shows %s, want %s", elapsed, got, want)
		}
		if !c.isInStep(now.Add(elapsed)) {
			t.Errorf("%s later it is out of step", elapsed)
		}
	}
	if c.isInStep(now.Add(inStep)) {
		t.Error("it is in step for ever")
	}
	if onWall := now.Round(0); c.isInStep(onWall.Add(-time.Hour)) || c.isInStep(onWall.Add(time.Hour)) {
		t.Error("it is in step although our clock was set")
	}
	if c.forget(); c.isInStep(now) || !c.at(now).Equal(shown) {
		t.Error("what is known to be wrong is in step, or was forgotten altogether")
	}
}

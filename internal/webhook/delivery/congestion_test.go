package delivery

import (
	"testing"
	"time"
)

// answers reports the given number of answers, each after the given time.
func (c *congestion) answers(count int, took time.Duration) int {
	for range count {
		c.learn(true, took)
	}
	return c.allowed()
}

func TestTheWidthFollowsTheReceiver(t *testing.T) {
	t.Parallel()
	c := newCongestion()
	if c.allowed() != firstWidth {
		t.Errorf("begins with %d", c.allowed())
	}
	if got := c.answers(100, 200*time.Millisecond); got != widest {
		t.Errorf("steady answers: %d, want %d", got, widest)
	}
	if got := c.answers(5, 2*time.Second); got >= widest/2 {
		t.Errorf("slow answers: %d, want fewer than half of %d", got, widest)
	}
	if got := c.answers(100, 2*time.Second); got != 1 {
		t.Errorf("nothing but slow answers: %d, want 1", got)
	}
	c.answers(100, 200*time.Millisecond)
	c.learn(false, time.Millisecond)
	if got := c.allowed(); got != widest/2 {
		t.Errorf("a failure: %d, want half of %d", got, widest)
	}
	for range breakerOpens {
		c.learn(false, time.Millisecond)
	}
	if got := c.allowed(); got != 1 || c.isFast() {
		t.Errorf("the breaker is open: %d, want 1", got)
	}
}

func TestWhatOnlyWaitsIsNotWidened(t *testing.T) {
	t.Parallel()
	c := newCongestion()
	c.answers(100, time.Millisecond)
	if got := c.answers(300, 40*time.Millisecond); got != enough {
		t.Errorf("answers that wait: %d, want %d", got, enough)
	}
	if got := c.answers(100, 4*time.Millisecond); got != widest {
		t.Errorf("answers within a moment: %d, want %d", got, widest)
	}
	far := newCongestion()
	far.answers(100, 100*time.Millisecond)
	if got := far.answers(100, 250*time.Millisecond); got != widest {
		t.Errorf("a far receiver's changing times: %d, want %d", got, widest)
	}
	far.answers(1000, 400*time.Millisecond)
	if got := far.allowed(); got != widest {
		t.Errorf("a receiver that has moved away for good: %d, want %d", got, widest)
	}
}

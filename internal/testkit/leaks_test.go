package testkit

import (
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestWhatEndsByItselfIsNoLeakAndWhatStaysIsOne(t *testing.T) {
	before, let := goleak.IgnoreCurrent(), make(chan struct{})
	go func() { <-let }()
	if err := findLeaks(0, before); err == nil {
		t.Error("a goroutine that stays is not found")
	}
	time.AfterFunc(time.Second, func() { close(let) }) // later than goleak looks by itself
	if err := findLeaks(Patience, before); err != nil {
		t.Errorf("a goroutine that ends is taken for a leak: %v", err)
	}
}

package binance

import (
	"context"
	"time"
)

// gate lets one REST request pass at a time, and none while the exchange wants us to wait. One at a time is needed for the
// second part: a request in flight beside the one that hit the limit would already be one too many.
type gate struct {
	turn    chan struct{} // holds one token while a request is in flight
	opensAt time.Time     // belongs to whoever has the turn
}

func newGate() *gate {
	return &gate{turn: make(chan struct{}, 1)}
}

// enter waits for the turn and for the gate to be open. It fails with the context's error, and then the
// turn has not been taken.
func (g *gate) enter(ctx context.Context) error {
	select {
	case g.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	if err := pause(ctx, time.Until(g.opensAt)); err != nil {
		<-g.turn
		return err
	}
	return nil
}

// leave gives the turn back and keeps the gate closed for the given time.
func (g *gate) leave(wait time.Duration) {
	g.opensAt = time.Now().Add(wait)
	<-g.turn
}

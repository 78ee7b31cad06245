package trading

import (
	"strings"
	"time"

	"bourse/internal/database"
)

// Metrics counts what happens in trading.
type Metrics interface {
	// Filled counts fills by their kind: open or close.
	Filled(kind string, count int)
	// OrderBecame counts orders by what happened to them: placed, filled, cancelled, expired or rejected.
	OrderBecame(what string)
	// StopClosed records the time from the tick that reached a level to the commit of the closing.
	StopClosed(reason string, lag time.Duration)
}

// noMetrics counts nothing.
type noMetrics struct{}

func (noMetrics) Filled(string, int)               {}
func (noMetrics) OrderBecame(string)               {}
func (noMetrics) StopClosed(string, time.Duration) {}

// reached is a closing at a level: the reason, and the time of the tick that reached it, in microseconds.
type reached struct {
	reason ExitReason
	at     int64
}

// countFills counts the fills and orders in the book once it is committed.
func (s *Service) countFills(tx *database.Tx, b *Book) {
	tx.AfterCommit(func() {
		if len(b.opened) > 0 {
			s.metrics.Filled("open", len(b.opened))
		}
		if len(b.trades) > 0 {
			s.metrics.Filled("close", len(b.trades))
		}
		for _, event := range b.events { // each event stands for one state that an order has reached
			if became, isOrder := strings.CutPrefix(event.Type, orderEventPrefix); isOrder {
				s.metrics.OrderBecame(became)
			}
		}
		now := database.Micros(s.now())
		for _, level := range b.reached {
			s.metrics.StopClosed(string(level.reason), time.Duration(max(0, now-level.at))*time.Microsecond)
		}
	})
}

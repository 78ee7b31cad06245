package health

import (
	"time"

	"bourse/internal/webhook"
)

// The events of this package.
const (
	partDegraded  = "platform.degraded"
	partRecovered = "platform.recovered"
)

// degradedEvent is the data of platform.degraded.
type degradedEvent struct {
	Part   string            `json:"part"`
	Reason string            `json:"reason"`
	Since  webhook.Timestamp `json:"since"`
}

// recoveredEvent is the data of platform.recovered.
type recoveredEvent struct {
	degradedEvent
	RecoveredAt webhook.Timestamp `json:"recoveredAt"`
}

func (p degradedPart) data() degradedEvent {
	return degradedEvent{Part: p.part, Reason: p.reason, Since: webhook.At(p.since)}
}

func (s *Service) degradedEvent(part degradedPart) webhook.Event {
	return webhook.Event{TenantID: s.operators, Type: partDegraded, Data: part.data()}
}

func (s *Service) recoveredEvent(part degradedPart, now time.Time) webhook.Event {
	return webhook.Event{TenantID: s.operators, Type: partRecovered, Data: recoveredEvent{part.data(), webhook.At(now)}}
}

// Events describes the events that this package publishes.
func Events() []webhook.EventType {
	at := time.Date(2026, 1, 15, 9, 30, 0, 0, time.UTC)
	part := degradedPart{"mail", "the last 3 calls failed: smtp: the connection failed while dialing", at}
	return []webhook.EventType{
		webhook.NewEventType(partDegraded, "A part that the platform depends on does not work: the feed, mail, text messages, the payment provider or a background job. It is told once, to the platform's own tenant (default), whichever process notices first.",
			part.data()),
		webhook.NewEventType(partRecovered, "No process has found the part in trouble for 45 seconds. Its reason is the one it was in trouble for.",
			recoveredEvent{part.data(), webhook.At(at.Add(4 * time.Minute))}),
	}
}

package webhook

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/webhook/delivery"
)

const (
	// mostCounted is how many deliveries are counted at most for one figure.
	mostCounted = 10_000
	// mostSendsCounted is the highest rate limit of an hour whose use is counted: every single send is looked at.
	mostSendsCounted = 20_000
)

// EndpointStats is how an endpoint does now.
type EndpointStats struct {
	At       time.Time
	Waiting  WaitingDeliveries
	LastHour Outcomes
	LastDay  Outcomes
	Rate     RateUse
}

// WaitingDeliveries are the deliveries of an endpoint that wait for an attempt, as far as they were counted.
type WaitingDeliveries struct {
	Count      int
	IsComplete bool
	Oldest     time.Time // when the oldest was published; zero when none waits
	Next       time.Time // when the first is due; zero when none waits
}

// Outcomes are what came of the deliveries of a stretch of time, as far as they were counted.
type Outcomes struct {
	Since                                  time.Time
	Succeeded, Exhausted, Skipped, Pending int
	IsComplete                             bool
}

// add counts deliveries of a status.
func (o *Outcomes) add(status delivery.Status, count int) {
	switch status {
	case delivery.Succeeded:
		o.Succeeded += count
	case delivery.Exhausted:
		o.Exhausted += count
	case delivery.Skipped:
		o.Skipped += count
	case delivery.Pending:
		o.Pending += count
	}
}

// SuccessRate is the share of those that succeeded among those that are over and were sent; false without any.
func (o Outcomes) SuccessRate() (float64, bool) {
	over := o.Succeeded + o.Exhausted
	if over == 0 {
		return 0, false
	}
	return float64(o.Succeeded) / float64(over), true
}

// RateUse is the rate limits of an endpoint and what is used of them.
type RateUse struct {
	PerMinute, PerHour   int
	IsCounted            bool // whether the rest is known
	LastMinute, LastHour int
}

// EndpointStats counts how an endpoint of the tenant does now. What it reads is bounded, whatever the endpoint has got.
// Another tenant's is NOT_FOUND.
func (s *Service) EndpointStats(ctx context.Context, actor Actor, id uuid.UUID) (EndpointStats, error) {
	endpoint, err := s.Endpoint(ctx, actor, id)
	if err != nil {
		return EndpointStats{}, err
	}
	now := s.now()
	stats := EndpointStats{At: now, Rate: RateUse{PerMinute: endpoint.RateLimitPerMinute, PerHour: endpoint.RateLimitPerHour}}
	if stats.Waiting, err = countWaiting(ctx, s.db, id); err != nil {
		return stats, err
	}
	if stats.LastHour, stats.LastDay, err = countOutcomes(ctx, s.db, id, now); err != nil {
		return stats, err
	}
	if endpoint.RateLimitPerHour <= mostSendsCounted {
		stats.Rate.IsCounted = true
		stats.Rate.LastMinute, stats.Rate.LastHour, err = delivery.CountSends(ctx, s.db, id, now)
	}
	return stats, err
}

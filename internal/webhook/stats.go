package webhook

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/webhook/delivery"
)

const (
	// mostCounted is the maximum number of deliveries counted for one figure.
	mostCounted = 10_000
	// mostSendsCounted is the highest hourly rate limit whose use is counted, since counting reads every single send.
	mostSendsCounted = 20_000
)

// EndpointStats are the current figures of an endpoint.
type EndpointStats struct {
	At       time.Time
	Waiting  WaitingDeliveries
	LastHour Outcomes
	LastDay  Outcomes
	Rate     RateUse
}

// WaitingDeliveries counts the deliveries of an endpoint that wait for an attempt, up to mostCounted.
type WaitingDeliveries struct {
	Count      int
	IsComplete bool
	Oldest     time.Time // when the oldest was published; zero when none waits
	Next       time.Time // when the first is due; zero when none waits
}

// Outcomes are the results of the deliveries of a period, up to mostCounted.
type Outcomes struct {
	Since                                  time.Time
	Succeeded, Exhausted, Skipped, Pending int
	IsComplete                             bool
}

// add counts deliveries with a status.
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

// SuccessRate returns the share of successes among the finished deliveries that were sent; false without any.
func (o Outcomes) SuccessRate() (float64, bool) {
	over := o.Succeeded + o.Exhausted
	if over == 0 {
		return 0, false
	}
	return float64(o.Succeeded) / float64(over), true
}

// RateUse holds the rate limits of an endpoint and how much of them is used.
type RateUse struct {
	PerMinute, PerHour   int
	IsCounted            bool // whether the remainder is known
	LastMinute, LastHour int
}

// EndpointStats returns the current figures of an endpoint of the tenant. How much it reads is bounded, however many
// deliveries there are. It fails with NOT_FOUND for another tenant's.
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

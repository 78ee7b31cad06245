package httpapi

import (
	"context"

	"bourse/internal/oas"
	"bourse/internal/webhook"
)

// GetWebhookEndpointStats implements GET /webhooks/endpoints/{endpointId}/stats.
func (a *API) GetWebhookEndpointStats(ctx context.Context, params oas.GetWebhookEndpointStatsParams) (oas.GetWebhookEndpointStatsRes, error) {
	stats, err := a.Webhooks.EndpointStats(ctx, actor(ctx), params.EndpointId)
	if err != nil {
		return nil, err
	}
	rate := oas.WebhookRateUse{PerMinute: stats.Rate.PerMinute, PerHour: stats.Rate.PerHour}
	if stats.Rate.IsCounted {
		rate.LastMinute.SetTo(stats.Rate.LastMinute)
		rate.LastHour.SetTo(stats.Rate.LastHour)
	}
	return &oas.WebhookEndpointStatsEnvelope{Success: true, Data: oas.WebhookEndpointStats{
		EndpointId: params.EndpointId, AsOf: stats.At,
		Waiting: oas.WebhookWaiting{
			Count: stats.Waiting.Count, IsComplete: stats.Waiting.IsComplete,
			OldestAt: optTime(stats.Waiting.Oldest), NextAttemptAt: optTime(stats.Waiting.Next),
		},
		LastHour: webhookOutcomes(stats.LastHour), LastDay: webhookOutcomes(stats.LastDay), Rate: rate,
	}}, nil
}

func webhookOutcomes(o webhook.Outcomes) oas.WebhookOutcomes {
	shown := oas.WebhookOutcomes{
		Since: o.Since, Succeeded: o.Succeeded, Exhausted: o.Exhausted, Skipped: o.Skipped, Pending: o.Pending, IsComplete: o.IsComplete,
	}
	if rate, isKnown := o.SuccessRate(); isKnown {
		shown.SuccessRate.SetTo(rate)
	}
	return shown
}

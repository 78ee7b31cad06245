package httpapi

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/oas"
	"bourse/internal/webhook"
)

// ListWebhookDeliveries implements GET /webhooks/endpoints/{endpointId}/deliveries.
func (a *API) ListWebhookDeliveries(ctx context.Context, params oas.ListWebhookDeliveriesParams) (oas.ListWebhookDeliveriesRes, error) {
	cursor := database.Cursor{Before: params.Before.Value, Limit: params.Limit.Value}
	filter := webhook.DeliveryFilter{EndpointID: params.EndpointId, Status: string(params.Status.Value), EventType: params.EventType.Value}
	page, err := a.Webhooks.Deliveries(ctx, actor(ctx), filter, cursor)
	if err != nil {
		return nil, err
	}
	return webhookDeliveryList(cursor, page), nil
}

// ListAllWebhookDeliveries implements GET /webhooks/deliveries.
func (a *API) ListAllWebhookDeliveries(ctx context.Context, params oas.ListAllWebhookDeliveriesParams) (oas.ListAllWebhookDeliveriesRes, error) {
	cursor := database.Cursor{Before: params.Before.Value, Limit: params.Limit.Value}
	filter := webhook.DeliveryFilter{EndpointID: params.EndpointId.Value, Status: string(params.Status.Value), EventType: params.EventType.Value}
	page, err := a.Webhooks.Deliveries(ctx, actor(ctx), filter, cursor)
	if err != nil {
		return nil, err
	}
	return webhookDeliveryList(cursor, page), nil
}

func webhookDeliveryList(cursor database.Cursor, page webhook.DeliveryPage) *oas.WebhookDeliveryListEnvelope {
	return &oas.WebhookDeliveryListEnvelope{
		Success: true, Data: mapped(page.Items, webhookDelivery), Meta: oas.CursorMeta{Limit: cursor.Limit, Next: optID(page.Next)},
	}
}

// GetWebhookDelivery implements GET /webhooks/deliveries/{deliveryId}.
func (a *API) GetWebhookDelivery(ctx context.Context, params oas.GetWebhookDeliveryParams) (oas.GetWebhookDeliveryRes, error) {
	detail, err := a.Webhooks.DeliveryDetail(ctx, actor(ctx), params.DeliveryId)
	if err != nil {
		return nil, err
	}
	body, err := webhookMessage(detail.Body)
	if err != nil {
		return nil, err
	}
	return &oas.WebhookDeliveryDetailEnvelope{Success: true, Data: oas.WebhookDeliveryDetail{
		Delivery: webhookDelivery(detail.Delivery), Request: body, Attempts: mapped(detail.AttemptList, webhookAttempt),
	}}, nil
}

// RetryWebhookDelivery implements POST /webhooks/deliveries/{deliveryId}/retry.
func (a *API) RetryWebhookDelivery(ctx context.Context, params oas.RetryWebhookDeliveryParams) (oas.RetryWebhookDeliveryRes, error) {
	if err := a.Webhooks.RetryDelivery(ctx, actor(ctx), params.DeliveryId); err != nil {
		return nil, err
	}
	return done("the delivery is on its way"), nil
}

// ListWebhookEvents implements GET /webhooks/events.
func (a *API) ListWebhookEvents(ctx context.Context, params oas.ListWebhookEventsParams) (oas.ListWebhookEventsRes, error) {
	cursor := database.Cursor{Before: params.Before.Value, Limit: params.Limit.Value}
	page, err := a.Webhooks.Events(ctx, actor(ctx), params.Type.Value, cursor)
	if err != nil {
		return nil, err
	}
	data, err := mappedOrFailed(page.Items, func(e webhook.Published) (oas.WebhookEvent, error) {
		body, err := webhookMessage(e.Body)
		return oas.WebhookEvent{ID: e.ID, Type: e.Type, CreatedAt: e.CreatedAt, Body: body}, err
	})
	if err != nil {
		return nil, err
	}
	return &oas.WebhookEventListEnvelope{Success: true, Data: data, Meta: oas.CursorMeta{Limit: cursor.Limit, Next: optID(page.Next)}}, nil
}

// PublishWebhookEvent implements POST /webhooks/events.
func (a *API) PublishWebhookEvent(ctx context.Context, req *oas.PublishWebhookEventRequest) (oas.PublishWebhookEventRes, error) {
	published, err := a.Webhooks.PublishOwn(ctx, actor(ctx), req.Type, json.RawMessage(req.Data))
	if err != nil {
		return nil, err
	}
	return &oas.WebhookEventEnvelope{Success: true, Data: oas.WebhookEventReceipt{
		ID: published.ID, Type: published.Type, CreatedAt: published.CreatedAt,
	}}, nil
}

// PublishWebhookEvents implements POST /webhooks/events/batch.
func (a *API) PublishWebhookEvents(ctx context.Context, req *oas.PublishWebhookEventsRequest) (oas.PublishWebhookEventsRes, error) {
	own := mapped(req.Events, func(e oas.PublishWebhookEventRequest) webhook.OwnEvent {
		return webhook.OwnEvent{Type: e.Type, Data: json.RawMessage(e.Data)}
	})
	published, err := a.Webhooks.PublishOwnBatch(ctx, actor(ctx), own)
	if err != nil {
		return nil, err
	}
	ids := mapped(published, func(e webhook.Published) uuid.UUID { return e.ID })
	return &oas.WebhookEventsEnvelope{Success: true, Data: oas.WebhookEventsReceipt{Ids: ids, CreatedAt: published[0].CreatedAt}}, nil
}

// ListWebhookEventTypes implements GET /webhooks/event-types.
func (a *API) ListWebhookEventTypes(ctx context.Context) (oas.ListWebhookEventTypesRes, error) {
	types, err := a.Webhooks.EventTypes(actor(ctx))
	if err != nil {
		return nil, err
	}
	data, err := mappedOrFailed(types, func(t webhook.EventType) (described oas.WebhookEventType, err error) {
		described.Type, described.Description = t.Type, t.Description
		if described.Schema, err = jsonObject(t.Schema); err != nil {
			return described, err
		}
		described.Example, err = webhookMessage(t.Example)
		return described, err
	})
	if err != nil {
		return nil, err
	}
	return &oas.WebhookEventTypeListEnvelope{Success: true, Data: data}, nil
}

// cursorMeta says where the list continues; a page that is not full is the last.
func cursorMeta[T any](limit int, items []T, id func(T) uuid.UUID) oas.CursorMeta {
	meta := oas.CursorMeta{Limit: limit}
	if len(items) == limit {
		meta.Next = oas.NewOptUUID(id(items[len(items)-1]))
	}
	return meta
}

// webhookMessage converts the body sent to endpoints to the contract's type.
func webhookMessage(body json.RawMessage) (message oas.WebhookMessage, err error) {
	err = message.UnmarshalJSON(body)
	return message, err
}

func webhookDelivery(d webhook.Delivery) oas.WebhookDelivery {
	shown := oas.WebhookDelivery{
		ID: d.ID, EventId: d.EventID, EventType: d.EventType, EndpointId: d.EndpointID,
		Status: oas.WebhookDeliveryStatus(d.Status), Attempts: d.Attempts, NextAttemptAt: optTime(d.NextAttemptAt),
		CreatedAt: d.CreatedAt, FinishedAt: optTime(d.FinishedAt),
	}
	if d.LastDuration != nil {
		shown.LastDurationMs.SetTo(float64(*d.LastDuration) / 1000)
	}
	if d.LastStatus != nil {
		shown.LastResponseStatus.SetTo(*d.LastStatus)
	}
	return shown
}

func webhookAttempt(a webhook.Attempt) oas.WebhookAttempt {
	return oas.WebhookAttempt{
		Number: a.Number, StartedAt: a.StartedAt, FinishedAt: a.FinishedAt, RequestHeaders: a.RequestHeaders,
		ResponseStatus: a.ResponseStatus, ResponseHeaders: a.ResponseHeaders,
		ResponseBody: strings.ToValidUTF8(a.ResponseBody, "\uFFFD"), // stored as received, and may be cut within a character
		Timing: oas.WebhookTiming{
			DNS: a.Timing.DNS, Connect: a.Timing.Connect, TLS: a.Timing.TLS, FirstByte: a.Timing.FirstByte,
			Total: a.Timing.Total, Reused: a.Timing.Reused,
		},
		ErrorClass: a.ErrorClass, Error: a.Error,
	}
}

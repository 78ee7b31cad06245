package httpapi

import (
	"context"
	"encoding/json"
	"time"

	"github.com/go-faster/jx"
	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/oas"
	"bourse/internal/webhook"
)

// actor is the caller as the webhook package defines one.
func actor(ctx context.Context) webhook.Actor {
	who := caller(ctx)
	return webhook.Actor{Actor: who.Actor(), TenantID: who.TenantID, Admin: who.Role.AtLeast(identity.RoleAdmin)}
}

// ListWebhookEndpoints implements GET /webhooks/endpoints.
func (a *API) ListWebhookEndpoints(ctx context.Context, params oas.ListWebhookEndpointsParams) (oas.ListWebhookEndpointsRes, error) {
	var active *bool
	if value, ok := params.IsActive.Get(); ok {
		active = &value
	}
	page := database.Page{Number: params.Page.Value, Limit: params.Limit.Value}
	endpoints, total, err := a.Webhooks.Endpoints(ctx, actor(ctx), active, page)
	if err != nil {
		return nil, err
	}
	data, err := mappedOrFailed(endpoints, a.webhookEndpoint)
	if err != nil {
		return nil, err
	}
	return &oas.WebhookEndpointListEnvelope{Success: true, Data: data, Meta: pagination(database.Page(page), total)}, nil
}

// CreateWebhookEndpoint implements POST /webhooks/endpoints.
func (a *API) CreateWebhookEndpoint(ctx context.Context, req *oas.CreateWebhookEndpointRequest) (oas.CreateWebhookEndpointRes, error) {
	change, err := endpointChange(&oas.UpdateWebhookEndpointRequest{
		Name: oas.NewOptString(req.Name), Description: req.Description, URL: oas.NewOptString(req.URL),
		HttpMethod: req.HttpMethod, AuthType: oas.NewOptWebhookAuthType(oas.WebhookAuthType(req.AuthType.Value)), AuthConfig: req.AuthConfig, CustomHeaders: req.CustomHeaders,
		SubscribedEvents: req.SubscribedEvents, Filters: req.Filters, RetryEnabled: req.RetryEnabled,
		MaxRetries: req.MaxRetries, RetryDelaySeconds: req.RetryDelaySeconds,
		RetryBackoffMultiplier: req.RetryBackoffMultiplier, TimeoutSeconds: req.TimeoutSeconds, IsActive: req.IsActive,
		SigningSecret: req.SigningSecret, RateLimitPerMinute: req.RateLimitPerMinute, RateLimitPerHour: req.RateLimitPerHour,
	})
	if err != nil {
		return nil, err
	}
	endpoint, err := a.Webhooks.CreateEndpoint(ctx, actor(ctx), change)
	if err != nil {
		return nil, err
	}
	return a.endpointEnvelope(endpoint, endpoint.SigningSecret)
}

// GetWebhookEndpoint implements GET /webhooks/endpoints/{endpointId}.
func (a *API) GetWebhookEndpoint(ctx context.Context, params oas.GetWebhookEndpointParams) (oas.GetWebhookEndpointRes, error) {
	endpoint, err := a.Webhooks.Endpoint(ctx, actor(ctx), params.EndpointId)
	if err != nil {
		return nil, err
	}
	return a.endpointEnvelope(endpoint, webhook.Masked(endpoint.SigningSecret))
}

// UpdateWebhookEndpoint implements PATCH /webhooks/endpoints/{endpointId}.
func (a *API) UpdateWebhookEndpoint(ctx context.Context, req *oas.UpdateWebhookEndpointRequest, params oas.UpdateWebhookEndpointParams) (oas.UpdateWebhookEndpointRes, error) {
	change, err := endpointChange(req)
	if err != nil {
		return nil, err
	}
	endpoint, err := a.Webhooks.UpdateEndpoint(ctx, actor(ctx), params.EndpointId, change)
	if err != nil {
		return nil, err
	}
	return a.endpointEnvelope(endpoint, webhook.Masked(endpoint.SigningSecret))
}

// DeleteWebhookEndpoint implements DELETE /webhooks/endpoints/{endpointId}.
func (a *API) DeleteWebhookEndpoint(ctx context.Context, params oas.DeleteWebhookEndpointParams) (oas.DeleteWebhookEndpointRes, error) {
	if err := a.Webhooks.DeleteEndpoint(ctx, actor(ctx), params.EndpointId); err != nil {
		return nil, err
	}
	return done("the endpoint is removed"), nil
}

// VerifyWebhookEndpoint implements POST /webhooks/endpoints/{endpointId}/verify.
func (a *API) VerifyWebhookEndpoint(ctx context.Context, params oas.VerifyWebhookEndpointParams) (oas.VerifyWebhookEndpointRes, error) {
	endpoint, err := a.Webhooks.VerifyEndpoint(ctx, actor(ctx), params.EndpointId)
	if err != nil {
		return nil, err
	}
	return a.endpointEnvelope(endpoint, webhook.Masked(endpoint.SigningSecret))
}

// RotateWebhookSecret implements POST /webhooks/endpoints/{endpointId}/rotate-secret.
func (a *API) RotateWebhookSecret(ctx context.Context, params oas.RotateWebhookSecretParams) (oas.RotateWebhookSecretRes, error) {
	endpoint, err := a.Webhooks.RotateSecret(ctx, actor(ctx), params.EndpointId)
	if err != nil {
		return nil, err
	}
	return a.endpointEnvelope(endpoint, endpoint.SigningSecret)
}

// TestWebhookEndpoint implements POST /webhooks/endpoints/{endpointId}/test.
func (a *API) TestWebhookEndpoint(ctx context.Context, params oas.TestWebhookEndpointParams) (oas.TestWebhookEndpointRes, error) {
	delivery, err := a.Webhooks.SendTest(ctx, actor(ctx), params.EndpointId)
	if err != nil {
		return nil, err
	}
	return &oas.WebhookDeliveryEnvelope{Success: true, Data: webhookDelivery(delivery)}, nil
}

// RecoverWebhookEndpoint implements POST /webhooks/endpoints/{endpointId}/recover.
func (a *API) RecoverWebhookEndpoint(ctx context.Context, req *oas.RecoverRequest, params oas.RecoverWebhookEndpointParams) (oas.RecoverWebhookEndpointRes, error) {
	recovery, err := a.Webhooks.Recover(ctx, actor(ctx), params.EndpointId, req.Since)
	if err != nil {
		return nil, err
	}
	return webhookRecovery(recovery), nil
}

// GetWebhookRecovery implements GET /webhooks/endpoints/{endpointId}/recoveries/{recoveryId}.
func (a *API) GetWebhookRecovery(ctx context.Context, params oas.GetWebhookRecoveryParams) (oas.GetWebhookRecoveryRes, error) {
	recovery, err := a.Webhooks.Recovery(ctx, actor(ctx), params.EndpointId, params.RecoveryId)
	if err != nil {
		return nil, err
	}
	return webhookRecovery(recovery), nil
}

func webhookRecovery(r webhook.Recovery) *oas.WebhookRecoveryEnvelope {
	return &oas.WebhookRecoveryEnvelope{Success: true, Data: oas.WebhookRecovery{
		ID: r.ID, EndpointId: r.EndpointID, State: oas.WebhookRecoveryState(r.State), Recovered: r.Recovered,
		CreatedAt: r.CreatedAt, FinishedAt: optTime(r.FinishedAt),
	}}
}

// endpointChange converts the fields that the client set.
func endpointChange(req *oas.UpdateWebhookEndpointRequest) (webhook.EndpointChange, error) {
	change := webhook.EndpointChange{
		Name: given(req.Name), Description: given(req.Description), URL: given(req.URL), HTTPMethod: given(req.HttpMethod),
		RetryEnabled: given(req.RetryEnabled), MaxRetries: given(req.MaxRetries),
		RetryDelaySeconds: given(req.RetryDelaySeconds), TimeoutSeconds: given(req.TimeoutSeconds),
		IsActive: given(req.IsActive), SigningSecret: given(req.SigningSecret),
		RateLimitPerMinute: given(req.RateLimitPerMinute), RateLimitPerHour: given(req.RateLimitPerHour),
	}
	if authType, ok := req.AuthType.Get(); ok {
		text := string(authType)
		change.AuthType = &text
	}
	if headers, ok := req.CustomHeaders.Get(); ok {
		plain := map[string]string(headers)
		change.CustomHeaders = &plain
	}
	if req.SubscribedEvents != nil {
		change.SubscribedEvents = &req.SubscribedEvents
	}
	var err error
	if change.AuthConfig, err = rawObject(req.AuthConfig); err != nil {
		return change, err
	}
	if change.Filters, err = rawObject(req.Filters); err != nil {
		return change, err
	}
	if multiplier, ok := req.RetryBackoffMultiplier.Get(); ok {
		tenths, err := webhook.MultiplierTenths(multiplier)
		if err != nil {
			return change, err
		}
		change.BackoffTenths = &tenths
	}
	return change, nil
}

// given turns an optional value of the contract into a pointer.
func given[T any](optional interface{ Get() (T, bool) }) *T {
	if value, ok := optional.Get(); ok {
		return &value
	}
	return nil
}

// rawObject is an optional object of the contract as JSON; nil if omitted.
func rawObject(optional interface {
	IsSet() bool
	json.Marshaler
}) (json.RawMessage, error) {
	if !optional.IsSet() {
		return nil, nil
	}
	return optional.MarshalJSON()
}

// jsonObject converts JSON produced by this server to the contract's type.
func jsonObject(raw json.RawMessage) (oas.JSONObject, error) {
	var object oas.JSONObject
	err := object.Decode(jx.DecodeBytes(raw))
	return object, err
}

// mappedOrFailed is mapped for conversions that can fail.
func mappedOrFailed[From, To any](from []From, convert func(From) (To, error)) ([]To, error) {
	to := make([]To, len(from))
	for i, item := range from {
		var err error
		if to[i], err = convert(item); err != nil {
			return nil, err
		}
	}
	return to, nil
}

func optTime(t time.Time) oas.OptDateTime { return oas.OptDateTime{Value: t, Set: !t.IsZero()} }

func (a *API) endpointEnvelope(endpoint *webhook.Endpoint, secret string) (*oas.WebhookEndpointEnvelope, error) {
	data, err := a.webhookEndpoint(endpoint)
	data.SigningSecret = oas.OptString{Value: secret, Set: secret != ""}
	return &oas.WebhookEndpointEnvelope{Success: true, Data: data}, err
}

func (a *API) webhookEndpoint(e *webhook.Endpoint) (oas.WebhookEndpoint, error) {
	var authConfig oas.WebhookAuthConfig
	if err := authConfig.UnmarshalJSON(a.Webhooks.MaskedAuthConfig(e)); err != nil {
		return oas.WebhookEndpoint{}, err
	}
	filters, err := jsonObject(e.ShownFilters())
	if err != nil {
		return oas.WebhookEndpoint{}, err
	}
	secret := webhook.Masked(e.SigningSecret)
	return oas.WebhookEndpoint{
		ID: e.ID, TenantId: e.TenantID, Name: e.Name, URL: e.URL, HttpMethod: e.HTTPMethod,
		Description: oas.OptString{Value: e.Description, Set: e.Description != ""},
		AuthType:    shownAuthType(e.AuthType), AuthConfig: authConfig, CustomHeaders: e.MaskedHeaders(),
		SubscribedEvents: e.SubscribedEvents, Filters: filters, RetryEnabled: e.RetryEnabled, MaxRetries: e.MaxRetries,
		RetryDelaySeconds: e.RetryDelaySeconds, RetryBackoffMultiplier: float64(e.BackoffTenths) / 10,
		TimeoutSeconds: e.TimeoutSeconds, IsActive: e.IsActive, IsVerified: e.IsVerified, VerifiedAt: optTime(e.VerifiedAt),
		SigningSecret:   oas.OptString{Value: secret, Set: secret != ""},
		TotalDeliveries: e.TotalDeliveries, SuccessfulDeliveries: e.SuccessfulDeliveries, FailedDeliveries: e.FailedDeliveries,
		LastDeliveryAt: optTime(e.LastDeliveryAt), LastSuccessAt: optTime(e.LastSuccessAt), LastFailureAt: optTime(e.LastFailureAt),
		RateLimitPerMinute: e.RateLimitPerMinute, RateLimitPerHour: e.RateLimitPerHour,
		CreatedAt: e.CreatedAt, UpdatedAt: e.UpdatedAt,
		CreatedBy: oas.OptUUID{Value: e.CreatedBy, Set: e.CreatedBy != uuid.Nil},
		Broken:    oas.OptString{Value: e.Broken, Set: e.Broken != ""},
	}, nil
}

// shownAuthType is none for a stored type that the contract does not know; another field says why nothing is sent.
func shownAuthType(stored string) oas.WebhookAuthType {
	if kind := oas.WebhookAuthType(stored); kind.Validate() == nil {
		return kind
	}
	return oas.WebhookAuthTypeNone
}

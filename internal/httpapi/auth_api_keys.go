package httpapi

import (
	"context"

	"bourse/internal/identity"
	"bourse/internal/oas"
)

// CreateApiKey implements POST /auth/api-keys.
func (a *API) CreateApiKey(ctx context.Context, req *oas.CreateApiKeyRequest) (oas.CreateApiKeyRes, error) {
	key, text, err := a.Identity.CreateAPIKey(ctx, caller(ctx), identity.APIKeyRequest{
		Name: req.Name, Scopes: req.Scopes, ExpiresAt: req.ExpiresAt.Value,
	})
	if err != nil {
		return nil, err
	}
	return &oas.NewApiKeyEnvelope{Success: true, Data: oas.NewApiKey{
		ID: key.ID, Name: key.Name, Prefix: key.Prefix, Scopes: oas.ApiKeyScopes(key.Scopes),
		ExpiresAt: key.ExpiresAt, CreatedAt: key.CreatedAt, Key: text,
	}}, nil
}

// ListApiKeys implements GET /auth/api-keys.
func (a *API) ListApiKeys(ctx context.Context) (oas.ListApiKeysRes, error) {
	keys, err := a.Identity.APIKeys(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	return &oas.ApiKeyListEnvelope{Success: true, Data: mapped(keys, func(key identity.APIKey) oas.ApiKey {
		return oas.ApiKey{
			ID: key.ID, Name: key.Name, Prefix: key.Prefix, Scopes: oas.ApiKeyScopes(key.Scopes),
			ExpiresAt: key.ExpiresAt, CreatedAt: key.CreatedAt,
			LastUsedAt: oas.OptDateTime{Value: key.LastUsedAt, Set: !key.LastUsedAt.IsZero()},
			LastUsedIp: oas.OptString{Value: key.LastUsedIP, Set: key.LastUsedIP != ""},
		}
	})}, nil
}

// RevokeApiKey implements DELETE /auth/api-keys/{keyId}.
func (a *API) RevokeApiKey(ctx context.Context, params oas.RevokeApiKeyParams) (oas.RevokeApiKeyRes, error) {
	if err := a.Identity.RevokeAPIKey(ctx, caller(ctx), params.KeyId); err != nil {
		return nil, err
	}
	return done("the API key is revoked"), nil
}

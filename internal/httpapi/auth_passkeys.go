package httpapi

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"bourse/internal/identity"
	"bourse/internal/oas"
)

// BeginPasskey implements POST /auth/passkeys/options.
func (a *API) BeginPasskey(ctx context.Context) (oas.BeginPasskeyRes, error) {
	options, err := a.Identity.BeginPasskey(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	answer := &oas.PasskeyCreationEnvelope{Success: true, Data: oas.PasskeyCreation{
		CeremonyToken: oas.CeremonyToken(options.CeremonyToken), ExpiresIn: int(options.ExpiresIn.Seconds()),
	}}
	return answer, readOptions(options, &answer.Data.PublicKey)
}

// AddPasskey implements POST /auth/passkeys.
func (a *API) AddPasskey(ctx context.Context, req *oas.AddPasskeyRequest) (oas.AddPasskeyRes, error) {
	credential, err := req.Credential.MarshalJSON()
	if err != nil {
		return nil, err
	}
	passkey, err := a.Identity.AddPasskey(ctx, caller(ctx), identity.NewPasskey{
		CeremonyToken: string(req.CeremonyToken), Name: req.Name.Or("Passkey"), Credential: credential,
	})
	if err != nil {
		return nil, err
	}
	return &oas.PasskeyEnvelope{Success: true, Data: passkeyData(passkey)}, nil
}

// ListPasskeys implements GET /auth/passkeys.
func (a *API) ListPasskeys(ctx context.Context) (oas.ListPasskeysRes, error) {
	passkeys, err := a.Identity.Passkeys(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	return &oas.PasskeyListEnvelope{Success: true, Data: mapped(passkeys, passkeyData)}, nil
}

// RenamePasskey implements PATCH /auth/passkeys/{passkeyId}.
func (a *API) RenamePasskey(ctx context.Context, req *oas.RenamePasskeyRequest, params oas.RenamePasskeyParams) (oas.RenamePasskeyRes, error) {
	passkey, err := a.Identity.RenamePasskey(ctx, caller(ctx), params.PasskeyId, string(req.Name))
	if err != nil {
		return nil, err
	}
	return &oas.PasskeyEnvelope{Success: true, Data: passkeyData(passkey)}, nil
}

// RemovePasskey implements DELETE /auth/passkeys/{passkeyId}.
func (a *API) RemovePasskey(ctx context.Context, params oas.RemovePasskeyParams) (oas.RemovePasskeyRes, error) {
	if err := a.Identity.RemovePasskey(ctx, caller(ctx), params.PasskeyId); err != nil {
		return nil, err
	}
	return done("the passkey is removed"), nil
}

// BeginPasskeyLogin implements POST /auth/login/passkey/options.
func (a *API) BeginPasskeyLogin(ctx context.Context, req oas.OptBeginPasskeyLoginRequest) (oas.BeginPasskeyLoginRes, error) {
	options, err := a.Identity.BeginPasskeyLogin(ctx, origin(ctx), req.Value.Tenant.Or(""), req.Value.ChallengeToken.Or(""))
	if err != nil {
		return nil, err
	}
	return passkeyRequest(options)
}

// LoginWithPasskey implements POST /auth/login/passkey.
func (a *API) LoginWithPasskey(ctx context.Context, req *oas.PasskeyLoginRequest) (oas.LoginWithPasskeyRes, error) {
	if err := mayOpen(ctx, req.Session); err != nil {
		return nil, err
	}
	proof, err := passkeyProof(req.CeremonyToken, req.Credential)
	if err != nil {
		return nil, err
	}
	tokens, err := a.Identity.LoginWithPasskey(ctx, origin(ctx), proof, req.ChallengeToken.Or(""))
	if err != nil {
		return nil, err
	}
	return sessionEnvelope(ctx, tokens, req.Session), nil
}

// BeginReauthentication implements POST /auth/reauthenticate/options.
func (a *API) BeginReauthentication(ctx context.Context) (oas.BeginReauthenticationRes, error) {
	options, err := a.Identity.BeginReauthentication(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	return passkeyRequest(options)
}

// reauthenticate verifies the passkey in the request, or else the password.
func (a *API) reauthenticate(ctx context.Context, req *oas.ReauthenticateRequest) (identity.Tokens, error) {
	if !req.Passkey.Set {
		return a.Identity.Reauthenticate(ctx, caller(ctx), string(req.Password.Or("")), string(req.Code.Or("")))
	}
	proof, err := passkeyProof(req.Passkey.Value.CeremonyToken, req.Passkey.Value.Credential)
	if err != nil {
		return identity.Tokens{}, err
	}
	return a.Identity.ReauthenticateWithPasskey(ctx, caller(ctx), proof)
}

// passkeyProof passes on the browser's credential, including fields beyond the contract.
func passkeyProof(token oas.CeremonyToken, credential oas.AuthenticationCredential) (identity.PasskeyProof, error) {
	given, err := credential.MarshalJSON()
	return identity.PasskeyProof{CeremonyToken: string(token), Credential: given}, err
}

func passkeyRequest(options identity.PasskeyOptions) (*oas.PasskeyRequestEnvelope, error) {
	answer := &oas.PasskeyRequestEnvelope{Success: true, Data: oas.PasskeyRequest{
		CeremonyToken: oas.CeremonyToken(options.CeremonyToken), ExpiresIn: int(options.ExpiresIn.Seconds()),
	}}
	return answer, readOptions(options, &answer.Data.PublicKey)
}

// readOptions decodes the browser's options, which are already JSON, into the contract's type.
func readOptions(options identity.PasskeyOptions, into json.Unmarshaler) error {
	if err := into.UnmarshalJSON(options.PublicKey); err != nil {
		return fmt.Errorf("the options of a passkey are not those of the contract: %w", err)
	}
	return nil
}

func passkeyData(p *identity.Passkey) oas.Passkey {
	return oas.Passkey{
		ID: p.ID, Name: p.Name, Transports: mapped(p.Transports, func(name string) string { return name }),
		Aaguid: oas.OptUUID{Value: p.AAGUID, Set: p.AAGUID != uuid.Nil}, BackedUp: p.BackedUp,
		CreatedAt: p.CreatedAt, LastUsedAt: optTime(p.LastUsedAt), DisabledAt: optTime(p.DisabledAt),
	}
}

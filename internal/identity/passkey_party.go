package identity

import (
	"context"
	"errors"
	"net/url"
	"strings"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"

	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/fault"
)

var errNoPasskeyDomain = fault.New(fault.Conflict, "passkeys need an app that has a domain name; this brand's has none")

// relyingParty returns a tenant as authenticators know it: passkeys belong to the host of its app. It fails with
// CONFLICT when the app has no domain name.
func (s *Service) relyingParty(ctx context.Context, from database.Querier, tenant uuid.UUID) (*webauthn.WebAuthn, error) {
	of, err := s.brands.Of(ctx, from, tenant)
	if err != nil {
		return nil, err
	}
	app, err := url.Parse(of.AppURL)
	if err != nil || app.Hostname() == "" {
		return nil, errNoPasskeyDomain
	}
	waiting := webauthn.TimeoutConfig{Timeout: challengeLifetime, TimeoutUVD: challengeLifetime}
	party, err := webauthn.New(&webauthn.Config{
		RPID: strings.ToLower(app.Hostname()), RPDisplayName: of.ProductName, RPOrigins: passkeyOrigins(of, app),
		AttestationPreference: protocol.PreferNoAttestation,
		// Every passkey is discoverable without a user name and verifies its owner, so that one kind serves all
		// ceremonies.
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification: protocol.VerificationRequired,
		},
		// We request no extensions and read none; some password managers send outputs unasked.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
		Timeouts:                          webauthn.TimeoutsConfig{Login: waiting, Registration: waiting},
	})
	if err != nil {
		return nil, errNoPasskeyDomain // an address such as 127.0.0.1, which authenticators refuse
	}
	return party, nil
}

// passkeyOrigins are the origins whose passkeys are accepted: the app's, and those of the brand's domains within its
// host, which is as far as browsers let a passkey reach.
func passkeyOrigins(of brand.Brand, app *url.URL) []string {
	origins := []string{app.Scheme + "://" + app.Host}
	host := strings.ToLower(app.Hostname())
	for _, domain := range of.Domains {
		name, _, _ := strings.Cut(strings.ToLower(domain), ":")
		if name != host && !strings.HasSuffix(name, "."+host) {
			continue
		}
		origins = append(origins, "https://"+domain)
		if name == "localhost" || strings.HasSuffix(name, ".localhost") {
			origins = append(origins, "http://"+domain) // which browsers trust without a certificate
		}
	}
	return origins
}

// passkeyOwner is a user as the WebAuthn library represents one, with the usable passkeys.
type passkeyOwner struct {
	user     *User
	passkeys []*Passkey
}

// WebAuthnID is the handle that authenticators store: it reveals nothing about the person.
func (o passkeyOwner) WebAuthnID() []byte { return o.user.ID[:] }

// WebAuthnName is the account name that devices show.
func (o passkeyOwner) WebAuthnName() string { return o.user.Email }

// WebAuthnDisplayName is the account name that devices show.
func (o passkeyOwner) WebAuthnDisplayName() string { return o.user.Email }

// WebAuthnCredentials are the usable passkeys.
func (o passkeyOwner) WebAuthnCredentials() []webauthn.Credential {
	all := make([]webauthn.Credential, len(o.passkeys))
	for i, passkey := range o.passkeys {
		all[i] = passkey.credential()
	}
	return all
}

// find returns the passkey with this credential's id.
func (o passkeyOwner) find(credential *webauthn.Credential) *Passkey {
	for _, passkey := range o.passkeys {
		if string(passkey.credentialID) == string(credential.ID) {
			return passkey
		}
	}
	return nil
}

// passkeyOwner reads the user's passkeys for the app of their brand. It fails as relyingParty does.
func (s *Service) passkeyOwner(ctx context.Context, from database.Querier, user *User) (*webauthn.WebAuthn, passkeyOwner, error) {
	owner := passkeyOwner{user: user}
	party, err := s.relyingParty(ctx, from, user.TenantID)
	if err != nil {
		return nil, owner, err
	}
	all, err := readPasskeys(ctx, from, user.TenantID, user.ID)
	for _, passkey := range all {
		if passkey.DisabledAt.IsZero() && passkey.relyingPartyID == party.Config.RPID {
			owner.passkeys = append(owner.passkeys, passkey)
		}
	}
	return party, owner, err
}

// hasPasskey reports whether the user has a usable passkey.
func (s *Service) hasPasskey(ctx context.Context, from database.Querier, user *User) (bool, error) {
	_, owner, err := s.passkeyOwner(ctx, from, user)
	if errors.Is(err, errNoPasskeyDomain) {
		return false, nil
	}
	return len(owner.passkeys) > 0, err
}

// reasonOf returns the library's reason for refusing a credential, for whoever investigates. It contains neither
// challenges nor keys.
func reasonOf(err error) string {
	reason := "it cannot be read"
	if failure := (*protocol.Error)(nil); errors.As(err, &failure) {
		reason = failure.Details
	}
	return reason[:min(len(reason), 200)]
}

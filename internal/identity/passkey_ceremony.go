package identity

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// ceremonyKind is what a browser's answer may be used for.
type ceremonyKind string

const (
	registrationCeremony     ceremonyKind = "registration"
	loginCeremony            ceremonyKind = "login"
	secondFactorCeremony     ceremonyKind = "second_factor"
	reauthenticationCeremony ceremonyKind = "reauthentication"
)

// ceremony is a challenge that a browser was asked to sign and has not answered yet.
type ceremony struct {
	id        uuid.UUID
	tokenHash []byte
	kind      ceremonyKind
	tenantID  uuid.UUID // nil when any tenant with the same app may answer
	userID    uuid.UUID // nil when the user is not known yet
	sessionID uuid.UUID // nil when nobody is logged in
	sealed    []byte
	expiresAt time.Time
}

// PasskeyOptions are the options for a browser to create or use a passkey, and the token of the ceremony.
type PasskeyOptions struct {
	CeremonyToken string
	ExpiresIn     time.Duration
	PublicKey     json.RawMessage
}

var errBadCeremony = fault.New(fault.TokenInvalid, "these options were used before, or have expired; begin again").About("ceremonyToken")

const ceremonyPrefix = "bpc_"

// openCeremony stores what the browser is asked to sign, and returns it with the token for the answer.
func (s *Service) openCeremony(ctx context.Context, tx *database.Tx, opened ceremony, asked *webauthn.SessionData, options any) (PasskeyOptions, error) {
	token := ceremonyPrefix + base64.RawURLEncoding.EncodeToString(random(32))
	content, err := json.Marshal(asked)
	if err != nil {
		return PasskeyOptions{}, fmt.Errorf("encode a ceremony: %w", err)
	}
	opened.id, opened.tokenHash, opened.expiresAt = database.NewID(), hashToken(token), s.now().Add(challengeLifetime)
	if opened.sealed, err = s.ring.Seal(content, "passkey-ceremony:"+opened.id.String()); err != nil {
		return PasskeyOptions{}, fmt.Errorf("seal a ceremony: %w", err)
	}
	if err := ceremonyTable.Insert(ctx, tx, &opened); err != nil {
		return PasskeyOptions{}, fmt.Errorf("insert a ceremony: %w", err)
	}
	public, err := json.Marshal(options)
	if err != nil {
		return PasskeyOptions{}, fmt.Errorf("encode the options of a ceremony: %w", err)
	}
	return PasskeyOptions{CeremonyToken: token, ExpiresIn: challengeLifetime, PublicKey: public}, nil
}

// takeCeremony ends a ceremony and returns what the browser was asked to sign. It fails as removeCeremony does. A
// transaction that then refuses the answer must still be committed, or the answer could be retried.
func (s *Service) takeCeremony(ctx context.Context, tx *database.Tx, token string, kind ceremonyKind) (*ceremony, webauthn.SessionData, error) {
	var asked webauthn.SessionData
	held, err := removeCeremony(ctx, tx, token, kind, s.now())
	if err != nil {
		return nil, asked, err
	}
	content, err := s.ring.Open(held.sealed, "passkey-ceremony:"+held.id.String())
	if err != nil {
		return nil, asked, fmt.Errorf("open a ceremony: %w", err)
	}
	if err := json.Unmarshal(content, &asked); err != nil {
		return nil, asked, fmt.Errorf("decode a ceremony: %w", err)
	}
	return held, asked, nil
}

// isOf reports whether the ceremony was begun in the caller's session.
func (c *ceremony) isOf(caller Caller) bool {
	return c.userID == caller.UserID && c.sessionID == caller.SessionID
}

// creationOptions are the library's, with empty lists written out.
type creationOptions struct {
	protocol.PublicKeyCredentialCreationOptions
	Excluded []protocol.CredentialDescriptor `json:"excludeCredentials"`
}

// requestOptions are the library's, with empty lists written out.
type requestOptions struct {
	protocol.PublicKeyCredentialRequestOptions
	Allowed []protocol.CredentialDescriptor `json:"allowCredentials"`
}

func newRequestOptions(asked *protocol.CredentialAssertion) requestOptions {
	return requestOptions{asked.Response, append([]protocol.CredentialDescriptor{}, asked.Response.AllowedCredentials...)}
}

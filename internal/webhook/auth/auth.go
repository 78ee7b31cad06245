// Package auth shows a webhook receiver that a call is ours.
//
// An endpoint names one of five methods and its settings: none, basic {username, password}, bearer {token},
// hmac {secret, header, algorithm, encoding} or oauth2 {tokenUrl, clientId, clientSecret, scopes}. A Parser
// turns the settings into a Method once, refusing what could not work, and the sender applies the Method to
// every call. Methods are safe for many goroutines.
//
// Each kind has exactly one secret. It leaves this package in three ways only: in the header of a call, in
// Config, which is for encrypted storage, and, as its last four characters, in Masked. Methods print as
// their kind, errors never repeat a value.
package auth

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"bourse/internal/webhook/egress"
)

// The kinds of authentication, in the spelling of authType.
const (
	None   = "none"
	Basic  = "basic"
	Bearer = "bearer"
	HMAC   = "hmac"
	OAuth2 = "oauth2"
)

// Method authenticates calls to one endpoint.
type Method interface {
	// Kind is the authType.
	Kind() string
	// Config is the settings with the secret and all defaults, for encrypted storage.
	Config() json.RawMessage
	// Masked is the settings as they may be shown.
	Masked() json.RawMessage
	// HeaderName is the header that Apply sets, in canonical spelling; empty when it sets none.
	HeaderName() string
	// Apply adds what proves our identity to the header of a call with the given body. It fails only for
	// oauth2, with a *TokenError.
	Apply(ctx context.Context, header http.Header, body []byte) error
	// Invalidate is called with the header of a call that was answered 401. It reports whether applying
	// the method again makes a difference: for oauth2 it does, because the token is renewed unless
	// another call has already done so.
	Invalidate(sent http.Header) bool
}

// Parser makes methods. They share its connections to token endpoints.
type Parser struct {
	policy    egress.Policy
	client    *http.Client
	transport *http.Transport
	now       func() time.Time
	life      context.Context // ends with Close, and with it every request for a token
	end       context.CancelFunc
}

// NewParser makes a parser whose methods ask for tokens only where the policy allows.
func NewParser(policy egress.Policy, now func() time.Time) *Parser {
	transport := policy.Transport()
	transport.MaxResponseHeaderBytes = maxTokenHeader
	life, end := context.WithCancel(context.Background())
	return &Parser{
		policy:    policy,
		client:    newTokenClient(transport),
		transport: transport,
		now:       now,
		life:      life,
		end:       end,
	}
}

// Close ends the requests for tokens that are under way. Methods that need a new one fail from then on.
func (p *Parser) Close() {
	p.end()
	p.transport.CloseIdleConnections()
}

// Parse makes the method of an endpoint. It fails with a *ConfigError that names the setting which is
// unknown, missing or wrong; an unknown kind is reported as authType. No config counts as {}.
func (p *Parser) Parse(kind string, config []byte) (Method, error) {
	switch kind {
	case None:
		return parseNone(config)
	case Basic:
		return parseBasic(config)
	case Bearer:
		return parseBearer(config)
	case HMAC:
		return parseHMAC(config)
	case OAuth2:
		return p.parseOAuth2(config)
	}
	return nil, &ConfigError{Field: "authType", Reason: "must be none, basic, bearer, hmac or oauth2"}
}

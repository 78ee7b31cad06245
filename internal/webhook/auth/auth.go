// Package auth authenticates our calls to webhook receivers.
//
// An endpoint has one of five methods, with its settings: none, basic {username, password}, bearer {token}, hmac
// {secret, header, algorithm, encoding} or oauth2 {tokenUrl, clientId, clientSecret, scopes}. A Parser turns the
// settings into a Method once, refusing what cannot work, and the sender applies the Method to every call. Methods are
// safe for concurrent use.
//
// Each kind but none has exactly one secret. It leaves this package in three ways only: in the header of a call, in
// Config, which is for encrypted storage, and, as its last four characters, in Masked. Methods print as their kind, and
// errors never repeat a value.
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
	// Kind returns the authType.
	Kind() string
	// Config returns the settings with the secret and all defaults, for encrypted storage.
	Config() json.RawMessage
	// Masked returns the settings as they may be shown.
	Masked() json.RawMessage
	// HeaderName returns the header that Apply sets, in canonical form; empty when it sets none.
	HeaderName() string
	// Apply adds the credentials to the header of a call with the given body. It fails only for oauth2, with a
	// *TokenError.
	Apply(ctx context.Context, header http.Header, body []byte) error
	// Invalidate is called with the header of a call that was answered 401. It reports whether applying the method
	// again makes a difference: with oauth2 it does, because that renews the token, unless another call has already
	// done so.
	Invalidate(sent http.Header) bool
}

// Parser makes methods. They share its connections to token endpoints.
type Parser struct {
	policy    egress.Policy
	client    *http.Client
	transport *http.Transport
	now       func() time.Time
	life      context.Context // ends with Close; parent of every token request
	end       context.CancelFunc
}

// NewParser returns a parser whose methods request tokens only where the policy allows.
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

// Close cancels pending token requests. Methods that need a new token fail from then on.
func (p *Parser) Close() {
	p.end()
	p.transport.CloseIdleConnections()
}

// Parse returns the method of an endpoint. It fails with a *ConfigError that names the setting that is unknown, missing
// or wrong; an unknown kind is reported as authType. An empty config counts as {}.
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

package auth

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"time"

	"golang.org/x/oauth2/clientcredentials"
	"golang.org/x/sync/singleflight"
)

const (
	maxScopes = 50
	maxScope  = 200
)

// tokenBearer sends an access token, which it fetches with client credentials, keeps until shortly before it expires,
// and shares among all calls.
type tokenBearer struct {
	settings
	credentials *clientcredentials.Config
	client      *http.Client
	now         func() time.Time
	life        context.Context

	fetching singleflight.Group
	mutex    sync.Mutex
	value    string // of the Authorization header; empty when there is no token
	renewAt  time.Time
}

func (p *Parser) parseOAuth2(config []byte) (Method, error) {
	f := read(config, "tokenUrl", "clientId", "clientSecret", "scopes")
	tokenURL := f.full("tokenUrl", maxSecret)
	if err := p.policy.CheckURL(tokenURL); f.failure == nil && err != nil {
		f.failure = &ConfigError{Field: "authConfig.tokenUrl", Reason: "cannot be used: " + err.Error(), cause: err}
	}
	clientID := f.full("clientId", maxName)
	clientSecret := f.secret("clientSecret", f.full("clientSecret", maxSecret))
	scopes := f.scopes()
	if err := f.check(); err != nil {
		return nil, err
	}
	return &tokenBearer{
		settings: settings{OAuth2, map[string]any{
			"tokenUrl": tokenURL, "clientId": clientID, "clientSecret": clientSecret, "scopes": scopes,
		}},
		credentials: &clientcredentials.Config{
			ClientID: clientID, ClientSecret: clientSecret, TokenURL: tokenURL, Scopes: scopes,
		},
		client: p.client,
		now:    p.now,
		life:   p.life,
	}, nil
}

func (f *fields) scopes() []string {
	scopes := []string{}
	if !f.has("scopes") {
		return scopes
	}
	f.decode("scopes", &scopes, "a list of strings")
	if len(scopes) > maxScopes {
		f.fail("scopes", "must be %d at most", maxScopes)
	}
	for _, scope := range scopes {
		if scope == "" || len(scope) > maxScope || !isVisible(scope) || strings.ContainsAny(scope, `"\`) {
			f.fail("scopes", "must each be of visible ASCII characters without blanks, quotes and backslashes")
		}
	}
	return scopes
}

func (b *tokenBearer) HeaderName() string { return authorization }

// Apply sets the Authorization header. Callers that need a new token at the same time share one request; one of them
// giving up does not affect the others.
func (b *tokenBearer) Apply(ctx context.Context, header http.Header, _ []byte) error {
	value := b.current()
	if value == "" {
		var err error
		if value, err = b.await(ctx); err != nil {
			return err
		}
	}
	header.Set(authorization, value)
	return nil
}

// Invalidate drops the token if it is the one that was sent; a newer one stays.
func (b *tokenBearer) Invalidate(sent http.Header) bool {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if b.value == sent.Get(authorization) {
		b.value = ""
	}
	return true
}

// current returns the header value of the current token, empty when it has to be renewed.
func (b *tokenBearer) current() string {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if b.value != "" && !b.now().Before(b.renewAt) {
		b.value = ""
	}
	return b.value
}

func (b *tokenBearer) await(ctx context.Context) (string, error) {
	fetched := b.fetching.DoChan("", func() (any, error) {
		// Another request may have finished since the check above.
		if value := b.current(); value != "" {
			return value, nil
		}
		return b.fetch()
	})
	select {
	case <-ctx.Done():
		return "", &TokenError{Reason: "not obtained in time", cause: ctx.Err()}
	case result := <-fetched:
		if result.Err != nil {
			return "", result.Err
		}
		return result.Val.(string), nil
	}
}

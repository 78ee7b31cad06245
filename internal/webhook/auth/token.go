package auth

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"bourse/internal/webhook/egress"
	"bourse/internal/webhook/wire"
)

const (
	// tokenTimeout covers a token request, including the second try with the other style of credentials.
	tokenTimeout = 10 * time.Second
	// maxTokenHeader, maxTokenAnswer and maxToken bound the memory that a token endpoint can make us use: the first two
	// take many times their size once decoded, and an answer that drips in is held for as long as tokenTimeout.
	maxTokenHeader = 8 << 10
	maxTokenAnswer = 16 << 10
	maxToken       = 8 << 10
	// safetyMargin is how long before its expiry a token is renewed, so that none expires in transit.
	safetyMargin = 30 * time.Second
	// unknownLifetime is for tokens that do not say when they expire.
	unknownLifetime = time.Hour
)

// TokenError says why no access token could be obtained. Of the token endpoint's answer it repeats only the status and
// standard error codes: the endpoint knows the secret and might echo it.
type TokenError struct {
	// Status is the status of the token endpoint's answer, zero when none came.
	Status int
	// Reason is safe to show to the tenant.
	Reason string
	cause  error
}

func (e *TokenError) Error() string { return "no access token: " + e.Reason }

// Class is the class of a call that could not be made for lack of a token.
func (e *TokenError) Class() wire.Class { return wire.OAuth2 }

// Unwrap returns a *egress.RefusedError or the error of a context that ended, and nil otherwise.
func (e *TokenError) Unwrap() error { return e.cause }

// newTokenClient returns the client for all token endpoints. It does not follow redirects: they would carry the secret
// to a place that nobody has configured.
func newTokenClient(transport http.RoundTripper) *http.Client {
	return &http.Client{
		Transport:     limited{transport},
		Timeout:       tokenTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// limited truncates answers.
type limited struct{ transport http.RoundTripper }

func (l limited) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := l.transport.RoundTrip(request)
	if err == nil {
		response.Body = struct {
			io.Reader
			io.Closer
		}{io.LimitReader(response.Body, maxTokenAnswer), response.Body}
	}
	return response, err
}

// fetch requests a token and stores it. It does not depend on the context of the call that triggered it.
func (b *tokenBearer) fetch() (string, error) {
	ctx, cancel := context.WithTimeout(context.WithValue(b.life, oauth2.HTTPClient, b.client), tokenTimeout)
	defer cancel()
	token, err := b.credentials.Token(ctx)
	if err != nil {
		return "", explain(err)
	}
	if reason := tokenFlaw(token); reason != "" {
		return "", &TokenError{Status: http.StatusOK, Reason: reason}
	}
	lifetime := unknownLifetime
	if !token.Expiry.IsZero() {
		lifetime = time.Until(token.Expiry)
	}
	value := "Bearer " + token.AccessToken
	b.mutex.Lock()
	defer b.mutex.Unlock()
	// For a short-lived token a quarter is enough: it must be usable for a while.
	b.value, b.renewAt = value, b.now().Add(lifetime-min(safetyMargin, lifetime/4))
	return value, nil
}

func tokenFlaw(token *oauth2.Token) string {
	switch {
	case len(token.AccessToken) > maxToken:
		return "the token is too long"
	case !isVisible(token.AccessToken):
		return "the token cannot be sent in a header"
	case slices.Contains([]string{"mac", "dpop", "pop"}, strings.ToLower(token.TokenType)):
		return "the token is of a type other than bearer"
	}
	return ""
}

// standardCodes are the error codes that RFC 6749 defines for token endpoints.
var standardCodes = []string{
	"invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type", "invalid_scope",
	"access_denied", "server_error", "temporarily_unavailable",
}

func explain(err error) *TokenError {
	var (
		answered *oauth2.RetrieveError
		failed   *url.Error
		refused  *egress.RefusedError
	)
	switch {
	case errors.As(err, &answered):
		reason := fmt.Sprintf("the token endpoint answered %d", answered.Response.StatusCode)
		if slices.Contains(standardCodes, answered.ErrorCode) {
			reason += " (" + answered.ErrorCode + ")"
		}
		return &TokenError{Status: answered.Response.StatusCode, Reason: reason}
	case errors.As(err, &refused):
		return &TokenError{Reason: "the token endpoint may not be called: " + refused.Error(), cause: refused}
	case errors.As(err, &failed):
		class, detail := wire.Explain(err)
		lost := &TokenError{Reason: "the token endpoint could not be asked: " + detail}
		if class == wire.Cancelled {
			lost.cause = context.Canceled // the parser was closed, which is nobody's fault
		}
		return lost
	}
	return &TokenError{Status: http.StatusOK, Reason: "the answer of the token endpoint holds no token"}
}

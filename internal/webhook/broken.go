package webhook

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"bourse/internal/fault"
	"bourse/internal/webhook/auth"
	"bourse/internal/webhook/delivery"
	"bourse/internal/webhook/egress"
	"bourse/internal/webhook/signing"
)

// A stored endpoint can become unusable: its secrets were sealed with a key that this process does not have, the
// operator's policy no longer allows its URL, or a rule has changed since it was saved. Such an endpoint is broken. It
// is shown with the reason, nothing is sent to it, events published for it are kept, and no other endpoint is affected.

// unread is the part of an endpoint's row that could not be read. It is kept as stored, so that changing another
// setting does not destroy what could still be opened once its key is back.
type unread struct {
	authConfig, customHeaders, signingSecret, previousSecret []byte
	subscribedEvents                                         string
	wholeRow                                                 bool // a column has a value of the wrong type
}

// isSealed reports whether secrets could not be opened for lack of a key, which another process may have.
func (u unread) isSealed() bool {
	return u.authConfig != nil || u.customHeaders != nil || u.signingSecret != nil || u.previousSecret != nil
}

const (
	noKey      = "its secrets were sealed with a key that this process does not have"
	wrongTypes = "a stored value is of the wrong type; remove the endpoint and create it anew"
)

// errBroken is the CONFLICT for a request to send something to a broken endpoint.
func errBroken(e *Endpoint) error {
	return fault.New(fault.Conflict, "the endpoint is broken: %s", e.Broken)
}

// broke marks the endpoint as broken, and keeps the first reason.
func (e *Endpoint) broke(reason string) {
	if e.Broken == "" {
		e.Broken = reason
	}
}

// prepare parses an endpoint's settings. One that cannot be parsed makes it broken.
func prepare(e *Endpoint, policy egress.Policy, parser *auth.Parser) *preparedEndpoint {
	p := &preparedEndpoint{Endpoint: e, sending: e.sending()}
	var err error
	if p.rules, err = readRules(e); err != nil {
		e.broke("filters cannot be used: " + err.Error())
	}
	if e.unread.subscribedEvents != "" {
		e.broke("subscribedEvents cannot be read")
	}
	if err := policy.CheckURL(e.URL); err != nil {
		e.broke("url is not allowed: " + err.Error())
	}
	if !slices.Contains(methods, e.HTTPMethod) {
		e.broke("httpMethod must be one of " + strings.Join(methods, ", "))
	}
	if e.TimeoutSeconds < 1 || e.RateLimitPerMinute < 1 || e.RateLimitPerHour < 1 || e.RetryDelaySeconds < 0 || e.BackoffTenths < 0 {
		e.broke("a number of its settings is too small to send with")
	}
	e.readAuthentication(p.sending, parser)
	p.awaitsKey = e.Broken == "" && e.unread.isSealed()
	if e.unread.isSealed() {
		e.broke(noKey)
	}
	p.sending.IsUsable, p.sending.SkipsPending = p.isUsable(), p.skips()
	return p
}

// sending returns the settings for the engine that need no parsing.
func (e *Endpoint) sending() *delivery.Endpoint {
	return &delivery.Endpoint{
		URL: e.URL, HTTPMethod: e.HTTPMethod, CustomHeaders: e.CustomHeaders, Timeout: time.Duration(e.TimeoutSeconds) * time.Second,
		Retry:              e.retryPolicy(),
		RateLimitPerMinute: e.RateLimitPerMinute, RateLimitPerHour: e.RateLimitPerHour,
	}
}

func (e *Endpoint) readAuthentication(sending *delivery.Endpoint, parser *auth.Parser) {
	if e.unread.authConfig == nil {
		var err error
		if sending.Authentication, err = parser.Parse(e.AuthType, e.AuthConfig); err != nil {
			sending.Authentication = nil
			e.broke(reasonOf(err))
		} else if err := auth.CheckHeaders(e.CustomHeaders, sending.Authentication); err != nil {
			e.broke(reasonOf(err))
		}
	}
	var err error
	if sending.Key, err = parseKey(e.SigningSecret); err != nil {
		e.broke("signingSecret cannot be used: " + err.Error())
	}
	for _, former := range e.formerSecrets {
		if key, err := signing.ParseKey(former.Secret); err == nil { // else the current one signs
			sending.FormerKeys = append(sending.FormerKeys, delivery.FormerKey{Key: key, Ends: former.Until})
		}
	}
}

// reasonOf says what is wrong with a setting. It passes on only errors that are known to repeat no value.
func reasonOf(err error) string {
	if bad := new(auth.ConfigError); errors.As(err, &bad) {
		return bad.Error()
	}
	return "authConfig cannot be read"
}

// ShownFilters returns the filters as shown to clients: {} when they are not an object.
func (e *Endpoint) ShownFilters() json.RawMessage {
	var object map[string]any
	if json.Unmarshal(e.Filters, &object) != nil || object == nil {
		return json.RawMessage(`{}`)
	}
	return e.Filters
}

package webhook

import (
	"encoding/json"
	"reflect"
	"strings"

	"bourse/internal/fault"
	"bourse/internal/webhook/auth"
)

// EndpointChange holds the settings that a client sends; nil keeps the default or the current value.
type EndpointChange struct {
	Name               *string
	Description        *string
	URL                *string
	HTTPMethod         *string
	AuthType           *string
	AuthConfig         json.RawMessage
	CustomHeaders      *map[string]string
	SubscribedEvents   *[]string
	Filters            json.RawMessage
	RetryEnabled       *bool
	MaxRetries         *int
	RetryDelaySeconds  *int
	BackoffTenths      *int
	TimeoutSeconds     *int
	IsActive           *bool
	SigningSecret      *string
	RateLimitPerMinute *int
	RateLimitPerHour   *int
}

// largestAuthConfig is the maximum size of an authConfig. It is larger than any useful one, yet small enough to decode
// as a tree, which takes fifty times the memory.
const largestAuthConfig = 64 << 10

// checkSize fails with VALIDATION_ERROR when a setting is too large to be decoded.
func (c EndpointChange) checkSize() error {
	if len(c.AuthConfig) > largestAuthConfig {
		return fault.Invalid("authConfig", "must have at most %d bytes", largestAuthConfig)
	}
	return nil
}

// set assigns a value that was given.
func set[T any](target *T, value *T) {
	if value != nil {
		*target = *value
	}
}

// apply changes the endpoint. Secrets that are sent back masked, as they are shown, stay as they were.
func (c EndpointChange) apply(e *Endpoint, parser *auth.Parser) error {
	set(&e.Name, c.Name)
	set(&e.Description, c.Description)
	set(&e.URL, c.URL)
	set(&e.HTTPMethod, c.HTTPMethod)
	set(&e.SubscribedEvents, c.SubscribedEvents)
	set(&e.RetryEnabled, c.RetryEnabled)
	set(&e.MaxRetries, c.MaxRetries)
	set(&e.RetryDelaySeconds, c.RetryDelaySeconds)
	set(&e.BackoffTenths, c.BackoffTenths)
	set(&e.TimeoutSeconds, c.TimeoutSeconds)
	set(&e.IsActive, c.IsActive)
	set(&e.RateLimitPerMinute, c.RateLimitPerMinute)
	set(&e.RateLimitPerHour, c.RateLimitPerHour)
	if c.SubscribedEvents != nil {
		e.unread.subscribedEvents = ""
	}
	if c.Filters != nil {
		e.Filters = c.Filters
	}
	if c.SigningSecret != nil && (e.unread.signingSecret != nil || *c.SigningSecret != Masked(e.SigningSecret)) {
		e.SigningSecret, e.formerSecrets = *c.SigningSecret, nil
		e.unread.signingSecret, e.unread.previousSecret = nil, nil
	}
	if c.CustomHeaders != nil {
		if e.unread.customHeaders != nil && holdMask(*c.CustomHeaders) {
			return fault.Invalid("customHeaders", "must be sent again, with their values: the stored ones cannot be read")
		}
		e.CustomHeaders, e.unread.customHeaders = mergeHeaders(e.CustomHeaders, *c.CustomHeaders), nil
	}
	c.applyAuthentication(e, parser)
	return nil
}

// onlySwitchesOff reports whether the change is {"isActive": false} and nothing else.
func (c EndpointChange) onlySwitchesOff() bool {
	isOff := c.IsActive != nil && !*c.IsActive
	c.IsActive = nil
	return isOff && reflect.ValueOf(c).IsZero()
}

// applyAuthentication keeps a secret that was sent back masked. A different authType discards the old settings.
// Settings that cannot be read are replaced as a whole, or stay.
func (c EndpointChange) applyAuthentication(e *Endpoint, parser *auth.Parser) {
	present, err := parser.Parse(e.AuthType, e.AuthConfig)
	isRead := err == nil && e.unread.authConfig == nil
	if c.AuthType != nil && *c.AuthType != e.AuthType {
		e.AuthType, e.AuthConfig, e.unread.authConfig = *c.AuthType, json.RawMessage(`{}`), nil
	}
	if c.AuthConfig == nil {
		return
	}
	e.AuthConfig, e.unread.authConfig = c.AuthConfig, nil
	if isRead {
		e.AuthConfig = auth.Merge(present, e.AuthType, c.AuthConfig)
	}
}

// mergeHeaders keeps the value of a header that was sent back masked.
func mergeHeaders(old, changed map[string]string) map[string]string {
	merged := make(map[string]string, len(changed))
	for name, value := range changed {
		if before, there := old[name]; there && value == Masked(before) {
			value = before
		}
		merged[name] = value
	}
	return merged
}

// Masked returns a secret as it may be shown.
func Masked(secret string) string { return auth.Masked(secret) }

// keepsSecretsHome fails with VALIDATION_ERROR when the URL moves to another host, or to another scheme and so another
// port, together with secrets that the client may not know: editing an endpoint must not be a way to have them sent
// elsewhere, or in clear.
func (c EndpointChange) keepsSecretsHome(e *Endpoint) error {
	if c.URL == nil || strings.EqualFold(originOf(*c.URL), originOf(e.URL)) {
		return nil
	}
	if e.AuthType != auth.None && (c.AuthConfig == nil || holdsMask(c.AuthConfig)) && (c.AuthType == nil || *c.AuthType == e.AuthType) {
		return fault.Invalid("authConfig", "must be sent again, with its secrets, when the scheme or host changes")
	}
	if len(e.CustomHeaders) == 0 && e.unread.customHeaders == nil {
		return nil
	}
	if c.CustomHeaders == nil {
		return fault.Invalid("customHeaders", "must be sent again when the scheme or host changes")
	}
	if holdMask(*c.CustomHeaders) {
		return fault.Invalid("customHeaders", "must be sent again, with their values, when the scheme or host changes")
	}
	return nil
}

// holdMask reports whether a header was sent back masked.
func holdMask(headers map[string]string) bool {
	for _, value := range headers {
		if strings.Contains(value, auth.Mask) {
			return true
		}
	}
	return false
}

// holdsMask looks at the decoded values: in JSON the mask can be spelled in many ways.
func holdsMask(config json.RawMessage) bool {
	var values map[string]any
	if json.Unmarshal(config, &values) != nil {
		return false // refused later: not an object
	}
	for _, value := range values {
		if text, ok := value.(string); ok && strings.Contains(text, auth.Mask) {
			return true
		}
	}
	return false
}

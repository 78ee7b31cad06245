package webhook

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/webhook/auth"
	"bourse/internal/webhook/delivery"
	"bourse/internal/webhook/egress"
	"bourse/internal/webhook/filter"
	"bourse/internal/webhook/signing"
	"bourse/internal/webhook/topic"
)

// Endpoint is a receiver of a tenant: where events go, how they are sent, and the results so far.
type Endpoint struct {
	ID                uuid.UUID
	TenantID          uuid.UUID
	Name              string
	Description       string
	URL               string
	HTTPMethod        string
	AuthType          string
	AuthConfig        json.RawMessage // in clear: never show or log it like this
	CustomHeaders     map[string]string
	SubscribedEvents  []string
	Filters           json.RawMessage
	RetryEnabled      bool
	MaxRetries        int
	RetryDelaySeconds int
	// BackoffTenths is the retryBackoffMultiplier in tenths, to be exact.
	BackoffTenths        int
	TimeoutSeconds       int
	IsActive             bool
	IsVerified           bool
	VerifiedAt           time.Time
	SigningSecret        string
	TotalDeliveries      int64
	SuccessfulDeliveries int64
	FailedDeliveries     int64
	LastDeliveryAt       time.Time
	LastSuccessAt        time.Time
	LastFailureAt        time.Time
	RateLimitPerMinute   int
	RateLimitPerHour     int
	CreatedAt            time.Time
	UpdatedAt            time.Time
	CreatedBy            uuid.UUID
	// Broken says why nothing can be sent to the endpoint; empty when it is not broken. It contains no secret.
	Broken string

	unread        unread
	formerSecrets formerSecrets
	failingSince  time.Time
}

// newEndpoint returns an endpoint with the defaults of the contract.
func newEndpoint(tenant uuid.UUID, now time.Time) *Endpoint {
	return &Endpoint{
		ID: database.NewID(), TenantID: tenant, HTTPMethod: "POST", AuthType: "none", AuthConfig: json.RawMessage(`{}`),
		CustomHeaders: map[string]string{}, SubscribedEvents: []string{}, Filters: json.RawMessage(`{}`),
		RetryEnabled: true, MaxRetries: 5, RetryDelaySeconds: 60, BackoffTenths: 20, TimeoutSeconds: 30,
		IsActive: true, RateLimitPerMinute: 60, RateLimitPerHour: 1000, CreatedAt: now, UpdatedAt: now,
	}
}

// methods are the allowed ones: those whose requests have a body.
var methods = []string{"POST", "PUT", "PATCH"}

const (
	longestName        = 200
	longestDescription = 10_000
	mostSubscriptions  = 200
	mostRetries        = 100
	longestDelay       = 86_400
	longestTimeout     = 120
	mostPerMinute      = 1_000_000
	mostPerHour        = 10_000_000
)

// validate fails with VALIDATION_ERROR, naming the field, or URL_NOT_ALLOWED.
func (e *Endpoint) validate(policy egress.Policy, parser *auth.Parser) error {
	for _, field := range []struct{ name, text string }{{"name", e.Name}, {"description", e.Description}} {
		if !utf8.ValidString(field.text) || strings.ContainsRune(field.text, 0) {
			return fault.Invalid(field.name, "must be text without the character NUL")
		}
	}
	if length := utf8.RuneCountInString(e.Name); length < 1 || length > longestName || strings.TrimSpace(e.Name) == "" {
		return fault.Invalid("name", "must have 1 to %d characters", longestName)
	}
	if utf8.RuneCountInString(e.Description) > longestDescription {
		return fault.Invalid("description", "must have at most %d characters", longestDescription)
	}
	if err := policy.CheckURL(e.URL); err != nil {
		return urlFault("url", err)
	}
	if !slices.Contains(methods, e.HTTPMethod) {
		return fault.Invalid("httpMethod", "must be one of %s", strings.Join(methods, ", "))
	}
	if err := e.validateNumbers(); err != nil {
		return err
	}
	if err := e.validateSelection(); err != nil {
		return err
	}
	return e.validateAuthentication(parser)
}

func (e *Endpoint) validateNumbers() error {
	for _, number := range []struct {
		field              string
		value, least, most int
	}{
		{"maxRetries", e.MaxRetries, 0, mostRetries},
		{"retryDelaySeconds", e.RetryDelaySeconds, 1, longestDelay},
		{"timeoutSeconds", e.TimeoutSeconds, 1, longestTimeout},
		{"rateLimitPerMinute", e.RateLimitPerMinute, 1, mostPerMinute},
		{"rateLimitPerHour", e.RateLimitPerHour, 1, mostPerHour},
	} {
		if number.value < number.least || number.value > number.most {
			return fault.Invalid(number.field, "must be between %d and %d", number.least, number.most)
		}
	}
	if e.BackoffTenths < 10 || e.BackoffTenths > 999 {
		return fault.Invalid("retryBackoffMultiplier", "must be between 1.0 and 99.9")
	}
	if !e.retryPolicy().FitsWindow() {
		return fault.Invalid("maxRetries", "the last retry would come after the %d days for which events are kept", delivery.RetryWindow/(24*time.Hour))
	}
	return nil
}

func (e *Endpoint) validateSelection() error {
	if len(e.SubscribedEvents) > mostSubscriptions {
		return fault.Invalid("subscribedEvents", "must have at most %d entries", mostSubscriptions)
	}
	for _, pattern := range e.SubscribedEvents {
		if !topic.Valid(pattern) {
			return fault.Invalid("subscribedEvents", "%q is not an event type, nor a prefix of one followed by .*", pattern)
		}
	}
	if _, err := filter.Parse(e.Filters); err != nil {
		return fault.Invalid("filters", "%s", err)
	}
	return nil
}

// validateAuthentication skips settings that could not be read and were not sent anew: they stay as stored.
func (e *Endpoint) validateAuthentication(parser *auth.Parser) error {
	if e.unread.authConfig == nil {
		method, err := parser.Parse(e.AuthType, e.AuthConfig)
		if err != nil {
			return configFault(err)
		}
		if err := auth.CheckHeaders(e.CustomHeaders, method); err != nil {
			return configFault(err)
		}
		e.AuthConfig = method.Config() // with its defaults
	}
	if e.SigningSecret == "" {
		return nil
	}
	if strings.HasPrefix(e.SigningSecret, auth.Mask) {
		return fault.Invalid("signingSecret", "is a masked value; send the secret itself")
	}
	if _, err := signing.ParseKey(e.SigningSecret); err != nil {
		return fault.Invalid("signingSecret", "%s", err)
	}
	return nil
}

// MultiplierTenths converts the retryBackoffMultiplier to tenths. It fails with VALIDATION_ERROR when the number has
// more than one decimal place.
func MultiplierTenths(multiplier float64) (int, error) {
	tenths := math.Round(multiplier * 10)
	if math.Abs(tenths) > 1e6 || math.Abs(multiplier*10-tenths) > 1e-9 {
		return 0, fault.Invalid("retryBackoffMultiplier", "must be between 1.0 and 99.9, with one decimal place")
	}
	return int(tenths), nil
}

// retryPolicy returns how often and when a failed delivery is retried.
func (e *Endpoint) retryPolicy() delivery.RetryPolicy {
	return delivery.RetryPolicy{
		IsEnabled: e.RetryEnabled, Most: e.MaxRetries, DelaySeconds: e.RetryDelaySeconds, BackoffTenths: e.BackoffTenths,
	}
}

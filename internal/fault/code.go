package fault

// Code names a kind of failure. It is what a client's program switches on, so a code never changes
// its meaning. The contract lists the same codes; a test in httpapi keeps the two lists equal.
type Code string

// The request cannot be understood or accepted.
const (
	InvalidJSON     Code = "INVALID_JSON"
	ValidationError Code = "VALIDATION_ERROR"
	TokenInvalid    Code = "TOKEN_INVALID"
	InvalidOTP      Code = "INVALID_OTP"
	OTPExpired      Code = "OTP_EXPIRED"
)

// The caller is not authenticated.
const (
	Unauthorized        Code = "UNAUTHORIZED"
	TokenExpired        Code = "TOKEN_EXPIRED"
	SessionRevoked      Code = "SESSION_REVOKED"
	InvalidCredentials  Code = "INVALID_CREDENTIALS"
	Invalid2FACode      Code = "INVALID_2FA_CODE"
	RefreshTokenInvalid Code = "REFRESH_TOKEN_INVALID"
	RefreshTokenReused  Code = "REFRESH_TOKEN_REUSED"
)

// The caller is authenticated but may not do this.
const (
	PaymentRequired          Code = "PAYMENT_REQUIRED"
	Forbidden                Code = "FORBIDDEN"
	ReauthenticationRequired Code = "REAUTHENTICATION_REQUIRED"
	AccountSuspended         Code = "ACCOUNT_SUSPENDED"
	NotEnrolled              Code = "NOT_ENROLLED"
)

// The resource or route does not exist. Neither, to the caller, does what belongs to somebody else.
const (
	NotFound         Code = "NOT_FOUND"
	MethodNotAllowed Code = "METHOD_NOT_ALLOWED"
)

// The request is valid but conflicts with the current state.
const (
	Conflict               Code = "CONFLICT"
	EmailAlreadyRegistered Code = "EMAIL_ALREADY_REGISTERED"
	AlreadySubscribed      Code = "ALREADY_SUBSCRIBED"
	PositionNotOpen        Code = "POSITION_NOT_OPEN"
	SignalAlreadyExecuted  Code = "SIGNAL_ALREADY_EXECUTED"
	SignalExpired          Code = "SIGNAL_EXPIRED"
	PriceMoved             Code = "PRICE_MOVED"
	NoMatchingPosition     Code = "NO_MATCHING_POSITION"
	AccountNotActive       Code = "ACCOUNT_NOT_ACTIVE"
	InvalidTransition      Code = "INVALID_TRANSITION"
	MarketClosed           Code = "MARKET_CLOSED"
	SelfDecision           Code = "SELF_DECISION"
	ModelNotTrained        Code = "MODEL_NOT_TRAINED"
)

// The body has the wrong size or type.
const (
	PayloadTooLarge      Code = "PAYLOAD_TOO_LARGE"
	UnsupportedMediaType Code = "UNSUPPORTED_MEDIA_TYPE"
)

// The request is well formed but cannot be carried out.
const (
	InsufficientFunds    Code = "INSUFFICIENT_FUNDS"
	SignalNotActionable  Code = "SIGNAL_NOT_ACTIONABLE"
	QuantityTooSmall     Code = "QUANTITY_TOO_SMALL"
	WeakPassword         Code = "WEAK_PASSWORD"
	InvalidPhoneNumber   Code = "INVALID_PHONE_NUMBER"
	IdempotencyKeyReused Code = "IDEMPOTENCY_KEY_REUSED"
	URLNotAllowed        Code = "URL_NOT_ALLOWED"
	InsufficientHistory  Code = "INSUFFICIENT_HISTORY"
)

// The caller must wait.
const (
	RateLimited         Code = "RATE_LIMITED"
	OTPCooldown         Code = "OTP_COOLDOWN"
	OTPAttemptsExceeded Code = "OTP_ATTEMPTS_EXCEEDED"
	AccountLocked       Code = "ACCOUNT_LOCKED"
)

// The fault is the service's, not the caller's.
const (
	InternalError       Code = "INTERNAL_ERROR"
	ServiceUnavailable  Code = "SERVICE_UNAVAILABLE"
	MarketDataStale     Code = "MARKET_DATA_STALE"
	PaymentsUnavailable Code = "PAYMENTS_UNAVAILABLE"
)

// Codes lists every code, so that tests can compare other lists with it.
func Codes() []Code {
	return []Code{
		InvalidJSON, ValidationError, TokenInvalid, InvalidOTP, OTPExpired,
		Unauthorized, TokenExpired, SessionRevoked, InvalidCredentials, Invalid2FACode,
		RefreshTokenInvalid, RefreshTokenReused,
		PaymentRequired, Forbidden, ReauthenticationRequired, AccountSuspended, NotEnrolled,
		NotFound, MethodNotAllowed,
		Conflict, EmailAlreadyRegistered, AlreadySubscribed, PositionNotOpen, SignalAlreadyExecuted,
		SignalExpired, PriceMoved, NoMatchingPosition, AccountNotActive, InvalidTransition,
		MarketClosed, SelfDecision, ModelNotTrained,
		PayloadTooLarge, UnsupportedMediaType,
		InsufficientFunds, SignalNotActionable, QuantityTooSmall, WeakPassword, InvalidPhoneNumber,
		IdempotencyKeyReused, URLNotAllowed, InsufficientHistory,
		RateLimited, OTPCooldown, OTPAttemptsExceeded, AccountLocked,
		InternalError, ServiceUnavailable, MarketDataStale, PaymentsUnavailable,
	}
}

package fault

//go:generate go run ../tools/errorspage

// Advice is what users of the API must know about a code. The page docs/guides/errors.md is generated from it.
type Advice struct {
	When string // when it is returned
	Do   string // what a program or its user should do then
}

// AdviceOn returns the advice on a code; false when there is none.
func AdviceOn(code Code) (Advice, bool) {
	found, ok := advice[code]
	return found, ok
}

var advice = map[Code]Advice{
	InvalidJSON:     {"The body is not valid JSON, is not UTF-8 or arrived too slowly.", "Fix the program; retrying does not help."},
	ValidationError: {"A body field is unknown, or a field or parameter is missing, of the wrong type or out of bounds; `field` names it.", "Show the message next to the field."},
	TokenInvalid:    {"An email link, log-in challenge or passkey challenge has expired or was used already.", "Start again: request a new email, log in again, fetch new options."},
	InvalidOTP:      {"The code for a phone number, or from an authenticator app outside of log-in, is wrong or was used already.", "Let the user try again."},
	OTPExpired:      {"No valid code: it has expired, or none was sent.", "Send a new one with `POST /auth/phone/send`."},

	Unauthorized:        {"The access token, API key or stream ticket is missing or not valid.", "Log in, or use another key. A ticket opens only one stream."},
	TokenExpired:        {"The access token is older than 15 minutes, or the user's role has changed.", "Exchange the refresh token and retry. The clients do this."},
	SessionRevoked:      {"The session has ended, for example by a log-out, from another device or by a new password.", "Delete the tokens and show the log-in."},
	InvalidCredentials:  {"Email, password or passkey is wrong; the response does not say which.", "Let the user try again; offer `POST /auth/password/forgot`."},
	Invalid2FACode:      {"The second factor of a log-in is wrong or was used already.", "Ask for the next code; the challenge stays valid for five minutes."},
	RefreshTokenInvalid: {"The refresh token is unknown or has expired, or there is no cookie with one.", "Delete the tokens and show the log-in."},
	RefreshTokenReused:  {"A refresh token was used again more than 30 seconds after its exchange, so somebody may have copied it. The session has ended.", "Show the log-in. If it happens to honest users, two programs share one token: let only one of them refresh."},

	PaymentRequired: {"The course must be paid for first.", "Send the user to `POST /payments/checkout`."},

	Forbidden:                {"The caller's role or the API key's scopes do not allow it, or the page is not allowed to use a session cookie.", "Do not offer it; `x-role` in the contract names the role."},
	ReauthenticationRequired: {"The operation requires a log-in within the last 15 minutes.", "Ask for the password or passkey, call `POST /auth/reauthenticate`, then retry with the new token."},
	AccountSuspended:         {"An administrator has suspended the user.", "Show the brand's support address (`GET /brand`)."},
	NotEnrolled:              {"The caller is not enrolled in the lesson's course.", "Offer to enroll."},

	NotFound:         {"The object or path does not exist, or it belongs to somebody else.", "Reload the list; it may be gone."},
	MethodNotAllowed: {"The path does not support the method; `Allow` lists those that it supports.", "Fix the program."},

	Conflict:               {"The current state does not allow it: the name is taken, a maximum is reached, or a request with the same Idempotency-Key is still in progress.", "Read the message and reload the resource. With a key: retry after `Retry-After`."},
	EmailAlreadyRegistered: {"The email is already registered with this brand.", "Offer the log-in."},
	AlreadySubscribed:      {"The account is already subscribed to this bot.", "Show the subscription; change it with PATCH."},
	PositionNotOpen:        {"The position was closed in the meantime, perhaps by its stop or target.", "Reload the position."},
	SignalAlreadyExecuted:  {"The caller has already executed the signal.", "Show the position that it opened."},
	SignalExpired:          {"The signal has expired.", "Show it as expired."},
	PriceMoved:             {"The price has moved too far since the signal, or has already passed the stop or target.", "Show the new quote and let the user decide again."},
	NoMatchingPosition:     {"There is no open position that the exit signal could close.", "Nothing to do."},
	AccountNotActive:       {"The account's status, its owner's KYC or suspension, or money owed does not allow it.", "Show the message; lead to KYC if it is missing."},
	InvalidTransition:      {"The resource cannot change from its current state to the requested one, for example a cancelled order.", "Reload it."},
	MarketClosed:           {"The market of the instrument is closed; the message says when it opens.", "Offer a limit or stop order, or wait."},
	SelfDecision:           {"An administrator tried to decide on their own case.", "Ask another administrator."},
	ModelNotTrained:        {"There is no serving model for this instrument and horizon yet.", "Try later, after a super administrator has trained one."},

	PayloadTooLarge:      {"The body is larger than 1 MiB.", "Send less, or in parts."},
	UnsupportedMediaType: {"The body is not declared as `application/json`.", "Set `Content-Type: application/json`."},

	InsufficientFunds:    {"The account has less than the order, withdrawal or subscription needs; the message says how much it has.", "Suggest a smaller amount or a deposit."},
	SignalNotActionable:  {"The signal says hold, or the subscription is paused or has reached its maximum loss.", "Nothing to do."},
	QuantityTooSmall:     {"The quantity is below the smallest lot or the exchange's minimum, which the message names.", "Suggest at least that quantity."},
	WeakPassword:         {"The password has fewer than 8 characters, is a common one or is the email.", "Ask for another one."},
	InvalidPhoneNumber:   {"Text messages cannot be sent to this number.", "Ask for it with its country code."},
	IdempotencyKeyReused: {"The Idempotency-Key was used for a different request within the last 24 hours.", "Use a new key for every new request."},
	URLNotAllowed:        {"The webhook URL is not allowed, or `returnUrl` is outside the brand's app and domains.", "Use a public https URL, or a page of the brand."},
	InsufficientHistory:  {"There are not enough candles for training, prediction or a backtest.", "Choose a shorter horizon or another instrument."},

	RateLimited:         {"Too many requests: 300 a minute per user, 60 per address without a token, fewer for log-in, codes and emails; a daily limit of a user, such as 100 quiz attempts; or a user's sixth stream.", "Wait for `Retry-After`. The clients do this."},
	OTPCooldown:         {"A code was sent less than a minute ago.", "Count down the seconds in `Retry-After`, then offer to send a new one."},
	OTPAttemptsExceeded: {"Too many wrong codes were entered.", "Wait for `Retry-After`, or request a new code."},
	AccountLocked:       {"Five log-ins failed within 15 minutes for this email and address.", "Wait for `Retry-After`; offer `POST /auth/password/forgot`."},

	InternalError:       {"A server error. Details are only in the server's log, under the request id.", "Retry what is safe to retry; report `X-Request-Id`."},
	ServiceUnavailable:  {"The server is overloaded, starting or stopping, cannot reach its database or a provider, or took too long.", "Retry after `Retry-After`, a POST with the same Idempotency-Key. The clients do this."},
	MarketDataStale:     {"There is no price that is fresh enough to trade at.", "Retry in a few seconds."},
	PaymentsUnavailable: {"No payment provider is configured.", "Hide paid features."},
}

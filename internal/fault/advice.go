package fault

//go:generate go run ../tools/errorspage

// Advice is what somebody who builds on the API has to know of a code. The page docs/guides/errors.md is written from it.
type Advice struct {
	When string // it is answered
	Do   string // what a program or its user does then
}

// AdviceOn returns the advice on a code; false when there is none.
func AdviceOn(code Code) (Advice, bool) {
	found, ok := advice[code]
	return found, ok
}

var advice = map[Code]Advice{
	InvalidJSON:     {"The body is no JSON, is not UTF-8 or came too slowly.", "Correct the program; repeating does not help."},
	ValidationError: {"A field or parameter is missing, unknown, of the wrong type or outside its bounds; `field` names it.", "Show the message beside the field."},
	TokenInvalid:    {"A link of a mail, the challenge of a log-in or the options of a passkey were used before or have expired.", "Begin again: ask for a new mail, log in anew, fetch new options."},
	InvalidOTP:      {"The code of a phone, or of an authenticator app outside a log-in, is wrong or was used before.", "Let the user type it again."},
	OTPExpired:      {"There is no code to be checked: it has expired, or none was sent.", "Send a new one with `POST /auth/phone/send`."},

	Unauthorized:        {"There is no access token, API key or stream ticket, or it is not valid.", "Log in, or use another key. A ticket is good for one stream."},
	TokenExpired:        {"The access token is older than its 15 minutes, or the user's role has changed.", "Exchange the refresh token and repeat. The clients do."},
	SessionRevoked:      {"The session was ended: by a log-out, from another device, by a new password.", "Forget the tokens and show the log-in."},
	InvalidCredentials:  {"Email, password or passkey do not fit. It is not told which.", "Let the user try again; offer `POST /auth/password/forgot`."},
	Invalid2FACode:      {"The second factor of a log-in is wrong or was used before.", "Ask for the next code; the challenge stays valid for its five minutes."},
	RefreshTokenInvalid: {"The refresh token is unknown or has expired, or there is no cookie with one.", "Forget the tokens and show the log-in."},
	RefreshTokenReused:  {"A refresh token was used again more than 30 seconds after it had been exchanged, so that somebody may have copied it. The session is over.", "Show the log-in. If it happens to honest users, two programs share one token: let one of them refresh."},

	PaymentRequired: {"The course has to be paid for.", "Send the user to `POST /payments/checkout`."},

	Forbidden:                {"The caller's role, or the scope of the API key, does not allow it; or a cookie comes from a page that may not have one.", "Do not offer it. `x-role` in the contract tells the role."},
	ReauthenticationRequired: {"The log-in is older than 15 minutes and the act wants a recent one.", "Ask for the password or passkey, call `POST /auth/reauthenticate`, repeat with the token that it gives."},
	AccountSuspended:         {"An administrator has suspended the user.", "Show the brand's support address (`GET /brand`)."},
	NotEnrolled:              {"The lesson belongs to a course that the caller has not enrolled in.", "Offer to enroll."},

	NotFound:         {"There is no such thing or path, or it belongs to somebody else.", "Read the list again; it may be gone."},
	MethodNotAllowed: {"The path does not know the method; `Allow` lists those that it knows.", "Correct the program."},

	Conflict:               {"What is there now does not allow it: something of that name exists, a bound on the number is reached, or a request with the same Idempotency-Key is still being carried out.", "Read the message; read the thing again. With a key: repeat after `Retry-After`."},
	EmailAlreadyRegistered: {"Somebody has registered with this email at this brand.", "Offer the log-in."},
	AlreadySubscribed:      {"The account is subscribed to this bot already.", "Show the subscription; change it with PATCH."},
	PositionNotOpen:        {"The position was closed meanwhile, by its stop or target perhaps.", "Read the position again."},
	SignalAlreadyExecuted:  {"The caller has executed the signal before.", "Show the position that it opened."},
	SignalExpired:          {"The time of the signal is over.", "Show it as expired."},
	PriceMoved:             {"The price has moved too far since the signal, or is past the stop or target already.", "Show the new quote and let the user decide again."},
	NoMatchingPosition:     {"There is no open position that the exit signal could close.", "Nothing; there is nothing to close."},
	AccountNotActive:       {"The account's status or KYC does not allow it, or money is owed on it.", "Show the message; lead to KYC where it is missing."},
	InvalidTransition:      {"A thing in its state cannot become what was asked for: a decided case, a cancelled order.", "Read it again; somebody was faster."},
	MarketClosed:           {"The market of the instrument is closed; the message tells when it opens.", "Offer a limit or stop order, or wait."},
	SelfDecision:           {"An administrator decides on a case of their own.", "Ask another administrator."},
	ModelNotTrained:        {"No model serves this instrument and horizon yet.", "Try later; a super administrator trains one."},

	PayloadTooLarge:      {"The body has more than 1 MiB.", "Send less, or in parts."},
	UnsupportedMediaType: {"The body is not declared as `application/json`.", "Set `Content-Type: application/json`."},

	InsufficientFunds:    {"The account has less than the order, withdrawal or subscription takes; the message tells how much is there.", "Offer less, or a deposit."},
	SignalNotActionable:  {"The signal says hold, or its subscription is paused.", "Nothing; there is nothing to execute."},
	QuantityTooSmall:     {"Less than the smallest lot, or than the exchange takes; the message tells what that is.", "Offer at least that much."},
	WeakPassword:         {"The password has fewer than 8 characters, is among the common ones or is the email.", "Ask for another one."},
	InvalidPhoneNumber:   {"The number is none that a text message can be sent to.", "Ask for it with its country code."},
	IdempotencyKeyReused: {"The Idempotency-Key was used for another request in the last 24 hours.", "A key names one request: make a new one for a new request."},
	URLNotAllowed:        {"A webhook's URL leads where it must not, or a `returnUrl` leaves the brand's app and domains.", "Use a public https URL; a page of the brand."},
	InsufficientHistory:  {"There are too few candles to learn, predict or test from.", "Choose a shorter horizon or another instrument."},

	RateLimited:         {"The limit is reached: 300 requests a minute for a user, 60 for an address, fewer on log-in, codes and mail. A sixth stream of a user too.", "Wait for `Retry-After`. The clients do."},
	OTPCooldown:         {"A code was sent less than a minute ago.", "Count down by `Retry-After`, then offer to send again."},
	OTPAttemptsExceeded: {"Too many wrong codes.", "Wait for `Retry-After`, or ask for a new code."},
	AccountLocked:       {"Five log-ins failed within 15 minutes for this email and address.", "Wait for `Retry-After`; offer the forgotten password."},

	InternalError:       {"We have made a mistake. The details are in our log under the request id, and nowhere else.", "Repeat what is safe to repeat; tell us `X-Request-Id`."},
	ServiceUnavailable:  {"The server is overloaded, starts, stops, cannot reach its data or a provider, or took too long.", "Repeat after `Retry-After`, a POST with the same Idempotency-Key. The clients do."},
	MarketDataStale:     {"There is no price that is fresh enough to trade at.", "Repeat in some seconds."},
	PaymentsUnavailable: {"The installation has no payment provider.", "Hide what costs money."},
}

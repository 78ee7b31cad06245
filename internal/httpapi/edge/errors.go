package edge

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	ht "github.com/ogen-go/ogen/http"
	"github.com/ogen-go/ogen/ogenerrors"
	"github.com/ogen-go/ogen/validate"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// statuses maps every failure to its HTTP status; there is no other table.
var statuses = map[fault.Code]int{
	fault.InvalidJSON:     http.StatusBadRequest,
	fault.ValidationError: http.StatusBadRequest,
	fault.TokenInvalid:    http.StatusBadRequest,
	fault.InvalidOTP:      http.StatusBadRequest,
	fault.OTPExpired:      http.StatusBadRequest,

	fault.Unauthorized:        http.StatusUnauthorized,
	fault.TokenExpired:        http.StatusUnauthorized,
	fault.SessionRevoked:      http.StatusUnauthorized,
	fault.InvalidCredentials:  http.StatusUnauthorized,
	fault.Invalid2FACode:      http.StatusUnauthorized,
	fault.RefreshTokenInvalid: http.StatusUnauthorized,
	fault.RefreshTokenReused:  http.StatusUnauthorized,

	fault.PaymentRequired: http.StatusPaymentRequired,

	fault.Forbidden:                http.StatusForbidden,
	fault.ReauthenticationRequired: http.StatusForbidden,
	fault.AccountSuspended:         http.StatusForbidden,
	fault.NotEnrolled:              http.StatusForbidden,

	fault.NotFound:         http.StatusNotFound,
	fault.MethodNotAllowed: http.StatusMethodNotAllowed,

	fault.Conflict:               http.StatusConflict,
	fault.EmailAlreadyRegistered: http.StatusConflict,
	fault.AlreadySubscribed:      http.StatusConflict,
	fault.PositionNotOpen:        http.StatusConflict,
	fault.SignalAlreadyExecuted:  http.StatusConflict,
	fault.SignalExpired:          http.StatusConflict,
	fault.PriceMoved:             http.StatusConflict,
	fault.NoMatchingPosition:     http.StatusConflict,
	fault.AccountNotActive:       http.StatusConflict,
	fault.InvalidTransition:      http.StatusConflict,
	fault.MarketClosed:           http.StatusConflict,
	fault.SelfDecision:           http.StatusConflict,
	fault.ModelNotTrained:        http.StatusConflict,

	fault.PayloadTooLarge:      http.StatusRequestEntityTooLarge,
	fault.UnsupportedMediaType: http.StatusUnsupportedMediaType,

	fault.InsufficientFunds:    http.StatusUnprocessableEntity,
	fault.SignalNotActionable:  http.StatusUnprocessableEntity,
	fault.QuantityTooSmall:     http.StatusUnprocessableEntity,
	fault.WeakPassword:         http.StatusUnprocessableEntity,
	fault.InvalidPhoneNumber:   http.StatusUnprocessableEntity,
	fault.IdempotencyKeyReused: http.StatusUnprocessableEntity,
	fault.URLNotAllowed:        http.StatusUnprocessableEntity,
	fault.InsufficientHistory:  http.StatusUnprocessableEntity,

	fault.RateLimited:         http.StatusTooManyRequests,
	fault.OTPCooldown:         http.StatusTooManyRequests,
	fault.OTPAttemptsExceeded: http.StatusTooManyRequests,
	fault.AccountLocked:       http.StatusTooManyRequests,

	fault.InternalError:       http.StatusInternalServerError,
	fault.ServiceUnavailable:  http.StatusServiceUnavailable,
	fault.MarketDataStale:     http.StatusServiceUnavailable,
	fault.PaymentsUnavailable: http.StatusServiceUnavailable,
}

// handleError is the generated server's ErrorHandler: every failure of decoding, security and handlers passes through
// here and nowhere else.
func handleError(_ context.Context, w http.ResponseWriter, r *http.Request, err error) {
	Fail(w, r, err)
}

// Fail responds to a request with the envelope of an error.
func Fail(w http.ResponseWriter, r *http.Request, err error) { writeFailure(w, r, failureOf(r, err)) }

// failureOf turns any error into the fault shown to the client. An error that is not a fault is ours: its details go
// to the request's log line, never to the client.
func failureOf(r *http.Request, err error) *fault.Error {
	var known *fault.Error
	if errors.As(err, &known) {
		return known
	}
	var (
		contentType *validate.InvalidContentTypeError
		parameters  *ogenerrors.DecodeParamsError
		parameter   *ogenerrors.DecodeParamError
		request     *ogenerrors.DecodeRequestError
	)
	switch {
	case errors.As(err, &contentType):
		return errNotJSON
	case errors.Is(err, ogenerrors.ErrSecurityRequirementIsNotSatisfied):
		return errNoToken
	case errors.As(err, &parameters) && errors.As(err, &parameter):
		return fault.Invalid(parameter.Name, "%s", refusal(parameter.Err, parameterType(parameters.OperationName(), parameter.Name)))
	case errors.As(err, &request):
		return bodyFailure(request.OperationName(), exchangeOf(r.Context()).body, request.Err)
	case errors.Is(err, ht.ErrNotImplemented):
		return ErrNoOperation
	}
	if e := exchangeOf(r.Context()); e.begun > 0 {
		e.clientGone = true // a long-lived response fails only when it is written
		return fault.New(fault.ServiceUnavailable, "the client has gone")
	}
	RecordFailure(r, err)
	ended := r.Context().Err()
	switch {
	case errors.Is(err, context.DeadlineExceeded) || errors.Is(ended, context.DeadlineExceeded):
		return fault.New(fault.ServiceUnavailable, "the request took too long").After(time.Second)
	case errors.Is(ended, context.Canceled):
		exchangeOf(r.Context()).clientGone = true
		return fault.New(fault.ServiceUnavailable, "the request was given up")
	case database.IsOutage(err):
		return errOutage
	}
	return errInternal
}

// Failures with a fixed message. They must not be modified; the methods of a fault return copies.
var (
	errNotJSON  = fault.New(fault.UnsupportedMediaType, "the body must be application/json")
	errInternal = fault.New(fault.InternalError, "something went wrong on our side")
	errOutage   = fault.New(fault.ServiceUnavailable, "the database cannot be reached at the moment; try again").After(time.Second)
)

// envelope is the contract's error envelope, written by hand because it is needed even where no generated code runs.
type envelope struct {
	Success bool          `json:"success"`
	Error   EnvelopeError `json:"error"`
}

// EnvelopeError is the failure in an envelope.
type EnvelopeError struct {
	Message string     `json:"message"`
	Code    fault.Code `json:"code"`
	Field   string     `json:"field,omitempty"`
}

// writeFailure responds with the error envelope. If a response has already begun, it is too late for another one: the
// failure is then only logged.
func writeFailure(w http.ResponseWriter, r *http.Request, failure *fault.Error) {
	e := exchangeOf(r.Context())
	e.code = failure.Code
	if e.answer.sent {
		return
	}
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false)
	answer := envelope{Error: EnvelopeError{Message: failure.Message, Code: failure.Code, Field: failure.Field}}
	if err := encoder.Encode(answer); err != nil {
		RecordFailure(r, err) // cannot happen: the envelope contains only strings
	}
	status, ok := statuses[failure.Code]
	if !ok {
		status = http.StatusInternalServerError
	}
	header := w.Header()
	header.Del("Content-Length")
	header.Set("Content-Type", "application/json; charset=utf-8")
	header.Set("Cache-Control", "no-store")
	if failure.RetryAfter > 0 {
		seconds := (failure.RetryAfter + time.Second - 1) / time.Second
		header.Set("Retry-After", strconv.FormatInt(int64(seconds), 10))
	}
	if status == http.StatusUnauthorized {
		header.Set("WWW-Authenticate", `Bearer realm="bourse"`)
	}
	w.WriteHeader(status)
	if _, err := w.Write(body.Bytes()); err != nil {
		RecordFailure(r, err)
	}
}

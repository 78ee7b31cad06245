package stripe

import (
	"errors"
	"fmt"
	"net/http"

	api "github.com/stripe/stripe-go/v85"

	"bourse/internal/payments"
)

// failure turns an error of the client into one that can be logged: Stripe's messages may repeat what was
// sent, the key included, so only the status, the code and the id of the request are kept. It is a
// *payments.Refusal when the same call can never succeed.
func failure(what string, err error) error {
	var told *api.Error
	if !errors.As(err, &told) {
		return fmt.Errorf("stripe: %s: %w", what, err)
	}
	detail := fmt.Sprintf("%s: status %d, type %s, code %s, request %s", what, told.HTTPStatusCode, told.Type, told.Code, told.RequestID)
	if isFinal(told) {
		return &payments.Refusal{Reason: detail, AlreadyRefunded: told.Code == api.ErrorCodeChargeAlreadyRefunded}
	}
	return errors.New("stripe: " + detail)
}

// isFinal tells whether asking again is useless. A wrong key is not: the operator will mend it. Nor is a
// limit, a lock, or an idempotency key that was used with other parameters, which a setting may have changed.
func isFinal(told *api.Error) bool {
	if told.Type == api.ErrorTypeIdempotency || told.Code == api.ErrorCodeLockTimeout {
		return false
	}
	switch told.HTTPStatusCode {
	case http.StatusBadRequest, http.StatusPaymentRequired, http.StatusNotFound:
		return true
	}
	return false
}

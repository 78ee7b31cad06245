package stripe

import (
	"errors"
	"fmt"
	"net/http"

	"bourse/internal/payments"
)

// failure turns an error of the client into one that is safe to log: Stripe's messages may repeat what was sent,
// including the key, so only the status, the code and the request id are kept. It is a *payments.Refusal when the
// same call can never succeed.
func failure(what string, err error) error {
	told, ok := errors.AsType[*apiError](err)
	if !ok {
		return fmt.Errorf("stripe: %s: %w", what, err)
	}
	detail := what + ": " + told.Error()
	if isFinal(told) {
		return &payments.Refusal{Reason: detail, AlreadyRefunded: told.Code == codeChargeAlreadyRefunded}
	}
	return errors.New("stripe: " + detail)
}

// isFinal reports whether asking again is useless. It is not after a wrong key, which the operator will fix, nor
// after a rate limit, a lock, or an idempotency key used with other parameters, which a changed setting may have
// caused.
func isFinal(told *apiError) bool {
	if told.Type == typeIdempotency || told.Code == codeLockTimeout {
		return false
	}
	switch told.Status {
	case http.StatusBadRequest, http.StatusPaymentRequired, http.StatusNotFound:
		return true
	}
	return false
}

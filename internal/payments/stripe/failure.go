package stripe

import (
	"errors"
	"fmt"
	"net/http"

	"bourse/internal/payments"
)

// failure turns an error of the client into one that can be logged: Stripe's messages may repeat what was
// sent, the key included, so only the status, the code and the id of the request are kept. It is a
// *payments.Refusal when the same call can never succeed.
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

// isFinal tells whether asking again is useless. A wrong key is not: the operator will mend it. Nor is a
// limit, a lock, or an idempotency key that was used with other parameters, which a setting may have changed.
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

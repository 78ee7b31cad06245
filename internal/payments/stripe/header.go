package stripe

import (
	"encoding/hex"
	"strconv"
	"strings"
	"time"

	"bourse/internal/fault"
)

// longestSignatureHeader is far more than Stripe sends: a time and a signature for each secret in use.
const longestSignatureHeader = 4000

// CheckSignatureHeader checks, before the body is read, whether a request may come from Stripe: the header is
// present, has a time within the last five minutes and at least one signature of the right form. Whether that signs
// the body is for Read to decide. It fails with VALIDATION_ERROR on the header.
func CheckSignatureHeader(header string, now time.Time) *fault.Error {
	if header == "" {
		return fault.Invalid(signatureHeader, "is required")
	}
	if len(header) > longestSignatureHeader {
		return fault.Invalid(signatureHeader, "must have at most %d characters", longestSignatureHeader)
	}
	var at time.Time
	signed := false
	for part := range strings.SplitSeq(header, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch name {
		case "t":
			seconds, err := strconv.ParseInt(value, 10, 64)
			if err != nil {
				return fault.Invalid(signatureHeader, "does not have the required form")
			}
			at = time.Unix(seconds, 0)
		case "v1":
			digest, err := hex.DecodeString(value)
			signed = signed || err == nil && len(digest) == signatureLength
		}
	}
	switch {
	case at.IsZero() || !signed:
		return fault.Invalid(signatureHeader, "does not have the required form")
	case now.Sub(at).Abs() > signatureTolerance:
		return fault.Invalid(signatureHeader, "is too old")
	}
	return nil
}

const (
	signatureHeader = "Stripe-Signature"
	signatureLength = 32 // of HMAC-SHA256
)

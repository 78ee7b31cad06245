package kyc

import (
	"crypto/subtle"
	"net/http"
	"strconv"
	"strings"
	"time"

	"bourse/internal/fault"
	"bourse/internal/webhook/signing"
)

const (
	// signatureTolerance is how much the clocks of both sides may differ, including the time of transmission.
	signatureTolerance = 300 * time.Second
	// longestID and longestSignature are far beyond what anybody sends.
	longestID        = 200
	longestSignature = 1000
)

// Signature holds the headers of a callback, unparsed.
type Signature struct{ ID, Timestamp, Signatures string }

// SignatureOf reads the headers of a request.
func SignatureOf(header http.Header) Signature {
	return Signature{header.Get(signing.IDHeader), header.Get(signing.TimestampHeader), header.Get(signing.SignatureHeader)}
}

// Check checks, before the body is read, whether a request may come from the provider: it must have an id, a time in
// the last five minutes and something that looks like a signature. It fails with VALIDATION_ERROR about the header.
func (s Signature) Check(now time.Time) *fault.Error {
	_, failure := s.sentAt(now)
	return failure
}

// sentAt is when the request was sent according to its headers. It fails as Check does.
func (s Signature) sentAt(now time.Time) (at time.Time, failure *fault.Error) {
	switch {
	case s.ID == "":
		return at, fault.Invalid(signing.IDHeader, "is required")
	case len(s.ID) > longestID || checkText(signing.IDHeader, s.ID, longestID) != nil:
		return at, fault.Invalid(signing.IDHeader, "must be a text of at most %d characters", longestID)
	}
	seconds, err := strconv.ParseInt(s.Timestamp, 10, 64)
	if err != nil {
		return at, fault.Invalid(signing.TimestampHeader, "must be the time of sending in seconds since 1970")
	}
	at = time.Unix(seconds, 0)
	switch {
	case now.Sub(at) > signatureTolerance:
		return at, fault.Invalid(signing.TimestampHeader, "is too old")
	case at.Sub(now) > signatureTolerance:
		return at, fault.Invalid(signing.TimestampHeader, "is in the future")
	case len(s.Signatures) > longestSignature || !strings.Contains(s.Signatures, "v1,"):
		return at, errBadSignature
	}
	return at, nil
}

var errBadSignature = fault.Invalid(signing.SignatureHeader, "does not sign this body with the secret of the settings")

// verify fails as Check does, and unless one of the signatures was made with one of the keys. It takes the same time
// for wrong and right signatures.
func (s Signature) verify(body []byte, keys []signing.Key, now time.Time) error {
	at, failure := s.sentAt(now)
	if failure != nil {
		return failure
	}
	isRight := 0
	for _, key := range keys {
		want := []byte(signing.Signature(s.ID, at, body, key))
		for given := range strings.FieldsSeq(s.Signatures) {
			isRight |= subtle.ConstantTimeCompare([]byte(given), want)
		}
	}
	if isRight == 0 {
		return errBadSignature
	}
	return nil
}

package notify

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"
	"unicode"
	"unicode/utf8"
)

// Failure is why a message could not be sent. Its reason is stored and logged, so it must contain neither content nor
// secrets: the other side's error text may repeat the message, and is left out.
type Failure struct {
	Reason string
	// Permanent means that a retry cannot succeed.
	Permanent bool
}

func (f *Failure) Error() string { return f.Reason }

// maxReason limits the length of a reason in the table and the log.
const maxReason = 200

// Explain turns any error of a sender into a reason that is fit to be stored, and reports whether it is final.
func Explain(err error) (reason string, permanent bool) {
	reason = describe(err)
	var failure *Failure
	if errors.As(err, &failure) {
		reason, permanent = failure.Reason, failure.Permanent
	}
	return storable(reason), permanent
}

// storable shortens the reason and removes what PostgreSQL does not accept as text.
func storable(reason string) string {
	if len(reason) > maxReason {
		reason = reason[:maxReason]
	}
	return strings.Map(func(letter rune) rune {
		if letter == utf8.RuneError || unicode.IsControl(letter) {
			return -1
		}
		return letter
	}, reason)
}

// describe describes a network error in our own words. The text of an unknown error may contain anything, from a token
// in a URL to the message itself: only its type is included.
func describe(err error) string {
	var (
		timeout   net.Error
		noName    *net.DNSError
		untrusted *tls.CertificateVerificationError
		notTLS    tls.RecordHeaderError
		alert     tls.AlertError
		number    syscall.Errno
	)
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return "timed out"
	case errors.Is(err, context.Canceled):
		return "cancelled"
	case errors.As(err, &noName):
		return "the name of the server could not be resolved"
	case errors.As(err, &untrusted):
		return "the certificate of the server is not trusted"
	case errors.As(err, &notTLS):
		return "the server does not speak TLS"
	case errors.As(err, &alert):
		return "TLS failed: " + alert.Error()
	case errors.As(err, &number):
		return number.Error()
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, net.ErrClosed):
		return "the connection was closed"
	}
	for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(err) {
		err = inner
	}
	return fmt.Sprintf("unexpected failure (%T)", err)
}

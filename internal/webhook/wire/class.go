package wire

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"
	"time"

	"bourse/internal/webhook/egress"
)

// Class says in one word how a call ended, for counters and rules.
type Class string

const (
	// Answered: the receiver answered, with success or not.
	Answered Class = ""
	// DNS: the receiver's name could not be resolved.
	DNS Class = "dns"
	// Connect: no connection could be opened, or it broke before the answer was complete.
	Connect Class = "connect"
	// TLS: the receiver's certificate was not accepted, or the handshake failed.
	TLS Class = "tls"
	// Timeout: the call timed out before the answer was complete.
	Timeout Class = "timeout"
	// Refused: our own policy forbids calls to this address.
	Refused Class = "refused"
	// Protocol: the answer is not HTTP that we can read, or the request could not be encoded.
	Protocol Class = "protocol"
	// Cancelled: we gave up; it is not the receiver's fault.
	Cancelled Class = "cancelled"
	// OAuth2: no access token could be obtained. No call of this package ends like this: it is the class of calls that
	// could not be made, defined here to keep all classes in one list.
	OAuth2 Class = "oauth2"
)

// maxDetail bounds what a receiver can make us store, for example through its certificate.
const maxDetail = 300

var (
	errUnusable     = errors.New("the method or the URL cannot be used")
	errUnsendable   = errors.New("a header of the request cannot be sent")
	errSwitched     = errors.New("the receiver switched to another protocol")
	errLargeHeaders = errors.New("the headers of the answer are too large")
)

// explain classifies the failure of a call by what the call was doing.
func (p *probe) explain(caller context.Context, err error, timeout time.Duration) (Class, string) {
	class, detail := Explain(err)
	state, failedHandshake := p.progress()
	switch {
	case caller.Err() != nil:
		return Cancelled, "the call was given up " + string(state)
	case p.isOver():
		return Timeout, fmt.Sprintf("not finished within %s; given up %s", timeout, state)
	case class == Timeout:
		// Opening a connection has its own timeouts, shorter than those of most calls.
		return Timeout, "given up " + string(state)
	case failedHandshake && class != TLS:
		return TLS, "the connection broke during the TLS handshake"
	}
	return class, detail
}

// Explain classifies an error of an HTTP client. The detail is safe to show to the tenant: it names at most the host,
// never the path, the query or a header.
func Explain(err error) (Class, string) {
	var (
		refused *egress.RefusedError
		name    *net.DNSError
		timeout interface{ Timeout() bool }
	)
	switch {
	case errors.As(err, &refused):
		return Refused, refused.Error()
	case errors.As(err, &name):
		return DNS, explainName(name)
	case errors.Is(err, context.Canceled):
		return Cancelled, "the call was given up"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return Timeout, "not finished in time"
	}
	for _, known := range []error{errUnusable, errUnsendable, errSwitched, errLargeHeaders} {
		if errors.Is(err, known) {
			return Protocol, known.Error()
		}
	}
	if reason := explainTLS(err); reason != "" {
		return TLS, cut(reason)
	}
	return explainConnection(err)
}

func explainName(err *net.DNSError) string {
	if err.IsNotFound {
		return cut("the name " + err.Name + " does not exist")
	}
	return cut("the name " + err.Name + " could not be resolved")
}

func explainTLS(err error) string {
	var (
		unverified *tls.CertificateVerificationError
		alert      tls.AlertError
		record     tls.RecordHeaderError
	)
	switch {
	case errors.As(err, &unverified):
		return "the certificate is not accepted: " + unverified.Err.Error()
	case errors.As(err, &alert):
		return "the receiver refused the TLS handshake: " + alert.Error()
	case errors.As(err, &record), strings.Contains(err.Error(), "HTTP response to HTTPS client"):
		return "the receiver does not speak TLS"
	case strings.Contains(err.Error(), "tls: "):
		return "the TLS handshake failed"
	}
	return ""
}

// explainConnection distinguishes a broken connection from an unreadable answer. It compares the error texts of
// net/http, which exports no values for them, and never passes them on, because they quote the answer.
func explainConnection(err error) (Class, string) {
	var (
		number    syscall.Errno
		operation *net.OpError
	)
	text := err.Error()
	switch {
	case errors.As(err, &number):
		return Connect, number.Error()
	case errors.As(err, &operation) && operation.Op == "dial":
		return Connect, "no connection could be opened"
	case errors.Is(err, io.ErrUnexpectedEOF):
		return Connect, "the receiver closed the connection before the end of its answer"
	case errors.Is(err, io.EOF), strings.Contains(text, "server closed idle connection"):
		return Connect, "the receiver closed the connection without an answer"
	case strings.Contains(text, "headers exceeded"):
		return Protocol, errLargeHeaders.Error()
	case strings.Contains(text, "invalid header"):
		return Protocol, errUnsendable.Error()
	}
	return Protocol, "the answer is not valid HTTP"
}

func cut(text string) string {
	if len(text) <= maxDetail {
		return text
	}
	return strings.ToValidUTF8(text[:maxDetail], "") + "…"
}

package notify

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"net/textproto"
	"strconv"
	"strings"

	"github.com/wneessen/go-mail"
)

// compose builds the mail. Addresses are parsed and the subject is one line, so nothing in a message can start a
// header of its own.
func (s *SMTP) compose(message Message) (*mail.Msg, error) {
	recipient, err := netmail.ParseAddress(message.Recipient)
	if err != nil || recipient.Address != message.Recipient {
		return nil, &Failure{Reason: "smtp: the recipient is not a bare mail address", Permanent: true}
	}
	composed := mail.NewMsg(mail.WithNoDefaultUserAgent())
	// The envelope sender stays the installation's, which the mail server accepts and to which bounces go. The brand
	// is only the displayed sender.
	composed.EnvelopeFromMailAddress(s.from)
	composed.FromMailAddress(s.sender(message.From))
	composed.ToMailAddress(recipient)
	composed.Subject(oneLine(message.Subject))
	composed.SetBodyString(mail.TypeTextPlain, message.Text)
	if message.HTML != "" {
		composed.AddAlternativeString(mail.TypeTextHTML, message.HTML)
	}
	// A duplicate carries the same id, so that mailboxes can drop it.
	domain := s.from.Address[strings.LastIndexByte(s.from.Address, '@')+1:]
	composed.SetMessageIDWithValue(message.ID.String() + "@" + domain)
	// Asks vacation responders to keep quiet.
	composed.SetGenHeader("Auto-Submitted", "auto-generated")
	return composed, nil
}

// sender is the displayed sender of a mail: the brand's, or else the installation's. An invalid brand address does not
// lose the mail.
func (s *SMTP) sender(from Address) *netmail.Address {
	sender := *s.from
	if parsed, err := netmail.ParseAddress(from.Address); err == nil && parsed.Address == from.Address {
		sender = *parsed
	}
	if name := oneLine(from.Name); name != "" {
		sender.Name = name
	}
	return &sender
}

// client returns a client for one message: the library's client is not safe for concurrent log-ins.
func (s *SMTP) client(dial mail.DialContextFunc) (*mail.Client, error) {
	policy := mail.NoTLS // with ImplicitTLS the client gets a connection that is already encrypted
	if s.options.TLS == StartTLS {
		policy = mail.TLSMandatory
	}
	options := []mail.Option{
		mail.WithPort(s.options.Port), mail.WithTimeout(sendTimeout), mail.WithDialContextFunc(dial),
		mail.WithTLSPolicy(policy), mail.WithTLSConfig(s.tlsConfig()),
		// With one message per connection neither a NOOP before nor a reset after it is needed.
		mail.WithoutNoop(), mail.WithoutRset(),
	}
	if s.options.Username != "" {
		options = append(options, mail.WithUsername(s.options.Username), mail.WithPassword(s.options.Password),
			mail.WithOpportunisticSMTPAuth(mail.SMTPAuthPlain, mail.SMTPAuthLogin,
				mail.SMTPAuthSCRAMSHA256, mail.SMTPAuthSCRAMSHA1, mail.SMTPAuthCramMD5))
	}
	return mail.NewClient(s.options.Host, options...)
}

func (s *SMTP) tlsConfig() *tls.Config {
	return &tls.Config{ServerName: s.options.Host, RootCAs: s.options.RootCAs, MinVersion: tls.VersionTLS12}
}

func (s *SMTP) dial(ctx context.Context) (net.Conn, error) {
	address := net.JoinHostPort(s.options.Host, strconv.Itoa(s.options.Port))
	if s.options.TLS == ImplicitTLS {
		return (&tls.Dialer{Config: s.tlsConfig()}).DialContext(ctx, "tcp", address)
	}
	return (&net.Dialer{}).DialContext(ctx, "tcp", address)
}

// connectFailure explains why the server could not be reached or refused the connection. It is never final: the
// message itself has not been judged.
func connectFailure(ctx context.Context, err error) error {
	var refused *textproto.Error
	switch {
	case ctx.Err() != nil:
		return &Failure{Reason: "smtp: " + describe(ctx.Err())}
	case errors.As(err, &refused):
		return &Failure{Reason: fmt.Sprintf("smtp: the server refused the connection or the log-in with %d", refused.Code)}
	// The library has no error values for the next two, only text.
	case strings.Contains(err.Error(), "does not support STARTTLS"):
		return &Failure{Reason: "smtp: the server does not offer STARTTLS"}
	case strings.Contains(err.Error(), "does not support SMTP AUTH"),
		errors.Is(err, mail.ErrNoSupportedAuthDiscovered):
		return &Failure{Reason: "smtp: the server offers no way to log in"}
	}
	return &Failure{Reason: "smtp: " + describe(err)}
}

// sendFailure explains at which step the message failed, with the server's code but without its text.
func sendFailure(ctx context.Context, err error) error {
	var failed *mail.SendError
	switch {
	case ctx.Err() != nil:
		return &Failure{Reason: "smtp: " + describe(ctx.Err())}
	case !errors.As(err, &failed):
		return &Failure{Reason: "smtp: " + describe(err)}
	case failed.ErrorCode() == 0:
		return &Failure{Reason: "smtp: the connection failed while " + failed.Reason.String()}
	}
	return &Failure{
		Reason: strings.TrimSpace(fmt.Sprintf("smtp: %d %s", failed.ErrorCode(), failed.EnhancedStatusCode())) +
			" while " + failed.Reason.String(),
		Permanent: failed.ErrorCode() >= 500,
	}
}

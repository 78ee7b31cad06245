package notify

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"strings"
)

// TLSMode is how the connection to a mail server is protected.
type TLSMode string

// The modes there are.
const (
	// StartTLS begins in clear and insists on TLS before anything of worth is said; usual on port 587.
	StartTLS TLSMode = "starttls"
	// ImplicitTLS speaks TLS from the first byte; usual on port 465.
	ImplicitTLS TLSMode = "tls"
	// NoTLS is for a relay on the same machine or network.
	NoTLS TLSMode = "none"
)

// SMTPOptions say how to reach the mail server.
type SMTPOptions struct {
	Host string
	Port int
	// Username and Password log in; both empty sends without a log-in.
	Username string
	Password string
	// From is the sender, with or without a name: Bourse <no-reply@example.com>.
	From string
	TLS  TLSMode
	// RootCAs is for servers with a certificate of a private authority; nil is the system's list.
	RootCAs *x509.CertPool
}

// SMTP sends mail through a mail server, one connection a message.
type SMTP struct {
	options SMTPOptions
	from    *netmail.Address
}

// NewSMTP makes a sender. It fails, naming the setting, when one is missing, malformed, or would send
// the password in clear over a network. It does not connect: a mail server that is down when the process
// starts must not keep it from starting.
func NewSMTP(options SMTPOptions) (*SMTP, error) {
	from, err := netmail.ParseAddress(options.From)
	switch {
	case options.Host == "" || strings.ContainsAny(options.Host, "/ \t\r\n"):
		return nil, errors.New("SMTP host: must be the name or the address of the mail server")
	case options.Port < 1 || options.Port > 65535:
		return nil, fmt.Errorf("SMTP port: must be from 1 to 65535, not %d", options.Port)
	case err != nil:
		return nil, errors.New("SMTP from: must be a mail address, with or without a name before it in angle brackets")
	case options.TLS != StartTLS && options.TLS != ImplicitTLS && options.TLS != NoTLS:
		return nil, fmt.Errorf("SMTP TLS mode: must be %s, %s or %s, not %q", StartTLS, ImplicitTLS, NoTLS, options.TLS)
	case (options.Username == "") != (options.Password == ""):
		return nil, errors.New("SMTP username and password: must be given both or not at all")
	case options.Username != "" && options.TLS == NoTLS && !isThisMachine(options.Host):
		return nil, errors.New("SMTP TLS mode: a password must not be sent without TLS")
	}
	return &SMTP{options: options, from: from}, nil
}

// Send hands the message to the mail server. It fails for good when the server refuses the sender, the
// recipient or the message with a 5xx code, or when the recipient is no mail address. A server that
// refuses us, our log-in for example, may accept us later.
func (s *SMTP) Send(ctx context.Context, message Message) error {
	composed, err := s.compose(message)
	if err != nil {
		return err
	}
	// The library watches the context only until it is connected, and never closes a connection on which
	// the greeting or the log-in failed. So the connection is ours: closing it ends whatever goes on.
	hangUp := func() {}
	client, err := s.client(func(dialing context.Context, _, _ string) (net.Conn, error) {
		connection, err := s.dial(dialing)
		if err != nil {
			return nil, err
		}
		unwatch := context.AfterFunc(ctx, func() { _ = connection.Close() })
		hangUp = func() { unwatch(); _ = connection.Close() }
		return connection, nil
	})
	if err != nil {
		return &Failure{Reason: "smtp: the client could not be made"}
	}
	session, err := client.DialToSMTPClientWithContext(ctx)
	defer func() { hangUp() }()
	if err != nil {
		return connectFailure(ctx, err)
	}
	err = client.SendWithSMTPClient(session, composed)
	// Once the server has taken the message, what goes wrong while saying good-bye changes nothing.
	_ = client.CloseWithSMTPClient(session)
	if composed.IsDelivered() {
		return nil
	}
	return sendFailure(ctx, err)
}

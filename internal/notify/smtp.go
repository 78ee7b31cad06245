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

// TLSMode says how the connection to a mail server is protected.
type TLSMode string

// The modes.
const (
	// StartTLS begins in clear and requires TLS before anything confidential is sent; usual on port 587.
	StartTLS TLSMode = "starttls"
	// ImplicitTLS speaks TLS from the first byte; usual on port 465.
	ImplicitTLS TLSMode = "tls"
	// NoTLS is for a relay on the same machine or network.
	NoTLS TLSMode = "none"
)

// SMTPOptions configure the mail server.
type SMTPOptions struct {
	Host string
	Port int
	// Username and Password are for logging in; without either, mail is sent without a log-in.
	Username string
	Password string
	// From is the sender, with or without a name: Bourse <no-reply@example.com>.
	From string
	TLS  TLSMode
	// RootCAs is for servers with a certificate of a private authority; nil means the system's roots.
	RootCAs *x509.CertPool
}

// SMTP sends mail through a mail server, with one connection per message.
type SMTP struct {
	options SMTPOptions
	from    *netmail.Address
}

// NewSMTP returns a sender. It fails, naming the setting, when one is missing, malformed, or would send the password
// in clear over a network. It does not connect: a mail server that is down must not keep the process from starting.
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

// Send hands the message to the mail server. It fails permanently when the server refuses the sender, the recipient or
// the message with a 5xx code, or when the recipient is not a mail address. A server that refuses the connection, for
// example the log-in, may accept it later.
func (s *SMTP) Send(ctx context.Context, message Message) error {
	composed, err := s.compose(message)
	if err != nil {
		return err
	}
	// The library watches the context only until it is connected, and never closes a connection on which the greeting
	// or the log-in failed. So this function owns the connection: closing it ends whatever is in progress.
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
	// Once the server has accepted the message, errors while closing the session do not matter.
	_ = client.CloseWithSMTPClient(session)
	if composed.IsDelivered() {
		return nil
	}
	return sendFailure(ctx, err)
}

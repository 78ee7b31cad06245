package notify_test

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/quotedprintable"
	netmail "net/mail"
	"strings"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/notify"
)

const password = "pass-word-7731"

func smtpOptions(server *mailServer) notify.SMTPOptions {
	return notify.SMTPOptions{
		Host: "127.0.0.1", Port: server.port, From: "Bourse <no-reply@bourse.test>", TLS: notify.NoTLS,
	}
}

func newSMTP(t *testing.T, options notify.SMTPOptions) *notify.SMTP {
	t.Helper()
	sender, err := notify.NewSMTP(options)
	if err != nil {
		t.Fatal(err)
	}
	return sender
}

// wantFailure checks the failure, and that it leaks nothing.
func wantFailure(t *testing.T, err error, want notify.Failure) {
	t.Helper()
	var failure *notify.Failure
	if !errors.As(err, &failure) {
		t.Fatalf("the error is %v, want a failure", err)
	}
	if *failure != want {
		t.Errorf("the failure is %+v, want %+v", *failure, want)
	}
}

func TestMailReachesTheServerAsItWasWritten(t *testing.T) {
	t.Parallel()
	server := startMailServer(t, &mailServer{}, nil, false)
	message := resetMail()
	message.ID = uuid.New()
	message.Subject = "Neues Paßwort für 1 €"
	message.Text = "Grüße,\r\n.\r\n" + strings.Repeat("lang ", 300) + "\r\nEnde"
	if err := newSMTP(t, smtpOptions(server)).Send(t.Context(), message); err != nil {
		t.Fatal(err)
	}
	commands, mails, _ := server.received()
	if !strings.Contains(commands, "MAIL FROM:<no-reply@bourse.test>") || !strings.Contains(commands, "RCPT TO:<ada@domain.test>") {
		t.Errorf("the commands were:\n%s", commands)
	}
	if len(mails) != 1 {
		t.Fatalf("%d mails, want 1", len(mails))
	}
	parsed, err := netmail.ReadMessage(strings.NewReader(mails[0]))
	if err != nil {
		t.Fatal(err)
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(parsed.Header.Get("Subject"))
	if err != nil || subject != message.Subject {
		t.Errorf("the subject is %q (%v)", subject, err)
	}
	for header, want := range map[string]string{
		"From": `"Bourse" <no-reply@bourse.test>`, "To": "<ada@domain.test>",
		"Message-Id": "<" + message.ID.String() + "@bourse.test>", "Auto-Submitted": "auto-generated",
		"Content-Transfer-Encoding": "quoted-printable",
	} {
		if got := parsed.Header.Get(header); got != want {
			t.Errorf("%s is %q, want %q", header, got, want)
		}
	}
	body, err := io.ReadAll(quotedprintable.NewReader(parsed.Body))
	if err != nil {
		t.Fatal(err)
	}
	// The server reads lines, so line ends are not preserved.
	want := strings.ReplaceAll(message.Text, "\r\n", "\n")
	if got := strings.TrimSpace(strings.ReplaceAll(string(body), "\r\n", "\n")); got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
}

func TestALogInHappensOnlyOverTLS(t *testing.T) {
	t.Parallel()
	config, trusted := certificate(t)
	for mode, immediately := range map[notify.TLSMode]bool{notify.StartTLS: false, notify.ImplicitTLS: true} {
		t.Run(string(mode), func(t *testing.T) {
			t.Parallel()
			server := startMailServer(t, &mailServer{}, config, immediately)
			options := smtpOptions(server)
			options.TLS, options.RootCAs, options.Username, options.Password = mode, trusted, "bourse", password
			if err := newSMTP(t, options).Send(t.Context(), resetMail()); err != nil {
				t.Fatal(err)
			}
			commands, mails, secured := server.received()
			login := "AUTH PLAIN " + base64.StdEncoding.EncodeToString([]byte("\x00bourse\x00"+password))
			if !secured || len(mails) != 1 || !strings.Contains(commands, login) {
				t.Errorf("secured %v, %d mails, commands:\n%s", secured, len(mails), commands)
			}
			if mode == notify.StartTLS && strings.Index(commands, "STARTTLS") > strings.Index(commands, "AUTH") {
				t.Errorf("the log-in came before TLS:\n%s", commands)
			}
		})
	}
}

func TestMailIsNotSentToAServerThatCannotBeTrusted(t *testing.T) {
	t.Parallel()
	config, _ := certificate(t)
	for name, test := range map[string]struct {
		mode        notify.TLSMode
		immediately bool
		offersTLS   bool
		want        string
	}{
		"a foreign certificate":                {notify.ImplicitTLS, true, true, "smtp: the certificate of the server is not trusted"},
		"a foreign certificate after STARTTLS": {notify.StartTLS, false, true, "smtp: the certificate of the server is not trusted"},
		"no STARTTLS":                          {notify.StartTLS, false, false, "smtp: the server does not offer STARTTLS"},
		"no TLS":                               {notify.ImplicitTLS, false, false, "smtp: the server does not speak TLS"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			offered := config
			if !test.offersTLS {
				offered = nil
			}
			server := startMailServer(t, &mailServer{}, offered, test.immediately)
			options := smtpOptions(server)
			options.TLS, options.Username, options.Password = test.mode, "bourse", password
			wantFailure(t, newSMTP(t, options).Send(t.Context(), resetMail()), notify.Failure{Reason: test.want})
			if commands, mails, _ := server.received(); len(mails) > 0 || strings.Contains(commands, "AUTH") {
				t.Errorf("%d mails, commands:\n%s", len(mails), commands)
			}
		})
	}
}

func TestARefusalOfTheMessageIsFinalWithFiveHundredsOnly(t *testing.T) {
	t.Parallel()
	for command, step := range map[string]string{
		"MAIL": "sending SMTP MAIL FROM command", "RCPT": "sending SMTP RCPT TO command",
		"DATA": "sending SMTP DATA command", ".": "closing SMTP DATA writer",
	} {
		for answer, want := range map[string]notify.Failure{
			"550 5.7.1 no: " + code: {Reason: "smtp: 550 5.7.1 while " + step, Permanent: true},
			"554 " + code:           {Reason: "smtp: 554 while " + step, Permanent: true},
			"451 4.3.0 " + code:     {Reason: "smtp: 451 4.3.0 while " + step},
			"421 " + code:           {Reason: "smtp: 421 while " + step},
		} {
			t.Run(command+" "+answer[:3], func(t *testing.T) {
				t.Parallel()
				server := startMailServer(t, &mailServer{replies: map[string]string{command: answer}}, nil, false)
				wantFailure(t, newSMTP(t, smtpOptions(server)).Send(t.Context(), resetMail()), want)
			})
		}
	}
}

func TestARefusalOfTheLogInMayPass(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		replies map[string]string
		want    string
	}{
		"wrong password": {map[string]string{"AUTH": "535 wrong: " + password}, "smtp: the server refused the connection or the log-in with 535"},
		"not now":        {map[string]string{"connect": "554 go away"}, "smtp: the server refused the connection or the log-in with 554"},
		"no log-in":      {map[string]string{"EHLO": "250 hello"}, "smtp: the server offers no way to log in"},
		"strange log-in": {map[string]string{"EHLO": "250-hello\r\n250 AUTH RIDDLE"}, "smtp: the server offers no way to log in"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := startMailServer(t, &mailServer{replies: test.replies}, nil, false)
			options := smtpOptions(server)
			options.Username, options.Password = "bourse", password
			// The server waits until the client hangs up, which must not depend on the end of the context.
			ctx := context.WithoutCancel(t.Context())
			wantFailure(t, newSMTP(t, options).Send(ctx, resetMail()), notify.Failure{Reason: test.want})
		})
	}
}

func TestTroubleAfterTheServerTookTheMailIsNoFailure(t *testing.T) {
	t.Parallel()
	server := startMailServer(t, &mailServer{replies: map[string]string{"QUIT": "500 what?"}}, nil, false)
	if err := newSMTP(t, smtpOptions(server)).Send(t.Context(), resetMail()); err != nil {
		t.Error(err)
	}
}

func TestASilentMailServerIsLeftWhenTheContextEnds(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"connect", "EHLO", "RCPT", "."} {
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			server := startMailServer(t, &mailServer{hangs: command}, nil, false)
			sender := newSMTP(t, smtpOptions(server))
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			go func() { ended <- sender.Send(ctx, resetMail()) }()
			wait(t, command, server.asked)
			cancel()
			wantFailure(t, wait(t, "the end of the sending", ended), notify.Failure{Reason: "smtp: cancelled"})
		})
	}
}

func TestAMailServerThatIsDownIsAFailureThatMayPass(t *testing.T) {
	t.Parallel()
	options := smtpOptions(&mailServer{port: 1})
	wantFailure(t, newSMTP(t, options).Send(t.Context(), resetMail()), notify.Failure{Reason: "smtp: connection refused"})
}

func TestNothingInAMessageCanAddAHeader(t *testing.T) {
	t.Parallel()
	server := startMailServer(t, &mailServer{}, nil, false)
	sender := newSMTP(t, smtpOptions(server))
	message := resetMail()
	message.Subject = "Hello\r\nBcc: eve@evil.test\r\n\r\nbody"
	if err := sender.Send(t.Context(), message); err != nil {
		t.Fatal(err)
	}
	_, mails, _ := server.received()
	parsed, err := netmail.ReadMessage(strings.NewReader(mails[0]))
	if err != nil {
		t.Fatal(err)
	}
	if parsed.Header.Get("Bcc") != "" || parsed.Header.Get("Subject") != "Hello Bcc: eve@evil.test body" {
		t.Errorf("the headers are %v", parsed.Header)
	}
	for _, recipient := range []string{
		"ada@domain.test\r\nBcc: eve@evil.test", "ada@domain.test>\r\nRCPT TO:<eve@evil.test", "ada@domain.test, eve@evil.test",
		"Ada <ada@domain.test>", "\"a\r\nb\"@domain.test", "ada", "",
	} {
		message.Recipient = recipient
		wantFailure(t, sender.Send(t.Context(), message),
			notify.Failure{Reason: "smtp: the recipient is not a bare mail address", Permanent: true})
	}
	if commands, mails, _ := server.received(); len(mails) != 1 || strings.Contains(commands, "eve") {
		t.Errorf("%d mails, commands:\n%s", len(mails), commands)
	}
}

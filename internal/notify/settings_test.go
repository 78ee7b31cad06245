package notify_test

import (
	"strings"
	"testing"

	"bourse/internal/notify"
)

// wantNamed checks that the error names the setting and contains no secret.
func wantNamed(t *testing.T, err error, setting string) {
	t.Helper()
	if err == nil || !strings.HasPrefix(err.Error(), setting+":") {
		t.Errorf("the error is %v, want one about the %s", err, setting)
	} else if strings.Contains(err.Error(), token) || strings.Contains(err.Error(), password) {
		t.Errorf("the error gives a secret away: %v", err)
	}
}

func TestABadSMTPSettingIsNamed(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		setting string
		spoil   func(o *notify.SMTPOptions)
	}{
		{"SMTP host", func(o *notify.SMTPOptions) { o.Host = "" }},
		{"SMTP host", func(o *notify.SMTPOptions) { o.Host = "unix:///run/smtp" }},
		{"SMTP port", func(o *notify.SMTPOptions) { o.Port = 0 }},
		{"SMTP port", func(o *notify.SMTPOptions) { o.Port = 65536 }},
		{"SMTP from", func(o *notify.SMTPOptions) { o.From = "" }},
		{"SMTP from", func(o *notify.SMTPOptions) { o.From = "nobody" }},
		{"SMTP from", func(o *notify.SMTPOptions) { o.From = "a@b.test\r\nBcc: c@d.test" }},
		{"SMTP TLS mode", func(o *notify.SMTPOptions) { o.TLS = "" }},
		{"SMTP TLS mode", func(o *notify.SMTPOptions) { o.TLS = "ssl" }},
		{"SMTP TLS mode", func(o *notify.SMTPOptions) { o.TLS = notify.NoTLS }},
		{"SMTP username and password", func(o *notify.SMTPOptions) { o.Username = "" }},
		{"SMTP username and password", func(o *notify.SMTPOptions) { o.Password = "" }},
	} {
		options := notify.SMTPOptions{
			Host: "mail.example.com", Port: 587, Username: "bourse", Password: password,
			From: "no-reply@example.com", TLS: notify.StartTLS,
		}
		if _, err := notify.NewSMTP(options); err != nil {
			t.Fatalf("good settings are refused: %v", err)
		}
		test.spoil(&options)
		_, err := notify.NewSMTP(options)
		wantNamed(t, err, test.setting)
	}
}

func TestABadTwilioSettingIsNamed(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		setting string
		spoil   func(o *notify.TwilioOptions)
	}{
		{"twilio account SID", func(o *notify.TwilioOptions) { o.AccountSID = "" }},
		{"twilio account SID", func(o *notify.TwilioOptions) { o.AccountSID = account[:33] + "/" }},
		{"twilio auth token", func(o *notify.TwilioOptions) { o.AuthToken = "" }},
		{"twilio sender", func(o *notify.TwilioOptions) { o.From = "" }},
		{"twilio base URL", func(o *notify.TwilioOptions) { o.BaseURL = "http://twilio.example.com" }},
		{"twilio base URL", func(o *notify.TwilioOptions) { o.BaseURL = "api.twilio.com" }},
	} {
		options := notify.TwilioOptions{AccountSID: account, AuthToken: token, From: "Bourse"}
		if _, err := notify.NewTwilio(options); err != nil {
			t.Fatalf("good settings are refused: %v", err)
		}
		test.spoil(&options)
		_, err := notify.NewTwilio(options)
		wantNamed(t, err, test.setting)
	}
}

func TestABadGatewaySettingIsNamed(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"", "sms.example.com/send", "http://sms.example.com/?key=" + token, "ftp://sms.example.com", "https://\x7f/" + token,
	} {
		_, err := notify.NewGateway(notify.GatewayOptions{URL: address})
		wantNamed(t, err, "SMS gateway URL")
	}
	for _, bad := range []string{token + "\r\nX-Admin: 1", token + " ", token + "é"} {
		_, err := notify.NewGateway(notify.GatewayOptions{URL: "https://sms.example.com", Token: bad})
		wantNamed(t, err, "SMS gateway token")
	}
	for _, address := range []string{"https://sms.example.com/send", "http://localhost:9000", "http://[::1]:9000/x"} {
		if _, err := notify.NewGateway(notify.GatewayOptions{URL: address, Token: token}); err != nil {
			t.Errorf("%s is refused: %v", address, err)
		}
	}
}

func TestRecipientsAreMaskedWhenPrinted(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		channel         notify.Channel
		recipient, want string
	}{
		{notify.Mail, "ada@domain.test", "a***@d***.test"},
		{notify.Mail, "a@mail.domain.co.uk", "a***@m***.uk"},
		{notify.Mail, "a@b@localhost", "a***@l***"},
		{notify.Mail, "österreich@übung.test", "ö***@ü***.test"},
		{notify.Mail, "@", "***@***"},
		{notify.Mail, "nonsense", "***"},
		{notify.SMS, "+15551231234", "+1******1234"},
		{notify.SMS, "+49301234", "+4***1234"},
		{notify.SMS, "+4930123", "***"},
		{notify.SMS, "", "***"},
	} {
		printed := notify.Message{Channel: test.channel, Kind: "k", Recipient: test.recipient}.String()
		if want := string(test.channel) + " k to " + test.want; printed != want {
			t.Errorf("%q is printed as %q, want %q", test.recipient, printed, want)
		}
	}
}

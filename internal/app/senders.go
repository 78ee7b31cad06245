package app

import (
	"cmp"
	"context"
	"io"
	"path/filepath"

	"bourse/internal/notify"
)

// newSenders creates the senders of mails and text messages: those that the settings name, and otherwise a file.
func newSenders(settings serverSettings, echo io.Writer) (notify.Senders, error) {
	senders, err := newRemoteSenders(settings)
	if err != nil {
		return senders, err
	}
	outbox, err := notify.NewOutbox(filepath.Join(settings.DataDir, "outbox.jsonl"), settings.Retention.outbox(), echo)
	if err != nil {
		return senders, &settingError{"data-dir", err}
	}
	senders.Mail, senders.SMS = cmp.Or[notify.Sender](senders.Mail, outbox), cmp.Or[notify.Sender](senders.SMS, outbox)
	return senders, nil
}

// newRemoteSenders creates those that the settings name, nil for a file. It does not connect or write anything.
func newRemoteSenders(settings serverSettings) (senders notify.Senders, err error) {
	if settings.Mail.Sender == "smtp" {
		if settings.Mail.SMTPHost == "" {
			return senders, badSetting("mail-smtp-host", "is needed by --mail-sender smtp: the name or address of the mail server")
		}
		senders.Mail, err = notify.NewSMTP(notify.SMTPOptions{
			Host: settings.Mail.SMTPHost, Port: settings.Mail.SMTPPort, Username: settings.Mail.SMTPUsername,
			Password: settings.Mail.SMTPPassword, From: settings.Mail.From, TLS: notify.TLSMode(settings.Mail.SMTPTLS),
		})
		if err != nil {
			return notify.Senders{}, &settingError{"mail-sender", err}
		}
	}
	switch settings.SMS.Sender {
	case "twilio":
		senders.SMS, err = notify.NewTwilio(notify.TwilioOptions{
			AccountSID: settings.SMS.TwilioAccountSID, AuthToken: settings.SMS.TwilioAuthToken,
			From: settings.SMS.TwilioFrom, BaseURL: settings.SMS.TwilioURL,
		})
	case "http":
		senders.SMS, err = notify.NewGateway(notify.GatewayOptions{URL: settings.SMS.HTTPURL, Token: settings.SMS.HTTPToken})
	}
	if err != nil {
		return notify.Senders{}, &settingError{"sms-sender", err}
	}
	return senders, nil
}

// counted makes both senders report the outcome of each message.
func counted(senders notify.Senders, count func(channel, outcome string)) notify.Senders {
	return notify.Senders{Mail: countedSender{senders.Mail, count}, SMS: countedSender{senders.SMS, count}}
}

type countedSender struct {
	notify.Sender
	count func(channel, outcome string)
}

func (s countedSender) Send(ctx context.Context, message notify.Message) error {
	err := s.Sender.Send(ctx, message)
	outcome := "sent"
	if err != nil {
		outcome = "failed"
	}
	s.count(string(message.Channel), outcome)
	return err
}

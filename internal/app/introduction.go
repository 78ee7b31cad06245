package app

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/netip"
	"net/url"
	"os"
	"runtime"
	"strings"

	"golang.org/x/term"

	"bourse/internal/database"
	"bourse/internal/telemetry"
)

// fact is something worth knowing for whoever starts the platform.
type fact struct{ key, name, value string }

// introduce describes the installation once, at the start: to a person in a block of text, to a machine in one line
// of the log.
func (p *platform) introduce(terminal console, address string) {
	if p.settings.LogFormat != "text" && !isTerminal(terminal.err) {
		p.logger.LogAttrs(context.Background(), slog.LevelInfo, "installation", p.attributes(address)...)
		return
	}
	say(terminal.err, "%s", p.block(address))
}

func isTerminal(stream any) bool {
	file, isFile := stream.(*os.File)
	return isFile && term.IsTerminal(int(file.Fd()))
}

func (p *platform) attributes(address string) []slog.Attr {
	var all []slog.Attr
	for _, one := range p.facts(address) {
		all = append(all, slog.String(one.key, one.value))
	}
	return append(all, slog.Any("onlyForTryingOut", p.trials()))
}

// block is the text for a person.
func (p *platform) block(address string) string {
	var text strings.Builder
	text.WriteString("\nThis installation\n")
	for _, one := range p.facts(address) {
		fmt.Fprintf(&text, "  %-14s %s\n", one.name, one.value)
	}
	if trials := p.trials(); len(trials) > 0 {
		fmt.Fprintf(&text, "\n  ONLY FOR TRYING OUT: %s.\n", strings.Join(trials, ", "))
	}
	return text.String()
}

func (p *platform) facts(address string) []fact {
	s := p.settings
	return []fact{
		{"version", "version", telemetry.Version().Version},
		{"address", "listening", address},
		{"metricsListen", "metrics", cmp.Or(s.MetricsListen, "none (--metrics-listen)")},
		{"role", "role", string(p.role)},
		{"database", "database", map[database.Engine]string{database.SQLite: "SQLite", database.Postgres: "PostgreSQL"}[p.db.Engine()] + " at " + p.db.Place() + p.poolerNote()},
		{"feed", "prices", s.Market.describe()},
		{"payments", "payments", s.Payments.describe()},
		{"funding", "investing", string(s.funding()) + " funding, KYC " + s.KYC},
		{"mail", "mail", s.Mail.describe()},
		{"textMessages", "text messages", s.SMS.describe()},
		{"webhooks", "webhooks", s.Webhook.describe()},
		{"console", "console", s.Console},
		{"rateLimits", "rate limits", s.RateLimit},
		{"memory", "memory", p.memory.describe()},
		{"retention", "kept", s.Retention.describe()},
	}
}

// poolerNote mentions a pooler in front of the database.
func (p *platform) poolerNote() string {
	if p.db.IsPooled() {
		return ", behind a pooler"
	}
	return ""
}

// trials are the settings that do not suit an installation that people rely on.
func (p *platform) trials() []string {
	s := p.settings
	trials := []string{}
	for _, one := range []struct {
		isSo bool
		what string
	}{
		{s.Market.Feed == "sim", "simulated prices"},
		{s.Market.Feed == "replay", "replayed prices"},
		{s.Payments.Provider == "sandbox", "payments that move no money"},
		{s.Payments.Provider == "stripe" && !isLiveKey(s.Payments.StripeKey), "payments with a test key"},
		{s.Mail.Sender == "log", "mails written to a file"},
		{s.mailsLeadHere(), "links in mails lead to this machine (--app-url)"},
		{s.SMS.Sender == "log", "text messages written to a file"},
		{s.KYC == "auto", "KYC approved by itself"},
		{s.RateLimit == "off", "no rate limits"},
		{s.Webhook.AllowHTTP || s.Webhook.AllowLoopback, "webhooks without the usual protection"},
	} {
		if one.isSo {
			trials = append(trials, one.what)
		}
	}
	return trials
}

// mailsLeadHere reports whether mails are sent whose links work only on this machine.
func (s *serverSettings) mailsLeadHere() bool {
	link, err := url.Parse(s.appURL())
	if err != nil || s.Mail.Sender == "log" {
		return false
	}
	address, err := netip.ParseAddr(link.Hostname())
	return link.Hostname() == "localhost" || err == nil && address.IsLoopback()
}

func (s marketSettings) describe() string {
	switch s.Feed {
	case "replay":
		return "REPLAYED from " + s.ReplayFile
	case "binance":
		return "Binance at " + hostOf(s.BinanceURL)
	}
	if s.Still {
		return "SIMULATED: prices that stand still, no market"
	}
	return fmt.Sprintf("SIMULATED: made up by this process (seed %d), no market", s.Seed)
}

func (s paymentsSettings) describe() string {
	switch {
	case s.Provider == "sandbox":
		return "sandbox: a page of our own, no money moves"
	case s.Provider != "stripe":
		return "none: checkouts and deposits are refused (--payments-provider)"
	case isLiveKey(s.StripeKey):
		return "Stripe, live"
	}
	return "Stripe, test key"
}

func (s mailSettings) describe() string {
	if s.Sender == "smtp" {
		return fmt.Sprintf("SMTP at %s:%d", s.SMTPHost, s.SMTPPort)
	}
	return "written to outbox.jsonl, NOT SENT"
}

func (s smsSettings) describe() string {
	switch s.Sender {
	case "twilio":
		return "Twilio"
	case "http":
		return "gateway at " + hostOf(s.HTTPURL)
	}
	return "written to outbox.jsonl, NOT SENT"
}

func (s webhookSettings) describe() string {
	to := "public addresses"
	if s.AllowLoopback {
		to += ", this machine"
	}
	if s.AllowPrivate {
		to += ", private networks"
	}
	if len(s.AllowedNetworks) > 0 {
		to += ", " + strings.Join(s.AllowedNetworks, ", ")
	}
	if s.AllowHTTP {
		return "by https and http to " + to
	}
	return "by https to " + to
}

func (m memoryBudget) describe() string {
	if m.limit == 0 {
		return fmt.Sprintf("no limit found; %d processors", runtime.GOMAXPROCS(0))
	}
	return fmt.Sprintf("%d MiB for us; %d MiB of bodies, %d passwords hashed at a time", m.limit>>20, m.bodies()>>20, m.hashes())
}

func (s retentionSettings) describe() string {
	return fmt.Sprintf("candles of 1 m %d, 5 m %d, 1 h %d days; webhooks %d, messages %d, ended sessions %d, audit %d days",
		s.MinuteCandles, s.FiveMinuteCandles, s.HourCandles, s.Webhooks, s.Messages, s.Sessions, s.Audit)
}

// hostOf is the host of a URL: the rest may be secret.
func hostOf(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return "an address that cannot be read"
	}
	return parsed.Host
}

package app

import (
	"bufio"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"bourse/internal/kyc"
)

// outsidePart is something outside that the settings use, and how to reach it.
type outsidePart struct {
	about, address string
	isOptional     bool // the platform works without it
	isEncrypted    bool // from the first byte on
	isGreeting     bool // it speaks first, as mail servers do
}

// examineOutside connects to everything outside that the settings name, encrypted if that is how it is used, and
// disconnects without requesting anything.
func (c *doctorCommand) examineOutside(ctx context.Context, e *examination) {
	parts := c.outsideParts(e)
	troubles := make([]error, len(parts))
	var group sync.WaitGroup
	for i, part := range parts {
		group.Go(func() { troubles[i] = part.reach(ctx) })
	}
	group.Wait()
	for i, part := range parts {
		how := isFailure
		if part.isOptional {
			how = isWarning
		}
		if troubles[i] != nil {
			e.add(how, part.about, "%s cannot be reached: %v", part.address, troubles[i])
		} else {
			e.add(isFine, part.about, "%s can be reached", part.address)
		}
	}
}

// outsideParts lists what the settings use. Parts of our own, such as a mail file, are reported at once.
func (c *doctorCommand) outsideParts(e *examination) (parts []outsidePart) {
	add := func(about, link string, isOptional bool) {
		part, err := partAt(about, link)
		if err != nil {
			e.add(isFailure, about, "%v", err)
			return
		}
		part.isOptional = isOptional
		parts = append(parts, part)
	}
	if c.Mail.Sender == "smtp" {
		parts = append(parts, outsidePart{
			about: "mail", address: net.JoinHostPort(c.Mail.SMTPHost, strconv.Itoa(c.Mail.SMTPPort)),
			isEncrypted: c.Mail.SMTPTLS == "tls", isGreeting: true,
		})
	} else {
		e.add(isWarning, "mail", "mails go to a file and to nobody (--mail-sender)")
	}
	if c.mailsLeadHere() {
		e.add(isWarning, "mail", "links in mails lead to this machine, %s (--app-url)", hostOf(c.appURL()))
	}
	switch c.SMS.Sender {
	case "twilio":
		add("text messages", c.SMS.TwilioURL, false)
	case "http":
		add("text messages", c.SMS.HTTPURL, false)
	default:
		e.add(isWarning, "text messages", "they go to a file and to nobody (--sms-sender)")
	}
	switch c.Payments.Provider {
	case "stripe":
		add("payments", cmp.Or(c.Payments.StripeURL, "https://api.stripe.com"), false)
	case "none":
		e.add(isWarning, "payments", "nothing can be paid (--payments-provider)")
	default:
		e.add(isWarning, "payments", "the sandbox takes play money")
	}
	switch c.Market.Feed {
	case "binance":
		add("feed", c.Market.BinanceURL, false)
		add("feed", c.Market.BinanceStream, false)
	case "replay":
		c.examineReplay(e)
	default:
		e.add(isFine, "feed", "prices are made here: %s", c.Market.Feed)
	}
	if c.KYC == string(kyc.HTTP) {
		add("kyc", c.KYCCases.URL, false)
	}
	if c.Tracing.Endpoint != "" {
		add("tracing", c.Tracing.Endpoint, true)
	}
	add("exchanges", c.Broker.BinanceURL, true)
	return parts
}

// examineReplay checks whether the file to be replayed can be read.
func (c *doctorCommand) examineReplay(e *examination) {
	file, err := os.Open(c.Market.ReplayFile)
	if err != nil {
		e.add(isFailure, "feed", "%v", &settingError{"market-replay-file", err})
		return
	}
	_ = file.Close() // it was only read
	e.add(isFine, "feed", "prices are replayed from %s", c.Market.ReplayFile)
}

// partAt is the part at a URL. Its error never repeats the URL, which may contain a password.
func partAt(about, link string) (outsidePart, error) {
	parsed, err := url.Parse(link)
	if err != nil || parsed.Hostname() == "" {
		return outsidePart{}, errors.New("its URL has no host")
	}
	isEncrypted := parsed.Scheme == "https" || parsed.Scheme == "wss"
	port := cmp.Or(parsed.Port(), map[bool]string{true: "443", false: "80"}[isEncrypted])
	return outsidePart{about: about, address: net.JoinHostPort(parsed.Hostname(), port), isEncrypted: isEncrypted}, nil
}

// reach connects and disconnects. It fails with a reason on one line.
func (p outsidePart) reach(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, doctorPatience)
	defer cancel()
	connection, err := p.dial(limited)
	if err != nil {
		return onOneLine(err)
	}
	defer connection.Close()
	if !p.isGreeting {
		return nil
	}
	deadline, _ := limited.Deadline()
	if err := connection.SetReadDeadline(deadline); err != nil {
		return onOneLine(err)
	}
	line, err := bufio.NewReader(io.LimitReader(connection, 1024)).ReadString('\n')
	if err != nil {
		return fmt.Errorf("it accepts connections and says nothing: %w", onOneLine(err))
	}
	if !strings.HasPrefix(line, "220") {
		return errors.New("it does not greet as a mail server does")
	}
	return nil
}

func (p outsidePart) dial(ctx context.Context) (net.Conn, error) {
	if p.isEncrypted {
		return (&tls.Dialer{}).DialContext(ctx, "tcp", p.address)
	}
	return (&net.Dialer{KeepAlive: -time.Second}).DialContext(ctx, "tcp", p.address)
}

func onOneLine(err error) error {
	return errors.New(strings.Join(strings.Fields(err.Error()), " "))
}

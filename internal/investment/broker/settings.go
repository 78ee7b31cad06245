package broker

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// DefaultBinanceURL is the address of the real exchange.
const DefaultBinanceURL = "https://api.binance.com"

const (
	defaultMetaAPIURL       = "https://mt-provisioning-api-v1.agiliumtrade.agiliumtrade.ai"
	defaultMetaAPIClientURL = "https://mt-client-api-v1.{region}.agiliumtrade.ai"
	defaultTimeout          = 15 * time.Second

	// regionMark stands for the region of an account in MetaAPIClientURL.
	regionMark = "{region}"
)

// Settings are the addresses of the providers. A zero field means its default, which its comment names.
type Settings struct {
	// BinanceURL is https://api.binance.com.
	BinanceURL string
	// MetaAPIURL is the bridge's provisioning API: MetaApi's own.
	MetaAPIURL string
	// MetaAPIClientURL is the bridge's API of running accounts, with {region} in place of the account's region. It is
	// MetaApi's own, or MetaAPIURL if that is set to something else.
	MetaAPIClientURL string
	// MetaAPIToken authorizes us at the bridge. Without one, terminal accounts are Unreachable.
	MetaAPIToken string
	// Timeout bounds one request: 15 s.
	Timeout time.Duration
	// HTTPClient carries the requests; regardless of its settings, redirects are not followed and cookies not kept.
	HTTPClient *http.Client
	// Now is time.Now.
	Now func() time.Time
}

// complete fills in the defaults and validates the rest.
func (s Settings) complete() (Settings, error) {
	s.BinanceURL, s.MetaAPIURL = cmp.Or(s.BinanceURL, DefaultBinanceURL), cmp.Or(s.MetaAPIURL, defaultMetaAPIURL)
	for _, address := range []*string{&s.BinanceURL, &s.MetaAPIURL, &s.MetaAPIClientURL} {
		*address = strings.TrimRight(*address, "/")
	}
	if s.MetaAPIURL == defaultMetaAPIURL {
		s.MetaAPIClientURL = cmp.Or(s.MetaAPIClientURL, defaultMetaAPIClientURL)
	}
	s.MetaAPIClientURL, s.Timeout = cmp.Or(s.MetaAPIClientURL, s.MetaAPIURL), cmp.Or(s.Timeout, defaultTimeout)
	if s.Now == nil {
		s.Now = time.Now
	}
	s.HTTPClient = hardened(s.HTTPClient)
	return s, s.check()
}

func (s Settings) check() error {
	if s.Timeout < 0 {
		return errors.New("broker timeout: must not be negative")
	}
	if !isVisibleASCII(s.MetaAPIToken) {
		return errors.New("MetaApi token: must consist of visible ASCII characters")
	}
	for _, address := range []struct{ name, text string }{
		{"Binance URL", s.BinanceURL},
		{"MetaApi URL", s.MetaAPIURL},
		{"MetaApi client URL", strings.ReplaceAll(s.MetaAPIClientURL, regionMark, "region")},
	} {
		if err := checkAddress(address.text); err != nil {
			return fmt.Errorf("%s: %w", address.name, err)
		}
	}
	return nil
}

// checkAddress accepts https URLs, and http URLs of this machine: credentials must not cross a network unencrypted.
func checkAddress(text string) error {
	address, err := url.Parse(text)
	switch {
	case err != nil || address.Host == "":
		// The error of url.Parse repeats the URL, which may contain a password.
		return errors.New("must be a whole URL, such as https://broker.example.com")
	case address.User != nil || address.RawQuery != "" || address.Fragment != "":
		return errors.New("must not have a user, a query or a fragment")
	case address.Scheme == "https", address.Scheme == "http" && isThisMachine(address.Hostname()):
		return nil
	}
	return errors.New("must begin with https:// unless the server runs on this machine")
}

// isThisMachine reports whether a host is reached without a network.
func isThisMachine(host string) bool {
	return host == "localhost" || net.ParseIP(host).IsLoopback()
}

// hardened returns a client that follows no redirect, which would carry credentials to an address that nobody
// configured, and keeps no cookies, which would link one customer's requests to another's.
func hardened(given *http.Client) *http.Client {
	client := http.Client{Transport: &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		DialContext:         (&net.Dialer{Timeout: 5 * time.Second}).DialContext,
		TLSHandshakeTimeout: 5 * time.Second,
		IdleConnTimeout:     90 * time.Second,
		ForceAttemptHTTP2:   true,
	}}
	if given != nil {
		client = *given
	}
	client.Jar = nil
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &client
}

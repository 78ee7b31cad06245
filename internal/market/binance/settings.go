package binance

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"
)

// Settings say where the exchange is and how patient the feed is with it. A zero field means its default.
type Settings struct {
	RESTURL   string // https://api.binance.com
	StreamURL string // wss://stream.binance.com:9443

	// Silence is how long a connection may carry nothing, not even a ping, before it is given up: 30 s.
	// The exchange pings every 20 s.
	Silence time.Duration
	// MinBackoff and MaxBackoff bound the pause before the next attempt: 1 s and 1 min.
	MinBackoff time.Duration
	MaxBackoff time.Duration
	// TickInterval is the shortest time between two ticks of one instrument: 100 ms.
	TickInterval time.Duration
	// RequestTimeout bounds one REST request, and the opening of a connection: 10 s.
	RequestTimeout time.Duration

	// Now dates the quotes, which come without a time: time.Now.
	Now func() time.Time
	// HTTPClient carries both REST and the stream: by default one of the feed's own.
	HTTPClient *http.Client
}

func (s Settings) withDefaults() Settings {
	s.RESTURL = cmp.Or(s.RESTURL, "https://api.binance.com")
	s.StreamURL = cmp.Or(s.StreamURL, "wss://stream.binance.com:9443")
	s.Silence = cmp.Or(s.Silence, 30*time.Second)
	s.MinBackoff = cmp.Or(s.MinBackoff, time.Second)
	s.MaxBackoff = cmp.Or(s.MaxBackoff, time.Minute)
	s.TickInterval = cmp.Or(s.TickInterval, 100*time.Millisecond)
	s.RequestTimeout = cmp.Or(s.RequestTimeout, 10*time.Second)
	if s.Now == nil {
		s.Now = time.Now
	}
	if s.HTTPClient == nil {
		// Closing the idle connections of the feed must not close those of the rest of the process.
		transport := &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, IdleConnTimeout: 90 * time.Second}
		s.HTTPClient = &http.Client{Transport: transport}
	}
	return s
}

func (s Settings) check() error {
	if err := checkURL("REST", s.RESTURL, "https", "http"); err != nil {
		return err
	}
	if err := checkURL("stream", s.StreamURL, "wss", "ws"); err != nil {
		return err
	}
	for _, duration := range []time.Duration{s.Silence, s.MinBackoff, s.MaxBackoff, s.TickInterval, s.RequestTimeout} {
		if duration < 0 {
			return fmt.Errorf("a duration of the binance feed is negative: %s", duration)
		}
	}
	if s.MinBackoff > s.MaxBackoff {
		return fmt.Errorf("the shortest pause of the binance feed, %s, is longer than the longest, %s", s.MinBackoff, s.MaxBackoff)
	}
	return nil
}

func checkURL(name, text string, schemes ...string) error {
	address, err := url.Parse(text)
	if err != nil {
		return fmt.Errorf("the %s address of the binance feed: %w", name, err)
	}
	if !slices.Contains(schemes, address.Scheme) || address.Host == "" {
		return fmt.Errorf("the %s address of the binance feed must begin with %s://, got %q", name, schemes[0], text)
	}
	if address.RawQuery != "" || address.Fragment != "" {
		return fmt.Errorf("the %s address of the binance feed must end with its path, got %q", name, text)
	}
	return nil
}

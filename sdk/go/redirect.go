package bourse

import (
	"errors"
	"net/http"
	"net/url"
)

// mostRedirects is after how many redirects a call fails, as in http.Client.
const mostRedirects = 10

// withinOrigin returns a client that does not send tokens and bodies to another server: it follows redirects only
// within a server's origin, and only for calls that change nothing. Otherwise, the redirect itself is the answer.
func withinOrigin(client *http.Client) *http.Client {
	guarded := *client // a copy: the program may use its client for other things
	guarded.CheckRedirect = func(next *http.Request, before []*http.Request) error {
		first := before[0]
		if first.Method != http.MethodGet || originOf(next.URL) != originOf(first.URL) {
			return http.ErrUseLastResponse
		}
		if client.CheckRedirect != nil {
			return client.CheckRedirect(next, before)
		}
		if len(before) >= mostRedirects {
			return errors.New("stopped after 10 redirects")
		}
		return nil
	}
	return &guarded
}

// origin is an origin as browsers define it, with a port even when the scheme implies it.
type origin struct{ scheme, host, port string }

func originOf(address *url.URL) origin {
	port := address.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[address.Scheme]
	}
	return origin{address.Scheme, address.Hostname(), port}
}

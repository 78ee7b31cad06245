package bourse

import (
	"errors"
	"net/http"
	"net/url"
)

// mostRedirects is after how many redirects a call is given up, as in http.Client.
const mostRedirects = 10

// withinOrigin is a client that does not carry tokens and bodies to somebody else: it follows redirects only from one address
// of a server to another one of it, and only when the call changes nothing. Elsewhere, the redirect itself is the answer.
func withinOrigin(client *http.Client) *http.Client {
	guarded := *client // others may use theirs for what they like
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

// origin is what a browser calls so. A port that the scheme implies is there too.
type origin struct{ scheme, host, port string }

func originOf(address *url.URL) origin {
	port := address.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[address.Scheme]
	}
	return origin{address.Scheme, address.Hostname(), port}
}

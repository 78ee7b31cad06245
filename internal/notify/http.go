package notify

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"
)

// maxAnswer is how much of a response is read; no gateway says anything useful beyond that.
const maxAnswer = 16 << 10

// newHTTPClient returns a client with timeouts that does not follow redirects, which would send the message and the
// credentials to a host that nobody configured.
func newHTTPClient() *http.Client {
	return &http.Client{
		Timeout: sendTimeout,
		Transport: &http.Transport{
			Proxy:                 http.ProxyFromEnvironment,
			DialContext:           (&net.Dialer{Timeout: 5 * time.Second}).DialContext,
			TLSHandshakeTimeout:   5 * time.Second,
			ResponseHeaderTimeout: 10 * time.Second,
			IdleConnTimeout:       90 * time.Second,
			MaxIdleConnsPerHost:   atOnce,
			ForceAttemptHTTP2:     true,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// exchange sends the request and returns the status with the beginning of the response. Its errors contain neither the
// URL, which may hold a token, nor any other part of the request.
func exchange(client *http.Client, request *http.Request) (status int, answer []byte, err error) {
	response, err := client.Do(request)
	if err != nil {
		return 0, nil, &Failure{Reason: describe(err)}
	}
	defer response.Body.Close()
	// The status is the result; failing to read the rest only costs the connection.
	answer, _ = io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	return response.StatusCode, answer, nil
}

func isSuccess(status int) bool { return status >= 200 && status <= 299 }

// isFinal reports whether the same request would be refused again.
func isFinal(status int) bool {
	return status >= 400 && status <= 499 &&
		status != http.StatusRequestTimeout && status != http.StatusTooManyRequests
}

// parseEndpoint accepts https URLs, and http ones to this machine: codes must not cross a network in clear.
func parseEndpoint(text string) (*url.URL, error) {
	endpoint, err := url.Parse(text)
	if err != nil {
		// The error of url.Parse contains the URL, which may hold a token.
		return nil, errors.New("is not a URL")
	}
	switch {
	case endpoint.Host == "":
		return nil, errors.New("must be a whole URL, such as https://sms.example.com/send")
	case endpoint.Scheme == "https", endpoint.Scheme == "http" && isThisMachine(endpoint.Hostname()):
		return endpoint, nil
	case endpoint.Scheme == "http":
		return nil, errors.New("must begin with https:// unless the server runs on this machine")
	}
	return nil, fmt.Errorf("must begin with https://, not with %s://", endpoint.Scheme)
}

// isThisMachine reports whether a host is reached without crossing a network.
func isThisMachine(host string) bool {
	return host == "localhost" || host == "127.0.0.1" || host == "::1"
}

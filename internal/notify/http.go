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

// maxAnswer is how much of an answer is read; no gateway has more to say that we need.
const maxAnswer = 16 << 10

// newHTTPClient makes a client that does not hang and does not follow redirects, which would carry the
// message and the credentials to a place nobody has configured.
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

// exchange sends the request and returns the status with the beginning of the answer. Its failures tell
// neither the URL, which may hold a token, nor anything of the request.
func exchange(client *http.Client, request *http.Request) (status int, answer []byte, err error) {
	response, err := client.Do(request)
	if err != nil {
		return 0, nil, &Failure{Reason: describe(err)}
	}
	defer response.Body.Close()
	// The status is the answer; what cannot be read of the rest only costs the connection.
	answer, _ = io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	return response.StatusCode, answer, nil
}

func isSuccess(status int) bool { return status >= 200 && status <= 299 }

// isFinal tells whether the same request would be refused again.
func isFinal(status int) bool {
	return status >= 400 && status <= 499 &&
		status != http.StatusRequestTimeout && status != http.StatusTooManyRequests
}

// parseEndpoint accepts https URLs, and http ones to this machine: codes must not cross a network in
// clear.
func parseEndpoint(text string) (*url.URL, error) {
	endpoint, err := url.Parse(text)
	if err != nil {
		// The error of url.Parse repeats the URL, which may hold a token.
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

// isThisMachine recognises a peer that no network lies in front of.
func isThisMachine(host string) bool {
	return host == "localhost" || host == "127.0.0.1" || host == "::1"
}

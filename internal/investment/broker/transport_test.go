package broker_test

import (
	"io"
	"net/http"
	"sync/atomic"
)

// counting is a transport that counts how much of the answers is read.
type counting struct{ read *atomic.Int64 }

func (c counting) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := http.DefaultTransport.RoundTrip(request)
	if err == nil {
		response.Body = countingBody{response.Body, c.read}
	}
	return response, err
}

type countingBody struct {
	io.ReadCloser
	read *atomic.Int64
}

func (b countingBody) Read(buffer []byte) (int, error) {
	count, err := b.ReadCloser.Read(buffer)
	b.read.Add(int64(count))
	return count, err
}

// transportFunc is a function as a transport.
type transportFunc func(*http.Request) (*http.Response, error)

func (f transportFunc) RoundTrip(request *http.Request) (*http.Response, error) { return f(request) }

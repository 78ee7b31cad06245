package wire

import (
	"net"
	"net/url"
	"strconv"
	"sync"

	"golang.org/x/net/http/httpguts"
)

// target is where a call goes.
type target struct {
	url     *url.URL
	address string // host:port
	key     string // calls with the same key can share connections
}

var defaultPorts = map[string]string{"http": "80", "https": "443"}

// locate reads the method and the URL of a call. It fails with errUnusable.
func locate(call Call) (target, error) {
	parsed, err := url.Parse(call.URL)
	if err != nil || call.Method != "" && !httpguts.ValidHeaderFieldName(call.Method) {
		return target{}, errUnusable
	}
	address := parsed.Host
	if parsed.Port() == "" {
		address = net.JoinHostPort(parsed.Hostname(), defaultPorts[parsed.Scheme])
	}
	return target{url: parsed, address: address, key: parsed.Scheme + "://" + address}, nil
}

const (
	usualRequest   = 2 << 10
	largestRequest = 32 << 10 // larger buffers are not kept
)

// requests holds buffers for whole requests.
var requests = sync.Pool{New: func() any { room := make([]byte, 0, usualRequest); return &room }}

func keepRoom(room *[]byte) {
	if cap(*room) <= largestRequest {
		requests.Put(room)
	}
}

// ownHeaders are the headers that appendRequest writes itself, or never.
var ownHeaders = map[string]bool{"Host": true, "Content-Length": true, "Transfer-Encoding": true, "Trailer": true, "Connection": true}

// appendRequest writes a request as it goes over the wire. It fails with errUnsendable.
func appendRequest(to []byte, where target, call Call) ([]byte, error) {
	method := call.Method
	if method == "" {
		method = "GET"
	}
	to = append(to, method...)
	to = append(to, ' ')
	to = append(to, where.url.RequestURI()...)
	to = append(to, " HTTP/1.1\r\nHost: "...)
	to = append(to, where.url.Host...)
	to = append(to, "\r\nContent-Length: "...)
	to = strconv.AppendInt(to, int64(len(call.Body)), 10)
	for name, values := range call.Header {
		if ownHeaders[name] {
			continue
		}
		if !httpguts.ValidHeaderFieldName(name) {
			return to, errUnsendable
		}
		for _, value := range values {
			if !httpguts.ValidHeaderFieldValue(value) {
				return to, errUnsendable
			}
			to = append(to, "\r\n"...)
			to = append(to, name...)
			to = append(to, ": "...)
			to = append(to, value...)
		}
	}
	to = append(to, "\r\n\r\n"...)
	return append(to, call.Body...), nil
}

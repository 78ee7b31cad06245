package egress

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"
)

const (
	dialTimeout      = 10 * time.Second
	handshakeTimeout = 10 * time.Second
	idleTimeout      = 90 * time.Second
	// probeInterval is how often an idle connection is probed.
	probeInterval = 30 * time.Second

	maxIdle        = 2048
	maxIdlePerHost = 64
	maxSessions    = 1024
	maxHeaderBytes = 64 << 10
)

// Control is a hook for net.Dialer: it sees the address of every socket before it connects and refuses forbidden ones
// with a *RefusedError. This is the check that counts: between it and the connection there is nothing that an
// attacker's name server could change.
func (p Policy) Control(network, address string, _ syscall.RawConn) error {
	switch network {
	case "tcp", "tcp4", "tcp6":
	default:
		return &RefusedError{Host: address, Reason: "must be called over TCP"}
	}
	target, err := netip.ParseAddrPort(address)
	if err != nil {
		return &RefusedError{Host: address, Reason: "was not resolved to an address"}
	}
	return p.CheckAddress(target.Addr())
}

// DialContext connects as net.Dialer does, to allowed addresses only. When a name has several addresses, it skips the
// forbidden ones, and fails with a *RefusedError when no other one answers.
func (p Policy) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := net.Dialer{
		Timeout:   dialTimeout,
		KeepAlive: probeInterval,
		Resolver:  p.Resolver,
		Control:   p.Control,
	}
	connection, err := dialer.DialContext(ctx, network, address)
	if err == nil {
		return connection, nil
	}
	var refused *RefusedError
	if !errors.As(err, &refused) || !refused.Address.IsValid() {
		return nil, err
	}
	// The hook saw only the address; the error must name the host that the tenant entered.
	if host, _, err := net.SplitHostPort(address); err == nil && host != refused.Host {
		refused = &RefusedError{Host: host, Reason: "resolves to " + string(p.judge(refused.Address)), Address: refused.Address}
	}
	return nil, refused
}

// Transport returns a transport for sending webhooks: every connection is checked, the environment's proxy is not used
// (it would dial for us, unchecked), and connections are kept for the next call to the same receiver. It refuses
// http:// with a *RefusedError unless the policy allows it. The caller sets the timeout of a whole call, and closes
// idle connections when done.
func (p Policy) Transport() *http.Transport {
	transport := &http.Transport{
		Proxy:                  nil,
		DialContext:            p.DialContext,
		TLSHandshakeTimeout:    handshakeTimeout,
		TLSClientConfig:        p.tlsConfig(),
		ForceAttemptHTTP2:      true,
		MaxIdleConns:           maxIdle,
		MaxIdleConnsPerHost:    maxIdlePerHost,
		IdleConnTimeout:        idleTimeout,
		MaxResponseHeaderBytes: maxHeaderBytes,
		// A compressed answer of 16 KiB can expand to gigabytes.
		DisableCompression: true,
	}
	if !p.AllowHTTP {
		transport.RegisterProtocol("http", httpsOnly{})
	}
	return transport
}

func (p Policy) tlsConfig() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12,
		RootCAs:    p.RootCAs,
		// Session resumption shortens the handshake with recently used receivers.
		ClientSessionCache: tls.NewLRUClientSessionCache(maxSessions),
	}
}

// httpsOnly handles http:// in a transport that must not use it. URLs are checked when they are saved; this catches
// those saved under a different policy.
type httpsOnly struct{}

func (httpsOnly) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.Body != nil {
		request.Body.Close()
	}
	return nil, &RefusedError{Host: request.URL.Hostname(), Reason: "must be called over https"}
}

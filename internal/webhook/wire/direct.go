package wire

import (
	"context"
	"crypto/tls"
	"errors"
	"time"
)

const (
	http2Protocol    = "h2"
	handshakeTimeout = 10 * time.Second
)

// errSpeaksHTTP2 means that a connection must be made through the transport.
var errSpeaksHTTP2 = errors.New("the receiver speaks HTTP/2")

// exchangeDirectly makes the call over one of this package's connections. A kept connection that turns out to be closed
// is not the receiver's fault: the call is repeated over the next one. Receivers recognise a repetition by webhook-id.
// It fails with errSpeaksHTTP2 before anything is sent.
func (c *Client) exchangeDirectly(probe *probe, to target, call Call) (Result, error) {
	room := requests.Get().(*[]byte)
	defer keepRoom(room)
	var err error
	if *room, err = appendRequest((*room)[:0], to, call); err != nil {
		return Result{}, err
	}
	for {
		connection, err := c.connect(probe, to)
		if err != nil {
			return Result{}, err
		}
		result, err := connection.exchange(probe, call.Method, *room)
		switch {
		case err == nil && connection.isFit:
			c.pool.put(to.key, connection)
			return result, nil
		case err != nil && connection.isReused && !connection.hasAnswered && probe.Err() == nil && !probe.isOver():
			connection.close()
		default:
			connection.close()
			return result, err
		}
	}
}

// connect takes a connection from the pool or opens one, and sets the deadline of the call on it.
func (c *Client) connect(probe *probe, to target) (*connection, error) {
	for kept := c.pool.take(to.key); kept != nil; kept = c.pool.take(to.key) {
		if kept.Conn.SetDeadline(probe.deadline) == nil && kept.isQuiet() {
			probe.gotConnection(true)
			return kept, nil
		}
		kept.close()
	}
	opened, err := c.open(probe, to)
	if err != nil {
		return nil, err
	}
	if err := opened.Conn.SetDeadline(probe.deadline); err != nil {
		opened.close()
		return nil, err
	}
	probe.gotConnection(false)
	return opened, nil
}

// open opens a connection.
func (c *Client) open(probe *probe, to target) (*connection, error) {
	limited, cancel := context.WithDeadline(probe.Context, probe.deadline)
	defer cancel()
	socket, err := c.dial(context.WithValue(limited, probeKey{}, probe), "tcp", to.address)
	if err != nil {
		return nil, err
	}
	if to.url.Scheme == "http" {
		return newConnection(socket, socket), nil
	}
	security := c.security.Clone()
	security.ServerName = to.url.Hostname()
	secured := tls.Client(socket, security)
	if err := handshake(limited, probe, secured); err != nil {
		socket.Close()
		return nil, err
	}
	if secured.ConnectionState().NegotiatedProtocol == http2Protocol {
		secured.Close()
		return nil, errSpeaksHTTP2
	}
	return newConnection(secured, socket), nil
}

func handshake(ctx context.Context, probe *probe, secured *tls.Conn) error {
	limited, cancel := context.WithTimeout(ctx, handshakeTimeout)
	defer cancel()
	probe.beginHandshake()
	err := secured.HandshakeContext(limited)
	probe.endHandshake(err)
	return err
}

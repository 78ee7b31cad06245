package databasetest

import (
	"context"
	"math/rand/v2"
	"net"
	"strconv"
)

// Ports are chosen below those that the system assigns by itself: any connection on the machine may get one of the
// latter before its intended user listens there, or while that one restarts.
const (
	lowestPort      = 10_000
	lowestHandedOut = 32_768
)

// portTries bounds how many occupied ports are tried, and startTries how often another process may take a free one
// first.
const (
	portTries  = 100
	startTries = 5
)

// FreePort finds an unused loopback port, for servers that must know their address in advance or restart at the same
// one.
func FreePort() (port int, err error) {
	for range portTries {
		port = lowestPort + rand.N(lowestHandedOut-lowestPort)
		var listener net.Listener
		if listener, err = net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port))); err == nil {
			return port, listener.Close()
		}
	}
	return 0, err
}

// onFreePort starts a server on a free port.
func onFreePort(ctx context.Context, start func(port int) error) (err error) {
	for range startTries {
		var port int
		if port, err = FreePort(); err != nil {
			return err
		}
		if err = start(port); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}

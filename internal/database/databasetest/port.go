package databasetest

import (
	"context"
	"math/rand/v2"
	"net"
	"strconv"
)

// Ports from lowestPort up to those that the system hands out by itself. One of the latter may become that of any
// connection on the machine before whoever was told of it listens there, or while it is restarted.
const (
	lowestPort      = 10_000
	lowestHandedOut = 32_768
)

// portTries bounds how many ports that are taken are tried, and startTries how often another process may snatch a free one away.
const (
	portTries  = 100
	startTries = 5
)

// FreePort finds a port on the loopback that nobody listens at, for what has to know its address beforehand or is started
// again at the same one.
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

// onFreePort starts something on a free port.
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

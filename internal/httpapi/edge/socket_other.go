//go:build !unix

package edge

import "net"

// newSocket returns the connection unchanged: this system cannot tell who waits for the client.
func newSocket(connection net.Conn) net.Conn { return connection }

// dismiss reports whether a connection may be closed for another one. Here any waiting one may be.
func dismiss(net.Conn, bool) bool { return true }

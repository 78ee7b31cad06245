//go:build !unix

package edge

import "net"

// newSocket leaves a connection as it is: here it cannot be told who waits for the client.
func newSocket(connection net.Conn) net.Conn { return connection }

// dismiss tells whether a connection may be closed for another one. Here any may that keeps us waiting.
func dismiss(net.Conn, bool) bool { return true }

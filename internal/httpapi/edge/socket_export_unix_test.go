//go:build unix

package edge

import (
	"net"
	"time"
)

// Dismiss tells whether a connection may be closed for another one.
func Dismiss(connection net.Conn) bool { return dismiss(connection, false) }

// HasUnread tells whether something has come on a socket that was not read.
func HasUnread(connection net.Conn) bool { return connection.(*socket).hasUnread() }

// IsRead tells whether somebody wants to read from a socket, and nothing had come.
func IsRead(connection net.Conn) bool {
	s := connection.(*socket)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.isWaiting
}

// AwaitBody tells a socket that a body is read, and when it has to be there if it comes late.
func AwaitBody(connection net.Conn, until time.Time) { connection.(*socket).awaitBody(until) }

// EndBody tells whether it came late.
func EndBody(connection net.Conn) bool { return connection.(*socket).endBody() }

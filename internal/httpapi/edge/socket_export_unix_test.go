//go:build unix

package edge

import (
	"net"
	"time"
)

// Dismiss reports whether a connection may be closed for another one.
func Dismiss(connection net.Conn) bool { return dismiss(connection, false) }

// HasUnread reports whether unread data has arrived on a socket.
func HasUnread(connection net.Conn) bool { return connection.(*socket).hasUnread() }

// IsRead reports whether a reader of a socket found that nothing had arrived.
func IsRead(connection net.Conn) bool {
	s := connection.(*socket)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.isWaiting
}

// AwaitBody tells a socket that a body is being read, with its deadline if it is late.
func AwaitBody(connection net.Conn, until time.Time) { connection.(*socket).awaitBody(until) }

// EndBody reports whether the body was late.
func EndBody(connection net.Conn) bool { return connection.(*socket).endBody() }

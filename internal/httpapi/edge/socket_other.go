//go:build !unix

package edge

import "net"

// hasUnread tells whether something has come on a connection that was not read yet. Here it cannot be told.
func hasUnread(net.Conn) bool { return false }

//go:build unix

package edge

import (
	"net"
	"syscall"
)

// hasUnread tells whether something has come on a connection that was not read yet. It takes nothing away, and does not wait
// for whoever reads. Of a connection that is none of the system's it cannot be told.
func hasUnread(connection net.Conn) bool {
	socket, ok := connection.(syscall.Conn)
	if !ok {
		return false
	}
	raw, err := socket.SyscallConn()
	if err != nil {
		return false
	}
	count := 0
	err = raw.Control(func(descriptor uintptr) {
		var one [1]byte
		count, _, _ = syscall.Recvfrom(int(descriptor), one[:], syscall.MSG_PEEK|syscall.MSG_DONTWAIT) // it fails where nothing has come
	})
	return err == nil && count > 0
}

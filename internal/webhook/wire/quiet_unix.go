//go:build unix

package wire

import (
	"errors"
	"syscall"
)

// isQuiet reports whether the receiver has sent nothing on a kept connection. Anything that it sent meanwhile, such as
// a close or a timeout response, is not the answer to the next call. The deadline must not have passed.
func (c *connection) isQuiet() bool {
	socket, ok := c.socket.(syscall.Conn)
	if !ok {
		return false
	}
	raw, err := socket.SyscallConn()
	if err != nil {
		return false
	}
	isQuiet := false
	err = raw.Read(func(descriptor uintptr) bool { // does not block
		var next [1]byte
		count, err := syscall.Read(int(descriptor), next[:])
		isQuiet = count <= 0 && (errors.Is(err, syscall.EAGAIN) || errors.Is(err, syscall.EWOULDBLOCK))
		return true
	})
	return err == nil && isQuiet
}

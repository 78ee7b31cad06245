package database

import (
	"errors"
	"syscall"

	"golang.org/x/sys/unix"
)

// limitUnacknowledged makes the system give up a connection whose bytes are not acknowledged.
func limitUnacknowledged(_, _ string, raw syscall.RawConn) error {
	var failed error
	err := raw.Control(func(descriptor uintptr) {
		failed = unix.SetsockoptInt(int(descriptor), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(unacknowledged.Milliseconds()))
	})
	if errors.Is(failed, unix.ENOPROTOOPT) || errors.Is(failed, unix.EOPNOTSUPP) {
		failed = nil // a Unix socket has no network
	}
	return errors.Join(err, failed)
}

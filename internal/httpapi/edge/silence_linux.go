package edge

import (
	"net"
	"time"

	"golang.org/x/sys/unix"
)

// silence is how long nothing has come on a connection, as the system knows: also from before it was accepted. It is zero where
// that cannot be told.
func silence(connection net.Conn) time.Duration {
	s, ok := connection.(*socket)
	if !ok {
		return 0
	}
	var told *unix.TCPInfo
	err := s.raw.Control(func(descriptor uintptr) {
		told, _ = unix.GetsockoptTCPInfo(int(descriptor), unix.IPPROTO_TCP, unix.TCP_INFO) // nil where it fails
	})
	if err != nil || told == nil {
		return 0
	}
	return time.Duration(told.Last_data_recv) * time.Millisecond
}

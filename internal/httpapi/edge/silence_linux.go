package edge

import (
	"net"
	"time"

	"golang.org/x/sys/unix"
)

// silence is how long nothing has arrived on a connection, according to the kernel, including the time before it was
// accepted. It is zero if that is unknown.
func silence(connection net.Conn) time.Duration {
	s, ok := connection.(*socket)
	if !ok {
		return 0
	}
	var told *unix.TCPInfo
	err := s.raw.Control(func(descriptor uintptr) {
		told, _ = unix.GetsockoptTCPInfo(int(descriptor), unix.IPPROTO_TCP, unix.TCP_INFO) // nil on failure
	})
	if err != nil || told == nil {
		return 0
	}
	return time.Duration(told.Last_data_recv) * time.Millisecond
}

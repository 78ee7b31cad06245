package bourse

import (
	"net"
	"strconv"

	"bourse/internal/database/databasetest"
)

// FreeAddress is an unused address on the loopback, for a server whose address must be known beforehand or that is
// restarted at the same one.
func FreeAddress() (string, error) {
	port, err := databasetest.FreePort()
	return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)), err
}

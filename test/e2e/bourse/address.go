package bourse

import (
	"net"
	"strconv"

	"bourse/internal/database/databasetest"
)

// FreeAddress is one on the loopback that nobody listens at, for what has to know its address beforehand or is started again
// at the same one.
func FreeAddress() (string, error) {
	port, err := databasetest.FreePort()
	return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)), err
}

package bourse

import "net"

// FreeAddress finds a port on the loopback that nobody listens at, for what has to know its address beforehand.
func FreeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}

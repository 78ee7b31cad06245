package wire

import (
	"crypto/tls"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
)

// closingSocket reports what is written to it when it is being closed.
type closingSocket struct {
	net.Conn
	t         *testing.T
	isClosing bool
}

func (s *closingSocket) Write(content []byte) (int, error) {
	if s.isClosing {
		s.t.Errorf("%d bytes are written before the connection is closed", len(content))
	}
	return s.Conn.Write(content)
}

// A receiver that does not read would block a TLS close alert for seconds, and with it every call that needs the pool.
func TestNothingIsSaidToAReceiverWhenItsConnectionIsClosed(t *testing.T) {
	t.Parallel()
	server := httptest.NewTLSServer(nil) // for its certificate
	t.Cleanup(server.Close)
	ours, theirs := net.Pipe()
	t.Cleanup(func() { theirs.Close() })
	shaken := make(chan error, 1)
	go func() { shaken <- tls.Server(theirs, server.TLS).HandshakeContext(t.Context()) }()
	socket := &closingSocket{Conn: ours, t: t}
	trust := server.Client().Transport.(*http.Transport).TLSClientConfig.Clone()
	trust.ServerName, trust.MaxVersion = "example.com", tls.VersionTLS12 // its handshake leaves nothing to be read
	secured := tls.Client(socket, trust)
	if err := secured.HandshakeContext(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-shaken; err != nil {
		t.Fatal(err)
	}
	kept := newPool()
	kept.put("receiver", newConnection(secured, socket))
	socket.isClosing = true
	kept.close()
	if _, err := theirs.Read(make([]byte, 1)); err == nil {
		t.Error("the connection is open")
	}
}

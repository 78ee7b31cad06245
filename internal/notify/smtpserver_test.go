package notify_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"math/big"
	"net"
	"net/textproto"
	"strings"
	"sync"
	"testing"
	"time"
)

// mailServer is a small SMTP server on loopback. Replies overrides the reply to a command, given by its first word;
// "." is the end of the data and "connect" the greeting.
type mailServer struct {
	port    int
	replies map[string]string
	// hangs is the command that is never answered; asked receives a value when it arrives.
	hangs string
	asked chan struct{}

	mutex    sync.Mutex
	commands []string
	mails    []string
	secured  bool
	open     sync.WaitGroup
}

func startMailServer(t *testing.T, server *mailServer, config *tls.Config, immediately bool) *mailServer {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server.port = listener.Addr().(*net.TCPAddr).Port
	server.asked = make(chan struct{}, 10)
	server.open.Go(func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			server.open.Go(func() {
				defer connection.Close()
				if immediately {
					connection = tls.Server(connection, config)
				}
				server.serve(connection, config)
			})
		}
	})
	t.Cleanup(func() {
		if err := listener.Close(); err != nil {
			t.Error(err)
		}
		server.open.Wait() // also proves that every client has hung up
	})
	return server
}

// standard are the replies of a server that accepts everything.
var standard = map[string]string{
	"connect": "220 ready", "MAIL": "250 2.1.0 ok", "RCPT": "250 2.1.5 ok", "DATA": "354 go on", ".": "250 2.0.0 taken",
	"QUIT": "221 bye", "AUTH": "235 2.7.0 welcome", "STARTTLS": "220 go on", "HELO": "250 hello",
}

func (s *mailServer) serve(connection net.Conn, config *tls.Config) {
	_, secured := connection.(*tls.Conn)
	text := textproto.NewConn(connection)
	command := "connect"
	for {
		if command == s.hangs {
			s.asked <- struct{}{}
			_, _ = text.ReadLine() // ends when the client hangs up
			return
		}
		answer, special := s.replies[command]
		switch {
		case special:
		case command == "EHLO":
			answer = "250-hello\r\n250-ENHANCEDSTATUSCODES"
			if config != nil && !secured {
				answer += "\r\n250-STARTTLS"
			}
			answer += "\r\n250 AUTH PLAIN LOGIN"
		default:
			answer = standard[command]
		}
		if text.PrintfLine("%s", answer) != nil {
			return
		}
		switch {
		case command == "QUIT":
			return
		case command == "STARTTLS" && strings.HasPrefix(answer, "2"):
			text, secured = textproto.NewConn(tls.Server(connection, config)), true
		case command == "DATA" && strings.HasPrefix(answer, "3"):
			mail, err := text.ReadDotBytes()
			if err != nil {
				return
			}
			s.note(func() { s.mails, s.secured = append(s.mails, string(mail)), secured })
			command = "."
			continue
		}
		line, err := text.ReadLine()
		if err != nil {
			return
		}
		s.note(func() { s.commands = append(s.commands, line) })
		command, _, _ = strings.Cut(line, " ")
	}
}

func (s *mailServer) note(change func()) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	change()
}

// received returns the commands and the mails so far.
func (s *mailServer) received() (commands string, mails []string, secured bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return strings.Join(s.commands, "\n"), append([]string(nil), s.mails...), s.secured
}

// certificate makes a certificate for 127.0.0.1 and a pool that trusts it.
func certificate(t *testing.T) (*tls.Config, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(raw)
	if err != nil {
		t.Fatal(err)
	}
	trusted := x509.NewCertPool()
	trusted.AddCert(parsed)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{raw}, PrivateKey: key}}}, trusted
}

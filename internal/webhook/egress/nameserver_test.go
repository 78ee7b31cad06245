package egress_test

import (
	"context"
	"net"
	"net/netip"
	"sync"
	"testing"

	"golang.org/x/net/dns/dnsmessage"
)

// nameServer answers for any name over UDP on loopback. Each look-up of a name gets the next of its answers; the last
// one is repeated. Only queries for IPv4 addresses count as a look-up.
type nameServer struct {
	mutex   sync.Mutex
	answers map[string][][]netip.Addr
	asked   map[string]int
}

// newNameServer starts a name server and returns a resolver that uses only this one.
func newNameServer(t *testing.T, answers map[string][][]netip.Addr) (*nameServer, *net.Resolver) {
	t.Helper()
	connection, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &nameServer{answers: answers, asked: map[string]int{}}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		server.serve(connection)
	}()
	t.Cleanup(func() { connection.Close(); <-ended })
	resolver := &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", connection.LocalAddr().String())
	}}
	return server, resolver
}

func (s *nameServer) serve(connection net.PacketConn) {
	buffer := make([]byte, 1500)
	for {
		length, from, err := connection.ReadFrom(buffer)
		if err != nil {
			return
		}
		if answer, err := s.answer(buffer[:length]); err == nil {
			connection.WriteTo(answer, from)
		}
	}
}

func (s *nameServer) answer(packet []byte) ([]byte, error) {
	var question dnsmessage.Message
	if err := question.Unpack(packet); err != nil {
		return nil, err
	}
	asked := question.Questions[0]
	reply := dnsmessage.Message{
		Header:    dnsmessage.Header{ID: question.ID, Response: true, Authoritative: true, RecursionAvailable: true},
		Questions: question.Questions,
	}
	for _, address := range s.next(asked) {
		header := dnsmessage.ResourceHeader{Name: asked.Name, Type: asked.Type, Class: dnsmessage.ClassINET}
		if address.Is4() && asked.Type == dnsmessage.TypeA {
			reply.Answers = append(reply.Answers, dnsmessage.Resource{Header: header, Body: &dnsmessage.AResource{A: address.As4()}})
		}
		if address.Is6() && asked.Type == dnsmessage.TypeAAAA {
			reply.Answers = append(reply.Answers, dnsmessage.Resource{Header: header, Body: &dnsmessage.AAAAResource{AAAA: address.As16()}})
		}
	}
	return reply.Pack()
}

func (s *nameServer) next(asked dnsmessage.Question) []netip.Addr {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	name := asked.Name.String()
	answers := s.answers[name]
	if len(answers) == 0 {
		return nil
	}
	current := answers[min(s.asked[name], len(answers)-1)]
	if asked.Type == dnsmessage.TypeA {
		s.asked[name]++
	}
	return current
}

func (s *nameServer) lookups(name string) int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.asked[name]
}

// always returns the answers of a name that always resolves to the same addresses.
func always(addresses ...string) [][]netip.Addr { return [][]netip.Addr{parsed(addresses)} }

func parsed(texts []string) []netip.Addr {
	addresses := make([]netip.Addr, len(texts))
	for i, text := range texts {
		addresses[i] = netip.MustParseAddr(text)
	}
	return addresses
}

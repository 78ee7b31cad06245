package database_test

import (
	"net"
	"net/url"
	"sync"
	"testing"

	"bourse/internal/database/databasetest"
)

// proxy is between a handle and the PostgreSQL server and can fall silent like a network: connections stay open but
// nothing gets through.
type proxy struct {
	url       string
	server    string
	listener  net.Listener
	running   sync.WaitGroup
	closeOnce sync.Once

	mutex       sync.Mutex
	frozen      chan struct{} // closed when the current connections must fall silent
	admitted    chan struct{} // closed while new connections are served
	connections []net.Conn
}

func newProxy(t *testing.T, serverURL string) *proxy {
	t.Helper()
	address, err := url.Parse(databasetest.Direct(serverURL))
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{server: address.Host, listener: listener, frozen: make(chan struct{}), admitted: make(chan struct{})}
	close(p.admitted)
	address.Host, address.RawQuery = listener.Addr().String(), "sslmode=disable" // and with the product's own connect timeout
	p.url = address.String()
	p.running.Go(p.accept)
	t.Cleanup(p.close)
	return p
}

// freeze makes the current connections fall silent, and new ones until admit is called.
func (p *proxy) freeze() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	close(p.frozen)
	p.frozen = make(chan struct{})
	p.admitted = make(chan struct{})
}

// admit serves new connections again, including waiting ones.
func (p *proxy) admit() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	close(p.admitted)
}

// close ends the proxy and every connection through it. It may be called more than once.
func (p *proxy) close() { p.closeOnce.Do(p.end) }

func (p *proxy) end() {
	p.listener.Close()
	p.mutex.Lock()
	select {
	case <-p.admitted:
	default:
		close(p.admitted)
	}
	close(p.frozen)
	for _, connection := range p.connections {
		connection.Close()
	}
	p.mutex.Unlock()
	p.running.Wait()
}

func (p *proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		p.mutex.Lock()
		p.connections = append(p.connections, client)
		admitted := p.admitted
		p.mutex.Unlock()
		p.running.Go(func() {
			<-admitted
			p.serve(client)
		})
	}
}

// leadTo directs new connections to another server.
func (p *proxy) leadTo(server string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.server = server
}

func (p *proxy) serve(client net.Conn) {
	p.mutex.Lock()
	address := p.server
	p.mutex.Unlock()
	server, err := net.Dial("tcp", address)
	if err != nil {
		client.Close()
		return
	}
	p.mutex.Lock()
	p.connections = append(p.connections, server)
	frozen := p.frozen
	p.mutex.Unlock()
	p.running.Go(func() { forward(server, client, frozen) })
	forward(client, server, frozen)
}

// forward copies until one side closes, which closes the other, or until it is frozen, which closes neither.
func forward(to, from net.Conn, frozen <-chan struct{}) {
	buffer := make([]byte, 64<<10)
	for {
		count, err := from.Read(buffer)
		select {
		case <-frozen:
			return
		default:
		}
		if err != nil {
			to.Close()
			return
		}
		if _, err := to.Write(buffer[:count]); err != nil {
			from.Close()
			return
		}
	}
}

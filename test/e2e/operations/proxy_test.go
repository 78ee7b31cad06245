package operations_test

import (
	"bytes"
	"io"
	"net"
	"net/url"
	"sync"
	"testing"
)

// proxy stands between a replica and PostgreSQL, so that a test can disturb only that replica's network. It
// recognizes the listener's connection by a command that only the listener sends.
type proxy struct {
	target   string
	listener net.Listener

	mutex   sync.Mutex
	open    map[*link]bool
	refuses bool
}

// link is one connection through the proxy.
type link struct {
	client, server net.Conn
	isListener     bool
	gate           sync.RWMutex // held by whoever freezes the link
}

// newProxy starts a proxy to the database and returns it with the URL that leads through it.
func newProxy(t *testing.T, databaseURL string) (*proxy, string) {
	t.Helper()
	address, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{target: address.Host, listener: listener, open: map[*link]bool{}}
	var accepting sync.WaitGroup
	accepting.Go(p.accept)
	t.Cleanup(func() {
		listener.Close()
		accepting.Wait()
		p.each(func(l *link) { l.close() })
	})
	address.Host = listener.Addr().String()
	return p, address.String()
}

func (p *proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		go p.carry(client)
	}
}

func (p *proxy) carry(client net.Conn) {
	p.mutex.Lock()
	refuses := p.refuses
	p.mutex.Unlock()
	if refuses {
		client.Close()
		return
	}
	server, err := net.Dial("tcp", p.target)
	if err != nil {
		client.Close()
		return
	}
	l := &link{client: client, server: server}
	p.mutex.Lock()
	p.open[l] = true
	p.mutex.Unlock()
	go p.copy(l, client, server)
	go p.copy(l, server, client)
}

// copy carries what one side sends. Data that arrives while the link is frozen waits.
func (p *proxy) copy(l *link, from io.Reader, to io.Writer) {
	defer func() {
		l.close()
		p.mutex.Lock()
		delete(p.open, l)
		p.mutex.Unlock()
	}()
	space := make([]byte, 32<<10)
	for {
		length, err := from.Read(space)
		if length > 0 {
			if bytes.Contains(space[:length], []byte("LISTEN ")) {
				p.mutex.Lock()
				l.isListener = true
				p.mutex.Unlock()
			}
			l.gate.RLock()
			_, failed := to.Write(space[:length])
			l.gate.RUnlock()
			if failed != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

func (l *link) close() {
	l.client.Close()
	l.server.Close()
}

func (p *proxy) each(do func(l *link)) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for l := range p.open {
		do(l)
	}
}

// refuseNew makes the proxy refuse new connections from now on. Open ones stay.
func (p *proxy) refuseNew() { p.setRefuses(true) }

// setRefuses sets whether the proxy refuses connections.
func (p *proxy) setRefuses(refuses bool) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.refuses = refuses
}

// listeners counts the connected listeners.
func (p *proxy) listeners() (count int) {
	p.each(func(l *link) {
		if l.isListener {
			count++
		}
	})
	return count
}

// freezeListener stops carrying data for the listener without either side noticing, like a network that drops
// packets. It is unfrozen when the test ends.
func (p *proxy) freezeListener(t *testing.T) {
	t.Helper()
	p.each(func(l *link) {
		if l.isListener {
			l.gate.Lock()
			t.Cleanup(func() {
				l.close()
				l.gate.Unlock()
			})
		}
	})
}

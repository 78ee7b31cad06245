package main

import (
	"io"
	"net"
	"sync"
	"time"
)

// proxy stands between a replica and PostgreSQL, so that it can disturb the network.
type proxy struct {
	target   string
	listener net.Listener

	mutex   sync.Mutex
	open    map[*link]bool
	isGated bool // new connections are stalled too
}

// link is one connection through the proxy.
type link struct {
	client, server net.Conn
	gate           sync.RWMutex // held by whoever stalls the link
}

func newProxy(target string) (*proxy, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &proxy{target: target, listener: listener, open: map[*link]bool{}}
	go p.accept()
	return p, nil
}

func (p *proxy) address() string { return p.listener.Addr().String() }

func (p *proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return // it is closed
		}
		go p.carry(client)
	}
}

func (p *proxy) carry(client net.Conn) {
	server, err := net.DialTimeout("tcp", p.target, 5*time.Second)
	if err != nil {
		client.Close()
		return
	}
	l := &link{client: client, server: server}
	p.mutex.Lock()
	p.open[l] = true
	if p.isGated {
		l.gate.Lock()
	}
	p.mutex.Unlock()
	go p.copy(l, client, server)
	go p.copy(l, server, client)
}

// copy carries what one side sends. Data that arrives while the link is stalled waits.
func (p *proxy) copy(l *link, from io.Reader, to io.Writer) {
	defer func() {
		l.close()
		p.mutex.Lock()
		if p.open[l] && p.isGated {
			l.gate.Unlock()
		}
		delete(p.open, l)
		p.mutex.Unlock()
	}()
	space := make([]byte, 32<<10)
	for {
		length, err := from.Read(space)
		if length > 0 {
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

// cut breaks all connections.
func (p *proxy) cut() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for l := range p.open {
		l.close()
	}
}

// stall stops carrying data, without either side noticing, like a network that drops packets, until it is called
// again with false.
func (p *proxy) stall(isGated bool) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.isGated == isGated {
		return
	}
	p.isGated = isGated
	for l := range p.open {
		if isGated {
			l.gate.Lock()
		} else {
			l.gate.Unlock()
		}
	}
}

func (p *proxy) close() {
	p.stall(false)
	p.listener.Close()
	p.cut()
}

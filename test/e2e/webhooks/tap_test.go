package webhooks_test

import (
	numbers "encoding/binary"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
)

// tap stands between a process and PostgreSQL and sees every message of the process.
type tap struct {
	target   string
	listener net.Listener
	// watch is called with every message of the process, before it is forwarded. If it returns true the connection is
	// cut once the server has answered, and the answer is withheld.
	watch func(l *tapLink, kind byte, payload []byte) (cut bool)

	mutex sync.Mutex
	open  map[*tapLink]bool
}

// tapLink is one connection through the tap.
type tapLink struct {
	client, server net.Conn
	waiting        []byte // the start of a message
	isGreeted      bool   // the first message, which has no kind, is over
	isMarked       bool   // for watch to remember something
	isMuted        atomic.Bool
}

// newTap starts a tap and returns the URL that leads through it.
func newTap(t *testing.T, databaseURL string, watch func(l *tapLink, kind byte, payload []byte) (cut bool)) string {
	t.Helper()
	address, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &tap{target: address.Host, listener: listener, watch: watch, open: map[*tapLink]bool{}}
	var carrying sync.WaitGroup
	carrying.Go(func() { p.accept(&carrying) })
	t.Cleanup(func() {
		listener.Close()
		p.mutex.Lock()
		for l := range p.open {
			l.close()
		}
		p.mutex.Unlock()
		carrying.Wait()
	})
	address.Host = listener.Addr().String()
	return address.String()
}

func (p *tap) accept(carrying *sync.WaitGroup) {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", p.target)
		if err != nil {
			client.Close()
			continue
		}
		l := &tapLink{client: client, server: server}
		p.mutex.Lock()
		p.open[l] = true
		p.mutex.Unlock()
		carrying.Go(func() { p.toServer(l) })
		carrying.Go(func() { p.toClient(l) })
	}
}

func (l *tapLink) close() {
	l.client.Close()
	l.server.Close()
}

func (p *tap) toServer(l *tapLink) {
	defer func() {
		l.close()
		p.mutex.Lock()
		delete(p.open, l)
		p.mutex.Unlock()
	}()
	space := make([]byte, 32<<10)
	for {
		length, err := l.client.Read(space)
		if err != nil {
			return
		}
		if p.show(l, space[:length]) {
			l.isMuted.Store(true)
		}
		if _, err := l.server.Write(space[:length]); err != nil {
			return
		}
	}
}

// show splits data into messages: a kind, a length that includes itself, and the payload.
func (p *tap) show(l *tapLink, piece []byte) (cut bool) {
	l.waiting = append(l.waiting, piece...)
	for {
		head := 5
		if !l.isGreeted {
			head = 4
		}
		if len(l.waiting) < head {
			return cut
		}
		size := head - 4 + int(numbers.BigEndian.Uint32(l.waiting[head-4:]))
		if len(l.waiting) < size {
			return cut
		}
		if l.isGreeted && p.watch(l, l.waiting[0], l.waiting[head:size]) {
			cut = true
		}
		l.isGreeted = true
		l.waiting = l.waiting[size:]
	}
}

func (p *tap) toClient(l *tapLink) {
	defer l.close()
	space := make([]byte, 32<<10)
	for {
		length, err := l.server.Read(space)
		if err != nil || l.isMuted.Load() {
			return
		}
		if _, err := l.client.Write(space[:length]); err != nil {
			return
		}
	}
}

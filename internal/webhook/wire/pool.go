package wire

import (
	"slices"
	"sync"
	"time"
)

const (
	idleTimeout = 90 * time.Second
	sweepEvery  = 30 * time.Second
	maxIdle     = 2048
	// maxIdlePerKey leaves room for several endpoints at one host, each with its own concurrent calls.
	maxIdlePerKey = 1024
	// maxRemembered bounds how many receivers are remembered as speaking HTTP/2.
	maxRemembered = 10_000
)

// pool keeps connections between calls.
type pool struct {
	mutex    sync.Mutex
	idle     map[string][]*connection // by target key; the most recently used is last
	count    int
	http2    map[string]struct{} // keys of targets that speak HTTP/2
	sweeping bool
	closed   bool
}

func newPool() *pool {
	return &pool{idle: map[string][]*connection{}, http2: map[string]struct{}{}}
}

// take returns the most recently used connection, or nil.
func (p *pool) take(key string) *connection {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	kept := p.idle[key]
	if len(kept) == 0 {
		return nil
	}
	last := kept[len(kept)-1]
	kept[len(kept)-1] = nil
	p.idle[key] = kept[:len(kept)-1]
	p.count--
	last.isReused = true
	return last
}

// put keeps a connection for the next call, or closes it when enough are kept.
func (p *pool) put(key string, c *connection) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.closed || p.count >= maxIdle || len(p.idle[key]) >= maxIdlePerKey {
		c.close()
		return
	}
	c.idleSince = time.Now()
	p.idle[key] = append(p.idle[key], c)
	p.count++
	if !p.sweeping {
		p.sweeping = true
		time.AfterFunc(sweepEvery, p.sweep)
	}
}

// sweep closes connections that have long been idle, and reschedules itself while any remain.
func (p *pool) sweep() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	end := time.Now().Add(-idleTimeout)
	for key, kept := range p.idle {
		old := 0
		for old < len(kept) && kept[old].idleSince.Before(end) {
			kept[old].close()
			old++
		}
		p.count -= old
		if p.idle[key] = slices.Delete(kept, 0, old); len(p.idle[key]) == 0 {
			delete(p.idle, key)
		}
	}
	p.sweeping = p.count > 0
	if p.sweeping {
		time.AfterFunc(sweepEvery, p.sweep)
	}
}

// close closes all kept connections; put closes all later ones.
func (p *pool) close() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.closed = true
	for _, kept := range p.idle {
		for _, c := range kept {
			c.close()
		}
	}
	clear(p.idle)
	p.count = 0
}

func (p *pool) rememberHTTP2(key string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if len(p.http2) >= maxRemembered {
		clear(p.http2) // the next call to each finds out again
	}
	p.http2[key] = struct{}{}
}

func (p *pool) speaksHTTP2(key string) bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	_, speaks := p.http2[key]
	return speaks
}

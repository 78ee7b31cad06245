package wire

import (
	"context"
	"crypto/tls"
	"net"
	"net/http/httptrace"
	"sync"
	"time"
)

// Timing is the duration of the parts of a call. DNS, Connect and TLS are zero when a connection was reused, or when
// another call had opened it.
type Timing struct {
	DNS     time.Duration
	Connect time.Duration
	TLS     time.Duration
	// FirstByte is the time from the start of the call to the first byte of the answer.
	FirstByte time.Duration
	// Total is the time from the start of the call to its end.
	Total  time.Duration
	Reused bool
}

// stage is what a call is doing; its text completes "given up …".
type stage string

const (
	starting    stage = "before a connection was opened"
	resolving   stage = "while the name was looked up"
	connecting  stage = "while the connection was opened"
	handshaking stage = "during the TLS handshake"
	waiting     stage = "while waiting for the answer"
	reading     stage = "while reading the answer"
)

// probe observes one call. It must not be reused for another one: a connection that was opened in vain still reports to
// it.
type probe struct {
	context.Context           // of the caller
	start           time.Time // of the call
	deadline        time.Time // by which it must be over

	mutex           sync.Mutex
	stage           stage
	began           time.Time // of the current look-up, connection or handshake
	measured        Timing
	isConnected     bool // the call has its connection; later reports of dialling belong to another one
	failedHandshake bool
}

type probeKey struct{}

func newProbe(ctx context.Context, timeout time.Duration) *probe {
	now := time.Now()
	return &probe{Context: ctx, start: now, deadline: now.Add(timeout), stage: starting}
}

// traced returns a context that carries the probe to a transport and to dialling. Most calls reuse a connection of this
// package and do not need it.
func (p *probe) traced(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(context.WithValue(ctx, probeKey{}, p), &httptrace.ClientTrace{
		GotConn:              func(info httptrace.GotConnInfo) { p.gotConnection(info.Reused) },
		GotFirstResponseByte: p.gotFirstByte,
		TLSHandshakeStart:    p.beginHandshake,
		TLSHandshakeDone:     func(_ tls.ConnectionState, err error) { p.endHandshake(err) },
	})
}

// isOver reports whether the call's deadline has passed.
func (p *probe) isOver() bool { return !time.Now().Before(p.deadline) }

type dialFunction = func(ctx context.Context, network, address string) (net.Conn, error)

// traced lets a probe observe the opening of connections. The hooks for that are expensive to set up, so they are added
// only when a connection is actually opened.
func traced(dial dialFunction) dialFunction {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		if p, isProbed := ctx.Value(probeKey{}).(*probe); isProbed {
			ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
				DNSStart:     func(httptrace.DNSStartInfo) { p.enter(resolving) },
				DNSDone:      func(httptrace.DNSDoneInfo) { p.leave(resolving, &p.measured.DNS) },
				ConnectStart: func(string, string) { p.enter(connecting) },
				ConnectDone:  func(string, string, error) { p.leave(connecting, &p.measured.Connect) },
			})
		}
		return dial(ctx, network, address)
	}
}

// enter records the start of a stage. Several addresses tried at once count as one stage.
func (p *probe) enter(next stage) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.stage == next || p.isConnected && next != reading {
		return
	}
	p.stage, p.began = next, time.Now()
}

// leave adds the time of a stage to its measurement. The time for an address that failed, and the wait until the next
// one is tried, count as part of connecting.
func (p *probe) leave(last stage, measured *time.Duration) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.stage == last && !p.isConnected {
		*measured = time.Since(p.began)
	}
}

func (p *probe) beginHandshake() { p.enter(handshaking) }

func (p *probe) endHandshake(err error) {
	p.leave(handshaking, &p.measured.TLS)
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.failedHandshake = err != nil && !p.isConnected
}

func (p *probe) gotConnection(isReused bool) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.stage, p.isConnected, p.failedHandshake = waiting, true, false
	p.measured.Reused = isReused
	if isReused {
		// The connection being opened meanwhile is not the one that is used.
		p.measured.DNS, p.measured.Connect, p.measured.TLS = 0, 0, 0
	}
}

func (p *probe) gotFirstByte() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.measured.FirstByte = time.Since(p.start)
}

// progress returns the stage that the call was in last.
func (p *probe) progress() (stage, bool) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.stage, p.failedHandshake
}

// timing ends the measurement.
func (p *probe) timing() Timing {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.measured.Total = time.Since(p.start)
	return p.measured
}

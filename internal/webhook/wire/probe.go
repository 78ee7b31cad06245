package wire

import (
	"context"
	"crypto/tls"
	"net"
	"net/http/httptrace"
	"sync"
	"time"
)

// Timing is how long the parts of a call took. DNS, Connect and TLS are zero when a connection was
// reused, or when another call had opened it.
type Timing struct {
	DNS     time.Duration
	Connect time.Duration
	TLS     time.Duration
	// FirstByte runs from the start of the call to the first byte of the answer.
	FirstByte time.Duration
	// Total runs from the start of the call to its end.
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

// probe watches one call. It is the context of the call, too, so that whoever opens a connection for the
// call can find it without a second context. It must not be used for another call afterwards: a
// connection opened in vain goes on reporting to it.
type probe struct {
	context.Context
	trace httptrace.ClientTrace
	start time.Time

	mutex           sync.Mutex
	stage           stage
	began           time.Time // of the present look-up, connection or handshake
	measured        Timing
	isConnected     bool // the call has its connection; what dialling still reports is another's
	failedHandshake bool
}

type probeKey struct{}

func newProbe(ctx context.Context) *probe {
	p := &probe{Context: ctx, start: time.Now(), stage: starting}
	p.trace.GotConn = p.gotConnection
	p.trace.GotFirstResponseByte = p.gotFirstByte
	p.trace.TLSHandshakeStart = p.beginHandshake
	p.trace.TLSHandshakeDone = p.endHandshake
	return p
}

// Value makes the probe findable by its key in every context below it.
func (p *probe) Value(key any) any {
	if key == (probeKey{}) {
		return p
	}
	return p.Context.Value(key)
}

// traced returns the context of the request.
func (p *probe) traced() context.Context { return httptrace.WithClientTrace(p, &p.trace) }

type dialFunction = func(ctx context.Context, network, address string) (net.Conn, error)

// traced lets a probe watch the opening of connections. The hooks for that are costly to set up, so they
// are not part of every call but added only when a connection is in fact opened.
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

// enter notes that a stage begins. Several addresses tried at once count as one stage.
func (p *probe) enter(next stage) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.stage == next || p.isConnected && next != reading {
		return
	}
	p.stage, p.began = next, time.Now()
}

// leave adds the time of a stage to what is measured. An address that failed is part of what the
// connection cost, and the time until the next one is tried is too.
func (p *probe) leave(last stage, measured *time.Duration) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.stage == last && !p.isConnected {
		*measured = time.Since(p.began)
	}
}

func (p *probe) beginHandshake() { p.enter(handshaking) }

func (p *probe) endHandshake(_ tls.ConnectionState, err error) {
	p.leave(handshaking, &p.measured.TLS)
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.failedHandshake = err != nil && !p.isConnected
}

func (p *probe) gotConnection(info httptrace.GotConnInfo) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.stage, p.isConnected, p.failedHandshake = waiting, true, false
	p.measured.Reused = info.Reused
	if info.Reused {
		// A connection that was being opened meanwhile is not the one that is used.
		p.measured.DNS, p.measured.Connect, p.measured.TLS = 0, 0, 0
	}
}

func (p *probe) gotFirstByte() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.measured.FirstByte = time.Since(p.start)
}

// progress tells what the call was doing last.
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

package telemetry

import (
	"io"
	"sync"
	"time"
)

const (
	// flushDelay is how long a line may wait for others. It is too short to be noticed by a person watching the log,
	// and long enough that a busy process writes twenty times a second and not thousands.
	flushDelay = 50 * time.Millisecond
	// fullBuffer bounds the memory: beyond it, logging waits for the output.
	fullBuffer = 64 << 10
)

// lineBuffer gathers lines and writes many of them at once. Its goroutine sleeps while nothing is logged.
type lineBuffer struct {
	mutex   sync.Mutex // guards pending and closed
	pending []byte
	closed  bool

	// writing guards out and spare. It is taken before mutex and held during the write, so that lines are written in
	// order while new ones are still accepted.
	writing sync.Mutex
	out     io.Writer
	spare   []byte

	arrived chan struct{} // holds a token when a line has been added to an empty buffer
	stop    chan struct{}
	ended   chan struct{}
}

func newLineBuffer(out io.Writer) *lineBuffer {
	b := &lineBuffer{
		out:     out,
		arrived: make(chan struct{}, 1),
		stop:    make(chan struct{}),
		ended:   make(chan struct{}),
	}
	go b.run()
	return b
}

func (b *lineBuffer) run() {
	defer close(b.ended)
	for {
		select {
		case <-b.stop:
			return
		case <-b.arrived:
		}
		select {
		case <-b.stop:
			return
		case <-time.After(flushDelay):
			b.flush()
		}
	}
}

// Write adds a line. It never fails.
func (b *lineBuffer) Write(line []byte) (int, error) {
	b.mutex.Lock()
	first := len(b.pending) == 0
	b.pending = append(b.pending, line...)
	now := b.closed || len(b.pending) >= fullBuffer
	b.mutex.Unlock()

	if now {
		b.flush()
	} else if first {
		select {
		case b.arrived <- struct{}{}:
		default: // the goroutine already knows
		}
	}
	return len(line), nil
}

// flush returns when every line added before the call has been written.
func (b *lineBuffer) flush() {
	b.writing.Lock()
	defer b.writing.Unlock()

	b.mutex.Lock()
	lines := b.pending
	b.pending = b.spare[:0]
	b.mutex.Unlock()

	if len(lines) > 0 {
		_, _ = b.out.Write(lines)
	}
	b.spare = lines
}

// close writes what is pending and returns when the goroutine has ended.
func (b *lineBuffer) close() {
	b.mutex.Lock()
	first := !b.closed
	b.closed = true
	b.mutex.Unlock()

	if first {
		close(b.stop)
	}
	<-b.ended
	b.flush()
}

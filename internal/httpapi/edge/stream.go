package edge

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"bourse/internal/fault"
)

const (
	// keepAliveInterval is how often a comment is sent, so that no intermediary considers the connection dead, and how
	// often the session is checked even if no change was announced.
	keepAliveInterval = 15 * time.Second
	// acceptLimit is how long a client may take to accept a message before it counts as dead.
	acceptLimit = 10 * time.Second
	// reconnectPause is how long a client is asked to wait before reconnecting.
	reconnectPause = 3 * time.Second
)

// Event is one event of a stream.
type Event struct {
	ID   string // after which a reconnecting client resumes; empty where nothing can be missed
	Name string
	Data []byte // JSON, without line breaks
	// Written is the text of the whole event, if it already exists because many streams send it.
	Written []byte
}

// EndedError is why a source of events has no more. The ID is where a client may resume if it cannot do so after the
// last event it saw.
type EndedError struct{ Reason, ID string }

// Error is for people; the client receives the reason.
func (e *EndedError) Error() string { return "the stream has ended: " + e.Reason }

// Events is the source of a stream's events.
type Events interface {
	// Begin is the ID after which the first event comes.
	Begin() string
	// Next waits for the next event. It fails with an EndedError when there will be no more, and with the context's
	// error when that ends.
	Next(ctx context.Context) (Event, error)
	Close()
}

// Stream makes an operation's response continue for as long as the client listens and its session lasts: what open
// returns is read event by event, as server-sent events. It fails with SERVICE_UNAVAILABLE when too many streams are
// open or the server is stopping, and as open does.
func Stream(ctx context.Context, open func(lasting context.Context) (Events, error)) (io.ReadCloser, error) {
	e := exchangeOf(ctx)
	leave, err := e.handler.streams.enter()
	if err != nil {
		return nil, err
	}
	lasting, end := e.lasting()
	cancel := func() {
		end()
		leave()
	}
	events, err := open(lasting)
	if err != nil {
		isStopping := e.handler.stopping.Err() != nil
		cancel()
		if isStopping {
			return nil, fault.New(fault.ServiceUnavailable, "the server is stopping; try again").After(reconnectPause)
		}
		return nil, err
	}
	e.begun = time.Since(e.started)
	e.answer.Header().Set("X-Accel-Buffering", "no")
	reader := &eventReader{
		exchange: e, ctx: lasting, cancel: cancel, events: events,
		controller: http.NewResponseController(&e.answer), every: e.handler.keepAlive,
	}
	reader.unfollow = e.handler.authenticator.Follow(e.caller.SessionID, reader.sessionChanged)
	reader.changed.Store(true) // changes while the stream was being opened were not announced to it
	reader.lookAt = reader.nextLook(time.Now())
	reader.rest = begin(events.Begin())
	return reader, nil
}

// begin is the start of a stream. It is not an event: the client keeps it even when it is cut off before the first
// one.
func begin(id string) []byte {
	text := "retry: " + strconv.FormatInt(reconnectPause.Milliseconds(), 10) + "\n"
	if id != "" {
		text += "id: " + id + "\n"
	}
	return []byte(text + "\n")
}

// streamPlaces limits how many streams are open in the process, so that they do not take all connections.
type streamPlaces struct {
	most  int64 // zero means any number
	taken atomic.Int64
}

// enter takes a place until leave is called. It fails with SERVICE_UNAVAILABLE when none is free.
func (p *streamPlaces) enter() (leave func(), err error) {
	if taken := p.taken.Add(1); p.most > 0 && taken > p.most {
		p.taken.Add(-1)
		return nil, fault.New(fault.ServiceUnavailable, "too many streams are open; try again").After(reconnectPause)
	}
	return func() { p.taken.Add(-1) }, nil
}

// eventReader is a stream as the text of server-sent events. Its copier asks for more once it has written the last
// part: that is when the part is flushed.
type eventReader struct {
	exchange   *exchange
	ctx        context.Context
	cancel     func()
	unfollow   func()
	events     Events
	controller *http.ResponseController
	every      time.Duration // interval between routine checks of the session
	lookAt     time.Time
	rest       []byte // of the current event
	isOver     bool   // that was the last event

	changed atomic.Bool // the session must be checked
	waiting atomic.Pointer[context.CancelFunc]
}

// sessionChanged makes the reader check the session now.
func (r *eventReader) sessionChanged() {
	r.changed.Store(true)
	if cancel := r.waiting.Load(); cancel != nil {
		(*cancel)()
	}
}

// Read returns a part of the next event, as soon as there is one. It ends when the client has gone or accepts nothing,
// and after an event that gives the reason: when the server stops, when the session is over, and when the stream ends.
func (r *eventReader) Read(to []byte) (int, error) {
	if len(r.rest) == 0 {
		if err := r.controller.Flush(); err != nil || r.isOver {
			return 0, io.EOF
		}
		if r.rest = r.next(); r.rest == nil {
			return 0, io.EOF
		}
	}
	// The server's write limit is meant for responses that end.
	if err := r.controller.SetWriteDeadline(time.Now().Add(acceptLimit)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return 0, io.EOF
	}
	n := copy(to, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// Close ends the stream.
func (r *eventReader) Close() error {
	r.unfollow()
	r.events.Close()
	r.cancel()
	return nil
}

// next waits for the next event and returns its text; nil when nobody is reading any more.
func (r *eventReader) next() []byte {
	for {
		if isDue := !time.Now().Before(r.lookAt); isDue || r.changed.Swap(false) {
			if err := r.exchange.stillIn(r.ctx); err != nil {
				return r.end(err)
			}
			if isDue {
				r.lookAt = r.nextLook(time.Now())
				return []byte(": keep-alive\n\n")
			}
		}
		event, err := r.wait()
		var ended *EndedError
		switch {
		case err == nil:
			return event.Text()
		case r.ctx.Err() != nil || errors.As(err, &ended):
			return r.end(err)
		}
	}
}

// nextLook is when the session is next checked if no change is announced: no later than the end of the caller's API
// key.
func (r *eventReader) nextLook(now time.Time) time.Time {
	look := now.Add(r.every)
	if ends := r.exchange.caller.EndsAt(); ends.After(now) && ends.Before(look) {
		return ends
	}
	return look
}

// wait waits for an event until it is time to check the session.
func (r *eventReader) wait() (Event, error) {
	ctx, cancel := context.WithDeadline(r.ctx, r.lookAt)
	defer cancel()
	r.waiting.Store(&cancel)
	if r.changed.Load() { // it changed before there was a wait to interrupt
		return Event{}, context.Canceled
	}
	return r.events.Next(ctx)
}

// end returns the last event, which gives the reason; nil when the client has gone.
func (r *eventReader) end(err error) []byte {
	r.isOver = true
	reason, id := "unavailable", "" // the state of the session cannot be checked
	var ended *EndedError
	switch {
	case r.exchange.handler.stopping.Err() != nil:
		reason = "draining"
	case r.ctx.Err() != nil:
		return nil
	case fault.Is(err, fault.AccountSuspended):
		reason = "account_suspended"
	case fault.Is(err, fault.SessionRevoked), fault.Is(err, fault.Unauthorized):
		reason = "session_ended"
	case errors.As(err, &ended):
		reason, id = ended.Reason, ended.ID
	}
	return Event{ID: id, Name: "end", Data: []byte(`{"reason":"` + reason + `"}`)}.Text()
}

// Text is the event as sent.
func (e Event) Text() []byte {
	if e.Written != nil {
		return e.Written
	}
	text := make([]byte, 0, len("id: \nevent: \ndata: \n\n")+len(e.ID)+len(e.Name)+len(e.Data))
	if e.ID != "" {
		text = append(text, "id: "...)
		text = append(text, e.ID...)
		text = append(text, '\n')
	}
	text = append(text, "event: "...)
	text = append(text, e.Name...)
	text = append(text, "\ndata: "...)
	text = append(text, e.Data...)
	return append(text, "\n\n"...)
}

package edge

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"
)

// Download makes an operation's answer a file that is made while it is sent: next returns its parts one after the
// other, and nothing at its end, so that no more than a part is in memory. It goes on for as long as the client accepts
// what it is sent, and may be as long as it likes. It fails as the first part does; when a later one fails the connection
// is cut, because half a file must not look like a whole one.
func Download(ctx context.Context, name string, next func(ctx context.Context) ([]byte, error)) (io.ReadCloser, error) {
	e := exchangeOf(ctx)
	first, err := next(ctx)
	if err != nil {
		return nil, err
	}
	lasting, cancel := e.lasting()
	header := e.answer.Header()
	header.Set("Content-Disposition", `attachment; filename="`+name+`"`)
	header.Set("Cache-Control", "no-store")
	return &fileReader{
		exchange: e, ctx: lasting, cancel: cancel, next: next, rest: first, controller: http.NewResponseController(&e.answer),
	}, nil
}

// fileReader is a file that is made while it is read.
type fileReader struct {
	exchange   *exchange
	ctx        context.Context
	cancel     func()
	next       func(ctx context.Context) ([]byte, error)
	rest       []byte // of the part that is being read
	controller *http.ResponseController
}

// Read returns what follows. It cuts the connection when the next part cannot be made.
func (r *fileReader) Read(to []byte) (int, error) {
	if len(r.rest) == 0 {
		part, err := r.part()
		if err != nil {
			r.exchange.failure = err
			r.exchange.clientGone = r.exchange.context.parent.Err() != nil
			panic(http.ErrAbortHandler)
		}
		if r.rest = part; len(part) == 0 {
			return 0, io.EOF
		}
	}
	// The limit of the server is for answers that are ready when they are sent.
	if err := r.controller.SetWriteDeadline(time.Now().Add(acceptLimit)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return 0, err
	}
	n := copy(to, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// part makes the next part, within the time that an operation may take.
func (r *fileReader) part() ([]byte, error) {
	ctx, cancel := context.WithTimeout(r.ctx, requestLimit)
	defer cancel()
	return r.next(ctx)
}

// Close ends the file.
func (r *fileReader) Close() error {
	r.cancel()
	return nil
}

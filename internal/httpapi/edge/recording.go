package edge

import (
	"bytes"
	"cmp"
	"maps"
	"net/http"
)

// Recording is a response writer that keeps the answer instead of sending it.
type Recording struct {
	header http.Header
	status int // zero until one was chosen
	body   bytes.Buffer
}

// NewRecording makes one that begins with the given headers.
func NewRecording(header http.Header) *Recording { return &Recording{header: header} }

// Header returns the headers of the answer.
func (r *Recording) Header() http.Header { return r.header }

// WriteHeader chooses the status. The last choice before the first byte of the body counts.
func (r *Recording) WriteHeader(status int) {
	if r.body.Len() == 0 && status >= http.StatusOK {
		r.status = status
	}
}

// Write adds to the body. It never fails.
func (r *Recording) Write(content []byte) (int, error) { return r.body.Write(content) }

// StatusCode is the status that was chosen, or the usual one.
func (r *Recording) StatusCode() int { return cmp.Or(r.status, http.StatusOK) }

// Body is what was written.
func (r *Recording) Body() []byte { return r.body.Bytes() }

// sendTo sends what was kept. Headers of the other that are not among those of the recording stay.
func (r *Recording) sendTo(w http.ResponseWriter) {
	maps.Copy(w.Header(), r.header)
	w.WriteHeader(r.StatusCode())
	_, _ = w.Write(r.body.Bytes())
}

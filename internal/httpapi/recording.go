package httpapi

import (
	"bytes"
	"maps"
	"net/http"
)

// recording is a response writer that keeps the answer instead of sending it.
type recording struct {
	header http.Header
	status int // zero until one was chosen
	body   bytes.Buffer
}

// Header returns the headers of the answer.
func (r *recording) Header() http.Header { return r.header }

// WriteHeader chooses the status. The last choice before the first byte of the body counts.
func (r *recording) WriteHeader(status int) {
	if r.body.Len() == 0 && status >= http.StatusOK {
		r.status = status
	}
}

// Write adds to the body. It never fails.
func (r *recording) Write(content []byte) (int, error) { return r.body.Write(content) }

func (r *recording) statusCode() int {
	if r.status == 0 {
		return http.StatusOK
	}
	return r.status
}

// sendTo sends what was kept. Headers of the other that are not among those of the recording stay.
func (r *recording) sendTo(w http.ResponseWriter) {
	maps.Copy(w.Header(), r.header)
	w.WriteHeader(r.statusCode())
	_, _ = w.Write(r.body.Bytes())
}

package hostile

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"
)

// answer is a received answer.
type answer struct {
	status    int
	header    http.Header
	content   []byte
	took      time.Duration
	operation string // as the contract finds it by the path
}

func (a *answer) isSuccess() bool { return a != nil && a.status >= 200 && a.status < 300 }

// data is the data of a success: an object, possibly empty.
func (a *answer) data() map[string]any {
	var envelope struct{ Data map[string]any }
	if a != nil {
		_ = json.Unmarshal(a.content, &envelope) // content that is not an object has no fields
	}
	if envelope.Data == nil {
		return map[string]any{}
	}
	return envelope.Data
}

// list is the data of a success that is a list of objects.
func (a *answer) list() []map[string]any {
	var envelope struct{ Data []map[string]any }
	if a != nil {
		_ = json.Unmarshal(a.content, &envelope)
	}
	return envelope.Data
}

// code is a failure's code.
func (a *answer) code() string {
	var envelope struct{ Error struct{ Code string } }
	if a != nil && a.status >= 400 {
		_ = json.Unmarshal(a.content, &envelope)
	}
	return envelope.Error.Code
}

// callLimit is how long an answer may take.
const callLimit = 40 * time.Second

// send sends a request, checks and counts its answer and keeps its values. It returns nil if the request could not be
// sent, and when the campaign is over.
func (w *worker) send(r *request) *answer {
	if !w.campaign.takes() {
		return nil
	}
	ctx, cancel := context.WithTimeout(w.ctx, callLimit)
	defer cancel()
	sent, err := r.build(ctx, w.campaign.URL)
	if err != nil {
		return nil
	}
	began := time.Now()
	response, err := w.campaign.transport.RoundTrip(sent)
	a := &answer{}
	if err == nil {
		a.status, a.header = response.StatusCode, response.Header
		a.content, err = readAnswer(response)
	}
	a.took = time.Since(began)
	if err != nil {
		w.campaign.unanswered(r, a, err)
		return nil
	}
	wrong := w.campaign.check(r, sent, a)
	w.campaign.Report.count(r, a, wrong)
	if a.isSuccess() {
		w.pool.harvest(r.operation, a.content, r.as)
	}
	if key := r.header.Get(idempotencyKey); key != "" && len(key) < 256 && w.random.IntN(8) == 0 {
		w.pool.add(idempotencyKey, key, r.as)
	}
	if r.as != nil && (a.status == http.StatusUnauthorized && r.header.Get("Authorization") == "" || a.code() == "ACCOUNT_SUSPENDED" || a.code() == "REAUTHENTICATION_REQUIRED") {
		r.as.isStale = true
	}
	return a
}

// readAnswer reads an answer to its end; only one event of a stream, because it has no end.
func readAnswer(response *http.Response) ([]byte, error) {
	defer response.Body.Close()
	if strings.HasPrefix(response.Header.Get("Content-Type"), "text/event-stream") {
		return readEvent(response.Body), nil
	}
	content, err := io.ReadAll(response.Body)
	if err != nil || response.Header.Get("Content-Encoding") != "gzip" {
		return content, err
	}
	reader, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(reader)
}

// readEvent reads until an event has come, or nothing for a while.
func readEvent(from io.ReadCloser) []byte {
	timer := time.AfterFunc(500*time.Millisecond, func() { from.Close() })
	defer timer.Stop()
	var told bytes.Buffer
	hasEvent := false
	for lines := bufio.NewScanner(from); lines.Scan(); {
		told.WriteString(lines.Text() + "\n")
		hasEvent = hasEvent || strings.HasPrefix(lines.Text(), "event:")
		if hasEvent && lines.Text() == "" {
			return told.Bytes()
		}
	}
	whole, _, _ := bytes.Cut(told.Bytes(), []byte("event:")) // drop an incomplete event
	return whole
}

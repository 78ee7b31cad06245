package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// deed is one operation that somebody wants done.
type deed struct {
	area, name   string
	by           *person // whose token is sent; nil for none
	token        string  // sent instead
	owner        string  // who will own the result; if empty, by's
	method, path string  // POST if empty
	body         any
	form         string   // sent instead of a body, as a page does; the path is then the page's
	doneCodes    []string // refusals that show, after a lost answer, that it was done
	makes        string   // the kind of thing that it creates
	// learn reads from the answer what is true now, and what was added to the cash of accounts.
	learn         func(answer reply) ([]fact, map[string]string)
	needsNoAnswer bool // learn knows the result beforehand
}

// reply is an answer.
type reply struct {
	status   int
	code     string
	message  string
	data     map[string]any
	list     []any
	next     string // where a list continues
	isReplay bool
}

// isUnclear reports whether the answer does not show what was done: the same request must be repeated.
func (r reply) isUnclear() bool {
	return r.status >= http.StatusInternalServerError || r.status == http.StatusTooManyRequests ||
		r.code == "CONFLICT" && (strings.Contains(r.message, "still under way") || strings.Contains(r.message, "has taken over"))
}

// isUnseen reports whether the request was carried out before and its result is not repeated.
func (r reply) isUnseen() bool {
	return r.code == "CONFLICT" && (strings.Contains(r.message, "its answer was lost") || strings.Contains(r.message, "its answer is shown once"))
}

// reauthenticate is the code of an answer that requires a recent log-in.
const reauthenticate = "REAUTHENTICATION_REQUIRED"

// wantsToken reports whether the answer is about the token and not about the request: it must be repeated with
// another token.
func (r reply) wantsToken() bool { return r.status == http.StatusUnauthorized || r.wantsLogIn() }

// wantsLogIn reports whether the session's log-in is too old. It says nothing about what an earlier try has done.
func (r reply) wantsLogIn() bool { return r.code == reauthenticate }

const (
	// mostRenewals limits how often a token is renewed for one request.
	mostRenewals = 10
	// tryLimit is how long a client waits for an answer.
	tryLimit = 5 * time.Second
	// dropOneIn is the number of answers of which the client throws one away, as if it had been lost.
	dropOneIn = 12
)

// do repeats a request until the platform says what became of it, records everything, and returns the answer and
// whether it was done. If it was done unseen, the answer has no data.
func (w *world) do(ctx context.Context, d deed) (reply, bool) {
	number := w.numbers.Add(1)
	intent := w.intent(number, d)
	w.journal.write(intent)
	tries := &trying{world: w, deed: d, intent: intent}
	answer, phase := tries.insist(ctx)
	ended := line{Operation: number, Phase: phase, Area: d.area, Name: d.name, Owner: intent.Owner, Key: intent.Key,
		Status: answer.status, Code: answer.code, Makes: d.makes, IsReplay: answer.isReplay}
	if d.learn != nil && (phase == acknowledged || phase == doneUnseen && d.needsNoAnswer) {
		ended.Facts, ended.Moves = d.learn(answer)
	}
	w.journal.write(ended)
	if phase == acknowledged {
		w.repeatable.remember(d, intent, ended.Facts)
	}
	w.tally.ended(ended, tries.unclear)
	return answer, phase == acknowledged || phase == doneUnseen
}

// intent is the first journal line of an operation.
func (w *world) intent(number int64, d deed) line {
	method := d.method
	if method == "" {
		method = http.MethodPost
	}
	owner := d.owner
	if owner == "" && d.by != nil {
		owner = d.by.id
	}
	made := line{Operation: number, Phase: intended, Area: d.area, Name: d.name, Owner: owner, Call: method + " " + d.path, Body: d.body, Makes: d.makes}
	if method == http.MethodPost || method == http.MethodPatch {
		made.Key = w.keyPrefix + "-" + text(number)
	}
	if d.form != "" {
		made.Key, made.Body = "", d.form
	}
	return made
}

// trying is an operation in progress.
type trying struct {
	world   *world
	deed    deed
	intent  line
	unclear int // tries after which it was unknown what had been done
}

// insist sends the same request until the answer shows what became of it.
func (t *trying) insist(ctx context.Context) (reply, string) {
	w, d := t.world, t.deed
	for renewed := 0; ctx.Err() == nil; {
		server := w.server()
		token := d.token
		if token == "" && d.by != nil {
			token = d.by.access()
		}
		w.journal.write(line{Operation: t.intent.Operation, Phase: sent, Server: server.name})
		answer, err := w.send(ctx, server, t.intent, token)
		switch {
		case err != nil || answer.isUnclear():
			t.unclear++
			noted := line{Operation: t.intent.Operation, Phase: lost, Server: server.name, Status: answer.status, Code: answer.code}
			if err != nil {
				noted.Error = err.Error()
			}
			w.tally.unclear(t.intent, answer, err)
			w.journal.write(noted)
			pause(ctx, time.Duration(50+rand.IntN(200))*time.Millisecond)
		case answer.isUnseen():
			return answer, doneUnseen
		case t.unclear > 0 && slices.Contains(d.doneCodes, answer.code):
			return answer, doneUnseen
		case answer.wantsToken() && d.by != nil && d.token == "" && renewed < mostRenewals:
			renewed++
			d.by.renew(ctx, token, answer)
		case answer.status >= http.StatusBadRequest:
			return answer, refused
		case w.dropsAnswer(t.intent):
			t.unclear++
			w.journal.write(line{Operation: t.intent.Operation, Phase: dropped, Server: server.name, Status: answer.status})
		default:
			return answer, acknowledged
		}
	}
	return reply{}, unanswered
}

// dropsAnswer decides whether a client loses an answer that has arrived: it then repeats the request with the same
// key.
func (w *world) dropsAnswer(intent line) bool {
	return intent.Key != "" && w.isRaging.Load() && rand.IntN(dropOneIn) == 0
}

// pause waits a while.
func pause(ctx context.Context, length time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(length):
	}
}

// send makes one request. It fails when there is no answer, or one that is not from the platform.
func (w *world) send(ctx context.Context, server *replica, intent line, token string) (reply, error) {
	ctx, cancel := context.WithTimeout(ctx, tryLimit)
	defer cancel()
	method, path, _ := strings.Cut(intent.Call, " ")
	content, contentType := []byte(nil), "application/json"
	switch body := intent.Body.(type) {
	case nil:
	case string:
		content, contentType = []byte(body), "application/x-www-form-urlencoded"
	default:
		encoded, err := json.Marshal(body)
		if err != nil {
			return reply{}, err
		}
		content = encoded
	}
	if !strings.HasPrefix(path, "/sandbox/") {
		path = "/api/v1" + path
	}
	request, err := http.NewRequestWithContext(ctx, method, "http://"+server.listen+path, bytes.NewReader(content))
	if err != nil {
		return reply{}, err
	}
	if len(content) > 0 {
		request.Header.Set("Content-Type", contentType)
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	if intent.Key != "" {
		request.Header.Set("Idempotency-Key", intent.Key)
	}
	response, err := w.transport.RoundTrip(request)
	if err != nil {
		return reply{}, err
	}
	defer response.Body.Close()
	read, err := io.ReadAll(response.Body)
	if err != nil {
		return reply{status: response.StatusCode}, err
	}
	answer := reply{status: response.StatusCode, isReplay: response.Header.Get("Idempotent-Replay") != ""}
	if contentType != "application/json" {
		return answer, nil
	}
	return answer, answer.decode(read)
}

// decode reads the envelope.
func (r *reply) decode(read []byte) error {
	var envelope struct {
		Data  any
		Error struct{ Code, Message string }
		Meta  struct{ Next string }
	}
	decoder := json.NewDecoder(bytes.NewReader(read))
	decoder.UseNumber()
	if err := decoder.Decode(&envelope); err != nil {
		return err
	}
	r.data, _ = envelope.Data.(map[string]any)
	r.list, _ = envelope.Data.([]any)
	r.code, r.message, r.next = envelope.Error.Code, envelope.Error.Message, envelope.Meta.Next
	return nil
}

// server is one of the replicas.
func (w *world) server() *replica { return w.replicas[rand.IntN(len(w.replicas))] }

// read repeats a read until there is an answer. If something cannot be read while there are no faults, the run ends.
func (w *world) read(ctx context.Context, by *person, path string) (reply, error) {
	for renewed := 0; ; {
		token := by.access()
		answer, err := w.send(ctx, w.server(), line{Call: "GET " + path}, token)
		switch {
		case err == nil && answer.status == http.StatusOK:
			return answer, nil
		case err == nil && answer.wantsToken() && renewed < mostRenewals:
			renewed++
			by.renew(ctx, token, answer)
		case err == nil && !answer.isUnclear():
			return answer, &unreadable{path, answer}
		}
		if ctx.Err() != nil {
			return answer, &unreadable{path, answer}
		}
		pause(ctx, 100*time.Millisecond)
	}
}

// unreadable is a path that the platform does not show.
type unreadable struct {
	path   string
	answer reply
}

func (u *unreadable) Error() string {
	return "GET " + u.path + " is answered with " + text(int64(u.answer.status)) + " " + u.answer.code + " " + u.answer.message
}

// numbers counts operations.
type numbers = atomic.Int64

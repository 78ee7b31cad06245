package hostile

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"strings"
)

const idempotencyKey = "Idempotency-Key"

// request is a request that can be changed before it is sent.
type request struct {
	operation *operation
	as        *person // nobody if nil
	method    string
	path      []string // escaped parts, after the base path
	query     []pair
	header    http.Header
	body      any    // a tree; nil for none
	raw       []byte // replaces the body
	wrong     string // what was made wrong; empty if nothing
}

type pair struct{ name, value string }

// copied is an independent copy of the request.
func (r *request) copied() *request {
	other := *r
	other.path = append([]string(nil), r.path...)
	other.query = append([]pair(nil), r.query...)
	other.header = r.header.Clone()
	other.body = copied(r.body)
	return &other
}

// target is the request target of the first line.
func (r *request) target() string {
	target := "/api/v1/" + strings.Join(r.path, "/")
	for i, pair := range r.query {
		separator := "&"
		if i == 0 {
			separator = "?"
		}
		target += separator + url.QueryEscape(pair.name) + "=" + url.QueryEscape(pair.value)
	}
	return target
}

func (r *request) content() []byte {
	if r.raw != nil || r.body == nil {
		return r.raw
	}
	var written bytes.Buffer
	write(&written, r.body)
	return written.Bytes()
}

// build makes the HTTP request. It fails for what Go's client does not send.
func (r *request) build(ctx context.Context, base string) (*http.Request, error) {
	content := r.content()
	made, err := http.NewRequestWithContext(ctx, r.method, base, bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	target, err := url.Parse(base + r.target())
	if err != nil {
		return nil, err
	}
	made.URL = target
	if content == nil {
		made.Body, made.GetBody, made.ContentLength = nil, nil, 0
	} else {
		made.Header.Set("Content-Type", jsonType)
	}
	if r.as != nil && r.as.token != "" {
		made.Header.Set("Authorization", "Bearer "+r.as.token)
	}
	for name, values := range r.header {
		made.Header[name] = values
	}
	if host := r.header.Get("Host"); host != "" {
		made.Host = host
	}
	return made, nil
}

// fill makes a request of an operation as somebody, with the given values and otherwise with the maker's.
func (m *maker) fill(o *operation, values map[string]string) *request {
	r := &request{operation: o, as: m.as, method: o.method, header: http.Header{}}
	for part := range strings.SplitSeq(strings.TrimPrefix(o.template, "/"), "/") {
		r.path = append(r.path, m.part(o, part, values))
	}
	for _, parameter := range o.query {
		value, isGiven := values[parameter.Name]
		if !isGiven {
			if !parameter.Required && m.random.IntN(100) < 70 {
				continue
			}
			value = m.plain(parameter.Name, parameter.Schema.Value)
		}
		r.query = append(r.query, pair{parameter.Name, value})
	}
	if o.needsKey || o.method == http.MethodPost && m.random.IntN(2) == 0 {
		r.header.Set(idempotencyKey, newID(m.random))
	}
	return r
}

// part is part of a path with its parameters filled in: {courseId}, or statement.csv.
func (m *maker) part(o *operation, part string, values map[string]string) string {
	for _, parameter := range o.path {
		placeholder := "{" + parameter.Name + "}"
		if !strings.Contains(part, placeholder) {
			continue
		}
		value, isGiven := values[parameter.Name]
		if !isGiven {
			value = m.plain(parameter.Name, parameter.Schema.Value)
		}
		part = strings.ReplaceAll(part, placeholder, url.PathEscape(value))
	}
	return part
}

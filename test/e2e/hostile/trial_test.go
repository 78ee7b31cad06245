package hostile

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// Trial gives a server every wrong value that a campaign can make, in every place: what a campaign meets by chance
// once in a hundred thousand requests is tried here every time.
type Trial struct {
	Server http.Handler             // its operations are not implemented, which distinguishes requests that reach them from refused ones
	Routes func(*http.Request) bool // whether the server has an operation for it
	Token  string

	Tried   int
	Reached int      // of those tried, how many reached their operation
	Wrong   []string // of those, what the contract refuses

	campaign *Campaign
	maker    *maker
	seen     map[string]bool // the kinds that have been given everything
}

// Run tries every parameter and every place of a body of every operation. It fails when a valid request does not
// reach its operation.
func (t *Trial) Run() (err error) {
	if t.campaign, t.maker, err = newTestCampaign(); err != nil {
		return err
	}
	t.maker.random, t.seen = rand.New(rand.NewPCG(1, 0)), map[string]bool{}
	for _, id := range t.campaign.deck {
		valid, err := t.valid(t.campaign.operations[id])
		if err != nil {
			return err
		}
		t.tryQuery(valid)
		t.tryPath(valid)
		t.tryBody(valid)
	}
	return nil
}

// valid makes a request that reaches its operation.
func (t *Trial) valid(o *operation) (*request, error) {
	told := ""
	for range 200 {
		r := t.maker.fill(o, nil)
		r.header = http.Header{"Authorization": {"Bearer " + t.Token}}
		if o.needsKey {
			r.header.Set(idempotencyKey, newID(t.maker.random))
		}
		if o.body != nil {
			r.body = t.maker.value("", o.body)
		}
		sent, err := r.build(context.Background(), "http://x")
		if err != nil {
			return nil, err
		}
		var isReached bool
		if isReached, told = t.reaches(sent); isReached && t.campaign.refuses(r, sent) == nil {
			return r, nil
		}
	}
	return nil, fmt.Errorf("%s: what is meant well is refused: %s", o.id, told)
}

// reaches reports whether a request reaches its operation, and the answer.
func (t *Trial) reaches(sent *http.Request) (isReached bool, told string) {
	if sent.Body == nil {
		sent.Body = http.NoBody
	}
	sent.RemoteAddr = "192.0.2.1:1234"
	answer := httptest.NewRecorder()
	t.Server.ServeHTTP(answer, sent)
	var envelope struct {
		Error struct{ Code, Message string }
	}
	if err := json.Unmarshal(answer.Body.Bytes(), &envelope); err != nil {
		return false, answer.Body.String()
	}
	isReached = answer.Code == http.StatusNotFound && envelope.Error.Message == "there is no such operation" && t.Routes(sent)
	return isReached, fmt.Sprint(answer.Code, " ", envelope.Error)
}

// try sends a request to the server.
func (t *Trial) try(r *request, wrong string) {
	t.Tried++
	sent, err := r.build(context.Background(), "http://x")
	if err != nil {
		return // Go's client does not send it
	}
	if isReached, _ := t.reaches(sent); !isReached {
		return
	}
	route := t.campaign.contract.Find(r.method, sent.URL.Path)
	if route == nil || route.Operation.OperationID != r.operation.id {
		return // the path now leads to another operation
	}
	t.Reached++
	if err := t.campaign.refuses(r, sent); err != nil && !isLeftToOperation(err) {
		reason, _, _ := strings.Cut(err.Error(), "\n")
		t.Wrong = append(t.Wrong, fmt.Sprintf("%s: %s: %s %.300q: %s", r.operation.id, wrong, shortly(r.target(), 700), r.content(), reason))
	}
}

// isLeftToOperation reports whether a rule is not the decoder's to enforce: the bounds of an amount, which is a
// decimal and not a Go number, and that the data of an event is an object.
func isLeftToOperation(err error) bool {
	var refused *openapi3.SchemaError
	return errors.As(err, &refused) && (refused.Schema.Type == nil || refused.Schema.Type.Is(openapi3.TypeNumber) && strings.HasPrefix(refused.Reason, "number must be"))
}

func (t *Trial) tryQuery(valid *request) {
	for _, parameter := range valid.operation.query {
		good := pair{parameter.Name, t.maker.plain(parameter.Name, parameter.Schema.Value)}
		without := slices.DeleteFunc(slices.Clone(valid.query), func(other pair) bool { return other.name == parameter.Name })
		for _, value := range t.parameterValues(parameter) {
			bad := pair{parameter.Name, shortly(value, 3000)}
			tries := [][]pair{{bad}}
			if len(value) < 3 { // the order is the same for all
				tries = append(tries, []pair{good, bad}, []pair{bad, good})
			}
			for _, pairs := range tries {
				r := valid.copied()
				r.query = slices.Concat(without, pairs)
				t.try(r, "parameter "+parameter.Name)
			}
		}
	}
}

func (t *Trial) tryPath(valid *request) {
	for i, part := range strings.Split(strings.TrimPrefix(valid.operation.template, "/"), "/") {
		for _, parameter := range valid.operation.path {
			if part != "{"+parameter.Name+"}" {
				continue
			}
			for _, value := range slices.Concat(t.parameterValues(parameter), t.maker.idVariants(valid.path[i])) {
				r := valid.copied()
				r.path[i] = url.PathEscape(value)
				t.try(r, "path "+parameter.Name)
			}
		}
	}
}

// parameterValues are the values to try for a parameter: everything for the first one of its kind, and for the others
// what is made for them.
func (t *Trial) parameterValues(parameter *openapi3.Parameter) (all []string) {
	for _, made := range t.maker.bounds(merged(parameter.Schema.Value)) {
		all = append(all, plainText(made()))
	}
	if t.isSeen(parameter.In, parameter.Schema.Value) {
		return append(all, "", "0", "true", "null")
	}
	for _, number := range numberTexts {
		all = append(all, string(number))
	}
	for _, text := range texts {
		for _, count := range []int{1, 2, 32, 40} {
			all = append(all, strings.Repeat(text, count))
		}
	}
	return append(all, dates...)
}

// tryBody tries every place of a body.
func (t *Trial) tryBody(valid *request) {
	hasCompany := map[*object]bool{}
	for at, place := range slots(valid.body, valid.operation.body) {
		change := func(wrong string, with func(slot)) {
			r := valid.copied()
			with(slots(r.body, r.operation.body)[at])
			t.try(r, place.name+" "+wrong)
		}
		for _, value := range t.bodyValues(place.schema, at == 0) {
			change("is another", func(s slot) { s.set(value) })
		}
		change("is left out", func(s slot) { s.remove() })
		if place.parent == nil {
			continue
		}
		for _, value := range []any{nil, true, "twice", literal("1"), &object{}} {
			change("comes twice", func(s slot) { s.parent.set(s.name, value) })
		}
		if hasCompany[place.parent] {
			continue
		}
		hasCompany[place.parent] = true
		for _, name := range moreNames(place.name) {
			change("has company", func(s slot) { s.parent.set(name, true) })
		}
	}
}

// bodyValues are the values to try for a place of a body: everything for the first one of its kind. Large values and
// invalid JSON behave the same in all places.
func (t *Trial) bodyValues(schema *openapi3.Schema, isFirst bool) (all []any) {
	all = []any{nil, true, literal("1"), "a", "", &list{}, &object{}}
	if isFirst {
		for _, value := range noJSON {
			all = append(all, value)
		}
		for _, made := range t.maker.strange() {
			all = append(all, made())
		}
	}
	if schema == nil || t.isSeen("body", schema) {
		return all
	}
	for _, made := range t.maker.bounds(merged(schema)) {
		value := made()
		if text, isText := value.(string); isText && (len(text) > 20_000 && text[0] != 'a' || slices.Contains(all, value)) {
			continue // one long text stands for all
		}
		all = append(all, value)
	}
	for _, number := range numberTexts {
		all = append(all, number)
	}
	for _, text := range slices.Concat(texts, dates) {
		all = append(all, text)
	}
	return all
}

// isSeen reports whether one of the kind has been given everything, and records that it now is. Places are of one
// kind if they are in the same part of a request and have the same schema.
func (t *Trial) isSeen(part string, schema *openapi3.Schema) bool {
	kind := *schema
	kind.Description, kind.Example, kind.Default = "", nil, nil
	rules, err := json.Marshal(&kind)
	key := part + string(rules)
	isSeen := err == nil && t.seen[key]
	t.seen[key] = true
	return isSeen
}

package hostile

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
)

// pool is what answers have returned, by kind: ids, tokens, slugs, serials and cursors. Deleted items stay in it.
type pool map[string][]found

type found struct {
	value string
	owner *person
}

// mostOfAKind limits how much of a kind is kept: new items replace old ones.
const mostOfAKind = 120

// untouchable is the kind of values that requests must not contain.
const untouchable = "untouchable"

// protect keeps a value out of requests from now on.
func (p pool) protect(value string) {
	for kind, known := range p {
		p[kind] = slices.DeleteFunc(known, func(one found) bool { return one.value == value })
	}
	p[untouchable] = append(p[untouchable], found{value: value})
}

// add keeps a value, once.
func (p pool) add(kind, value string, owner *person) {
	if value == "" || len(value) > 4096 || slices.ContainsFunc(p[untouchable], func(one found) bool { return one.value == value }) {
		return
	}
	known := p[kind]
	for _, one := range known {
		if one.value == value {
			return
		}
	}
	if len(known) >= mostOfAKind {
		copy(known[mostOfAKind/4:], known[mostOfAKind/4+1:]) // the first ones stay, such as what everybody shares
		known = known[:len(known)-1]
	}
	p[kind] = append(known, found{value, owner})
}

// pick chooses a value of a kind: mostly one that the person has seen, occasionally anybody's.
func (p pool) pick(random *rand.Rand, kind string, as *person) (string, bool) {
	known := p[kind]
	if len(known) == 0 {
		return "", false
	}
	if random.IntN(100) < 70 {
		for range 8 {
			if one := known[random.IntN(len(known))]; one.owner == as {
				return one.value, true
			}
		}
	}
	return known[random.IntN(len(known))].value, true
}

// secretsByName are the kinds of credentials, by the names of their fields.
var secretsByName = map[string]string{
	"refreshToken": "refreshToken", "challengeToken": "challengeToken", "ceremonyToken": "ceremonyToken", "ticket": "ticket",
	"slug": "slug", "serial": "serial", "certificateSerial": "serial", "symbol": "symbol", "next": "before", "kind": "kind", "key": "apiKey",
}

// harvest keeps the values in an answer.
func (p pool) harvest(o *operation, content []byte, by *person) {
	if len(content) > 200_000 {
		return
	}
	var envelope struct{ Data, Meta any }
	if json.Unmarshal(content, &envelope) != nil {
		return // an image or a table
	}
	p.walk(envelope.Data, o.kind, by)
	p.walk(envelope.Meta, "", by)
}

func (p pool) walk(value any, kind string, by *person) {
	switch value := value.(type) {
	case []any:
		for _, element := range value[:min(len(value), 20)] {
			p.walk(element, kind, by)
		}
	case map[string]any:
		for name, member := range value {
			text, isText := member.(string)
			switch {
			case !isText:
				p.walk(member, strings.TrimSuffix(name, "s")+"Id", by)
			case name == "id":
				p.add(kind, text, by)
			case strings.HasSuffix(name, "Id"):
				p.add(name, text, by)
			case secretsByName[name] != "":
				p.add(secretsByName[name], text, by)
			}
		}
	}
}

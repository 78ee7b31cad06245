package main

import (
	"fmt"
	"strings"
)

// kind is the form of a successful answer.
type kind int

const (
	done       kind = iota // without content
	object                 // with one object
	listed                 // with a whole list
	paged                  // with a page of a list, by number
	stretched              // with a page of a list, by cursor
	downloaded             // with a file
	streamed               // with an endless stream of events
)

// result is what the method of an operation returns.
type result struct {
	kind kind
	item string // the type of the object, or of the list's items
}

// function is the handwritten function of the client that makes the call.
func (r result) function() string {
	return map[kind]string{
		done: "perform", object: "fetch[" + r.item + "]", listed: "fetchList[" + r.item + "]", paged: "fetchPage[" + r.item + "]",
		stretched: "fetchCursorPage[" + r.item + "]", downloaded: "download",
	}[r.kind]
}

// returned is the method's results.
func (r result) returned() string {
	return map[kind]string{
		done: "error", object: "(*" + r.item + ", error)", listed: "([]" + r.item + ", error)", paged: "(*Page[" + r.item + "], error)",
		stretched: "(*CursorPage[" + r.item + "], error)", downloaded: "(io.ReadCloser, error)",
	}[r.kind]
}

// envelopeSuffix is the suffix of the names of schemas that wrap the data.
const envelopeSuffix = "Envelope"

// result determines what an operation returns, from the data of its envelope.
func (g *generator) result(name string, operation *operation) (result, error) {
	for _, written := range operation.Responses {
		if !strings.HasPrefix(written.Name, "2") {
			continue
		}
		answer := g.contract.response(written.Value)
		if answer == nil {
			return result{}, fmt.Errorf("there is no response %s", written.Value.Ref)
		}
		if len(answer.Content) == 0 {
			return result{kind: done}, nil
		}
		content := answer.Content[0]
		switch content.Name {
		case "application/json":
			return g.enveloped(name, content.Value.Schema)
		case "text/event-stream":
			return result{kind: streamed}, nil
		}
		return result{kind: downloaded}, nil
	}
	return result{}, fmt.Errorf("there is no answer for when all goes well")
}

func (g *generator) enveloped(name string, envelope *schema) (result, error) {
	place := name
	if envelope.Ref != "" {
		place = strings.TrimSuffix(referred(envelope.Ref), envelopeSuffix)
	}
	properties, _, err := g.flatten(envelope)
	if err != nil {
		return result{}, err
	}
	data, meta := properties.find("data"), properties.find("meta")
	if data == nil {
		return result{kind: done}, nil
	}
	place += map[bool]string{true: " Result", false: " Data"}[len(data.OneOf) > 0]
	if data.Type != "array" {
		found, err := g.typeOf(data, place)
		return result{kind: object, item: found.Name}, err
	}
	item, err := g.typeOf(data.Items, singular(place))
	answered := result{kind: listed, item: item.Name}
	if meta != nil {
		switch of := metaName(meta); of {
		case "PaginationMeta":
			answered.kind = paged
		case "CursorMeta":
			answered.kind = stretched
		default:
			return result{}, fmt.Errorf("pages of the meta %q are unknown", of)
		}
	}
	return answered, err
}

// metaName is the schema that a list's meta refers to, even if a description wraps the reference.
func metaName(meta *schema) string {
	if len(meta.AllOf) == 1 {
		meta = meta.AllOf[0]
	}
	return referred(meta.Ref)
}

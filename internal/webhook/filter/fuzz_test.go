package filter_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"testing"
	"unicode/utf8"

	"bourse/internal/webhook/filter"
)

var seeds = []string{
	`{}`, `{"data.symbol":"BTCUSD"}`, `{"data":{"legs":{"0":{"side":"buy"}}}}`,
	`{"$or":[{"data.amount":{"$gt":1,"$lte":2e3}},{"$not":{"data.tags":{"$in":["a",1,null,true]}}}]}`,
	`{"$and":[{"data.a\\.b":{"$exists":false}},{"type":{"$prefix":"trading."}}]}`,
	`{"data.x":{"$nin":[-0,0.0,1E+5]},"id":{"$ne":"é"}}`, `{"data":{"$not":{"$eq":1e999999999}}}`,
	`{"data.a":{"$in":[]}}`, `[[[[`, `{"data":1,}`, `{"a":]`, `nul`, `{"data.\u0000":"\ud800"}`,
}

// FuzzParse checks that Parse never panics, accepts only JSON, explains every refusal, and that decoding and encoding a
// filter does not change its meaning.
func FuzzParse(f *testing.F) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	events := []*filter.Event{
		filter.LazyEvent([]byte(closed)), filter.LazyEvent([]byte(`{}`)), filter.LazyEvent([]byte(`{"data":[{"a":1},[2,"x"],null]}`)),
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		parsed, err := filter.Parse(raw)
		if err != nil {
			var refusal *filter.SyntaxError
			if !errors.As(err, &refusal) || refusal.Reason == "" {
				t.Fatalf("refused without a reason: %v", err)
			}
			return
		}
		again := reencode(t, raw)
		if len(again) > filter.MaxBytes {
			return
		}
		reparsed, err := filter.Parse(again)
		if err != nil {
			t.Fatalf("%s is refused as %s: %v", raw, again, err)
		}
		for _, event := range events {
			if parsed.Match(event) != reparsed.Match(event) {
				t.Fatalf("%s and %s differ", raw, again)
			}
		}
	})
}

func reencode(t *testing.T, raw []byte) []byte {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var value map[string]any
	if err := decoder.Decode(&value); err != nil {
		t.Fatalf("%s is accepted and is no JSON: %v", raw, err)
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// FuzzMatch checks that no event makes a filter panic, that a filter and its negation never agree on a readable event,
// unless that takes too many steps, and that both refuse an unreadable one.
func FuzzMatch(f *testing.F) {
	for _, seed := range seeds {
		f.Add([]byte(seed), []byte(closed))
		f.Add([]byte(seed), []byte(seed))
	}
	f.Add([]byte(`{"data.a":{"$gt":1}}`), []byte(`{"data":{"a":[[[1,2e99999999999],{}],-0.0]}}`))
	f.Fuzz(func(t *testing.T, raw, body []byte) {
		parsed, err := filter.Parse(raw)
		if err != nil || parsed.MatchesAll() {
			return
		}
		opposite, err := filter.Parse(append(append([]byte(`{"$not":`), raw...), '}'))
		if err != nil {
			return // one level, one node or a few bytes too many
		}
		_, err = filter.ParseEvent(body)
		event := filter.LazyEvent(body)
		got, contrary := parsed.Match(event), opposite.Match(event)
		isReadable, isShort := err == nil, len(raw)*len(body) <= filter.MaxSteps // more than any filter can use
		if got && contrary || isReadable && isShort && got == contrary || !isReadable && (got || contrary) {
			t.Fatalf("%s is %v and its opposite %v for %s", raw, got, contrary, body)
		}
	})
}

// FuzzDecode checks that an event contains what encoding/json would find in it.
func FuzzDecode(f *testing.F) {
	for _, seed := range append(seeds, closed, `{"a":"\ud800x\u00e9","a":[1e400,-0,{"b":null}],"":true}`) {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		got, err := filter.Contents(body)
		decoder := json.NewDecoder(bytes.NewReader(body))
		decoder.UseNumber()
		var want map[string]any
		isOne := decoder.Decode(&want) == nil && want != nil && json.Valid(body)
		switch {
		case isOne != (err == nil):
			t.Fatalf("%q: %v", body, err)
		case isOne && utf8.Valid(body): // other bodies are not published
			if !reflect.DeepEqual(want, got) { // cmp takes twice as long for every level, and there may be hundreds
				t.Fatalf("%q is %v, want %v", body, got, want)
			}
			for key, value := range want {
				if found, err := filter.Found(body, key); err != nil || !reflect.DeepEqual(value, found) {
					t.Fatalf("below %q of %q is %v (%v), want %v", key, body, found, err, value)
				}
			}
		}
	})
}

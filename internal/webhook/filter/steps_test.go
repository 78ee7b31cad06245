package filter_test

import (
	"strings"
	"testing"

	"bourse/internal/webhook/filter"
)

// many returns a list with count copies of an element.
func many(element string, count int) string {
	return "[" + strings.TrimSuffix(strings.Repeat(element+",", count), ",") + "]"
}

func matchesData(t *testing.T, raw, data string) bool {
	t.Helper()
	event, err := filter.ParseEvent([]byte(`{"data":` + data + `}`))
	if err != nil {
		t.Fatal(err)
	}
	return mustParse(t, raw).Match(event)
}

func TestAnEventMatchesUpToTheLastStepAndNotBeyond(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		filter string
		data   func(size int) string
		most   int // largest size that can be read to the end
	}{
		"the elements of a list": {
			`{"data": {"$ne": "x"}}`, func(size int) string { return many(`"a"`, size) }, filter.MaxSteps - 1,
		},
		"a list below a path": {
			`{"data.a.b": {"$ne": "x"}}`, func(size int) string { return `{"a":{"b":` + many(`1`, size) + `}}` }, filter.MaxSteps - 3,
		},
		"a chosen element": {
			`{"data.0": {"$ne": "x"}}`, func(size int) string { return `[` + many(`1`, size) + `]` }, filter.MaxSteps - 2,
		},
		"a list on the way": {
			`{"data.a": {"$ne": "x"}}`, func(size int) string { return many(`{"a":1}`, size) }, filter.MaxSteps - 2,
		},
		"elements without the key": {
			`{"data.a": {"$exists": false}}`, func(size int) string { return many(`{}`, size) }, filter.MaxSteps - 2,
		},
		"elements that are no objects": {
			`{"data.a": {"$exists": false}}`, func(size int) string { return many(`1`, size) }, filter.MaxSteps - 2,
		},
		"elements that are too short": {
			`{"data.a.1": {"$exists": false}}`, func(size int) string { return many(`{"a":[1]}`, size) }, (filter.MaxSteps - 2) / 2,
		},
		"lists in a list": {
			`{"data": {"$nin": ["x", "y"]}}`, func(size int) string { return many(`["a"]`, size) }, (filter.MaxSteps - 1) / 2,
		},
		"a long number": {
			`{"data": {"$ne": 1}}`, func(size int) string { return strings.Repeat("7", size) }, 16*(filter.MaxSteps-1) + 15,
		},
		"long numbers": {
			`{"data": {"$ne": 1}}`, func(size int) string { return many(strings.Repeat("7", 16), size) }, (filter.MaxSteps - 1) / 2,
		},
		"what is found with the last step": {
			`{"data.a": "x"}`, func(size int) string {
				return strings.TrimSuffix(many(`{}`, size-1), "]") + `,{"a":"x"}]`
			}, filter.MaxSteps - 2,
		},
		"a number that is found with the last step": {
			`{"data": {"$gt": 1}}`, func(size int) string { return strings.Repeat("7", size) }, 16*(filter.MaxSteps-1) + 15,
		},
		"two conditions": {
			`{"data": {"$ne": "x", "$not": {"$eq": "y"}}}`, func(size int) string { return many(`"a"`, size) }, (filter.MaxSteps - 2) / 2,
		},
		"either of two": {
			`{"$or": [{"data": "x"}, {"data": {"$ne": "y"}}]}`, func(size int) string { return many(`"a"`, size) }, (filter.MaxSteps - 2) / 2,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !matchesData(t, c.filter, c.data(c.most)) {
				t.Errorf("a size of %d does not match", c.most)
			}
			if matchesData(t, c.filter, c.data(c.most+1)) {
				t.Errorf("a size of %d matches", c.most+1)
			}
		})
	}
}

// A filter may be there to keep something from a receiver: an event that could not be read to the end does not pass.
func TestWhatTakesTooManyStepsMatchesNeitherAFilterNorItsOpposite(t *testing.T) {
	t.Parallel()
	data := `{"list":` + many(`"a"`, filter.MaxSteps) + `,"number":` + strings.Repeat("7", 16*filter.MaxSteps) + `,"b":1}`
	for _, raw := range []string{
		`{"data.list": "x"}`, `{"data.list": {"$ne": "x"}}`, `{"$not": {"data.list": "x"}}`, `{"$not": {"$not": {"data.list": "x"}}}`,
		`{"data.number": 1}`, `{"data.number": {"$ne": 1}}`, `{"data.list": {"$nin": ["x"]}, "data.b": 1}`,
		`{"$or": [{"data.list": "x"}, {"data.b": 1}]}`, `{"$or": [{"data.b": {"$lt": 1}}, {"data.list": "x"}, {"data.b": {"$exists": true}}]}`,
	} {
		if matchesData(t, raw, data) {
			t.Errorf("%s matches", raw)
		}
	}
	for _, raw := range []string{ // which are true before the limit is reached
		`{"data.list": "a"}`, `{"data.list.0": {"$ne": "x"}}`, `{"data.list": {"$exists": true}}`, `{"$or": [{"data.b": 1}, {"data.list": "x"}]}`,
	} {
		if !matchesData(t, raw, data) {
			t.Errorf("%s does not match", raw)
		}
	}
}

package filter_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bourse/internal/webhook/filter"
)

func TestABadFilterIsRefusedWithItsPlaceAndReason(t *testing.T) {
	t.Parallel()
	const scalar = "must be a string, a number, true, false or null"
	for raw, want := range map[string]filter.SyntaxError{
		``:                              {"", "is not valid JSON: unexpected EOF"},
		`[]`:                            {"", "must be an object"},
		`null`:                          {"", "must be an object"},
		`"data"`:                        {"", "must be an object"},
		`{} {}`:                         {"", "is not valid JSON: more follows the object"},
		`{}x`:                           {"", "is not valid JSON: more follows the object"},
		`{"data.a": `:                   {"data.a", "is not valid JSON: unexpected EOF"},
		"{\"data.a\": \"\xff\"}":        {"", "is not valid UTF-8"},
		`{"data.a": 1, "data.a": 2}`:    {"data.a", "is given twice"},
		`{"data.a": {"$gt":1,"$gt":2}}`: {"data.a.$gt", "is given twice"},

		`{"data.a": {"$gt": true}}`:          {"data.a.$gt", "must be a number or a string"},
		`{"data.a": {"$lte": null}}`:         {"data.a.$lte", "must be a number or a string"},
		`{"data.a": {"$gte": [1]}}`:          {"data.a.$gte", scalar},
		`{"data.a": {"$eq": {"b": 1}}}`:      {"data.a.$eq", scalar},
		`{"data.a": {"$ne": []}}`:            {"data.a.$ne", scalar},
		`{"data.a": {"$in": "x"}}`:           {"data.a.$in", "must be a list of values with at least one of them"},
		`{"data.a": {"$nin": []}}`:           {"data.a.$nin", "must be a list of values with at least one of them"},
		`{"data.a": {"$in": [1, {}]}}`:       {"data.a.$in[1]", scalar},
		`{"data.a": {"$in": [[1]]}}`:         {"data.a.$in[0]", "must not be a list in a list"},
		`{"data.a": {"$exists": 1}}`:         {"data.a.$exists", "must be true or false"},
		`{"data.a": {"$prefix": 1}}`:         {"data.a.$prefix", "must be a string"},
		`{"data.a": {"$lt": 1e1234567890}}`:  {"data.a.$lt", "must have an exponent of at most 9 digits"},
		`{"data.a": 1e-1234567890}`:          {"data.a", "must have an exponent of at most 9 digits"},
		`{"data.a": [1, 2]}`:                 {"data.a", "must not be a list: use $in for one of several values"},
		`{"data.a": {}}`:                     {"data.a", "must hold a condition"},
		`{"data": {"a": {}}}`:                {"data.a", "must hold a condition"},
		`{"$gt": 1}`:                         {"$gt", "must stand below a path, such as data.amount"},
		`{"$or": [{"$eq": 1}]}`:              {"$or[0].$eq", "must stand below a path, such as data.amount"},
		`{"$and": []}`:                       {"$and", "must be a list of objects with at least one of them"},
		`{"$or": {"data.a": 1}}`:             {"$or", "must be a list of objects with at least one of them"},
		`{"$or": [{"data.a": 1}, 2]}`:        {"$or[1]", "must be an object"},
		`{"$and": [{}]}`:                     {"$and[0]", "must hold a condition"},
		`{"$not": []}`:                       {"$not", "must be an object"},
		`{"$not": {}}`:                       {"$not", "must hold a condition"},
		`{"$or":[{"data.a":{"$not":true}}]}`: {"$or[0].data.a.$not", "must be an object"},

		`{"amount": 1}`:              {"amount", "does not begin with a field of the event: id, type, timestamp, tenantId, data"},
		`{"$not": {"dat\u0430": 1}}`: {"$not.dat\u0430", "does not begin with a field of the event: id, type, timestamp, tenantId, data"},
		`{"": 1}`:                    {"", "has an empty step in its path"},
		`{"data.": 1}`:               {"data.", "has an empty step in its path"},
		`{".data": 1}`:               {".data", "has an empty step in its path"},
		`{"data..a": 1}`:             {"data..a", "has an empty step in its path"},
		`{"data": {"": 1}}`:          {"data.", "has an empty step in its path"},
		`{"data.a.$gt": 1}`:          {"data.a.$gt", "has a step that begins with $: an operator stands in an object of its own, a key of the event is written \\$"},
		`{"data.a\\": 1}`:            {`data.a\`, "has a backslash before what is no dot, $ or backslash"},
		`{"data.\\a": 1}`:            {`data.\a`, "has a backslash before what is no dot, $ or backslash"},
		`{"data.a": {"$regex": "x"}}`: {"data.a.$regex", "is not an operator: there are $eq, $ne, $in, $nin, $gt, $gte, $lt, $lte, " +
			"$exists, $prefix, $and, $or, $not"},
	} {
		t.Run(raw, func(t *testing.T) {
			t.Parallel()
			_, err := filter.Parse([]byte(raw))
			var got *filter.SyntaxError
			if !errors.As(err, &got) {
				t.Fatalf("error %v, want a *SyntaxError", err)
			}
			if diff := cmp.Diff(want, *got); diff != "" {
				t.Error(diff)
			}
			if !strings.HasSuffix(err.Error(), want.Reason) {
				t.Errorf("message %q", err)
			}
		})
	}
}

func TestAFilterThatIsWrongAsAWholeSaysSo(t *testing.T) {
	t.Parallel()
	_, err := filter.Parse([]byte(`7`))
	if err == nil || err.Error() != "the filter must be an object" {
		t.Errorf("error %v", err)
	}
	_, err = filter.Parse([]byte(`{"data.a": {"$exists": "yes"}}`))
	if err == nil || err.Error() != "data.a.$exists must be true or false" {
		t.Errorf("error %v", err)
	}
}

func TestTheLimitsOfAFilterAreExact(t *testing.T) {
	t.Parallel()
	nested := func(depth int) string {
		return strings.Repeat(`{"$not":`, depth-1) + `{"data.a":1}` + strings.Repeat(`}`, depth-1)
	}
	many := func(count int) string {
		var parts []string
		for i := range count - 1 {
			parts = append(parts, fmt.Sprintf(`{"data.a":%d}`, i))
		}
		return `{"$or":[` + strings.Join(parts, ",") + `]}`
	}
	long := func(size int) string {
		const frame = `{"data.a":""}`
		return `{"data.a":"` + strings.Repeat("x", size-len(frame)) + `"}`
	}
	for name, limit := range map[string]struct {
		most, tooMuch string
		reason        string
	}{
		"depth": {nested(filter.MaxDepth), nested(filter.MaxDepth + 1), "nested more than 8 objects deep"},
		"nodes": {many(filter.MaxNodes), many(filter.MaxNodes + 1), "there may be 100"},
		"bytes": {long(filter.MaxBytes), long(filter.MaxBytes + 1), "longer than 16384 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			mustParse(t, limit.most)
			_, err := filter.Parse([]byte(limit.tooMuch))
			if err == nil || !strings.Contains(err.Error(), limit.reason) {
				t.Errorf("error %v, want %q", err, limit.reason)
			}
		})
	}
	if _, err := filter.Parse([]byte(strings.Repeat(`[`, filter.MaxBytes))); err == nil {
		t.Error("a text of brackets is a filter")
	}
}

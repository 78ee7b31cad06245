package filter_test

import (
	"strings"
	"testing"

	"bourse/internal/webhook/filter"
)

func TestABodyThatIsNotOneObjectIsNoEvent(t *testing.T) {
	t.Parallel()
	for _, body := range []string{``, `null`, `[]`, `"x"`, `{`, `{} {}`, `{"data": }`} {
		if _, err := filter.ParseEvent([]byte(body)); err == nil {
			t.Errorf("%q is an event", body)
		}
	}
}

func TestTheEmptyFilterDoesNotLookAtTheEvent(t *testing.T) {
	t.Parallel()
	event := filter.LazyEvent([]byte(`not JSON at all`))
	everything := mustParse(t, `{}`)
	if !everything.Match(event) || !everything.MatchesAll() || !(&filter.Filter{}).Match(event) {
		t.Error("the empty filter does not match what it need not look at")
	}
	for _, raw := range []string{`{"data.a": 1}`, `{"data.a": {"$ne": 1}}`, `{"$not": {"data.a": 1}}`} {
		f := mustParse(t, raw)
		if f.Match(event) || f.MatchesAll() {
			t.Errorf("%s matches an event that cannot be read", raw)
		}
	}
}

func TestAnEventSaysTheSameToEveryFilterThatAsks(t *testing.T) {
	t.Parallel()
	event := filter.LazyEvent([]byte(`{"data":{"a":1,"b":{"c":"x"},"a":2,"list":[{"d":1},{"d":2}]},"type":"a.b"}`))
	for round := range 4 { // the first rounds scan the objects, the others use an index
		for raw, want := range map[string]bool{
			`{"data.a": 2}`: true, `{"data.a": 1}`: false, `{"data.b.c": "x"}`: true, `{"data.b.d": {"$exists": false}}`: true,
			`{"data.list.d": 2}`: true, `{"data.list.1.d": 1}`: false, `{"type": "a.b"}`: true, `{"id": {"$exists": true}}`: false,
		} {
			if got := mustParse(t, raw).Match(event); got != want {
				t.Errorf("round %d: %s is %v, want %v", round, raw, got, want)
			}
		}
	}
}

func TestAnEventThatCannotBeReadMatchesNothingHoweverOftenItIsAsked(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{"data":{"a":1}`, `{"data":{"a":1}} {}`, `{"data":{"a":1},"type":tru}`, `[{"data":{"a":1}}]`} {
		event := filter.LazyEvent([]byte(body))
		for range 4 {
			for _, raw := range []string{`{"data.a": 1}`, `{"$not": {"data.a": 2}}`, `{"$or": [{"data.b": 1}, {"data.a": 1}]}`} {
				if mustParse(t, raw).Match(event) {
					t.Errorf("%s matches %s", raw, body)
				}
			}
		}
	}
}

// Each lazily read object is read once more than the one around it.
func TestADeepEventIsNotReadAgainAtEachOfItsDepths(t *testing.T) {
	t.Parallel()
	const depth = 5000
	body := []byte(strings.Repeat(`{"data":`, depth) + `"x"` + strings.Repeat(`}`, depth))
	if count, err := filter.Unread(body, "data"); err != nil || count > 10 {
		t.Errorf("of %d objects inside each other %d are read one by one (%v)", depth, count, err)
	}
	path := strings.TrimSuffix(strings.Repeat("data.", 3000), ".")
	for raw, want := range map[string]bool{`{"` + path + `": {"$exists": true}}`: true, `{"` + path + `.x": {"$exists": true}}`: false} {
		event := filter.LazyEvent(body)
		for range 8 {
			if got := mustParse(t, raw).Match(event); got != want {
				t.Fatalf("a path of %d steps leads to something: %v", 3000, got)
			}
		}
	}
}

func BenchmarkMatch(b *testing.B) {
	event, err := filter.ParseEvent([]byte(closed))
	if err != nil {
		b.Fatal(err)
	}
	for name, raw := range map[string]string{
		"typical": `{"data.symbol": {"$in": ["ETHUSD", "BTCUSD", "XRPUSD"]}, "data.amount": {"$gte": 100, "$lt": 1000}, "data.isPaper": true}`,
		"list":    `{"data.legs.quantity": {"$gt": 8}}`,
	} {
		f := mustParse(b, raw)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if !f.Match(event) {
					b.Fatal("no match")
				}
			}
		})
	}
}

// BenchmarkFirstMatch measures the cost of publishing an event that one endpoint filters.
func BenchmarkFirstMatch(b *testing.B) {
	f := mustParse(b, `{"data.amount": {"$gte": 100}}`)
	b.ReportAllocs()
	for b.Loop() {
		if !f.Match(filter.LazyEvent([]byte(closed))) {
			b.Fatal("no match")
		}
	}
}

package filter_test

import (
	"sync"
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

func TestOneEventIsMatchedByManyAtOnce(t *testing.T) {
	t.Parallel()
	event := filter.LazyEvent([]byte(closed))
	f := mustParse(t, `{"data.legs.side": "sell", "data.amount": {"$in": [1, 100.5]}}`)
	var readers sync.WaitGroup
	for range 8 {
		readers.Go(func() {
			if !f.Match(event) {
				t.Error("no match")
			}
		})
	}
	readers.Wait()
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

func BenchmarkParseEvent(b *testing.B) {
	for b.Loop() {
		if _, err := filter.ParseEvent([]byte(closed)); err != nil {
			b.Fatal(err)
		}
	}
}

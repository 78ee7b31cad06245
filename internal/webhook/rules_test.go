package webhook

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// ruleChanges are changes of an endpoint that wants trading.* and custom.*, by the changed field of its rules.
var ruleChanges = map[string][]func(*Endpoint){
	"subscribed": {
		func(e *Endpoint) { e.SubscribedEvents = []string{} },
		func(e *Endpoint) { e.SubscribedEvents = []string{"trading.*"} },
		func(e *Endpoint) { e.SubscribedEvents = []string{"trading.*", "custom.a"} },
		func(e *Endpoint) { e.SubscribedEvents = []string{"trading.* custom.*"} },
		func(e *Endpoint) { e.SubscribedEvents = []string{`trading.*" "custom.*`} },
	},
	"isUnread": {func(e *Endpoint) { e.unread.subscribedEvents = `"all` }},
	"filter": {
		func(e *Endpoint) { e.Filters = json.RawMessage(`{}`) },
		func(e *Endpoint) { e.Filters = json.RawMessage(`{"data.a": 2}`) },
		func(e *Endpoint) { e.Filters = json.RawMessage(`{"data.a": 1`) }, // cannot be read
		func(e *Endpoint) { e.Filters = nil },
	},
}

// ruled returns the rules of an endpoint after a change.
func ruled(change func(*Endpoint)) *rules {
	e := &Endpoint{SubscribedEvents: []string{"trading.*", "custom.*"}, Filters: json.RawMessage(`{"data.a": 1}`)}
	change(e)
	r, _ := readRules(e) // unusable filters give rules too
	return &r
}

// An endpoint whose rules were wrongly taken for unchanged would not be matched again, and get what it no longer wants.
func TestRulesThatDifferInAnythingAreNotTheSame(t *testing.T) {
	t.Parallel()
	before := ruled(func(*Endpoint) {})
	for field := range reflect.TypeFor[rules]().Fields() {
		if len(ruleChanges[field.Name]) == 0 && field.Name != "digest" {
			t.Errorf("no change of %s is tried", field.Name)
		}
	}
	for field, changes := range ruleChanges {
		for i, change := range changes {
			if ruled(change).wantTheSame(before) {
				t.Errorf("change %d of %s is not seen", i, field)
			}
		}
	}
}

func TestRulesAreTheSameWhateverElseOfTheirEndpointChanges(t *testing.T) {
	t.Parallel()
	before := ruled(func(*Endpoint) {})
	if !ruled(func(e *Endpoint) {
		e.URL, e.IsActive, e.unread.signingSecret = "https://elsewhere.example", true, []byte("x")
	}).wantTheSame(before) {
		t.Error("endpoints with the same rules do not want the same")
	}
}

// BenchmarkMatchedWith measures the cost of an event while other writers wait, without a listener: none of a thousand
// endpoints, each with a filter of the maximum length, has changed.
func BenchmarkMatchedWith(b *testing.B) {
	long := json.RawMessage(`{"data.a": "` + strings.Repeat("a", 16000) + `"}`)
	ids := make([]uuid.UUID, 1000)
	for i := range ids {
		ids[i] = uuid.New()
	}
	read := func() *tenantEndpoints {
		endpoints := &tenantEndpoints{map[uuid.UUID]*preparedEndpoint{}}
		for i, id := range ids {
			e := &Endpoint{ID: id, SubscribedEvents: []string{fmt.Sprintf("custom.e%d", i)}, Filters: append(json.RawMessage(nil), long...)}
			prepared := &preparedEndpoint{Endpoint: e}
			prepared.rules, _ = readRules(e)
			endpoints.byID[id] = prepared
		}
		return endpoints
	}
	ahead, present := matched{asked: read(), most: mostDeliveries}, read()
	for b.Loop() {
		if _, err := ahead.matchedWith(b.Context(), present); err != nil {
			b.Fatal(err)
		}
	}
}

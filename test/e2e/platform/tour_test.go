package platform_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"bourse/internal/testkit"
	"bourse/test/e2e/contract"
	"bourse/test/e2e/kit"
)

// tour calls every operation of the contract as somebody who may, so that each succeeds. Every call checks that the
// answer agrees with the contract. The recorded requests and answers are the examples of the contract.
type tour struct {
	*kit.Server
	operations map[string]kit.ContractOperation
	called     map[string]bool
	things     things // what the paths of the next calls name
	recorder   *recorder

	trader, analyst, admin, super *kit.Member
	guest                         *kit.Member // a new user
}

// takeTour tours a demo, and what only servers with other settings do.
func takeTour(t *testing.T, s *kit.Server) {
	t.Helper()
	w := &tour{Server: s, operations: map[string]kit.ContractOperation{}, called: map[string]bool{}, things: things{}, recorder: newRecorder()}
	for _, o := range kit.ReadContract(t, s) {
		w.operations[o.ID] = o
	}
	w.trader, w.analyst, w.admin, w.super = w.person(t, "trader"), w.person(t, "analyst"), w.person(t, "admin"), w.person(t, "super")
	w.account(t)
	w.secondFactor(t)
	w.passkeys(t)
	w.administration(t)
	w.webhooks(t)
	w.market(t)
	w.bots(t)
	w.orders(t)
	w.investing(t)
	w.connection(t)
	w.portfolios(t)
	w.school(t)
	w.payments(t)
	w.models(t)
	w.elsewhere(t)
	for id := range w.operations {
		if !w.called[id] {
			t.Errorf("no call of %s was answered with a success", id)
		}
	}
	served, err := contract.Served()
	if err != nil {
		t.Fatal(err)
	}
	if without := kit.Checked.Without(served.Operations()); len(without) > 0 {
		t.Errorf("no success of %s was held against the contract", strings.Join(without, ", "))
	}
	answers, violations := kit.Checked.Answers()
	t.Logf("%d operations, %d answers held against the contract, %d violations", len(w.operations), answers, violations)
	w.recorder.write(t)
}

// person is one of the demo's users.
func (w *tour) person(t *testing.T, name string) *kit.Member {
	t.Helper()
	return (&kit.Member{Email: name + "@demo.test", Password: "bourse-demo-1"}).Login(t, w.Server)
}

// call calls an operation, which has to succeed, and returns the data of the answer: an object, or nil. The id may be
// followed by a query.
func (w *tour) call(t *testing.T, as *kit.Client, idAndQuery string, content any) map[string]any {
	t.Helper()
	data, _ := w.fetch(t, as, idAndQuery, content)["data"].(map[string]any)
	return data
}

// list is call for an operation that returns a list.
func (w *tour) list(t *testing.T, as *kit.Client, idAndQuery string) (all []map[string]any) {
	t.Helper()
	data, _ := w.fetch(t, as, idAndQuery, nil)["data"].([]any)
	for _, element := range data {
		object, _ := element.(map[string]any)
		all = append(all, object)
	}
	return all
}

func (w *tour) fetch(t *testing.T, as *kit.Client, idAndQuery string, content any) (envelope map[string]any) {
	t.Helper()
	id, query, hasQuery := strings.Cut(idAndQuery, "?")
	o, isKnown := w.operations[id]
	if !isKnown {
		t.Fatalf("the contract has no %s", id)
	}
	path := "/api/v1" + w.things.at(o.Template)
	if hasQuery {
		path += "?" + query
	}
	if o.Method == http.MethodPost && as.Header.Get("Idempotency-Key") == "" {
		as = as.With("Idempotency-Key", kit.NewKey())
	}
	a := as.Fetch(t, o.Method, path, content)
	if a.Status < 200 || a.Status > 299 {
		t.Fatalf("%s: %s: %d %s", id, a.Call, a.Status, a.Text)
	}
	w.called[id] = true
	w.recorder.add(t, id, content, a)
	_ = json.Unmarshal(a.Text, &envelope) // invalid JSON has no fields
	return envelope
}

// until repeats an operation until its data is as wanted.
func (w *tour) until(t *testing.T, as *kit.Client, id, what string, holds func(data map[string]any) bool) (data map[string]any) {
	t.Helper()
	testkit.Within(t, kit.Patience, what, onceASecond(func() bool {
		data = w.call(t, as, id, nil)
		return holds(data)
	}))
	return data
}

// is reports whether a field of an object has a value.
func is(field string, value any) func(map[string]any) bool {
	return func(data map[string]any) bool { return data[field] == value }
}

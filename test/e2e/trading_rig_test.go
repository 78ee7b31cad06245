package e2e_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// xrp is what the tests trade: the published results need a price of 2 and a lot of 30.
const xrp = "XRPUSD"

// venue is a server whose market is a file: a price is what a test writes last.
type venue struct {
	*server
	analyst *member // publishes the signals, for every brand
	file    string
	writing sync.Mutex
	minute  time.Time // of the last line
}

// stories are tests that share a venue, by what they show. Each brings people of its own and sets the prices
// it needs, because they run in any order.
type stories map[string]func(t *testing.T, v *venue)

// onEachVenue runs the stories on one venue of every engine, one after the other.
func onEachVenue(t *testing.T, all stories) {
	t.Helper()
	onEachEngine(t, func(t *testing.T, place *installation) {
		v := newVenue(t, place)
		for name, story := range all {
			t.Run(name, func(t *testing.T) { story(t, v) })
		}
	})
}

// newVenue starts a server on the terms of the published results: a quarter of a percent a side, no spread
// and no slippage.
func newVenue(t *testing.T, place *installation, flags ...string) *venue {
	t.Helper()
	v := &venue{file: filepath.Join(t.TempDir(), "prices.csv"), minute: time.Now().Truncate(time.Minute).Add(-6 * time.Hour)}
	if err := os.WriteFile(v.file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	v.server = place.serve(t, append(v.flags(), flags...)...)
	v.analyst = v.officer(t, "super_admin", "")
	v.price(t, xrp, "2")
	return v
}

func (v *venue) flags() []string {
	return []string{
		"--market-feed", "replay", "--market-replay-file", v.file, "--market-replay-speed", "0", "--market-spread-bp", "0",
		"--market-minute-history", "0s", "--market-daily-history", "0s", "--market-stale-after", "5m",
		"--trading-fee-bp", "25", "--trading-slippage-bp", "0",
	}
}

// bar adds what a price did in the next minute.
func (v *venue) bar(t *testing.T, symbol, open, high, low, last string) {
	t.Helper()
	v.writing.Lock()
	v.minute = v.minute.Add(time.Minute)
	minute := v.minute
	v.writing.Unlock()
	v.barAt(t, minute, symbol, open, high, low, last)
}

// barAt adds what a price did in a minute.
func (v *venue) barAt(t *testing.T, minute time.Time, symbol, open, high, low, last string) {
	t.Helper()
	v.writing.Lock()
	defer v.writing.Unlock()
	file, err := os.OpenFile(v.file, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = fmt.Fprintf(file, "%d,%s,%s,%s,%s,%s,1\n", minute.Unix(), symbol, open, high, low, last)
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err != nil {
		t.Fatal(err)
	}
}

// price moves the market to a price and waits until it is there.
func (v *venue) price(t *testing.T, symbol, price string) {
	t.Helper()
	v.bar(t, symbol, price, price, price, price)
	v.awaitMark(t, symbol, price)
}

func (v *venue) awaitMark(t *testing.T, symbol, price string) {
	t.Helper()
	want, err := json.Number(price).Float64()
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, patience, symbol+" is at "+price, func() bool {
		quotes := v.analyst.get(t, "/trading/quotes?symbols="+symbol).ok(t, 200).list(t, shapeOfQuote, nil)
		return len(quotes) == 1 && quotes[0]["mark"] == want
	})
}

// calm waits until the price has been repeated, which the feed does once a second. What is written then is
// a bar of its own for whoever watches: prices that come faster than they are looked at count as one bar.
func (v *venue) calm(t *testing.T, symbol string) {
	t.Helper()
	repeated := func() any {
		return v.analyst.get(t, "/trading/quotes?symbols="+symbol).ok(t, 200).list(t, shapeOfQuote, nil)[0]["time"]
	}
	before := repeated()
	eventually(t, patience, "the price is repeated", func() bool { return repeated() != before })
}

// signal publishes a signal in XRP and returns its id.
func (v *venue) signal(t *testing.T, signalType string, more body) string {
	t.Helper()
	content := body{"symbol": xrp, "signalType": signalType}
	for name, value := range more {
		content[name] = value
	}
	return v.analyst.post(t, "/trading/signals", content).ok(t, 201).object(t, shapeOfSignal)["id"].(string)
}

// execute executes a signal and returns what that did.
func (m *member) execute(t *testing.T, signal string, content body) map[string]any {
	t.Helper()
	return m.post(t, executing(signal), content).ok(t, 200).object(t, shapeOfExecution)
}

// opened executes a signal and returns the id of the position that it opened.
func (m *member) opened(t *testing.T, signal string, quantity float64) string {
	t.Helper()
	done := m.execute(t, signal, body{"quantity": quantity})
	return done["position"].(map[string]any)["id"].(string)
}

func executing(signal string) string { return "/trading/signals/" + signal + "/execute" }

func positionAt(id string) string { return "/trading/positions/" + id }

func closing(id string) string { return positionAt(id) + "/close" }

// position reads a position.
func (m *member) position(t *testing.T, id string) map[string]any {
	t.Helper()
	return m.get(t, positionAt(id)).ok(t, 200).object(t, shapeOfPosition)
}

// awaitStatus waits until a position has left the open state, as it has to, and returns it.
func (m *member) awaitStatus(t *testing.T, id, status string) map[string]any {
	t.Helper()
	var found map[string]any
	eventually(t, patience, "the position is "+status, func() bool {
		found = m.position(t, id)
		return found["status"] != "open"
	})
	wantFields(t, found, body{"status": status})
	return found
}

// history is the member's closing fills, the newest first.
func (m *member) history(t *testing.T) []map[string]any {
	t.Helper()
	return m.get(t, "/trading/history").ok(t, 200).list(t, shapeOfTrade, shape{"meta": aMeta})
}

// portfolio is what the member has.
func (m *member) portfolio(t *testing.T) map[string]any {
	t.Helper()
	return m.get(t, "/trading/portfolio").ok(t, 200).object(t, shapeOfTradingPortfolio)
}

// events are the data of the tenant's events of a type, the newest first. The member is the tenant's admin.
func (m *member) events(t *testing.T, eventType string) (all []map[string]any) {
	t.Helper()
	for _, event := range m.everything(t, "/webhooks/events", shapeOfEvent) {
		if event["type"] == eventType {
			all = append(all, event["body"].(map[string]any)["data"].(map[string]any))
		}
	}
	return all
}

// wantFields checks some fields of an object. Numbers are compared exactly.
func wantFields(t *testing.T, object map[string]any, want body) {
	t.Helper()
	for name, value := range want {
		if whole, isInteger := value.(int); isInteger {
			value = float64(whole)
		}
		if object[name] != value {
			t.Errorf("%s is %v, want %v", name, object[name], value)
		}
	}
	if t.Failed() {
		encoded, _ := json.Marshal(object)
		t.Fatalf("in %s", encoded)
	}
}

// metaOf is the meta of a list.
func metaOf(t *testing.T, a *answer) map[string]any {
	t.Helper()
	meta, isThere := a.ok(t, http.StatusOK).envelope["meta"].(map[string]any)
	if !isThere {
		t.Fatalf("%s: there is no meta: %s", a.call, a.text)
	}
	return meta
}

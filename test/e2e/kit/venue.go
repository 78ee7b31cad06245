package kit

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"bourse/internal/testkit"
)

// Xrp is the symbol that the tests trade: the published results need a price of 2 and a lot of 30.
const Xrp = "XRPUSD"

// Venue is a server whose market is a file: the price is what a test wrote last.
type Venue struct {
	*Server
	Analyst *Member // publishes the signals, for all brands
	File    string
	writing sync.Mutex
	Minute  time.Time // of the last line
}

// Stories are tests that share a venue, by what they show. Each creates its own users and sets the prices it needs,
// because they run in any order.
type Stories map[string]func(t *testing.T, v *Venue)

// OnEachVenue runs the stories on one venue of every engine, one after the other.
func OnEachVenue(t *testing.T, all Stories) {
	t.Helper()
	OnEachEngine(t, func(t *testing.T, place *Installation) {
		v := NewVenue(t, place)
		for name, story := range all {
			t.Run(name, func(t *testing.T) { story(t, v) })
		}
	})
}

// NewVenue starts a server with the terms of the published results: a quarter of a percent per side, no spread and no
// slippage.
func NewVenue(t *testing.T, place *Installation, flags ...string) *Venue {
	t.Helper()
	v := &Venue{File: filepath.Join(t.TempDir(), "prices.csv"), Minute: time.Now().Truncate(time.Minute).Add(-6 * time.Hour)}
	if err := os.WriteFile(v.File, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	v.Server = place.Serve(t, append(v.Flags(), flags...)...)
	v.Analyst = v.Officer(t, "super_admin", "")
	v.Price(t, Xrp, "2")
	return v
}

// Flags are those of the venue's server, for another server with the same market.
func (v *Venue) Flags() []string {
	return []string{
		"--market-feed", "replay", "--market-replay-file", v.File, "--market-replay-speed", "0", "--market-spread-bp", "0",
		"--market-minute-history", "0s", "--market-daily-history", "0s", "--market-stale-after", "5m",
		"--trading-fee-bp", "25", "--trading-slippage-bp", "0",
	}
}

// Bar adds a candle for the next minute.
func (v *Venue) Bar(t *testing.T, symbol, open, high, low, last string) {
	t.Helper()
	v.writing.Lock()
	v.Minute = v.Minute.Add(time.Minute)
	minute := v.Minute
	v.writing.Unlock()
	v.BarAt(t, minute, symbol, open, high, low, last)
}

// BarAt adds a candle for a minute.
func (v *Venue) BarAt(t *testing.T, minute time.Time, symbol, open, high, low, last string) {
	t.Helper()
	v.writing.Lock()
	defer v.writing.Unlock()
	file, err := os.OpenFile(v.File, os.O_APPEND|os.O_WRONLY, 0)
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

// Price moves the market to a price and waits until it is visible.
func (v *Venue) Price(t *testing.T, symbol, price string) {
	t.Helper()
	v.Bar(t, symbol, price, price, price, price)
	v.AwaitMark(t, symbol, price)
}

// AwaitMark waits until the market is at a price.
func (v *Venue) AwaitMark(t *testing.T, symbol, price string) {
	t.Helper()
	want, err := json.Number(price).Float64()
	if err != nil {
		t.Fatal(err)
	}
	testkit.Within(t, Patience, symbol+" is at "+price, func() bool {
		quotes := v.Analyst.Get(t, "/trading/quotes?symbols="+symbol).Ok(t, 200).List(t, ShapeOfQuote, nil)
		return len(quotes) == 1 && quotes[0]["mark"] == want
	})
}

// Signal publishes a signal in XRP and returns its id.
func (v *Venue) Signal(t *testing.T, signalType string, more Body) string {
	t.Helper()
	content := Body{"symbol": Xrp, "signalType": signalType}
	for name, value := range more {
		content[name] = value
	}
	return v.Analyst.Post(t, "/trading/signals", content).Ok(t, 201).Object(t, ShapeOfSignal)["id"].(string)
}

// Execute executes a signal and returns the result.
func (m *Member) Execute(t *testing.T, signal string, content Body) map[string]any {
	t.Helper()
	return m.Post(t, Executing(signal), content).Ok(t, 200).Object(t, ShapeOfExecution)
}

// Opened executes a signal and returns the id of the position that it opened.
func (m *Member) Opened(t *testing.T, signal string, quantity float64) string {
	t.Helper()
	done := m.Execute(t, signal, Body{"quantity": quantity})
	return done["position"].(map[string]any)["id"].(string)
}

// Executing is the path for executing a signal.
func Executing(signal string) string { return "/trading/signals/" + signal + "/execute" }

// PositionAt is the path of a position.
func PositionAt(id string) string { return "/trading/positions/" + id }

// Closing is the path for closing a position.
func Closing(id string) string { return PositionAt(id) + "/close" }

// Position reads a position.
func (m *Member) Position(t *testing.T, id string) map[string]any {
	t.Helper()
	return m.Get(t, PositionAt(id)).Ok(t, 200).Object(t, ShapeOfPosition)
}

// AwaitStatus waits until a position is no longer open, checks its status, and returns it.
func (m *Member) AwaitStatus(t *testing.T, id, status string) map[string]any {
	t.Helper()
	var found map[string]any
	testkit.Within(t, Patience, "the position is "+status, func() bool {
		found = m.Position(t, id)
		return found["status"] != "open"
	})
	WantFields(t, found, Body{"status": status})
	return found
}

// History is the member's closing fills, newest first.
func (m *Member) History(t *testing.T) []map[string]any {
	t.Helper()
	return m.Get(t, "/trading/history").Ok(t, 200).List(t, ShapeOfTrade, Shape{"meta": AMeta})
}

// Portfolio is the member's trading summary.
func (m *Member) Portfolio(t *testing.T) map[string]any {
	t.Helper()
	return m.Get(t, "/trading/portfolio").Ok(t, 200).Object(t, shapeOfTradingPortfolio)
}

// Events is the data of the tenant's events of a type, newest first. The member is the tenant's admin.
func (m *Member) Events(t *testing.T, eventType string) (all []map[string]any) {
	t.Helper()
	for _, event := range m.Everything(t, "/webhooks/events", ShapeOfEvent) {
		if event["type"] == eventType {
			all = append(all, event["body"].(map[string]any)["data"].(map[string]any))
		}
	}
	return all
}

// WantFields checks some fields of an object. Numbers are compared exactly.
func WantFields(t *testing.T, object map[string]any, want Body) {
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

// MetaOf is the meta of a list.
func MetaOf(t *testing.T, a *Answer) map[string]any {
	t.Helper()
	meta, isThere := a.Ok(t, http.StatusOK).Envelope["meta"].(map[string]any)
	if !isThere {
		t.Fatalf("%s: there is no meta: %s", a.Call, a.Text)
	}
	return meta
}

package trading_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

const (
	alertsPath        = "/trading/alerts"
	watchlistPath     = "/trading/watchlist"
	notificationsPath = "/trading/notifications"
)

func TestUsersAreToldWhatTheyAskFor(t *testing.T) {
	t.Parallel()
	kit.OnEachVenue(t, kit.Stories{
		"a quote tells the change, the range and the market's state": quotesTellTheDay,
		"a watchlist is kept in its order with its quotes":           watchlistIsKept,
		"an alert fires as mail, notice and webhook":                 alertFires,
		"an alert that ended cannot be cancelled":                    alertEndsOnce,
		"a stop is told by the channels that were chosen":            stopIsTold,
	})
}

func quotesTellTheDay(t *testing.T, v *kit.Venue) {
	v.Bar(t, "ADAUSD", "0.45", "0.45017", "0.44", "0.45")
	v.AwaitMark(t, "ADAUSD", "0.45")
	quote := v.Analyst.Get(t, "/trading/quotes?symbols=adausd").Ok(t, 200).List(t, kit.ShapeOfQuote, nil)[0]
	kit.WantFields(t, quote, kit.Body{"last": 0.45, "mark": 0.45, "dayHigh": 0.4502, "dayLow": 0.44, "state": "open", "change": 0, "changePercent": 0})
	if _, closes := quote["closesAt"]; closes {
		t.Errorf("a market that never closes says when: %v", quote)
	}
}

func watchlistIsKept(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	m := v.Register(t)
	list := m.Get(t, watchlistPath).Ok(t, 200).Object(t, kit.ShapeOfWatchlist)
	if len(list["symbols"].([]any)) != 0 || len(list["quotes"].([]any)) != 0 {
		t.Errorf("a new user watches %v", list)
	}
	m.Call(t, http.MethodPut, watchlistPath, kit.Body{"symbols": []string{"NVDA", "xrpusd", "NVDA"}}).Ok(t, 200)
	list = m.Get(t, watchlistPath).Ok(t, 200).Object(t, kit.ShapeOfWatchlist)
	if got := strings.Join(kit.Texts(list["symbols"]), " "); got != "NVDA XRPUSD" {
		t.Errorf("the watchlist is %s", got)
	}
	quotes := list["quotes"].([]any)
	if len(quotes) != 1 { // NVDA has no price here
		t.Fatalf("the quotes are %v", quotes)
	}
	kit.WantFields(t, quotes[0].(map[string]any), kit.Body{"symbol": "XRPUSD", "last": 2})
	m.Call(t, http.MethodPut, watchlistPath, kit.Body{"symbols": []string{"NOBODY"}}).Failed(t, 404, "NOT_FOUND", "symbols")
	m.Call(t, http.MethodPut, watchlistPath, kit.Body{"symbols": slices.Repeat([]string{kit.Xrp}, 101)}).Failed(t, 400, "VALIDATION_ERROR", "symbols")
	m.Call(t, http.MethodPut, watchlistPath, kit.Body{}).Failed(t, 400, "VALIDATION_ERROR", "symbols")
}

// setAlert sets an alert and returns its id.
func setAlert(t *testing.T, m *kit.Member, kind string, more kit.Body) string {
	t.Helper()
	content := kit.Body{"symbol": kit.Xrp, "kind": kind}
	for name, value := range more {
		content[name] = value
	}
	return m.Post(t, alertsPath, content).Ok(t, 201).Object(t, kit.ShapeOfAlert)["id"].(string)
}

// awaitFired waits until an alert has fired, and returns it.
func awaitFired(t *testing.T, m *kit.Member, id string) (alert map[string]any) {
	t.Helper()
	testkit.Within(t, kit.Patience, "the alert fires", func() bool {
		alert = m.Get(t, alertsPath+"/"+id).Ok(t, 200).Object(t, kit.ShapeOfAlert)
		return alert["status"] == "fired"
	})
	return alert
}

func alertFires(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	m := v.TenantAdmin(t)
	above := setAlert(t, m, "above", kit.Body{"symbol": "xrpusd", "price": 2.5, "note": "sell"})
	percent := setAlert(t, m, "percent_move", kit.Body{"percent": 50})
	v.Price(t, kit.Xrp, "2.6")
	kit.WantFields(t, awaitFired(t, m, above), kit.Body{"firedPrice": 2.6, "price": 2.5, "referencePrice": 2, "note": "sell"})
	letter := v.Place.AwaitLetter(t, "alert_fired", m.Email, 1)
	if !strings.HasPrefix(letter.Subject, "Tenant tenant-") || !strings.Contains(letter.Text, "XRPUSD has reached 2.6, above your alert at 2.5. You noted: sell") {
		t.Errorf("the mail is %q: %q", letter.Subject, letter.Text)
	}
	notices := m.Everything(t, "/trading/notices", kit.ShapeOfNotice)
	if len(notices) != 1 {
		t.Fatalf("the notices are %v", notices)
	}
	kit.WantFields(t, notices[0], kit.Body{"kind": "alert_fired", "subjectId": above, "symbol": kit.Xrp})
	if told := m.Events(t, "trading.alert.fired"); len(told) != 1 || told[0]["id"] != above || told[0]["firedPrice"] != 2.6 {
		t.Errorf("the webhooks are %v", told)
	}
	if told := m.Events(t, "trading.notice.created"); len(told) != 1 || told[0]["id"] != notices[0]["id"] {
		t.Errorf("the webhooks of notices are %v", told)
	}
	working := m.Everything(t, alertsPath, kit.ShapeOfAlert)
	if len(working) != 2 || working[0]["id"] != percent || working[0]["status"] != "working" || working[1]["id"] != above {
		t.Errorf("the alerts are %v", working)
	}
	v.Price(t, kit.Xrp, "3")
	kit.WantFields(t, awaitFired(t, m, percent), kit.Body{"firedPrice": 3, "percent": 50, "referencePrice": 2})
	v.Price(t, kit.Xrp, "2")
}

func alertEndsOnce(t *testing.T, v *kit.Venue) {
	m, stranger := v.Register(t), v.Register(t)
	id := setAlert(t, m, "below", kit.Body{"price": 0.1})
	stranger.Get(t, alertsPath+"/"+id).Failed(t, 404, "NOT_FOUND", "")
	stranger.Call(t, http.MethodDelete, alertsPath+"/"+id, nil).Failed(t, 404, "NOT_FOUND", "")
	kit.WantFields(t, m.Call(t, http.MethodDelete, alertsPath+"/"+id, nil).Ok(t, 200).Object(t, kit.ShapeOfAlert), kit.Body{"status": "cancelled", "firedPrice": 0})
	m.Call(t, http.MethodDelete, alertsPath+"/"+id, nil).Failed(t, 409, "INVALID_TRANSITION", "")
	if left, _ := m.Stretch(t, alertsPath+"?status=working", kit.ShapeOfAlert); len(left) != 0 {
		t.Errorf("the cancelled alert works: %v", left)
	}
}

func stopIsTold(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	m := v.TenantAdmin(t)
	usual := m.Get(t, notificationsPath).Ok(t, 200).Object(t, kit.ShapeOfNotifications)
	kit.WantFields(t, usual["position_stopped"].(map[string]any), kit.Body{"mail": false, "stream": true, "webhook": true})
	kit.WantFields(t, usual["alert_fired"].(map[string]any), kit.Body{"mail": true, "stream": true, "webhook": true})
	changed := m.Call(t, http.MethodPatch, notificationsPath, kit.Body{"position_stopped": kit.Body{"mail": true, "webhook": false}}).Ok(t, 200).Object(t, kit.ShapeOfNotifications)
	kit.WantFields(t, changed["position_stopped"].(map[string]any), kit.Body{"mail": true, "stream": true, "webhook": false})
	m.Call(t, http.MethodPatch, notificationsPath, kit.Body{"nothing": kit.Body{}}).Failed(t, 400, "VALIDATION_ERROR", "nothing")

	id := m.Opened(t, v.Signal(t, "entry_long", kit.Body{"stopLoss": 1.9}), 30)
	calm(t, v, kit.Xrp)
	v.Bar(t, kit.Xrp, "2", "2", "1.8", "2")
	m.AwaitStatus(t, id, "closed")
	letter := v.Place.AwaitLetter(t, "position_stopped", m.Email, 1)
	if !strings.Contains(letter.Text, "Your long position of 30 XRPUSD was closed at its stop, at 1.9.") {
		t.Errorf("the mail is %q", letter.Text)
	}
	notices := m.Everything(t, "/trading/notices", kit.ShapeOfNotice)
	if len(notices) != 1 || notices[0]["subjectId"] != id {
		t.Errorf("the notices are %v", notices)
	}
	if told := m.Events(t, "trading.notice.created"); len(told) != 0 {
		t.Errorf("webhooks were not chosen, and told %v", told)
	}
}

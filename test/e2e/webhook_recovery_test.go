package e2e_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

var shapeOfRecovery = shape{
	"id": aUUID, "endpointId": aUUID, "state": aText, "recovered": anInteger, "createdAt": aTime, "?finishedAt": aTime,
}

// wantCounters checks what has come of the endpoint's deliveries.
func (m *member) wantCounters(t *testing.T, endpoint map[string]any, succeeded, failed float64) {
	t.Helper()
	now := m.readEndpoint(t, endpoint)
	if now["totalDeliveries"] != succeeded+failed || now["successfulDeliveries"] != succeeded || now["failedDeliveries"] != failed {
		t.Errorf("the counters are %v = %v + %v, want %v = %v + %v", now["totalDeliveries"], now["successfulDeliveries"],
			now["failedDeliveries"], succeeded+failed, succeeded, failed)
	}
}

// statuses counts the endpoint's deliveries by their status.
func (m *member) statuses(t *testing.T, endpoint map[string]any) map[string]int {
	t.Helper()
	counts := map[string]int{}
	for _, one := range m.everything(t, endpointAt(endpoint, "/deliveries"), shapeOfDelivery) {
		counts[one["status"].(string)]++
	}
	return counts
}

func lostOnesAreRecovered(t *testing.T, s *server) {
	admin := s.tenantAdmin(t)
	var healthy atomic.Bool
	office := newReceiver(t, func(w http.ResponseWriter, _ delivered) {
		if !healthy.Load() {
			w.WriteHeader(http.StatusInternalServerError)
		}
	})
	endpoint := admin.endpoint(t, office.URL, body{"retryEnabled": false})
	admin.publish(t, "custom.too.early", body{})
	eventually(t, patience, "the first is exhausted", func() bool { return admin.statuses(t, endpoint)["exhausted"] == 1 })
	since := time.Now().Add(2 * time.Millisecond) // identifiers know the time by the millisecond
	eventually(t, patience, "that moment is over", func() bool { return time.Now().After(since) })
	admin.publish(t, "custom.exhausted", body{})
	eventually(t, patience, "the second is exhausted", func() bool { return admin.statuses(t, endpoint)["exhausted"] == 2 })
	admin.wantCounters(t, endpoint, 0, 2)
	admin.call(t, http.MethodPatch, endpointAt(endpoint, ""), body{"isActive": false}).ok(t, 200)
	for i := range 3 {
		admin.publish(t, "custom.skipped", body{"number": i})
	}
	if skipped := admin.statuses(t, endpoint)["skipped"]; skipped != 3 {
		t.Errorf("%d deliveries are skipped, want 3", skipped)
	}
	admin.post(t, endpointAt(endpoint, "/recover"), body{"since": since}).failed(t, 409, "CONFLICT", "")
	admin.call(t, http.MethodPatch, endpointAt(endpoint, ""), body{"isActive": true}).ok(t, 200)
	healthy.Store(true)
	for _, bad := range []body{{}, {"since": "yesterday"}} {
		admin.post(t, endpointAt(endpoint, "/recover"), bad).failed(t, 400, "VALIDATION_ERROR", "since")
	}
	told := admin.post(t, endpointAt(endpoint, "/recover"), body{"since": since}).ok(t, 202).object(t, shapeOfRecovery)
	if told["recovered"] != 4.0 || told["state"] != "done" {
		t.Errorf("the recovery is %v, want 4 deliveries", told)
	}
	same := admin.get(t, endpointAt(endpoint, "/recoveries/"+told["id"].(string))).ok(t, 200).object(t, shapeOfRecovery)
	if same["recovered"] != 4.0 || same["id"] != told["id"] {
		t.Errorf("the recovery is later told as %v", same)
	}
	admin.get(t, endpointAt(endpoint, "/recoveries/"+endpoint["id"].(string))).failed(t, 404, "NOT_FOUND", "")
	eventually(t, patience, "all four have succeeded", func() bool { return admin.statuses(t, endpoint)["succeeded"] == 4 })
	admin.wantCounters(t, endpoint, 4, 1)
	if got := len(office.all()); got != 6 {
		t.Errorf("the receiver got %d requests, want 6", got)
	}
	again := admin.post(t, endpointAt(endpoint, "/recover"), body{"since": since}).ok(t, 202).object(t, shapeOfRecovery)
	if again["recovered"] != 0.0 {
		t.Errorf("%v deliveries are recovered twice", again["recovered"])
	}
}

func onlyFailedOnesAreRetried(t *testing.T, s *server) {
	admin := s.tenantAdmin(t)
	var healthy atomic.Bool
	asked := make(chan struct{})
	office := newReceiver(t, func(w http.ResponseWriter, _ delivered) {
		<-asked // it stays pending for as long as the test needs to look at it
		if !healthy.Load() {
			w.WriteHeader(http.StatusInternalServerError)
		}
	})
	letAnswer := sync.OnceFunc(func() { close(asked) })
	t.Cleanup(letAnswer) // also when the test ends early
	endpoint := admin.endpoint(t, office.URL, body{"maxRetries": 1, "retryDelaySeconds": 1})
	admin.publish(t, "custom.thing.happened", body{})
	id := admin.onlyDelivery(t, endpoint)
	retry := "/webhooks/deliveries/" + id + "/retry"
	refused := admin.post(t, retry, nil)
	letAnswer()
	refused.failed(t, 409, "CONFLICT", "") // pending
	admin.awaitDelivery(t, id, "exhausted")
	admin.wantCounters(t, endpoint, 0, 1)
	admin.post(t, retry, nil).done(t, 202)
	detail := admin.awaitDelivery(t, id, "exhausted") // its retries are counted anew
	if attempts := len(detail["attempts"].([]any)); attempts != 4 {
		t.Errorf("%d attempts were made, want 4", attempts)
	}
	admin.wantCounters(t, endpoint, 0, 1)
	healthy.Store(true)
	admin.call(t, http.MethodPatch, endpointAt(endpoint, ""), body{"isActive": false}).ok(t, 200)
	admin.post(t, retry, nil).failed(t, 409, "CONFLICT", "")
	admin.call(t, http.MethodPatch, endpointAt(endpoint, ""), body{"isActive": true}).ok(t, 200)
	admin.post(t, retry, nil).done(t, 202)
	admin.awaitDelivery(t, id, "succeeded")
	admin.wantCounters(t, endpoint, 1, 0)
	admin.post(t, retry, nil).failed(t, 409, "CONFLICT", "") // succeeded
	if got := len(office.all()); got != 5 {
		t.Errorf("the receiver got %d requests, want 5", got)
	}
}

func goneReceiversAreSwitchedOff(t *testing.T, s *server) {
	admin := s.tenantAdmin(t)
	gone := newReceiver(t, func(w http.ResponseWriter, _ delivered) { w.WriteHeader(http.StatusGone) })
	watcher := newReceiver(t, nil)
	endpoint := admin.endpoint(t, gone.URL+"/path-that-is-a-secret", body{"subscribedEvents": []string{"custom.*"}})
	admin.endpoint(t, watcher.URL, body{"subscribedEvents": []string{"webhook.endpoint.disabled"}})
	admin.publish(t, "custom.thing.happened", body{})
	told := watcher.await(t, 1)
	if data := told.body["data"].(map[string]any); data["url"] != gone.URL || strings.Contains(string(told.text), "path-that-is-a-secret") {
		t.Errorf("the watcher was told %s", told.text)
	}
	if now := admin.readEndpoint(t, endpoint); now["isActive"] != false {
		t.Error("the endpoint is still active")
	}
	admin.wantCounters(t, endpoint, 0, 1)
}

func redirectsAreNotFollowed(t *testing.T, s *server) {
	admin := s.tenantAdmin(t)
	target := newReceiver(t, nil)
	for _, status := range []int{301, 302, 303, 307, 308} {
		office := newReceiver(t, func(w http.ResponseWriter, _ delivered) {
			w.Header().Set("Location", target.URL)
			w.WriteHeader(status)
		})
		endpoint := admin.endpoint(t, office.URL, body{"retryEnabled": false, "subscribedEvents": []string{}})
		id := admin.post(t, endpointAt(endpoint, "/test"), nil).ok(t, 202).object(t, shapeOfDelivery)["id"].(string)
		detail := admin.awaitDelivery(t, id, "exhausted")
		if attempt := detail["attempts"].([]any)[0].(map[string]any); attempt["responseStatus"] != float64(status) {
			t.Errorf("%d: the attempt is %v", status, attempt)
		}
		admin.post(t, endpointAt(endpoint, "/verify"), nil).failed(t, 409, "CONFLICT", "")
	}
	if got := target.all(); len(got) != 0 {
		t.Errorf("the redirects were followed: %d requests", len(got))
	}
}

// wantStretches reads a list two at a time and checks that it comes whole, the newest first.
func (m *member) wantStretches(t *testing.T, path, idField string, want []string, of shape) {
	t.Helper()
	join := "?"
	if strings.Contains(path, "?") {
		join = "&"
	}
	var got []string
	for before := ""; ; {
		items, next := m.stretch(t, path+join+"limit=2"+before, of)
		if len(items) > 2 {
			t.Fatalf("%d items came, want 2 at most", len(items))
		}
		for _, item := range items {
			got = append(got, item[idField].(string))
		}
		if next == "" {
			break
		}
		before = "&before=" + next
	}
	for i := range want {
		if len(got) != len(want) || got[i] != want[len(want)-1-i] {
			t.Fatalf("%s lists %v, want %v from its end", path, got, want)
		}
	}
}

func deliveriesAreListed(t *testing.T, s *server) {
	admin := s.tenantAdmin(t)
	office := newReceiver(t, func(w http.ResponseWriter, one delivered) {
		if one.body["type"] == "custom.bad" {
			w.WriteHeader(http.StatusInternalServerError)
		}
	})
	endpoint := admin.endpoint(t, office.URL, body{"retryEnabled": false})
	admin.endpoint(t, office.URL+"/other", nil) // whose deliveries are not listed
	var all, bad, good []string
	for i := range 5 {
		kind := []string{"good", "bad"}[i%2]
		id := admin.publish(t, "custom."+kind, body{})
		all = append(all, id)
		if kind == "bad" {
			bad = append(bad, id)
		} else {
			good = append(good, id)
		}
	}
	eventually(t, patience, "all have their outcome", func() bool { return admin.statuses(t, endpoint)["pending"] == 0 })
	path := endpointAt(endpoint, "/deliveries")
	admin.wantStretches(t, path, "eventId", all, shapeOfDelivery)
	admin.wantStretches(t, path+"?status=exhausted", "eventId", bad, shapeOfDelivery)
	admin.wantStretches(t, path+"?status=succeeded", "eventId", good, shapeOfDelivery)
	admin.wantStretches(t, path+"?status=skipped", "eventId", nil, shapeOfDelivery)
	for _, query := range []string{"status=lost", "before=yesterday", "limit=101", "limit=0"} {
		field, _, _ := strings.Cut(query, "=")
		admin.get(t, path+"?"+query).failed(t, 400, "VALIDATION_ERROR", field)
	}
}

func eventsAreListed(t *testing.T, s *server) {
	admin := s.tenantAdmin(t)
	var all, odd []string
	for i := range 5 {
		id := admin.publish(t, fmt.Sprintf("custom.kind_%d", i%2), body{"number": i})
		all = append(all, id)
		if i%2 == 1 {
			odd = append(odd, id)
		}
	}
	admin.wantStretches(t, "/webhooks/events", "id", all, shapeOfEvent)
	admin.wantStretches(t, "/webhooks/events?type=custom.kind_1", "id", odd, shapeOfEvent)
	admin.wantStretches(t, "/webhooks/events?type=custom.kind", "id", nil, shapeOfEvent)
	newest, _ := admin.stretch(t, "/webhooks/events?limit=1", shapeOfEvent)
	if message := newest[0]["body"].(map[string]any); message["id"] != all[4] || message["data"].(map[string]any)["number"] != 4.0 {
		t.Errorf("the newest event is %v", newest[0])
	}
}

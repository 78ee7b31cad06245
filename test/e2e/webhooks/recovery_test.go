package webhooks_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

var shapeOfRecovery = kit.Shape{
	"id": kit.AUUID, "endpointId": kit.AUUID, "state": kit.AText, "recovered": kit.AnInteger, "createdAt": kit.ATime, "?finishedAt": kit.ATime,
}

// wantCounters checks the outcomes of the endpoint's deliveries.
func wantCounters(t *testing.T, m *kit.Member, endpoint map[string]any, succeeded, failed float64) {
	t.Helper()
	now := readEndpoint(t, m, endpoint)
	if now["totalDeliveries"] != succeeded+failed || now["successfulDeliveries"] != succeeded || now["failedDeliveries"] != failed {
		t.Errorf("the counters are %v = %v + %v, want %v = %v + %v", now["totalDeliveries"], now["successfulDeliveries"],
			now["failedDeliveries"], succeeded+failed, succeeded, failed)
	}
}

// statuses counts the endpoint's deliveries by their status.
func statuses(t *testing.T, m *kit.Member, endpoint map[string]any) map[string]int {
	t.Helper()
	counts := map[string]int{}
	for _, one := range m.Everything(t, endpointAt(endpoint, "/deliveries"), kit.ShapeOfDelivery) {
		counts[one["status"].(string)]++
	}
	return counts
}

func lostOnesAreRecovered(t *testing.T, s *kit.Server) {
	admin := s.TenantAdmin(t)
	var healthy atomic.Bool
	office := kit.NewReceiver(t, func(w http.ResponseWriter, _ kit.Delivered) {
		if !healthy.Load() {
			w.WriteHeader(http.StatusInternalServerError)
		}
	})
	endpoint := admin.Endpoint(t, office.URL, kit.Body{"retryEnabled": false})
	admin.Publish(t, "custom.too.early", kit.Body{})
	testkit.Within(t, kit.Patience, "the first is exhausted", func() bool { return statuses(t, admin, endpoint)["exhausted"] == 1 })
	since := time.Now().Add(2 * time.Millisecond) // ids contain the time to the millisecond
	testkit.Within(t, kit.Patience, "that moment is over", func() bool { return time.Now().After(since) })
	admin.Publish(t, "custom.exhausted", kit.Body{})
	testkit.Within(t, kit.Patience, "the second is exhausted", func() bool { return statuses(t, admin, endpoint)["exhausted"] == 2 })
	wantCounters(t, admin, endpoint, 0, 2)
	admin.Call(t, http.MethodPatch, endpointAt(endpoint, ""), kit.Body{"isActive": false}).Ok(t, 200)
	for i := range 3 {
		admin.Publish(t, "custom.skipped", kit.Body{"number": i})
	}
	if skipped := statuses(t, admin, endpoint)["skipped"]; skipped != 3 {
		t.Errorf("%d deliveries are skipped, want 3", skipped)
	}
	admin.Post(t, endpointAt(endpoint, "/recover"), kit.Body{"since": since}).Failed(t, 409, "CONFLICT", "")
	admin.Call(t, http.MethodPatch, endpointAt(endpoint, ""), kit.Body{"isActive": true}).Ok(t, 200)
	healthy.Store(true)
	for _, bad := range []kit.Body{{}, {"since": "yesterday"}} {
		admin.Post(t, endpointAt(endpoint, "/recover"), bad).Failed(t, 400, "VALIDATION_ERROR", "since")
	}
	told := admin.Post(t, endpointAt(endpoint, "/recover"), kit.Body{"since": since}).Ok(t, 202).Object(t, shapeOfRecovery)
	if told["recovered"] != 4.0 || told["state"] != "done" {
		t.Errorf("the recovery is %v, want 4 deliveries", told)
	}
	same := admin.Get(t, endpointAt(endpoint, "/recoveries/"+told["id"].(string))).Ok(t, 200).Object(t, shapeOfRecovery)
	if same["recovered"] != 4.0 || same["id"] != told["id"] {
		t.Errorf("the recovery is later told as %v", same)
	}
	admin.Get(t, endpointAt(endpoint, "/recoveries/"+endpoint["id"].(string))).Failed(t, 404, "NOT_FOUND", "")
	testkit.Within(t, kit.Patience, "all four have succeeded", func() bool { return statuses(t, admin, endpoint)["succeeded"] == 4 })
	wantCounters(t, admin, endpoint, 4, 1)
	if got := len(office.All()); got != 6 {
		t.Errorf("the receiver got %d requests, want 6", got)
	}
	again := admin.Post(t, endpointAt(endpoint, "/recover"), kit.Body{"since": since}).Ok(t, 202).Object(t, shapeOfRecovery)
	if again["recovered"] != 0.0 {
		t.Errorf("%v deliveries are recovered twice", again["recovered"])
	}
}

func onlyFailedOnesAreRetried(t *testing.T, s *kit.Server) {
	admin := s.TenantAdmin(t)
	var healthy atomic.Bool
	looked := make(chan struct{})
	office := kit.NewReceiver(t, func(w http.ResponseWriter, _ kit.Delivered) {
		<-looked
		if !healthy.Load() {
			w.WriteHeader(http.StatusInternalServerError)
		}
	})
	look := sync.OnceFunc(func() { close(looked) })
	t.Cleanup(look) // before the receiver waits for its answers
	endpoint := admin.Endpoint(t, office.URL, kit.Body{"maxRetries": 1, "retryDelaySeconds": 1})
	admin.Publish(t, "custom.thing.happened", kit.Body{})
	id := onlyDelivery(t, admin, endpoint)
	retry := "/webhooks/deliveries/" + id + "/retry"
	admin.Post(t, retry, nil).Failed(t, 409, "CONFLICT", "") // pending for as long as the receiver does not answer
	look()
	awaitDelivery(t, admin, id, "exhausted")
	wantCounters(t, admin, endpoint, 0, 1)
	admin.Post(t, retry, nil).Done(t, 202)
	detail := awaitDelivery(t, admin, id, "exhausted") // its retries are counted from zero
	if attempts := len(detail["attempts"].([]any)); attempts != 4 {
		t.Errorf("%d attempts were made, want 4", attempts)
	}
	wantCounters(t, admin, endpoint, 0, 1)
	healthy.Store(true)
	admin.Call(t, http.MethodPatch, endpointAt(endpoint, ""), kit.Body{"isActive": false}).Ok(t, 200)
	admin.Post(t, retry, nil).Failed(t, 409, "CONFLICT", "")
	admin.Call(t, http.MethodPatch, endpointAt(endpoint, ""), kit.Body{"isActive": true}).Ok(t, 200)
	admin.Post(t, retry, nil).Done(t, 202)
	awaitDelivery(t, admin, id, "succeeded")
	wantCounters(t, admin, endpoint, 1, 0)
	admin.Post(t, retry, nil).Failed(t, 409, "CONFLICT", "") // succeeded
	if got := len(office.All()); got != 5 {
		t.Errorf("the receiver got %d requests, want 5", got)
	}
}

func goneReceiversAreSwitchedOff(t *testing.T, s *kit.Server) {
	admin := s.TenantAdmin(t)
	gone := kit.NewReceiver(t, func(w http.ResponseWriter, _ kit.Delivered) { w.WriteHeader(http.StatusGone) })
	watcher := kit.NewReceiver(t, nil)
	endpoint := admin.Endpoint(t, gone.URL+"/path-that-is-a-secret", kit.Body{"subscribedEvents": []string{"custom.*"}})
	admin.Endpoint(t, watcher.URL, kit.Body{"subscribedEvents": []string{"webhook.endpoint.disabled"}})
	admin.Publish(t, "custom.thing.happened", kit.Body{})
	told := watcher.Await(t, 1)
	if data := told.Body["data"].(map[string]any); data["url"] != gone.URL || strings.Contains(string(told.Text), "path-that-is-a-secret") {
		t.Errorf("the watcher was told %s", told.Text)
	}
	if now := readEndpoint(t, admin, endpoint); now["isActive"] != false {
		t.Error("the endpoint is still active")
	}
	wantCounters(t, admin, endpoint, 0, 1)
}

func redirectsAreNotFollowed(t *testing.T, s *kit.Server) {
	admin := s.TenantAdmin(t)
	target := kit.NewReceiver(t, nil)
	for _, status := range []int{301, 302, 303, 307, 308} {
		office := kit.NewReceiver(t, func(w http.ResponseWriter, _ kit.Delivered) {
			w.Header().Set("Location", target.URL)
			w.WriteHeader(status)
		})
		endpoint := admin.Endpoint(t, office.URL, kit.Body{"retryEnabled": false, "subscribedEvents": []string{}})
		id := admin.Post(t, endpointAt(endpoint, "/test"), nil).Ok(t, 202).Object(t, kit.ShapeOfDelivery)["id"].(string)
		detail := awaitDelivery(t, admin, id, "exhausted")
		if attempt := detail["attempts"].([]any)[0].(map[string]any); attempt["responseStatus"] != float64(status) {
			t.Errorf("%d: the attempt is %v", status, attempt)
		}
		admin.Post(t, endpointAt(endpoint, "/verify"), nil).Failed(t, 409, "CONFLICT", "")
	}
	if got := target.All(); len(got) != 0 {
		t.Errorf("the redirects were followed: %d requests", len(got))
	}
}

// wantStretches reads a list two at a time and checks that it is complete, newest first.
func wantStretches(t *testing.T, m *kit.Member, path, idField string, want []string, of kit.Shape) {
	t.Helper()
	join := "?"
	if strings.Contains(path, "?") {
		join = "&"
	}
	var got []string
	for before := ""; ; {
		items, next := m.Stretch(t, path+join+"limit=2"+before, of)
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

func deliveriesAreListed(t *testing.T, s *kit.Server) {
	admin := s.TenantAdmin(t)
	office := kit.NewReceiver(t, func(w http.ResponseWriter, one kit.Delivered) {
		if one.Body["type"] == "custom.bad" {
			w.WriteHeader(http.StatusInternalServerError)
		}
	})
	endpoint := admin.Endpoint(t, office.URL, kit.Body{"retryEnabled": false})
	admin.Endpoint(t, office.URL+"/other", nil) // its deliveries are not listed
	var all, bad, good []string
	for i := range 5 {
		kind := []string{"good", "bad"}[i%2]
		id := admin.Publish(t, "custom."+kind, kit.Body{})
		all = append(all, id)
		if kind == "bad" {
			bad = append(bad, id)
		} else {
			good = append(good, id)
		}
	}
	testkit.Within(t, kit.Patience, "all have their outcome", func() bool { return statuses(t, admin, endpoint)["pending"] == 0 })
	path := endpointAt(endpoint, "/deliveries")
	wantStretches(t, admin, path, "eventId", all, kit.ShapeOfDelivery)
	wantStretches(t, admin, path+"?status=exhausted", "eventId", bad, kit.ShapeOfDelivery)
	wantStretches(t, admin, path+"?status=succeeded", "eventId", good, kit.ShapeOfDelivery)
	wantStretches(t, admin, path+"?status=skipped", "eventId", nil, kit.ShapeOfDelivery)
	for _, query := range []string{"status=lost", "before=yesterday", "limit=101", "limit=0"} {
		field, _, _ := strings.Cut(query, "=")
		admin.Get(t, path+"?"+query).Failed(t, 400, "VALIDATION_ERROR", field)
	}
}

func eventsAreListed(t *testing.T, s *kit.Server) {
	admin := s.TenantAdmin(t)
	var all, odd []string
	for i := range 5 {
		id := admin.Publish(t, fmt.Sprintf("custom.kind_%d", i%2), kit.Body{"number": i})
		all = append(all, id)
		if i%2 == 1 {
			odd = append(odd, id)
		}
	}
	wantStretches(t, admin, "/webhooks/events", "id", all, kit.ShapeOfEvent)
	wantStretches(t, admin, "/webhooks/events?type=custom.kind_1", "id", odd, kit.ShapeOfEvent)
	wantStretches(t, admin, "/webhooks/events?type=custom.kind", "id", nil, kit.ShapeOfEvent)
	newest, _ := admin.Stretch(t, "/webhooks/events?limit=1", kit.ShapeOfEvent)
	if message := newest[0]["body"].(map[string]any); message["id"] != all[4] || message["data"].(map[string]any)["number"] != 4.0 {
		t.Errorf("the newest event is %v", newest[0])
	}
}

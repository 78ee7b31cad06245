package e2e_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// localReceivers lets webhooks go to this machine, where the receivers of the tests are.
var localReceivers = []string{"--webhook-allow-http", "--webhook-allow-loopback"}

// delivered is one request that a receiver got.
type delivered struct {
	at     time.Time
	method string
	header http.Header
	text   []byte
	body   map[string]any
}

// id is the name of the event, the same in every attempt.
func (d delivered) id() string { return d.header.Get("Webhook-Id") }

// receiver is somebody's system that is told what happened.
type receiver struct {
	*httptest.Server
	mutex  sync.Mutex
	got    []delivered
	answer func(w http.ResponseWriter, one delivered)
}

// newReceiver starts a receiver that answers as told; with nil it answers 200.
func newReceiver(t *testing.T, answer func(w http.ResponseWriter, one delivered)) *receiver {
	t.Helper()
	r := &receiver{answer: answer}
	r.Server = httptest.NewServer(http.HandlerFunc(r.receive))
	t.Cleanup(r.Server.Close)
	return r
}

func (r *receiver) receive(w http.ResponseWriter, request *http.Request) {
	text, err := io.ReadAll(request.Body)
	if err != nil {
		return // the sender is gone
	}
	one := delivered{at: time.Now(), method: request.Method, header: request.Header, text: text}
	_ = json.Unmarshal(text, &one.body) // what is no JSON has no fields
	r.mutex.Lock()
	r.got = append(r.got, one)
	r.mutex.Unlock()
	if r.answer != nil {
		r.answer(w, one)
	}
}

// all are the requests so far, the oldest first.
func (r *receiver) all() []delivered {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.got[:len(r.got):len(r.got)]
}

// await waits for the count-th request and returns it.
func (r *receiver) await(t *testing.T, count int) delivered {
	t.Helper()
	eventually(t, patience, fmt.Sprintf("request %d arrives at the receiver", count), func() bool { return len(r.all()) >= count })
	return r.all()[count-1]
}

var tenantCount atomic.Int64

// tenantAdmin makes a tenant with an admin, so that nothing of other tests is in its lists.
func (s *server) tenantAdmin(t *testing.T) *member {
	t.Helper()
	slug := fmt.Sprintf("tenant-%d", tenantCount.Add(1))
	s.place.mustRun(t, "", "tenant create", slug, "Tenant "+slug)
	return s.officer(t, "admin", slug)
}

const endpointsPath = "/webhooks/endpoints"

// endpoint makes an endpoint for everything, at the URL, with the settings on top.
func (m *member) endpoint(t *testing.T, url string, settings body) map[string]any {
	t.Helper()
	content := body{"name": "Back office", "url": url, "subscribedEvents": []string{"*"}, "signingSecret": ""}
	for name, value := range settings {
		content[name] = value
	}
	return m.post(t, endpointsPath, content).ok(t, 201).object(t, shapeOfEndpoint)
}

// endpointAt is the path of an endpoint and what follows it.
func endpointAt(endpoint map[string]any, rest string) string {
	return endpointsPath + "/" + endpoint["id"].(string) + rest
}

// readEndpoint is the endpoint as it is now.
func (m *member) readEndpoint(t *testing.T, endpoint map[string]any) map[string]any {
	t.Helper()
	return m.get(t, endpointAt(endpoint, "")).ok(t, 200).object(t, shapeOfEndpoint)
}

// publish publishes an event of the tenant's own and returns its id.
func (m *member) publish(t *testing.T, eventType string, data body) string {
	t.Helper()
	return m.post(t, "/webhooks/events", body{"type": eventType, "data": data}).ok(t, 201).object(t, shapeOfReceipt)["id"].(string)
}

// stretch reads one stretch of a list that goes by cursor, and where it goes on; empty at the end.
func (m *member) stretch(t *testing.T, path string, want shape) (items []map[string]any, next string) {
	t.Helper()
	a := m.fetch(t, http.MethodGet, "/api/v1"+path, nil).ok(t, 200)
	if err := json.Unmarshal(a.text, &a.envelope); err != nil {
		t.Fatalf("%s: the answer is not JSON: %v", a.call, err)
	}
	items = a.list(t, want, shape{"meta": anObject(shape{"limit": anInteger, "?next": aUUID})})
	next, _ = a.envelope["meta"].(map[string]any)["next"].(string)
	return items, next
}

// everything reads a list that goes by cursor to its end.
func (m *member) everything(t *testing.T, path string, want shape) (all []map[string]any) {
	t.Helper()
	before := ""
	for {
		items, next := m.stretch(t, path+"?limit=100"+before, want)
		all = append(all, items...)
		if next == "" {
			return all
		}
		before = "&before=" + next
	}
}

// awaitDelivery waits until a delivery has the status and returns it with its attempts.
func (m *member) awaitDelivery(t *testing.T, id, status string) map[string]any {
	t.Helper()
	var detail map[string]any
	eventually(t, patience, "the delivery is "+status, func() bool {
		detail = m.get(t, "/webhooks/deliveries/"+id).ok(t, 200).object(t, shapeOfDetail)
		return detail["delivery"].(map[string]any)["status"] == status
	})
	return detail
}

// onlyDelivery waits until the endpoint has one delivery, and returns its id.
func (m *member) onlyDelivery(t *testing.T, endpoint map[string]any) string {
	t.Helper()
	items, _ := m.stretch(t, endpointAt(endpoint, "/deliveries"), shapeOfDelivery)
	if len(items) != 1 {
		t.Fatalf("the endpoint has %d deliveries, want 1", len(items))
	}
	return items[0]["id"].(string)
}

func aNumber(value any) error {
	if _, ok := value.(float64); !ok {
		return fmt.Errorf("%v is no number", value)
	}
	return nil
}

func aString(value any) error { // an empty one too
	if _, ok := value.(string); !ok {
		return fmt.Errorf("%v is no string", value)
	}
	return nil
}

func aMap(value any) error {
	if _, ok := value.(map[string]any); !ok {
		return fmt.Errorf("%v is no object", value)
	}
	return nil
}

// The objects of the contract.
var (
	shapeOfEndpoint = shape{
		"id": aUUID, "tenantId": aUUID, "name": aText, "?description": aText, "url": aText, "httpMethod": aText,
		"authType": aText, "authConfig": aMap, "customHeaders": aMap, "subscribedEvents": aListOf(aText), "filters": aMap,
		"retryEnabled": aBoolean, "maxRetries": anInteger, "retryDelaySeconds": anInteger, "retryBackoffMultiplier": aNumber,
		"timeoutSeconds": anInteger, "isActive": aBoolean, "isVerified": aBoolean, "?verifiedAt": aTime, "?signingSecret": aText,
		"totalDeliveries": anInteger, "successfulDeliveries": anInteger, "failedDeliveries": anInteger,
		"?lastDeliveryAt": aTime, "?lastSuccessAt": aTime, "?lastFailureAt": aTime,
		"rateLimitPerMinute": anInteger, "rateLimitPerHour": anInteger, "createdAt": aTime, "updatedAt": aTime, "?createdBy": aUUID, "?broken": aText,
	}
	shapeOfDelivery = shape{
		"id": aUUID, "eventId": aUUID, "eventType": aText, "endpointId": aUUID, "status": aText, "attempts": anInteger,
		"?nextAttemptAt": aTime, "createdAt": aTime, "?finishedAt": aTime,
	}
	shapeOfAttempt = shape{
		"number": anInteger, "startedAt": aTime, "finishedAt": aTime, "requestHeaders": aMap, "responseStatus": anInteger,
		"responseHeaders": aMap, "responseBody": aString, "errorClass": aString, "error": aString,
		"timing": anObject(shape{
			"dns": anInteger, "connect": anInteger, "tls": anInteger, "firstByte": anInteger, "total": anInteger, "reused": aBoolean,
		}),
	}
	shapeOfDetail = shape{
		"delivery": anObject(shapeOfDelivery), "request": anObject(shapeOfMessage), "attempts": aListOf(anObject(shapeOfAttempt)),
	}
	shapeOfMessage = shape{"id": aUUID, "type": aText, "timestamp": aTime, "tenantId": aUUID, "data": aMap}
	shapeOfReceipt = shape{"id": aUUID, "type": aText, "createdAt": aTime}
	shapeOfEvent   = shape{"id": aUUID, "type": aText, "createdAt": aTime, "body": anObject(shapeOfMessage)}
)

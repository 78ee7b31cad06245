package kit

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

	"bourse/internal/testkit"
)

// LocalReceivers allows webhooks to this machine, where the tests' receivers are.
var LocalReceivers = []string{"--webhook-allow-http", "--webhook-allow-loopback"}

// Delivered is one request to a receiver.
type Delivered struct {
	At     time.Time
	Method string
	Header http.Header
	Text   []byte
	Body   map[string]any
}

// receiver is somebody's system that receives webhooks.
type receiver struct {
	*httptest.Server
	mutex  sync.Mutex
	got    []Delivered
	answer func(w http.ResponseWriter, delivered Delivered)
}

// NewReceiver starts a receiver with the given answers; with nil it answers 200.
func NewReceiver(t *testing.T, answer func(w http.ResponseWriter, delivered Delivered)) *receiver {
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
	delivered := Delivered{At: time.Now(), Method: request.Method, Header: request.Header, Text: text}
	_ = json.Unmarshal(text, &delivered.Body) // invalid JSON has no fields
	r.mutex.Lock()
	r.got = append(r.got, delivered)
	r.mutex.Unlock()
	if r.answer != nil {
		r.answer(w, delivered)
	}
}

// All returns the requests so far, oldest first.
func (r *receiver) All() []Delivered {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.got[:len(r.got):len(r.got)]
}

// Await waits for the count-th request and returns it.
func (r *receiver) Await(t *testing.T, count int) Delivered {
	t.Helper()
	testkit.Within(t, Patience, fmt.Sprintf("request %d arrives at the receiver", count), func() bool { return len(r.All()) >= count })
	return r.All()[count-1]
}

// TenantCount numbers the tenants of this process, so that each has a unique name.
var TenantCount atomic.Int64

// TenantAdmin creates a tenant with an admin, so that its lists contain nothing of other tests.
func (s *Server) TenantAdmin(t *testing.T) *Member {
	t.Helper()
	slug := fmt.Sprintf("tenant-%d", TenantCount.Add(1))
	s.Place.MustRun(t, "", "tenant create", slug, "Tenant "+slug)
	return s.Officer(t, "admin", slug)
}

// EndpointsPath is the path of webhook endpoints.
const EndpointsPath = "/webhooks/endpoints"

// Endpoint creates an endpoint for all events, at the URL, with additional settings.
func (m *Member) Endpoint(t *testing.T, url string, settings Body) map[string]any {
	t.Helper()
	content := Body{"name": "Back office", "url": url, "subscribedEvents": []string{"*"}, "signingSecret": ""}
	for name, value := range settings {
		content[name] = value
	}
	return m.Post(t, EndpointsPath, content).Ok(t, 201).Object(t, ShapeOfEndpoint)
}

// Publish publishes an event of the tenant's own and returns its id.
func (m *Member) Publish(t *testing.T, eventType string, data Body) string {
	t.Helper()
	return m.Post(t, "/webhooks/events", Body{"type": eventType, "data": data}).Ok(t, 201).Object(t, ShapeOfReceipt)["id"].(string)
}

// Stretch reads one page of a list with cursors, and the next cursor; empty at the end.
func (m *Member) Stretch(t *testing.T, path string, want Shape) (items []map[string]any, next string) {
	t.Helper()
	a := m.Fetch(t, http.MethodGet, "/api/v1"+path, nil).Ok(t, 200)
	if err := json.Unmarshal(a.Text, &a.Envelope); err != nil {
		t.Fatalf("%s: the answer is not JSON: %v", a.Call, err)
	}
	items = a.List(t, want, Shape{"meta": AnObject(Shape{"limit": AnInteger, "?next": AUUID})})
	next, _ = a.Envelope["meta"].(map[string]any)["next"].(string)
	return items, next
}

// Everything reads a list with cursors to its end.
func (m *Member) Everything(t *testing.T, path string, want Shape) (all []map[string]any) {
	t.Helper()
	before := ""
	for {
		items, next := m.Stretch(t, path+"?limit=100"+before, want)
		all = append(all, items...)
		if next == "" {
			return all
		}
		before = "&before=" + next
	}
}

// ANumber is any number.
func ANumber(value any) error {
	if _, ok := value.(float64); !ok {
		return fmt.Errorf("%v is no number", value)
	}
	return nil
}

// AString is a text that may be empty.
func AString(value any) error { // including an empty one
	if _, ok := value.(string); !ok {
		return fmt.Errorf("%v is no string", value)
	}
	return nil
}

// AMap is an object with any fields.
func AMap(value any) error {
	if _, ok := value.(map[string]any); !ok {
		return fmt.Errorf("%v is no object", value)
	}
	return nil
}

// The objects of the contract.
var (
	ShapeOfEndpoint = Shape{
		"id": AUUID, "tenantId": AUUID, "name": AText, "?description": AText, "url": AText, "httpMethod": AText,
		"authType": AText, "authConfig": AMap, "customHeaders": AMap, "subscribedEvents": AListOf(AText), "filters": AMap,
		"retryEnabled": ABoolean, "maxRetries": AnInteger, "retryDelaySeconds": AnInteger, "retryBackoffMultiplier": ANumber,
		"timeoutSeconds": AnInteger, "isActive": ABoolean, "isVerified": ABoolean, "?verifiedAt": ATime, "?signingSecret": AText,
		"totalDeliveries": AnInteger, "successfulDeliveries": AnInteger, "failedDeliveries": AnInteger,
		"?lastDeliveryAt": ATime, "?lastSuccessAt": ATime, "?lastFailureAt": ATime,
		"rateLimitPerMinute": AnInteger, "rateLimitPerHour": AnInteger, "createdAt": ATime, "updatedAt": ATime, "?createdBy": AUUID, "?broken": AText,
	}
	ShapeOfDelivery = Shape{
		"id": AUUID, "eventId": AUUID, "eventType": AText, "endpointId": AUUID, "status": AText, "attempts": AnInteger,
		"?nextAttemptAt": ATime, "createdAt": ATime, "?finishedAt": ATime, "?lastDurationMs": ANumber, "?lastResponseStatus": AnInteger,
	}
	shapeOfAttempt = Shape{
		"number": AnInteger, "startedAt": ATime, "finishedAt": ATime, "requestHeaders": AMap, "responseStatus": AnInteger,
		"responseHeaders": AMap, "responseBody": AString, "errorClass": AString, "error": AString,
		"timing": AnObject(Shape{
			"dns": AnInteger, "connect": AnInteger, "tls": AnInteger, "firstByte": AnInteger, "total": AnInteger, "reused": ABoolean,
		}),
	}
	ShapeOfDetail = Shape{
		"delivery": AnObject(ShapeOfDelivery), "request": AnObject(ShapeOfMessage), "attempts": AListOf(AnObject(shapeOfAttempt)),
	}
	ShapeOfMessage = Shape{"id": AUUID, "type": AText, "timestamp": ATime, "tenantId": AUUID, "data": AMap}
	ShapeOfReceipt = Shape{"id": AUUID, "type": AText, "createdAt": ATime}
	ShapeOfEvent   = Shape{"id": AUUID, "type": AText, "createdAt": ATime, "body": AnObject(ShapeOfMessage)}
)

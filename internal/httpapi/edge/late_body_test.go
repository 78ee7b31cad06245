package edge_test

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"bourse/internal/fault"
	"bourse/internal/httpapi/edge"
	"bourse/internal/httpapi/edge/edgetest"
	"bourse/internal/identity"
	"bourse/internal/oas"
	"bourse/internal/testkit"
)

// changingDoor admits Alice until she changes.
type changingDoor struct {
	edgetest.Door
	caller atomic.Pointer[identity.Caller] // her current state; nil once she no longer exists
	asked  atomic.Int64
}

func (d *changingDoor) Authenticate(context.Context, string) (identity.Caller, error) {
	d.asked.Add(1)
	if now := d.caller.Load(); now != nil {
		return *now, nil
	}
	return identity.Caller{}, fault.New(fault.SessionRevoked, "this session has ended; log in again")
}

// sendLate sends the head of a request, calls happens once the server waits for the body, and then sends that.
func sendLate(t *testing.T, address, path, body string, happens func()) int {
	t.Helper()
	connection := edgetest.Dial(t, address, "POST /api/v1%s HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer alice\r\nContent-Type: application/json\r\n"+
		"Content-Length: %d\r\nExpect: 100-continue\r\n\r\n", path, len(body))
	reader := bufio.NewReader(connection)
	if line, err := reader.ReadString('\n'); err != nil || !strings.Contains(line, "100 Continue") {
		t.Fatalf("the server does not wait for the body: %q, %v", line, err)
	}
	if _, err := reader.ReadString('\n'); err != nil { // the end of that response
		t.Fatal(err)
	}
	happens()
	if _, err := fmt.Fprint(connection, body); err != nil {
		t.Fatal(err)
	}
	answer, err := http.ReadResponse(reader, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	return answer.StatusCode
}

func TestWhoIsNobodyByTheTimeOfTheBodyIsNotServed(t *testing.T) {
	t.Parallel()
	const tenant, forgotten = `{"slug":"late","name":"Late"}`, `{"email":"ann@example.test"}`
	for name, c := range map[string]struct {
		path, body string
		becomes    func(alice identity.Caller) *identity.Caller
		want       int
		isServed   bool
	}{
		"nothing has become of her": {"/tenants", tenant, func(alice identity.Caller) *identity.Caller { return &alice }, 201, true},
		"she has left":              {"/tenants", tenant, func(identity.Caller) *identity.Caller { return nil }, 401, false},
		"she has another role": {"/tenants", tenant, func(alice identity.Caller) *identity.Caller {
			alice.Role = identity.RoleUser
			return &alice
		}, 403, false},
		"she has left what anybody may do": {"/auth/password/forgot", forgotten, func(identity.Caller) *identity.Caller { return nil }, 202, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			door, served := &changingDoor{}, atomic.Bool{}
			e := newEdge(t, &edgetest.Operations{
				OnCreateTenant: func(_ context.Context, request *oas.CreateTenantRequest) (oas.CreateTenantRes, error) {
					served.Store(true)
					return edgetest.Tenant(request), nil
				},
				OnForgot: func(ctx context.Context, _ *oas.ForgotPasswordRequest) (oas.ForgotPasswordRes, error) {
					served.Store(edge.Caller(ctx).UserID == identity.Caller{}.UserID)
					return &oas.DoneEnvelope{Success: true}, nil
				},
			}, func(o *edge.Options) { o.Authenticator = door })
			edge.MistrustBodies(e.Handler)
			door.caller.Store(&e.Alice)
			status := sendLate(t, edgetest.Listen(t, e.Handler), c.path, c.body, func() { door.caller.Store(c.becomes(e.Alice)) })
			if status != c.want || served.Load() != c.isServed {
				t.Errorf("it is answered with %d, want %d; served: %t", status, c.want, served.Load())
			}
			if asked := door.asked.Load(); asked != 2 {
				t.Errorf("it was asked %d times who she is", asked)
			}
		})
	}
}

// Once the body has arrived, any further delay is the server's own.
func TestWhoseBodyCameLateIsServedAsAnybodyElse(t *testing.T) {
	t.Parallel()
	begun, goOn := make(chan struct{}), make(chan struct{})
	e := newEdge(t, &edgetest.Operations{OnForgot: func(context.Context, *oas.ForgotPasswordRequest) (oas.ForgotPasswordRes, error) {
		close(begun)
		<-goOn
		return &oas.DoneEnvelope{Success: true}, nil
	}}, func(o *edge.Options) { o.Connections = 1 })
	address, answered := edgetest.Listen(t, e.Handler), make(chan int, 1)
	go func() {
		answered <- sendLate(t, address, "/auth/password/forgot", `{"email":"ann@example.test"}`, func() {})
	}()
	testkit.Receive(t, "it is served", begun)
	if code, _ := edgetest.Status(t, edgetest.Dial(t, address, "")); code != 503 {
		t.Errorf("who finds no room is answered with %d", code)
	}
	close(goOn)
	if code := testkit.Receive(t, "it is answered", answered); code != 202 {
		t.Errorf("it is answered with %d", code)
	}
}

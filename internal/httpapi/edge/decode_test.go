package edge_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"bourse/internal/fault"
	"bourse/internal/httpapi/edge/edgetest"
)

func TestARefusedBodyNamesItsField(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{})
	const user, connect = "/api/v1/users/01900000-0000-7000-8000-000000000000", "/api/v1/investment/accounts/connect"
	const batch, good = "/api/v1/webhooks/events/batch", `{"type":"custom.a","data":{"a":[{},7]}}`
	for _, c := range []struct{ name, method, path, body, field, message string }{
		{"wrong type", "POST", "/api/v1/auth/login", `{"email":17,"password":"x"}`, "email", "has the wrong type or form"},
		{"null", "POST", "/api/v1/auth/login", `{"email":"a@b.test","password":null}`, "password", "has the wrong type or form"},
		{"unknown", "POST", "/api/v1/auth/login", `{"email":"a@b.test","password":"x","admin":true}`, "admin", "there is no such field"},
		{"missing", "POST", "/api/v1/auth/login", `{"email":"a@b.test"}`, "password", "is required"},
		{"both missing", "POST", "/api/v1/auth/login", `{}`, "email", "is required"},
		{"email", "POST", "/api/v1/auth/login", `{"email":"nobody","password":"x"}`, "email", "has the wrong type or form"},
		{"too long", "POST", "/api/v1/auth/login", `{"email":"a@b.test","password":"` + strings.Repeat("p", 129) + `"}`, "password", "must have at most 128 characters"},
		{"too short", "POST", "/api/v1/tenants", `{"slug":"acme","name":""}`, "name", "must have at least 1 characters"},
		{"pattern", "POST", "/api/v1/tenants", `{"slug":"ACME!","name":"Acme"}`, "slug", "does not have the required form"},
		{"enumeration", "POST", "/api/v1/auth/logout", `{"scope":"everything"}`, "scope", "is not one of the allowed values"},
		{"enumeration in a patch", "PATCH", user, `{"role":"king"}`, "role", "is not one of the allowed values"},
		{"wrong type in a patch", "PATCH", user, `{"suspended":"yes"}`, "suspended", "has the wrong type or form"},
		{"array for an object", "POST", "/api/v1/auth/login", `[]`, "", "has the wrong type or form"},
		{"text for an object", "POST", "/api/v1/auth/login", `"login"`, "", "has the wrong type or form"},
		{"null character", "POST", "/api/v1/tenants", `{"slug":"acme","name":"a\u0000b"}`, "name", "must not hold the character U+0000"},
		{"unknown inside", "POST", connect, `{"provider":"binance","credentials":{"passphrase":"x"}}`, "credentials.passphrase", "there is no such field"},
		{"secret as a name", "POST", connect, `{"provider":"binance","credentials":{"` + strings.Repeat("aB3", 21) + `":""}}`, "credentials", "there is no such field"},
		{"secret of the wrong form", "POST", connect, `{"provider":"binance","credentials":{"apiKey":"a b"}}`, "credentials.apiKey", "does not have the required form"},
		{"wrong type in a list", "POST", batch, `{"events":[` + good + `, {"type":7,"data":{}}]}`, "events[1].type", "has the wrong type or form"},
		{"no object in a list", "POST", batch, `{ "events" : [ ` + good + ` , ` + good + ` , null ] }`, "events[2]", "has the wrong type or form"},
		{"missing in a list", "POST", batch, `{"events":[` + good + `,{"data":{"type":"custom.a"}}]}`, "events[1].type", "is required"},
		{"missing in an empty element", "POST", batch, `{"events":[{}]}`, "events[0].type", "is required"},
		{"unknown in a list", "POST", batch, `{"events":[` + good + `,{"type":"custom.a","id":1,"data":{}}]}`, "events[1].id", "there is no such field"},
		{"pattern in a list", "POST", batch, `{"events":[` + good + `,` + good + `,{"type":"custom","data":{}}]}`, "events[2].type", "does not have the required form"},
		{"null character in a list", "POST", batch, `{"events":[` + good + `,{"type":"custom.a","data":{"a":"\u0000"}}]}`, "events[1].data.a", "must not hold the character U+0000"},
		{"text for a list", "POST", batch, `{"events":"all"}`, "events", "has the wrong type or form"},
		{"empty list", "POST", batch, `{"events":[]}`, "events", "must have at least 1 entries"},
		{"long list", "POST", batch, `{"events":[` + strings.Repeat(good+",", 1000) + good + `]}`, "events", "must have at most 1000 entries"},
		{"quoted field", "POST", "/api/v1/auth/login", `{"email":"a@b.test","password":"x","a\"b":1}`, `a"b`, "there is no such field"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			answer := e.Send(t, edgetest.Request{Method: c.method, Path: c.path, Token: "alice", Body: c.body})
			got := edgetest.WantFailure(t, answer, http.StatusBadRequest, fault.ValidationError).Error
			if got.Field != c.field || got.Message != c.message {
				t.Errorf("got field %q and message %q, want %q and %q", got.Field, got.Message, c.field, c.message)
			}
		})
	}
}

func TestAnEmptyPatchIsRefused(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{})
	answer := e.Send(t, edgetest.Request{Method: "PATCH", Path: "/api/v1/users/01900000-0000-7000-8000-000000000000", Token: "alice", Body: `{}`})
	edgetest.WantFailure(t, answer, http.StatusBadRequest, fault.ValidationError)
}

func TestARefusedParameterIsNamed(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{})
	for path, field := range map[string]string{
		"/api/v1/users/somebody":                   "userId",
		"/api/v1/users?limit=0":                    "limit",
		"/api/v1/users?limit=101":                  "limit",
		"/api/v1/users?page=0":                     "page",
		"/api/v1/users?page=many":                  "page",
		"/api/v1/users?role=king":                  "role",
		"/api/v1/users?tenantId=x":                 "tenantId",
		"/api/v1/users?email=%00":                  "email",
		"/api/v1/users?email=%ff":                  "email",
		"/api/v1/users?limit=99999999999999999999": "limit",
	} {
		answer := e.Send(t, edgetest.Request{Method: "GET", Path: path, Token: "alice"})
		if got := edgetest.WantFailure(t, answer, http.StatusBadRequest, fault.ValidationError).Error.Field; got != field {
			t.Errorf("%s: the field is %q, want %q", path, got, field)
		}
	}
	edgetest.WantStatus(t, e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/users?unknown=1&email=a%40b", Token: "alice"}), http.StatusOK)
}

func TestABodyThatIsNoJSONIsInvalidJSON(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{})
	for _, body := range []string{
		`{`, `{"email":"a@b.test",}`, `{"email":"a@b.test","password":"x"} {}`, `not json`, "\xff\xfe", `{"email":"` + "\xff" + `"}`,
		`{"email":"\ud800 \x"}`, strings.Repeat("[", 20000), " ",
	} {
		answer := e.Send(t, edgetest.Request{Method: "POST", Path: "/api/v1/auth/login", Body: body})
		edgetest.WantFailure(t, answer, http.StatusBadRequest, fault.InvalidJSON)
	}
}

func TestAMissingBodyIsAskedFor(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{})
	for _, contentType := range []string{"", "application/json"} {
		answer := e.Send(t, edgetest.Request{Method: "POST", Path: "/api/v1/auth/login", Header: map[string]string{"Content-Type": contentType}})
		got := edgetest.WantFailure(t, answer, http.StatusBadRequest, fault.ValidationError).Error.Message
		if got != "a JSON body is required" {
			t.Errorf("the message is %q", got)
		}
	}
	edgetest.WantStatus(t, e.Send(t, edgetest.Request{Method: "POST", Path: "/api/v1/auth/logout", Token: "alice"}), http.StatusOK)
}

func TestABodyOfAnotherTypeIsRefused(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{})
	for _, contentType := range []string{"text/plain", "application/xml; charset=utf-8", ";;;", ""} {
		answer := e.Send(t, edgetest.Request{
			Method: "POST", Path: "/api/v1/auth/login", Body: `{"email":"a@b.test","password":"x"}`,
			Header: map[string]string{"Content-Type": contentType},
		})
		edgetest.WantFailure(t, answer, http.StatusUnsupportedMediaType, fault.UnsupportedMediaType)
	}
}

// The name of an unknown field is repeated to whoever sent it; a value never is.
func TestARefusalNeverRepeatsAValue(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{})
	for _, body := range passwordBodies {
		answer := e.Send(t, edgetest.Request{Method: "POST", Path: "/api/v1/auth/login", Body: body})
		if strings.Contains(answer.Body.String(), password) {
			t.Errorf("%s is answered with %s", body, answer.Body)
		}
	}
	if strings.Contains(e.Logs.String(), password) {
		t.Errorf("the log repeats it: %s", e.Logs)
	}
}

const password = "hunter2-hunter2"

var passwordBodies = []string{
	`{"email":"a@b.test","password":"hunter2-hunter2"}`, `{"email":17,"password":"hunter2-hunter2"}`,
	`{"password":"hunter2-hunter2","x":1}`, `{"password":{"a":"hunter2-hunter2"}}`, `["hunter2-hunter2"]`,
	`{"email":"hunter2-hunter2","password":"x"}`, `{"password":"hunter2-hunter2`, `{"password":"hunter2-hunter2\u0000"}`,
	`{"email":"decode field \"hunter2-hunter2\"","password":"x"}`, `"hunter2-hunter2"`, `hunter2-hunter2`,
}

func FuzzNoBodyCausesAFailureOfOurs(f *testing.F) {
	for _, seed := range append(passwordBodies, "\x00", `{"a":"\u0000"}`, `1e999`, ``, `{"slug":"acme","name":"Acme"}`, `{"scope":"local"}`) {
		f.Add([]byte(seed))
	}
	e := newEdge(f, &edgetest.Operations{})
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, path := range []string{"/api/v1/auth/login", "/api/v1/auth/logout", "/api/v1/tenants"} {
			answer := e.Send(t, edgetest.Request{Method: "POST", Path: path, Token: "alice", Body: string(body)})
			if answer.Code >= http.StatusInternalServerError {
				t.Errorf("%s: %d %s", path, answer.Code, answer.Body)
			}
			if answer.Code >= http.StatusBadRequest {
				got := edgetest.WantFailure(t, answer, answer.Code, httpCode(t, answer))
				if strings.Contains(got.Error.Message, password) {
					t.Errorf("%s repeats a value: %s", path, answer.Body)
				}
			}
		}
	})
}

// httpCode reads the code of an envelope.
func httpCode(t *testing.T, answer *httptest.ResponseRecorder) fault.Code {
	t.Helper()
	var got edgetest.Failure
	if err := json.Unmarshal(answer.Body.Bytes(), &got); err != nil {
		t.Fatalf("%q is no envelope: %v", answer.Body, err)
	}
	return got.Error.Code
}

func TestOfSeveralBadFieldsTheSameIsNamedEveryTime(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{})
	nulls := `{"zeta":"\u0000","slug":"\u0000","name":"\u0000","alpha":{"y":"\u0000","b":"\u0000"}}`
	for range 50 {
		refused := e.Send(t, edgetest.Request{Method: "POST", Path: "/api/v1/tenants", Token: "alice", Body: nulls})
		if field := edgetest.WantFailure(t, refused, http.StatusBadRequest, fault.ValidationError).Error.Field; field != "alpha.b" {
			t.Fatalf("the body: the field is %q", field)
		}
		refused = e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/users?role=%ff&page=%ff&limit=%ff&email=%ff", Token: "alice"})
		if field := edgetest.WantFailure(t, refused, http.StatusBadRequest, fault.ValidationError).Error.Field; field != "email" {
			t.Fatalf("the query: the field is %q", field)
		}
	}
}

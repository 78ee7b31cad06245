package edge_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"bourse/internal/fault"
	"bourse/internal/httpapi/edge"
	"bourse/internal/httpapi/edge/edgetest"
)

func TestARefusedBodyNamesItsField(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{})
	const user, connect = "/api/v1/users/01900000-0000-7000-8000-000000000000", "/api/v1/investment/accounts/connect"
	const custom = "must be custom and up to six names behind dots, such as custom.order.paid, in lower-case letters, digits and single underscores"
	const batch, good = "/api/v1/webhooks/events/batch", `{"type":"custom.a","data":{"a":[{},7]}}`
	for _, c := range []struct{ name, method, path, body, field, message string }{
		{"wrong type", "POST", "/api/v1/auth/login", `{"email":17,"password":"x"}`, "email", "must be text"},
		{"null", "POST", "/api/v1/auth/login", `{"email":"a@b.test","password":null}`, "password", "must be text"},
		{"unknown", "POST", "/api/v1/auth/login", `{"email":"a@b.test","password":"x","admin":true}`, "admin", "there is no such field"},
		{"a name with dots is no path", "POST", batch, `{"events.type":1,"events":[` + good + `]}`, "events.type", "there is no such field"},
		{"missing", "POST", "/api/v1/auth/login", `{"email":"a@b.test"}`, "password", "is required"},
		{"both missing", "POST", "/api/v1/auth/login", `{}`, "email", "is required"},
		{"email", "POST", "/api/v1/auth/login", `{"email":"nobody","password":"x"}`, "email", "must be an email address"},
		{"too long", "POST", "/api/v1/auth/login", `{"email":"a@b.test","password":"` + strings.Repeat("p", 129) + `"}`, "password", "must have at most 128 characters"},
		{"too short", "POST", "/api/v1/tenants", `{"slug":"acme","name":""}`, "name", "must have at least 1 character"},
		{"pattern", "POST", "/api/v1/tenants", `{"slug":"ACME!","name":"Acme"}`, "slug", "must hold at most 63 lower-case letters, digits and hyphens, without a hyphen at either end"},
		{"enumeration", "POST", "/api/v1/auth/logout", `{"scope":"everything"}`, "scope", "must be local, others or global"},
		{"enumeration in a patch", "PATCH", user, `{"role":"king"}`, "role", "must be user, trader, analyst, admin or super_admin"},
		{"number for an enumeration", "PATCH", user, `{"role":7}`, "role", "must be user, trader, analyst, admin or super_admin"},
		{"wrong type in a patch", "PATCH", user, `{"suspended":"yes"}`, "suspended", "must be true or false"},
		{"array for an object", "POST", "/api/v1/auth/login", `[]`, "", "must be an object"},
		{"text for an object", "POST", "/api/v1/auth/login", `"login"`, "", "must be an object"},
		{"null character", "POST", "/api/v1/tenants", `{"slug":"acme","name":"a\u0000b"}`, "name", "must not hold the character U+0000"},
		{"unknown inside", "POST", connect, `{"provider":"binance","credentials":{"passphrase":"x"}}`, "credentials.passphrase", "there is no such field"},
		{"secret as a name", "POST", connect, `{"provider":"binance","credentials":{"` + strings.Repeat("aB3", 21) + `":""}}`, "credentials", "there is no such field"},
		{"secret of the wrong form", "POST", connect, `{"provider":"binance","credentials":{"apiKey":"a b"}}`, "credentials.apiKey", "must hold printable ASCII characters without spaces only"},
		{"wrong type in a list", "POST", batch, `{"events":[` + good + `, {"type":7,"data":{}}]}`, "events[1].type", "must be text"},
		{"no object in a list", "POST", batch, `{ "events" : [ ` + good + ` , ` + good + ` , null ] }`, "events[2]", "must be an object"},
		{"missing in a list", "POST", batch, `{"events":[` + good + `,{"data":{"type":"custom.a"}}]}`, "events[1].type", "is required"},
		{"missing in an empty element", "POST", batch, `{"events":[{}]}`, "events[0].type", "is required"},
		{"unknown in a list", "POST", batch, `{"events":[` + good + `,{"type":"custom.a","id":1,"data":{}}]}`, "events[1].id", "there is no such field"},
		{"pattern in a list", "POST", batch, `{"events":[` + good + `,` + good + `,{"type":"custom","data":{}}]}`, "events[2].type", custom},
		{"null character in a list", "POST", batch, `{"events":[` + good + `,{"type":"custom.a","data":{"a":"\u0000"}}]}`, "events[1].data.a", "must not hold the character U+0000"},
		{"text for a list", "POST", batch, `{"events":"all"}`, "events", "must be a list"},
		{"empty list", "POST", batch, `{"events":[]}`, "events", "must have at least 1 entry"},
		{"long list", "POST", batch, `{"events":[` + strings.Repeat(good+",", 1000) + good + `]}`, "events", "must have at most 1000 entries"},
		{"empty patch", "PATCH", user, `{}`, "", "needs at least one field"},
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

func TestARefusedNumberIsToldWhichItMayBe(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{})
	for number, message := range map[string]string{
		"0.30000000000000004": "must have at most 8 decimal places", // 0.1 + 0.2, as computed by a browser
		"0.123456789":         "must have at most 8 decimal places",
		"99999999999":         "must be at most 1000000000",
		"1000000001":          "must be at most 1000000000",
		"1e20":                "must be at most 1000000000",
		`"5"`:                 "must be a number",
		"null":                "must be a number",
	} {
		body := `{"symbol":"BTCUSD","side":"buy","type":"market","quantity":` + number + `}`
		answer := e.Send(t, edgetest.Request{Method: "POST", Path: "/api/v1/trading/orders", Token: "alice", Body: body})
		got := edgetest.WantFailure(t, answer, http.StatusBadRequest, fault.ValidationError).Error
		if got.Field != "quantity" || got.Message != message {
			t.Errorf("%s: got field %q and message %q, want quantity and %q", number, got.Field, got.Message, message)
		}
	}
}

func TestARefusedValueInAListHasItsPlace(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{})
	const id = "01900000-0000-7000-8000-000000000000"
	const question = `{"text":"?","options":["a","b"],"explanation":"!","correctOption":0}`
	quiz := func(second string) string {
		return `{"title":"a","type":"text","content":"a","durationMinutes":1,"quiz":{"questions":[` + question + `,` + second + `]}}`
	}
	const lessons, targets, featured = "/api/v1/education/courses/" + id + "/lessons", "/api/v1/portfolio/" + id + "/targets", "/api/v1/education/courses/featured"
	for _, c := range []struct{ name, method, path, body, field, message string }{
		{"a number of too many places", "PUT", targets, `{"targets":[{"asset":"A","percent":50},{"asset":"B","percent":50.123456789}]}`, "targets[1].percent", "must have at most 8 decimal places"},
		{"the first number", "PUT", targets, `{"targets":[{"asset":"A","percent":1e20},{"asset":"B","percent":"1"}]}`, "targets[0].percent", "must be at most 1000000000"},
		{"a list in an object", "POST", lessons, quiz(`{"text":7,"options":["a","b"],"explanation":"!","correctOption":0}`), "quiz.questions[1].text", "must be text"},
		{"a fraction", "POST", lessons, quiz(`{"text":"?","options":["a","b"],"explanation":"!","correctOption":0.5}`), "quiz.questions[1].correctOption", "must be a whole number"},
		{"missing", "POST", lessons, quiz(`{"options":["a","b"],"explanation":"!","correctOption":0}`), "quiz.questions[1].text", "is required"},
		{"unknown", "POST", lessons, quiz(`{"text":"?","options":["a","b"],"explanation":"!","correctOption":0,"hint":""}`), "quiz.questions[1].hint", "there is no such field"},
		{"a list in a list", "POST", lessons, quiz(`{"text":"?","options":["a",[]],"explanation":"!","correctOption":0}`), "quiz.questions[1].options[1]", "must be text"},
		{"an id", "POST", lessons, quiz(`{"id":"first","text":"?","options":["a","b"],"explanation":"!","correctOption":0}`), "quiz.questions[1].id", "must be a UUID"},
		{"too short", "POST", lessons, quiz(`{"text":"","options":["a","b"],"explanation":"!","correctOption":0}`), "quiz.questions[1].text", "must have at least 1 character"},
		{"an id in a list of them", "PUT", featured, `{"courseIds":["` + id + `","x"]}`, "courseIds[1]", "must be a UUID"},
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

func TestARefusedParameterIsNamed(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{})
	for path, want := range map[string]struct{ field, message string }{
		"/users/somebody":                   {"userId", "must be a UUID"},
		"/users?limit=0":                    {"limit", "must be at least 1"},
		"/users?limit=101":                  {"limit", "must be at most 100"},
		"/users?limit=1&limit=2":            {"limit", "may be given only once"},
		"/users?page=0":                     {"page", "must be at least 1"},
		"/users?page=many":                  {"page", "must be a whole number"},
		"/users?role=king":                  {"role", "must be user, trader, analyst, admin or super_admin"},
		"/users?tenantId=x":                 {"tenantId", "must be a UUID"},
		"/users?email=%00":                  {"email", "must be valid UTF-8 without the character U+0000"},
		"/users?email=%ff":                  {"email", "must be valid UTF-8 without the character U+0000"},
		"/users?limit=99999999999999999999": {"limit", "is out of range"},
		"/education/courses?isFree=":        {"isFree", "must be true or false"},
		"/education/courses?isFree=foo":     {"isFree", "must be true or false"},
		"/education/courses/search":         {"q", "is required"},
		"/trading/candles?interval=1h":      {"symbol", "is required"},
	} {
		answer := e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1" + path, Token: "alice"})
		got := edgetest.WantFailure(t, answer, http.StatusBadRequest, fault.ValidationError).Error
		if got.Field != want.field || got.Message != want.message {
			t.Errorf("%s: got field %q and message %q, want %q and %q", path, got.Field, got.Message, want.field, want.message)
		}
	}
	edgetest.WantStatus(t, e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/users?unknown=1&email=a%40b", Token: "alice"}), http.StatusOK)
}

// A pair that cannot be parsed would be dropped, and a filter that does not apply shows more than was requested.
func TestAQueryThatCannotBeReadIsRefused(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{})
	for _, query := range []string{"email=100%&limit=2", "email=%zz", "limit=1;page=2", "%=1"} {
		answer := e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/users?" + query, Token: "alice"})
		edgetest.WantFailure(t, answer, http.StatusBadRequest, fault.ValidationError)
		edgetest.WantStatus(t, e.Send(t, edgetest.Request{Method: "GET", Path: "/docs?" + query}), http.StatusOK)
	}
	for _, query := range []string{"email=100%25&limit=2", "email=a%3Bb", "email=a+b&", "email", ""} {
		edgetest.WantStatus(t, e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/users?" + query, Token: "alice"}), http.StatusOK)
	}
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

// The name of an unknown field is repeated to its sender; a value never is.
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
	for _, seed := range append(passwordBodies, "\x00", `{"a":"\u0000"}`, `{"x":[{"":0},{"":{"\\u0000":["\u0000"]}}]}`, `{"a\u0000":1e999}`, `1e999`, ``, `{"slug":"acme","name":"Acme"}`, `{"scope":"local"}`) {
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

// httpCode returns the code of an envelope.
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
		if field := edgetest.WantFailure(t, refused, http.StatusBadRequest, fault.ValidationError).Error.Field; field != "zeta" {
			t.Fatalf("the body: the field is %q", field)
		}
		refused = e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/users?role=%ff&page=%ff&limit=%ff&email=%ff", Token: "alice"})
		if field := edgetest.WantFailure(t, refused, http.StatusBadRequest, fault.ValidationError).Error.Field; field != "email" {
			t.Fatalf("the query: the field is %q", field)
		}
	}
}

// A client may send thousands of nested lists: their content is not parsed again for every one of them.
func TestARefusedBodyOfManyListsIsRefusedAtOnce(t *testing.T) {
	t.Parallel()
	const deep = 9_000
	body := []byte(`{"email":` + strings.Repeat("[", deep) + `"` + strings.Repeat("a", 900_000) + `"` + strings.Repeat("]", deep) + `}`)
	var looked int
	edge.LookForRefused(body, "email", func([]byte) bool { looked++; return false })
	if looked == 0 || looked > 10 {
		t.Errorf("%d values were looked at, want a few", looked)
	}
}

// A client may use a field name that looks deeply nested, with a body just as deep: its content is not parsed again at
// every level.
func TestARefusedFieldIsNotLookedForDeeperThanTheContractIs(t *testing.T) {
	t.Parallel()
	unknown := errors.New(`unexpected field "unknown"`)
	for deep, want := range map[int]string{2: "a.a[1].unknown", 20: strings.Repeat("a.", 20) + "unknown"} {
		body := strings.Repeat(`{"a":`, deep) + `[{},{"unknown":0}]` + strings.Repeat("}", deep)
		path := append(slices.Repeat([]string{"a"}, deep), "unknown")
		if got := edge.PlacedField([]byte(body), path, unknown); got != want {
			t.Errorf("%d deep: %s is told, want %s", deep, got, want)
		}
	}
	e := newEdge(t, &edgetest.Operations{})
	named := `{"` + strings.Repeat("a.", 9_990) + `z":0,"a":` + strings.Repeat(`{"a":`, 9_989) + "[" + strings.Repeat("0,", 440_000) + "0]" + strings.Repeat("}", 9_990)
	refused := e.Send(t, edgetest.Request{Method: "POST", Path: "/api/v1/auth/login", Body: named})
	edgetest.WantFailure(t, refused, http.StatusBadRequest, fault.ValidationError)
}

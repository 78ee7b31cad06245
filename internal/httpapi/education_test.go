package httpapi_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/education"
	"bourse/internal/fault"
	"bourse/internal/httpapi"
	"bourse/internal/httpapi/edge/edgetest"
	"bourse/internal/identity"
	"bourse/internal/testkit/published"
)

// newClassroom is an edge in front of the school of the default tenant. Alice writes its courses, Bob learns.
func newClassroom(t *testing.T) *edgetest.Edge {
	t.Helper()
	e := edgetest.New(t, sqlite(t), &edgetest.Operations{})
	addTenant(t, e.DB, e.Alice.TenantID, identity.DefaultTenant)
	e.Bob.TenantID = e.Alice.TenantID
	e.Options.Authenticator = edgetest.Door{"alice": e.Alice, "bob": e.Bob}
	brands := brand.New(brand.Options{Database: e.DB, Default: brand.Brand{ProductName: "The Platform"}})
	serve(t, e, httpapi.PageOptions{}, &httpapi.API{
		Identity: identity.New(identity.Options{Database: e.DB, Now: e.Clock.Now, Brands: brands}),
		Education: education.New(education.Options{
			Database: e.DB, Events: &published.Events{}, Now: e.Clock.Now, Logger: slog.New(slog.DiscardHandler),
			Names: nameless{}, People: anyone{}, Brands: brands,
		}),
	})
	return e
}

// nameless has no name for any user.
type nameless struct{}

func (nameless) Names(_ context.Context, _ database.Querier, people []uuid.UUID) (map[uuid.UUID]string, error) {
	names := map[uuid.UUID]string{}
	for _, id := range people {
		names[id] = "b***@example.com"
	}
	return names, nil
}

// addTenant creates a tenant with a given id.
func addTenant(t *testing.T, db *database.DB, id uuid.UUID, slug string) {
	t.Helper()
	err := db.InTx(t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(t.Context(), `INSERT INTO tenants (id, slug, name, created_at) VALUES ($1, $2, 'A brand', 1)`, id, slug)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// ask sends a request and returns the data of the response, which must have the status.
func ask(t *testing.T, e *edgetest.Edge, status int, token, method, path, body string) map[string]any {
	t.Helper()
	answer := e.Send(t, edgetest.Request{Method: method, Path: "/api/v1/education" + path, Token: token, Body: body})
	edgetest.WantStatus(t, answer, status)
	var envelope struct{ Data any }
	if err := json.Unmarshal(answer.Body.Bytes(), &envelope); err != nil {
		t.Fatal(err)
	}
	if data, isObject := envelope.Data.(map[string]any); isObject {
		return data
	}
	return map[string]any{"list": envelope.Data}
}

func TestACourseIsWrittenLearnedAndCertified(t *testing.T) {
	t.Parallel()
	e := newClassroom(t)
	course := ask(t, e, 201, "alice", "POST", "/courses", `{"title":"Risk Basics","shortDescription":"Short.","difficultyLevel":"beginner"}`)
	path := "/courses/" + course["id"].(string)
	if course["slug"] != "risk-basics" || course["isFree"] != true || course["status"] != "draft" {
		t.Errorf("the course is %v", course)
	}
	lesson := ask(t, e, 201, "alice", "POST", path+"/lessons", `{"title":"One","type":"text","content":"Secret words.","durationMinutes":9}`)
	lessonPath := "/lessons/" + lesson["id"].(string)
	if lesson["isRequired"] != true || lesson["status"] != "published" {
		t.Errorf("the lesson is %v", lesson)
	}
	ask(t, e, 404, "", "GET", path, "")
	ask(t, e, 200, "alice", "POST", path+"/publish", "")
	ask(t, e, 200, "alice", "PUT", "/courses/featured", `{"courseIds":["`+course["id"].(string)+`"]}`)
	ask(t, e, 200, "alice", "PUT", path+"/lesson-order", `{"lessonIds":["`+lesson["id"].(string)+`"]}`)
	ask(t, e, 200, "alice", "PATCH", path, `{"difficultyLevel":"expert","accessDays":30}`)
	ask(t, e, 200, "alice", "PATCH", lessonPath, `{"type":"video"}`)
	for _, list := range []string{"/courses", "/courses/featured", "/courses/search?q=risk&level=expert"} {
		if found := ask(t, e, 200, "", "GET", list, "")["list"].([]any); len(found) != 1 || found[0].(map[string]any)["durationMinutes"] != 9.0 {
			t.Errorf("%s lists %v", list, found)
		}
	}
	shown := e.Send(t, edgetest.Request{Method: http.MethodGet, Path: "/api/v1/education" + path})
	if strings.Contains(shown.Body.String(), "Secret") || !strings.Contains(shown.Body.String(), `"title":"One"`) {
		t.Errorf("everybody sees %s", shown.Body)
	}
	ask(t, e, 403, "bob", "GET", lessonPath, "")
	ask(t, e, 403, "bob", "GET", path+"/progress", "")
	enrollment := ask(t, e, 201, "bob", "POST", path+"/enroll", "")
	if enrollment["status"] != "active" || enrollment["progressPercentage"] != 0.0 || enrollment["expiresAt"] == nil {
		t.Errorf("the enrollment is %v", enrollment)
	}
	if content := ask(t, e, 200, "bob", "GET", lessonPath, "")["content"]; content != "Secret words." {
		t.Errorf("the enrolled read %v", content)
	}
	progress := ask(t, e, 200, "bob", "POST", lessonPath+"/complete", "")
	if progress["progressPercentage"] != 100.0 || progress["status"] != "completed" || progress["totalLessons"] != 1.0 {
		t.Errorf("the progress is %v", progress)
	}
	certificate := ask(t, e, 200, "", "GET", "/certificates/"+progress["certificateSerial"].(string), "")
	if certificate["holder"] != "b***@example.com" || certificate["courseTitle"] != "Risk Basics" ||
		certificate["scope"] != "platform" || certificate["tenant"] != nil || certificate["issuer"] != "The Platform" {
		t.Errorf("the certificate is %v", certificate)
	}
	mine := ask(t, e, 200, "bob", "GET", "/my-courses", "")["list"].([]any)
	if len(mine) != 1 || mine[0].(map[string]any)["enrollment"].(map[string]any)["certificateSerial"] != progress["certificateSerial"] {
		t.Errorf("Bob's courses are %v", mine)
	}
	ask(t, e, 409, "bob", "DELETE", path+"/enroll", "")
	ask(t, e, 200, "alice", "POST", path+"/archive", "")
	if all := ask(t, e, 200, "alice", "GET", "/authoring/courses?status=archived", "")["list"].([]any); len(all) != 1 {
		t.Errorf("authors see %v", all)
	}
}

func TestASchoolRefusesInTheWordsOfTheContract(t *testing.T) {
	t.Parallel()
	e := newClassroom(t)
	paid := ask(t, e, 201, "alice", "POST", "/courses", `{"title":"Paid","shortDescription":"x","difficultyLevel":"expert","priceUsd":10.5}`)
	path := "/api/v1/education/courses/" + paid["id"].(string)
	ask(t, e, 409, "alice", "POST", "/courses/"+paid["id"].(string)+"/publish", "")
	ask(t, e, 201, "alice", "POST", "/courses/"+paid["id"].(string)+"/lessons", `{"title":"One","type":"text","content":"x","durationMinutes":1}`)
	ask(t, e, 200, "alice", "POST", "/courses/"+paid["id"].(string)+"/publish", "")
	edgetest.WantFailure(t, e.Send(t, edgetest.Request{Method: "POST", Path: path + "/enroll", Token: "bob"}), 402, fault.PaymentRequired)
	edgetest.WantFailure(t, e.Send(t, edgetest.Request{Method: "POST", Path: path + "/enroll"}), 401, fault.Unauthorized)
	edgetest.WantFailure(t, e.Send(t, edgetest.Request{Method: "POST", Path: path + "/archive", Token: "bob"}), 403, fault.Forbidden)
	blank := edgetest.WantFailure(t, e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/education/courses/search?q=%20"}), 400, fault.ValidationError)
	missing := edgetest.WantFailure(t, e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/education/courses/search"}), 400, fault.ValidationError)
	if blank.Error.Field != "q" || missing.Error.Field != "q" {
		t.Errorf("the fields are %q and %q, want q", blank.Error.Field, missing.Error.Field)
	}
	taken := edgetest.WantFailure(t, e.Send(t, edgetest.Request{
		Method: "POST", Path: "/api/v1/education/courses", Token: "alice",
		Body: `{"title":"Paid","shortDescription":"x","difficultyLevel":"expert"}`,
	}), 409, fault.Conflict)
	if taken.Error.Field != "slug" {
		t.Errorf("the field is %q, want slug", taken.Error.Field)
	}
	edgetest.WantStatus(t, e.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/education/courses/search?q=%27%22*%F0%9F%9A%80"}), 200)
}

package hostile_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"bourse/test/e2e/hostile"
)

func TestTheSameSeedMakesTheSameRequests(t *testing.T) {
	t.Parallel()
	first, err := hostile.Made(7)
	if err != nil {
		t.Fatal(err)
	}
	again, err := hostile.Made(7)
	if err != nil || !slices.Equal(first, again) {
		t.Errorf("the same seed makes other requests (%v)", err)
	}
	other, err := hostile.Made(8)
	if err != nil || slices.Equal(first, other) {
		t.Errorf("another seed makes the same requests (%v)", err)
	}
}

func TestEveryOperationGetsBodiesThatTheContractAllows(t *testing.T) {
	t.Parallel()
	const tries = 60
	valid, err := hostile.Valid(tries)
	if err != nil {
		t.Fatal(err)
	}
	for id, count := range valid {
		if count < tries/4 {
			t.Errorf("%s: %d of %d bodies are allowed", id, count, tries)
		}
	}
}

func TestAJourneyLeadsThroughEveryOperation(t *testing.T) {
	t.Parallel()
	covered, all, err := hostile.Covered()
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range all {
		isCovered := false
		for _, covers := range covered {
			isCovered = isCovered || strings.Contains(covers, " "+id+" ")
		}
		if !isCovered {
			t.Errorf("no journey leads through %s", id)
		}
	}
	for name, covers := range covered {
		for id := range strings.FieldsSeq(covers) {
			if !slices.Contains(all, id) {
				t.Errorf("%s leads through %s, which there is not", name, id)
			}
		}
	}
}

func TestWhatIsWrongWithAnAnswerIsFound(t *testing.T) {
	t.Parallel()
	header := http.Header{"Content-Type": {"application/json; charset=utf-8"}, "X-Request-Id": {"1"}}
	const failure = `{"success":false,"error":{"code":"NOT_FOUND","message":"there is no such thing"}}`
	cases := map[string]struct {
		id      string
		status  int
		header  http.Header
		content string
		body    string
		want    string
	}{
		"nothing":                       {"getWallet", 404, header, failure, "", ""},
		"a failure of ours":             {"getWallet", 503, header, `{"success":false,"error":{"code":"SERVICE_UNAVAILABLE","message":"later"}}`, "", "503"},
		"a code that there is not":      {"getWallet", 404, header, `{"success":false,"error":{"code":"OOPS","message":"x"}}`, "", "not as the contract declares it"},
		"no envelope":                   {"getWallet", 404, header, `not found`, "", "not as the contract declares it"},
		"a field that is not declared":  {"deleteMe", 200, header, `{"success":true,"extra":1}`, "", "not as the contract declares it"},
		"no name of the request":        {"getWallet", 404, http.Header{"Content-Type": header["Content-Type"]}, failure, "", "there is no X-Request-Id"},
		"SQL":                           {"getWallet", 404, header, `{"success":false,"error":{"code":"NOT_FOUND","message":"no rows: SELECT 1"}}`, "", `the failure tells "select "`},
		"a line of a program":           {"getWallet", 404, header, `{"success":false,"error":{"code":"NOT_FOUND","message":"store.go:12"}}`, "", `it tells ".go:"`},
		"a file of the machine":         {"getWallet", 404, header, `{"success":false,"error":{"code":"NOT_FOUND","message":"open /srv/data/bourse.db: no such file"}}`, "", `the failure tells "/srv/data/bourse.db"`},
		"a folder of the machine":       {"getWallet", 404, header, `{"success":false,"error":{"code":"NOT_FOUND","message":"(/opt/x)"}}`, "", `the failure tells "/opt/x"`},
		"a path of an operation":        {"getWallet", 404, header, `{"success":false,"error":{"code":"NOT_FOUND","message":"call POST /auth/reauthenticate, or /api/v1/auth/me."}}`, "", ""},
		"a URL":                         {"getWallet", 404, header, `{"success":false,"error":{"code":"NOT_FOUND","message":"see https://a.example/b/c"}}`, "", ""},
		"a secret of the caller":        {"getWallet", 404, header, `{"success":false,"error":{"code":"NOT_FOUND","message":"the-token-of-a-caller"}}`, "", "it tells a secret of the caller"},
		"what the contract refuses":     {"logout", 200, header, `{"success":true}`, `{"scope":"everywhere"}`, "it was done though the contract refuses it"},
		"what is no JSON":               {"logout", 200, header, `{"success":true}`, `{"scope"`, "it was done though the contract refuses it"},
		"what was wrong and is allowed": {"logout", 200, header, `{"success":true}`, `{"scope":"others"}`, ""},
	}
	for name, c := range cases {
		wrong, err := hostile.Judged(c.id, c.status, c.header, c.content, c.body)
		if err != nil {
			t.Fatal(err)
		}
		if found := strings.Join(wrong, "; "); c.want == "" && found != "" || !strings.Contains(found, c.want) {
			t.Errorf("%s: found %q, want %q", name, found, c.want)
		}
	}
}

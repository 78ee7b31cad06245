package e2e_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// contract is what these tests need of the document that the server publishes.
type contract struct {
	Paths map[string]map[string]json.RawMessage
}

type contractOperation struct {
	method, template string
	isPublic         bool
}

// readContract reads the operations that the server says it has.
func readContract(t *testing.T, s *server) []contractOperation {
	t.Helper()
	var document contract
	if err := json.Unmarshal(s.client().fetch(t, http.MethodGet, "/openapi.json", nil).text, &document); err != nil {
		t.Fatal(err)
	}
	var operations []contractOperation
	for path, methods := range document.Paths {
		for method, content := range methods {
			if method == "parameters" {
				continue
			}
			var operation struct{ Security *[]any }
			if err := json.Unmarshal(content, &operation); err != nil {
				t.Fatal(err)
			}
			operations = append(operations, contractOperation{
				strings.ToUpper(method), path, operation.Security != nil && len(*operation.Security) == 0,
			})
		}
	}
	if len(operations) == 0 {
		t.Fatal("the contract has no operations")
	}
	return operations
}

// fillIn puts an id in the place of every parameter of a path.
func fillIn(path string) string {
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if strings.HasPrefix(part, "{") {
			parts[i] = uuid.NewString()
		}
	}
	return strings.Join(parts, "/")
}

func TestTheContractHolds(t *testing.T) {
	t.Parallel()
	onEachServer(t, scenarios{
		"every operation that wants a token refuses who has none":     tokenIsWanted,
		"a method that a path does not have is refused with a list":   wrongMethodsAreRefused,
		"a public operation answers who comes with a worthless token": publicOperationsAreOpen,
	})
}

func tokenIsWanted(t *testing.T, s *server) {
	wanting := 0
	for _, operation := range readContract(t, s) {
		if operation.isPublic {
			continue
		}
		wanting++
		refused := s.client().call(t, operation.method, fillIn(operation.template), nil).failed(t, 401, "UNAUTHORIZED", "")
		if !strings.HasPrefix(refused.header.Get("WWW-Authenticate"), "Bearer") {
			t.Errorf("%s: WWW-Authenticate is %q", refused.call, refused.header.Get("WWW-Authenticate"))
		}
	}
	if wanting < 20 {
		t.Errorf("only %d operations want a token", wanting)
	}
}

func wrongMethodsAreRefused(t *testing.T, s *server) {
	allowed := map[string][]string{}
	for _, operation := range readContract(t, s) {
		allowed[operation.template] = append(allowed[operation.template], operation.method)
	}
	for template, want := range allowed {
		slices.Sort(want)
		for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions, "BREW"} {
			if slices.Contains(want, method) {
				continue
			}
			refused := s.client().call(t, method, fillIn(template), nil).failed(t, 405, "METHOD_NOT_ALLOWED", "")
			got := strings.Split(refused.header.Get("Allow"), ", ")
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("%s: Allow is %v, want %v", refused.call, got, want)
			}
		}
	}
}

func publicOperationsAreOpen(t *testing.T, s *server) {
	m := s.register(t)
	m.as("junk").post(t, "/auth/login", body{"email": m.email, "password": m.password}).ok(t, 200)
}

package platform_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"bourse/test/e2e/kit"
)

func TestTheContractHolds(t *testing.T) {
	t.Parallel()
	kit.OnEachServer(t, kit.Scenarios{
		"every operation that wants a token refuses who has none":     tokenIsWanted,
		"a method that a path does not have is refused with a list":   wrongMethodsAreRefused,
		"a public operation answers who comes with a worthless token": publicOperationsAreOpen,
	})
}

func tokenIsWanted(t *testing.T, s *kit.Server) {
	wanting := 0
	for _, operation := range kit.ReadContract(t, s) {
		if operation.IsPublic {
			continue
		}
		wanting++
		refused := s.Client().Call(t, operation.Method, kit.FillIn(operation.Template), nil).Failed(t, 401, "UNAUTHORIZED", "")
		if !strings.HasPrefix(refused.Header.Get("WWW-Authenticate"), "Bearer") {
			t.Errorf("%s: WWW-Authenticate is %q", refused.Call, refused.Header.Get("WWW-Authenticate"))
		}
	}
	if wanting < 20 {
		t.Errorf("only %d operations want a token", wanting)
	}
}

// goingOn are the addresses whose answers are streams, or files generated while they are sent: HEAD is not answered.
var goingOn = []string{"/trading/stream", "/auth/me/export", "/trading/accounts/{accountId}/statement.csv"}

func wrongMethodsAreRefused(t *testing.T, s *kit.Server) {
	allowed := map[string][]string{}
	for _, operation := range kit.ReadContract(t, s) {
		allowed[operation.Template] = append(allowed[operation.Template], operation.Method)
		if operation.Method == http.MethodGet && !slices.Contains(goingOn, operation.Template) {
			allowed[operation.Template] = append(allowed[operation.Template], http.MethodHead)
		}
	}
	for template, want := range allowed {
		slices.Sort(want)
		for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions, "BREW"} {
			if slices.Contains(want, method) {
				continue
			}
			refused := s.Client().Call(t, method, kit.FillIn(template), nil).Failed(t, 405, "METHOD_NOT_ALLOWED", "")
			got := strings.Split(refused.Header.Get("Allow"), ", ")
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("%s: Allow is %v, want %v", refused.Call, got, want)
			}
		}
	}
}

func publicOperationsAreOpen(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	m.As("junk").Post(t, "/auth/login", kit.Body{"email": m.Email, "password": m.Password}).Ok(t, 200)
}

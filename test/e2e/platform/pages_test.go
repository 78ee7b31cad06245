package platform_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"bourse/api"
	"bourse/test/e2e/kit"
)

func TestThePagesBesideTheOperations(t *testing.T) {
	t.Parallel()
	kit.OnEachServer(t, kit.Scenarios{
		"the server says that it lives and is ready":         serverIsHealthy,
		"the metrics count the requests by operation":        metricsCount,
		"the contract is the one in the repository":          contractIsPublished,
		"the published keys verify a real access token":      publishedKeysVerify,
		"no page of another origin may call unless it is so": corsIsOff,
	}, kit.SimulatedMarket...) // without prices it is degraded
}

func serverIsHealthy(t *testing.T, s *kit.Server) {
	s.AwaitReadiness(t, "ready", "") // it has waited for prices, of which there are none here
	for path, want := range map[string]string{
		"/healthz": `{"success":true}`, "/readyz": `{"success":true,"data":{"status":"ready","reasons":[]}}`,
	} {
		if a := s.Client().Page(t, path, "application/json"); string(bytes.TrimSpace(a.Text)) != want {
			t.Errorf("%s says %s", path, a.Text)
		}
	}
	if home := s.Client().Page(t, "/", "text/html"); !bytes.Contains(home.Text, []byte(`<div id="app">`)) {
		t.Errorf("the front door is not the console's: %s", home.Text)
	}
}

func metricsCount(t *testing.T, s *kit.Server) {
	s.Register(t)
	s.Client().Fetch(t, http.MethodGet, "/metrics", nil).Ok(t, 404) // they are not public
	text := s.Metrics(t)
	for _, part := range []string{`operation="register"`, "go_goroutines", "user.registered"} {
		if !strings.Contains(text, part) {
			t.Errorf("the metrics do not have %s", part)
		}
	}
}

func contractIsPublished(t *testing.T, s *kit.Server) {
	for path, form := range map[string]func() ([]byte, error){"/openapi.yaml": api.YAML, "/openapi.json": api.JSON} {
		committed, err := form()
		if err != nil {
			t.Fatal(err)
		}
		if a := s.Client().Page(t, path, "application/"+path[len("/openapi."):]); !bytes.Equal(a.Text, committed) {
			t.Errorf("%s is not the contract that answers are held against", path)
		}
	}
	var document struct {
		OpenAPI string
		Info    struct{ Version string }
	}
	if err := json.Unmarshal(s.Client().Page(t, "/openapi.json", "application/json").Text, &document); err != nil {
		t.Fatal(err)
	}
	if document.OpenAPI != "3.0.3" || document.Info.Version != "1.0.0" {
		t.Errorf("the document is %+v", document)
	}
}

func publishedKeysVerify(t *testing.T, s *kit.Server) {
	begun := float64(time.Now().Unix())
	m := s.Register(t)
	keys := kit.PublicKeys(t, m.Client)
	if len(keys) != 2 {
		t.Errorf("%d keys are published, want the active and the next", len(keys))
	}
	_, claims := kit.Verify(t, m.Token, keys)
	for name, want := range map[string]any{
		"sub": m.ID, "sid": m.SessionID(t), "tid": m.Me(t)["tenantId"], "role": "user", "aal": "1",
	} {
		if claims[name] != want {
			t.Errorf("the token says that %s is %v, want %v", name, claims[name], want)
		}
	}
	issued, _ := claims["iat"].(float64)
	authenticated, _ := claims["auth_time"].(float64)
	if expires, _ := claims["exp"].(float64); expires-issued != 900 || authenticated < begun || authenticated > issued {
		t.Errorf("the token is of %v, authenticated at %v after %v, until %v", issued, authenticated, begun, expires)
	}
}

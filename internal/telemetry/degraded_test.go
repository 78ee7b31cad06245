package telemetry_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"bourse/internal/telemetry"
)

func TestWhatIsInTroubleIsShown(t *testing.T) {
	t.Parallel()
	metrics := telemetry.NewMetrics(nil, nil)
	metrics.ShowDegraded(func() map[string]bool { return map[string]bool{"feed": false, "mail": true} })
	page := httptest.NewRecorder()
	metrics.Handler().ServeHTTP(page, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", http.NoBody))
	for _, want := range []string{"bourse_degraded{part=\"feed\"} 0\n", "bourse_degraded{part=\"mail\"} 1\n"} {
		if !strings.Contains(page.Body.String(), want) {
			t.Errorf("%q is not in the metrics", want)
		}
	}
}

package app

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

// The demo's handler wraps the edge's, which must not lose the edge's limits.
func TestTheDemoNotesCallsAndKeepsTheLimitsOfTheEdge(t *testing.T) {
	t.Parallel()
	p := newSilentPlatform(t, databasetest.MigratedURL(t, database.SQLite), nil)
	metronome := newDemoMetronome(p)
	p.around = metronome.watching
	server := p.server()
	if server.ConnState == nil {
		t.Error("connections are not counted")
	}
	metronome.watched.Store(0)
	answer := httptest.NewRecorder()
	server.Handler.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/v1/brand", nil))
	if seen := time.Unix(metronome.watched.Load(), 0); answer.Code != http.StatusOK || time.Since(seen) > time.Hour {
		t.Errorf("a call is answered with %d, and was last seen at %v", answer.Code, seen)
	}
}

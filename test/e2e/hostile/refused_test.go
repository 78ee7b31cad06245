package hostile_test

import (
	"log/slog"
	"net/http"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/httpapi/edge"
	"bourse/internal/httpapi/edge/edgetest"
	"bourse/internal/oas"
	"bourse/test/e2e/hostile"
)

func TestNothingIsTakenThatTheContractRefuses(t *testing.T) {
	t.Parallel()
	server := edgetest.New(t, databasetest.Open(t, database.SQLite), &edgetest.Operations{})
	caller := server.Alice
	caller.AuthenticatedAt = server.Clock.Now()
	server.Options.Logger, server.Options.Authenticator = slog.New(slog.DiscardHandler), edgetest.Door{"token": caller}
	handler, err := edge.NewHandler(server.Options, oas.UnimplementedHandler{})
	if err != nil {
		t.Fatal(err)
	}
	router, err := oas.NewServer(oas.UnimplementedHandler{}, nil, oas.WithPathPrefix("/api/v1"))
	if err != nil {
		t.Fatal(err)
	}
	trial := &hostile.Trial{Server: handler, Token: "token", Routes: func(r *http.Request) bool {
		_, isFound := router.FindPath(r.Method, r.URL)
		return isFound && edge.IsText(r.URL.Path)
	}}
	if err := trial.Run(); err != nil {
		t.Fatal(err)
	}
	for i, wrong := range trial.Wrong {
		if i == 40 {
			t.Fatalf("and %d more", len(trial.Wrong)-i)
		}
		t.Error(wrong)
	}
	if trial.Reached < trial.Tried/50 {
		t.Errorf("%d of %d got as far as an operation: the trial is broken", trial.Reached, trial.Tried)
	}
	t.Logf("%d requests, %d of them as the contract allows", trial.Tried, trial.Reached)
}

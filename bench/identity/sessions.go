package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"bourse/bench/kit"
	"bourse/internal/database"
)

const (
	sessionsPath = "/api/v1/auth/sessions"
	openSessions = 5
)

// Sessions compares the operation that queries the database, on each engine.
var Sessions = kit.Area{
	Name: "sessions", About: "GET /auth/sessions against a handler that runs the same query",
	Measure: kit.OnEachEngine(measureSessions), Baselines: map[string]kit.Baseline{"sessions": kit.ReadingBaseline(readBareSessions)},
}

func measureSessions(ctx context.Context, rig *kit.Rig, engine database.Engine) (err error) {
	installed, err := rig.Install(ctx, engine)
	if err != nil {
		return err
	}
	product, err := installed.Serve(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, product.Stop()) }()
	var token string
	for range openSessions {
		if token, err = product.LogIn(ctx); err != nil {
			return err
		}
	}
	settings, err := bareSessionsFor(ctx, installed, product, token)
	if err != nil {
		return err
	}
	bare, err := rig.StartBare(ctx, "sessions", settings)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, bare.Stop()) }()
	length, err := kit.SameAnswer(ctx, sessionsPath, token, product, bare)
	if err != nil {
		return err
	}
	return rig.CompareLoads(ctx, product.Get(sessionsPath, token, length), bare.Get(sessionsPath, token, length), leastRatio, kit.Connections(string(engine)+", "))
}

// bareSessionsFor tells the bare handler what the product finds out itself: whose sessions to read and which of them
// is the caller's.
func bareSessionsFor(ctx context.Context, installed *kit.Installation, product *kit.Server, token string) (bareSessionsSettings, error) {
	settings := bareSessionsSettings{Database: installed.Database}
	var me struct {
		Data struct{ ID, TenantID string }
	}
	var listed struct {
		Data []struct {
			ID        string
			IsCurrent bool
		}
	}
	for path, into := range map[string]any{mePath: &me, sessionsPath: &listed} {
		content, err := product.Call(ctx, http.MethodGet, path, token, nil)
		if err != nil {
			return settings, err
		}
		if err := json.Unmarshal(content, into); err != nil {
			return settings, fmt.Errorf("%s: %w", path, err)
		}
	}
	if len(listed.Data) != openSessions {
		return settings, fmt.Errorf("there are %d sessions, not %d", len(listed.Data), openSessions)
	}
	settings.UserID, settings.TenantID = me.Data.ID, me.Data.TenantID
	for _, session := range listed.Data {
		if session.IsCurrent {
			settings.SessionID = session.ID
		}
	}
	return settings, nil
}

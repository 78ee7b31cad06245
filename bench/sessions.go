package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

const (
	sessionsPath = "/api/v1/auth/sessions"
	openSessions = 5
)

// measureSessions compares the operation that asks the database, on each engine.
func measureSessions(ctx context.Context, r *rig) error {
	for _, engine := range databasetest.Engines() {
		if err := r.measureSessionsOn(ctx, engine); err != nil {
			return fmt.Errorf("on %s: %w", engine, err)
		}
	}
	return nil
}

func (r *rig) measureSessionsOn(ctx context.Context, engine database.Engine) (err error) {
	place, err := r.install(ctx, engine)
	if err != nil {
		return err
	}
	product, err := place.serve(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, product.stop()) }()
	var token string
	for range openSessions {
		if token, err = product.logIn(ctx); err != nil {
			return err
		}
	}
	settings, err := place.bareSessionsFor(ctx, product, token)
	if err != nil {
		return err
	}
	bare, err := r.startBare(ctx, "sessions", settings)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, bare.stop()) }()
	length, err := sameAnswer(ctx, sessionsPath, token, product, bare)
	if err != nil {
		return err
	}
	return r.compareLoads(ctx, string(engine)+", ", product, bare, sessionsPath, token, length)
}

// bareSessionsFor tells the bare handler what the product finds out by itself: whose sessions to read and
// which of them is the caller's.
func (i *installation) bareSessionsFor(ctx context.Context, product *server, token string) (bareSessionsSettings, error) {
	settings := bareSessionsSettings{Engine: i.engine, DatabaseURL: i.databaseURL}
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
		content, err := product.call(ctx, http.MethodGet, path, token, nil)
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

// comparisonTries bounds how often the two answers may differ because the database changed in between.
const comparisonTries = 3

// sameAnswer makes sure that both servers say the same and returns the length of what they say.
func sameAnswer(ctx context.Context, path, token string, product, bare *server) (length int, err error) {
	for range comparisonTries {
		var contents [2][]byte
		var values [2]any
		for at, one := range []*server{product, bare} {
			if contents[at], err = one.call(ctx, http.MethodGet, path, token, nil); err != nil {
				return 0, err
			}
			if err := json.Unmarshal(contents[at], &values[at]); err != nil {
				return 0, fmt.Errorf("%s: %w", one.name, err)
			}
		}
		if reflect.DeepEqual(values[0], values[1]) && len(contents[0]) == len(contents[1]) {
			return len(contents[0]), nil
		}
		err = fmt.Errorf("the answers differ:\n%s\n%s", contents[0], contents[1])
	}
	return 0, err
}

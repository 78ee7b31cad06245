// Package identity measures two operations of a logged-in user.
//
// me, GET /auth/me, is answered from memory. It is compared with a handler that writes the very bytes of that answer
// to every caller: no program could do less for the answer, so the difference is what every operation passes through:
// routing, the access token, limits, counting, logging and encoding.
//
// sessions, GET /auth/sessions, queries the database. It is compared with a handler that reads the rows of the same
// user in the same order through database/sql, in full as the product does, and returns them without identifying the
// caller: one query and one encoding are the least that the answer takes.
package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"

	"bourse/bench/kit"
	"bourse/internal/database"
)

const (
	mePath = "/api/v1/auth/me"
	// leastRatio is the minimum speed of an operation relative to the bare handler of the same answer.
	leastRatio = 0.6
)

// Me compares the operation that is answered from memory.
var Me = kit.Area{
	Name: "me", About: "GET /auth/me against a handler that writes the same bytes",
	Measure: measureMe, Baselines: map[string]kit.Baseline{"fixed": newBareFixed},
}

func measureMe(ctx context.Context, rig *kit.Rig) (err error) {
	installed, err := rig.Install(ctx, database.SQLite)
	if err != nil {
		return err
	}
	product, err := installed.Serve(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, product.Stop()) }()
	token, err := product.LogIn(ctx)
	if err != nil {
		return err
	}
	answer, body, err := product.Fetch(ctx, http.MethodGet, mePath, token, nil)
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answered %s: %s", mePath, answer.Status, body)
	}
	// The bare handler sends the same bytes except for these, which its server adds itself.
	for _, name := range []string{"Date", "Content-Length", "Connection"} {
		answer.Header.Del(name)
	}
	bare, err := rig.StartBare(ctx, "fixed", fixedAnswer{answer.Header, body})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, bare.Stop()) }()
	return rig.CompareLoads(ctx, product.Get(mePath, token, len(body)), bare.Get(mePath, token, len(body)), leastRatio, kit.Connections(""))
}

// fixedAnswer is an answer to repeat.
type fixedAnswer struct {
	Header http.Header
	Body   []byte
}

// newBareFixed makes a handler that writes the same answer to every request.
func newBareFixed(settings []byte) (http.Handler, error) {
	var answer fixedAnswer
	if err := json.Unmarshal(settings, &answer); err != nil {
		return nil, err
	}
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		maps.Copy(w.Header(), answer.Header)
		_, _ = w.Write(answer.Body) // the client may be gone
	}), nil
}

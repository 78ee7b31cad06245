// Package search measures searching a catalogue of 10,000 courses, on each engine.
//
// It is compared with a handler that searches the engine's own full-text index (FTS5, tsvector), ranked by the engine
// itself, and reads the first twenty courses: an index look-up and the rows it names are the least that a search
// takes, and the handler is told beforehand what words a query is reduced to. The twenty are other courses than the
// product's, which ranks by where a word occurs, so it is only checked that each side finds as many.
package search

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"bourse/bench/kit"
	"bourse/internal/database"
)

const (
	searchLimit = 20
	// leastOfQueries is the minimum speed of a search relative to the engine's own.
	leastOfQueries = 0.5
)

// search is what a user types, and its translation to an engine's full-text search: words that must all occur, the
// last one as the start of a word if isPrefix is set.
type search struct {
	name     string
	text     string
	words    []string
	isPrefix bool
	// mistyped is a word that no course has, in place of the first of the words; empty if there is none.
	mistyped string
}

// searches are a common word, two words, the starts of some, and two of which one is mistyped.
var searches = []search{
	{name: "one word", text: "risk", words: []string{"risk"}},
	{name: "two words", text: "risk management", words: []string{"risk", "management"}},
	{name: "prefix", text: "manag", words: []string{"manag"}, isPrefix: true},
	{name: "one mistyped", text: "portfolo hedging", words: []string{"portfolio", "hedging"}, mistyped: "portfolo"},
}

func (s search) path() string {
	return fmt.Sprintf("/api/v1/education/courses/search?limit=%d&q=%s", searchLimit, url.QueryEscape(s.text))
}

// Search compares searching a large catalogue.
var Search = kit.Area{
	Name: "search", About: "a catalogue of 10,000 courses against a handler that asks the engine's own full-text search",
	Measure: kit.OnEachEngine(measureSearch), Baselines: map[string]kit.Baseline{"search": kit.ReadingBaseline(readBareCourses)},
}

func measureSearch(ctx context.Context, rig *kit.Rig, engine database.Engine) (err error) {
	market, err := rig.InstallStillMarket(ctx, engine)
	if err != nil {
		return err
	}
	catalogue := newCatalogue(seededCourses, time.Now())
	if err := market.InDatabase(ctx, func(db *database.DB) error { return catalogue.write(ctx, db) }); err != nil {
		return fmt.Errorf("seed: %w", err)
	}
	product, err := market.Serve(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, product.Stop()) }()
	token, err := product.LogIn(ctx)
	if err != nil {
		return err
	}
	for _, search := range searches {
		if err := search.compare(ctx, rig, market.Database, product, token); err != nil {
			return fmt.Errorf("%s: %w", search.name, err)
		}
	}
	return nil
}

func (s search) compare(ctx context.Context, rig *kit.Rig, where kit.Database, product *kit.Server, token string) (err error) {
	bare, err := rig.StartBare(ctx, "search", bareSettings{
		Database: where, Limit: searchLimit, Words: s.words, IsPrefix: s.isPrefix, Mistyped: s.mistyped,
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, bare.Stop()) }()
	ours, err := s.request(ctx, product, token)
	if err != nil {
		return err
	}
	theirs, err := s.request(ctx, bare, token)
	if err != nil {
		return err
	}
	return rig.CompareLoads(ctx, ours, theirs, leastOfQueries, func(connections int) string {
		return fmt.Sprintf("%s %s, %d at once", where.Engine, s.name, connections)
	})
}

// request makes sure that a server finds twenty courses, and returns the request for them.
func (s search) request(ctx context.Context, server *kit.Server, token string) (kit.Request, error) {
	content, err := server.Call(ctx, http.MethodGet, s.path(), token, nil)
	if err != nil {
		return kit.Request{}, err
	}
	var answer struct{ Data []struct{ Title string } }
	if err := json.Unmarshal(content, &answer); err != nil {
		return kit.Request{}, err
	}
	if len(answer.Data) != searchLimit {
		return kit.Request{}, fmt.Errorf("%s: %q finds %d courses, not %d", server.Name, s.text, len(answer.Data), searchLimit)
	}
	return server.Get(s.path(), token, len(content)), nil
}

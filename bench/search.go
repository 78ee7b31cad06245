package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

const searchLimit = 20

// search is what somebody types, and what an engine's own full-text search makes of it: the words that all must be
// there, the last one as the beginning of a word where isPrefix says so.
type search struct {
	name     string
	text     string
	words    []string
	isPrefix bool
	// mistyped is the word that no course has, in the place of the first of the words; empty when there is none.
	mistyped string
}

// searches are a common word, two of them, the beginning of some, and two of which one is mistyped.
var searches = []search{
	{name: "one word", text: "risk", words: []string{"risk"}},
	{name: "two words", text: "risk management", words: []string{"risk", "management"}},
	{name: "prefix", text: "manag", words: []string{"manag"}, isPrefix: true},
	{name: "one mistyped", text: "portfolo hedging", words: []string{"portfolio", "hedging"}, mistyped: "portfolo"},
}

func (s search) path() string {
	return fmt.Sprintf("/api/v1/education/courses/search?limit=%d&q=%s", searchLimit, url.QueryEscape(s.text))
}

// measureSearch compares searching a large catalogue, on each engine.
func measureSearch(ctx context.Context, r *rig) error {
	for _, engine := range databasetest.Engines() {
		if err := r.measureSearchOn(ctx, engine); err != nil {
			return fmt.Errorf("on %s: %w", engine, err)
		}
	}
	return nil
}

func (r *rig) measureSearchOn(ctx context.Context, engine database.Engine) (err error) {
	d, err := r.newDesk(ctx, engine)
	if err != nil {
		return err
	}
	catalogue := newCatalogue(time.Now())
	if err := d.inDatabase(ctx, func(db *database.DB) error { return catalogue.write(ctx, db) }); err != nil {
		return fmt.Errorf("seed: %w", err)
	}
	product, err := d.serve(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, product.stop()) }()
	token, err := product.logIn(ctx)
	if err != nil {
		return err
	}
	for _, one := range searches {
		if err := r.compareSearch(ctx, d, product, token, one); err != nil {
			return fmt.Errorf("%s: %w", one.name, err)
		}
	}
	return nil
}

// compareSearch compares a search with the least that an engine can answer it with: its own index, its own ranking
// (bm25, ts_rank), the first twenty. Those twenty are other courses than the product's, which ranks by where a
// word stands, so it is only checked that each side finds as many.
func (r *rig) compareSearch(ctx context.Context, d *desk, product *server, token string, one search) (err error) {
	bare, err := r.startBare(ctx, "search", bareSearchSettings{
		Engine: d.place.engine, DatabaseURL: d.place.databaseURL, Limit: searchLimit,
		Words: one.words, IsPrefix: one.isPrefix, Mistyped: one.mistyped,
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, bare.stop()) }()
	ours, err := lengthOfSearch(ctx, product, one, token)
	if err != nil {
		return err
	}
	theirs, err := lengthOfSearch(ctx, bare, one, token)
	if err != nil {
		return err
	}
	for _, connections := range loads {
		compared, err := r.compare(ctx, connections,
			side{newTarget(product.address, one.path(), token, ours), product.process},
			side{newTarget(bare.address, one.path(), token, theirs), bare.process})
		if err != nil {
			return err
		}
		r.report.addComparison(fmt.Sprintf("%s %s, %d at once", d.place.engine, one.name, connections), compared, leastOfQueries)
	}
	return nil
}

// lengthOfSearch is how long the answer is, which must be twenty courses.
func lengthOfSearch(ctx context.Context, asked *server, one search, token string) (int, error) {
	content, err := asked.call(ctx, http.MethodGet, one.path(), token, nil)
	if err != nil {
		return 0, err
	}
	var told struct{ Data []struct{ Title string } }
	if err := json.Unmarshal(content, &told); err != nil {
		return 0, err
	}
	if len(told.Data) != searchLimit {
		return 0, fmt.Errorf("%s: %q finds %d courses, not %d", asked.name, one.text, len(told.Data), searchLimit)
	}
	return len(content), nil
}

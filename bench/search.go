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

// search is what somebody types, and what it comes down to.
type search struct {
	name string
	text string
	// terms are looked for; the last one may be the beginning of a word.
	terms []bareTerm
	// mistyped is the term that no course has, corrected what is looked for once that is known; both are
	// empty when there is no such term.
	mistyped  string
	corrected []bareTerm
}

// searches are two common words, and two of which one is mistyped: that is asked for four times.
var searches = []search{
	{name: "two words", text: "risk management", terms: []bareTerm{{Word: "risk"}, {Word: "management", IsLast: true}}},
	{
		name: "one mistyped", text: "portfolo hedging", mistyped: "portfolo",
		terms:     []bareTerm{{Word: "portfolo"}, {Word: "hedging", IsLast: true}},
		corrected: []bareTerm{{Word: "portfolio"}, {Word: "hedging", IsLast: true}},
	},
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

func (r *rig) compareSearch(ctx context.Context, d *desk, product *server, token string, one search) (err error) {
	content, err := product.call(ctx, http.MethodGet, one.path(), token, nil)
	if err != nil {
		return err
	}
	var told struct{ Data []struct{ Title string } }
	if err := json.Unmarshal(content, &told); err != nil {
		return err
	}
	if len(told.Data) != searchLimit {
		return fmt.Errorf("%q finds %d courses, not %d", one.text, len(told.Data), searchLimit)
	}
	bare, err := r.startBare(ctx, "search", bareSearchSettings{
		Engine: d.place.engine, DatabaseURL: d.place.databaseURL, Limit: searchLimit,
		Terms: one.terms, Mistyped: one.mistyped, Corrected: one.corrected,
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, bare.stop()) }()
	length, err := sameAnswer(ctx, one.path(), token, product, bare)
	if err != nil {
		return err
	}
	return r.compareAtLeast(ctx, leastOfQueries, string(d.place.engine)+" "+one.name+", ", product, bare, one.path(), token, length)
}

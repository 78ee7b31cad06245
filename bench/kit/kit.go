// Package kit is what every bench measures with: it builds and starts the product and, in processes of their own, the
// bare sides that it is held against; it makes the load, lets both sides take turns, and prints what came out beside
// its target.
//
// What counts are ratios: how fast an operation of Bourse is against the least that a Go program could do for the
// same answer. A ratio hardly depends on the machine, and rounds that take turns (rounds.go) keep it from depending
// on what else the machine does.
//
// A bench is an Area: rig.go installs the product, installation.go and process.go run it, still_market.go gives it
// prices that do not move, rows.go fills its tables, bare.go and answers.go run the other side, load.go is the
// client, report.go the table.
package kit

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

// Area is one thing to measure: its name is what the command line chooses it by.
type Area struct {
	Name    string
	About   string
	Measure func(ctx context.Context, rig *Rig) error
	// Baselines are the bare handlers that it starts, by the names that StartBare is given.
	Baselines map[string]Baseline
}

// Baseline makes a bare handler from settings in JSON.
type Baseline func(settings []byte) (http.Handler, error)

// Options are what a run is told.
type Options struct {
	Rounds      int           // of each comparison
	Round       time.Duration // length of each side's turn in a round
	PostgresURL string        // server on which to create databases; a throw-away cluster when it is empty
	Binary      string        // to measure; built from this source when it is empty
	Scale       float64       // of what growth fills: 1 is a mid-size brand
}

// OnEachEngine makes what measures on one engine measure on all of them.
func OnEachEngine(measure func(ctx context.Context, rig *Rig, engine database.Engine) error) func(context.Context, *Rig) error {
	return func(ctx context.Context, rig *Rig) error {
		for _, engine := range databasetest.Engines() {
			if err := measure(ctx, rig, engine); err != nil {
				return fmt.Errorf("on %s: %w", engine, err)
			}
		}
		return nil
	}
}

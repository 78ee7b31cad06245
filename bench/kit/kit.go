// Package kit is what every bench measures with: it builds and starts the product and, in processes of their own, the
// bare sides that it is compared with; it generates the load, lets both sides take turns, and prints the results
// beside their targets.
//
// What counts are ratios: how fast an operation of Bourse is compared with the least that a Go program could do for
// the same answer. A ratio hardly depends on the machine, and rounds in turns (rounds.go) keep it from depending on
// other load.
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

// Area is one thing to measure; the command line selects it by name.
type Area struct {
	Name    string
	About   string
	Measure func(ctx context.Context, rig *Rig) error
	// Baselines are its bare handlers, by the names passed to StartBare.
	Baselines map[string]Baseline
}

// Baseline makes a bare handler from settings in JSON.
type Baseline func(settings []byte) (http.Handler, error)

// Options are a run's options.
type Options struct {
	Rounds      int           // of each comparison
	Round       time.Duration // length of each side's turn in a round
	PostgresURL string        // server on which to create databases; a throw-away cluster if empty
	Binary      string        // to measure; built from this source if empty
	Scale       float64       // of growth's data: 1 is a mid-size brand
}

// OnEachEngine makes a measurement on one engine run on all of them.
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

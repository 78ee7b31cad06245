package portfolio_test

import (
	"slices"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/portfolio"
)

func TestEveryEventIsInTheCatalogue(t *testing.T) {
	t.Parallel()
	var listed []string
	for _, event := range portfolio.Events() {
		listed = append(listed, event.Type)
	}
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		caller := r.user("1000")
		id := r.primary(caller).ID
		_, err := r.SetTargets(t.Context(), caller, id, targets("USD", "100"))
		must(t, err)
		_, err = r.CreateGoal(t.Context(), caller, id, goalOf("1"))
		must(t, err)
		equal(t, "events", len(r.events.All()), len(listed)+1) // a user has two portfolios from the start
		for _, event := range r.events.All() {
			if !slices.Contains(listed, event.Type) {
				t.Errorf("%s is not described", event.Type)
			}
		}
	})
}

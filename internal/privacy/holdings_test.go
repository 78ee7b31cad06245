package privacy_test

import (
	"slices"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/privacy"
)

// Whoever adds a table must declare what it holds about a person and what happens to that when the person leaves.
func TestEveryTableIsOnTheListOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		personal, others := privacy.TablesOf()
		there := databasetest.Tables(t, db)
		for _, table := range there {
			if slices.Contains(personal, table) == slices.Contains(others, table) {
				t.Errorf("%s has to be either among the holdings or among what is impersonal", table)
			}
		}
		for _, table := range slices.Concat(personal, others) {
			if !slices.Contains(there, table) {
				t.Errorf("there is no table %s", table)
			}
		}
	})
}

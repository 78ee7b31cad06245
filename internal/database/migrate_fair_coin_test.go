package database_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

func TestAnInstallationFromBeforeTheFairCoinGetsIt(t *testing.T) {
	t.Parallel()
	databasetest.EachEmpty(t, func(t *testing.T, _ database.Engine, url string) {
		db := databasetest.OpenURL(t, url)
		if err := db.MigrateTo(t.Context(), 18); err != nil {
			t.Fatal(err)
		}
		storeOldCatalogue(t, db)
		if _, err := db.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		want := []string{"BTCUSD BTCUSDT 1 1 1", "FAIRUSD  100000 10000000000 60000000"}
		got := texts(t, db, `
			SELECT symbol || ' ' || venue_symbol || ' ' || tick_size || ' ' || reference_price || ' ' || annual_volatility
			FROM instruments ORDER BY symbol`)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

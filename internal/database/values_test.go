package database_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

// thing has one value of each kind that is stored in a special form.
type thing struct {
	ID, Owner       uuid.UUID
	Made, Destroyed time.Time
}

func scanThing(row database.Row) (thing, error) {
	var found thing
	err := row.Scan(&found.ID, &found.Owner, database.Time(&found.Made), database.Time(&found.Destroyed))
	return found, err
}

func TestTimesAndIdentifiersComeBackAsTheyWereStored(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		mustExec(t, db, "CREATE TABLE things (id TEXT PRIMARY KEY, owner TEXT, made BIGINT NOT NULL, destroyed BIGINT)")
		zone := time.FixedZone("elsewhere", 5*3600)
		moment := time.Date(2031, 2, 3, 4, 5, 6, 789_123_456, zone)
		want := []thing{
			{ID: uuid.Must(uuid.NewV7()), Owner: uuid.New(), Made: moment, Destroyed: moment.AddDate(1, 0, 0)},
			{ID: uuid.Must(uuid.NewV7()), Made: time.Unix(-1, 0)}, // no owner, not destroyed, before 1970
		}
		for i, stored := range want {
			mustExec(t, db, "INSERT INTO things VALUES ($1, $2, $3, $4)", stored.ID, database.OptionalID(stored.Owner),
				database.Micros(stored.Made), database.OptionalMicros(stored.Destroyed))
			want[i].Made = stored.Made.UTC().Truncate(time.Microsecond)
			want[i].Destroyed = stored.Destroyed.UTC().Truncate(time.Microsecond)
		}
		rows, err := db.Query(t.Context(), "SELECT id, owner, made, destroyed FROM things ORDER BY id")
		got, err := database.Collect(rows, err, scanThing)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("read back (-want +got):\n%s", diff)
		}
		if zone := got[0].Made.Location(); zone != time.UTC {
			t.Errorf("times come back in %s, want UTC", zone)
		}
		var nulls int
		err = db.QueryRow(t.Context(), "SELECT COUNT(*) FROM things WHERE owner IS NULL AND destroyed IS NULL").Scan(&nulls)
		if err != nil || nulls != 1 {
			t.Errorf("%d rows hold NULL (error %v), want that of the missing values", nulls, err)
		}
	})
}

func TestAnEmptyListIsNotNil(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rows, err := db.Query(t.Context(), "SELECT id, id, created_at, created_at FROM tenants")
		got, err := database.Collect(rows, err, scanThing)
		if err != nil || got == nil || len(got) > 0 {
			t.Errorf("got %v (error %v), want an empty list", got, err)
		}
	})
}

func TestAValueOfTheWrongKindIsRefused(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		var when time.Time
		if err := db.QueryRow(t.Context(), "SELECT 'yesterday'").Scan(database.Time(&when)); err == nil {
			t.Errorf("text was read as the time %v", when)
		}
		var id uuid.UUID
		if err := db.QueryRow(t.Context(), "SELECT 'nobody'").Scan(&id); err == nil {
			t.Errorf("text was read as the identifier %v", id)
		}
	})
}

package database_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

func TestAsManyIdentifiersAsThereAreReachTheSubscribers(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		for name, notify := range map[string]func(*database.Tx, string, ...uuid.UUID){"hint": (*database.Tx).NotifyIDs, "door": (*database.Tx).NotifyIDsAtCommit} {
			ids := make([]uuid.UUID, 401)
			for i := range ids {
				ids[i] = database.NewID()
			}
			var mutex sync.Mutex
			var payloads []string
			end := db.Subscribe(name, func(payload string) {
				mutex.Lock()
				defer mutex.Unlock()
				payloads = append(payloads, payload)
			})
			defer end()
			err := db.InTx(t.Context(), func(tx *database.Tx) error {
				notify(tx, name, ids...)
				notify(tx, name) // nothing
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			mutex.Lock()
			defer mutex.Unlock()
			payloads = slices.DeleteFunc(payloads, func(payload string) bool { return payload == "" }) // from a listener that just started
			if got := database.IDs(payloads...); !cmp.Equal(got, ids) || len(payloads) != 3 {
				t.Errorf("%s: %d of %d identifiers have come in %d messages", name, len(got), len(ids), len(payloads))
			}
		}
	})
}

func TestOfAPayloadEachIdentifierCountsOnce(t *testing.T) {
	t.Parallel()
	one, other := uuid.New(), uuid.New()
	payload := strings.Join([]string{one.String(), "none", other.String(), one.String(), ""}, ",")
	if got, want := database.IDs(payload, other.String(), ""), []uuid.UUID{one, other}; !cmp.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestIdentifiersAreOrderedAsTheEnginesOrderThem(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		ids := make([]uuid.UUID, 64) // one statement
		for i := range ids {
			ids[i] = uuid.New()
		}
		var stored []uuid.UUID
		err := database.FromIDs(db, ids, func(source string, arguments []any) (err error) {
			rows, err := db.Query(t.Context(), `SELECT v.column1 FROM `+source+` ORDER BY v.column1`, arguments...)
			stored, err = database.Collect(rows, err, database.ScanOne[uuid.UUID])
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		slices.SortFunc(ids, database.CompareIDs)
		if !cmp.Equal(stored, ids) {
			t.Errorf("the engine orders %v, and CompareIDs %v", stored, ids)
		}
	})
}

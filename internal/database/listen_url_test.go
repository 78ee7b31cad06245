package database_test

import (
	"errors"
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
)

func TestReplicasBehindAPoolerHearEachOtherByAConnectionOfTheirOwn(t *testing.T) {
	t.Parallel()
	pooled, direct := behindPooler(t)
	options := database.Options{URL: pooled, ListenURL: direct, Limits: database.PatientLimits}
	speaker, hearer := openWith(t, options), openWith(t, options)
	if !hearer.IsPooled() || !hearer.Hears() {
		t.Fatalf("behind a pooler %v, hears %v", hearer.IsPooled(), hearer.Hears())
	}
	listen(t, hearer)
	testkit.Until(t, "the listener is live", hearer.Live)
	told := recorded(t, hearer, "changed")
	notify(t, speaker, "changed", "a hint")
	wantPayload(t, told, "a hint")
	err := speaker.InTx(t.Context(), func(tx *database.Tx) error {
		tx.NotifyAtCommit("changed", "a door")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	wantPayload(t, told, "a door")
}

func TestAReplicaBehindAPoolerThatCannotListenIsNeverLive(t *testing.T) {
	t.Parallel()
	pooled, _ := behindPooler(t)
	db := openWith(t, database.Options{URL: pooled})
	listen(t, db) // has nothing to do, and ends with the test
	if db.Hears() || db.Live() {
		t.Errorf("hears %v, live %v", db.Hears(), db.Live())
	}
}

func TestAListenURLThatCannotBeRightIsRefused(t *testing.T) {
	t.Parallel()
	pooled, direct := behindPooler(t)
	for name, one := range map[string]struct{ url, want string }{
		"a pooler":         {pooled, "through a pooler"},
		"another database": {databasetest.Direct(databasetest.PostgresURL(t)), "the same database"},
		"a file":           {"bourse.db", "postgres://"},
		"nobody":           {strings.Replace(direct, "127.0.0.1", "127.0.0.2", 1), "connect"},
	} {
		_, err := database.Open(t.Context(), database.Options{URL: pooled, ListenURL: one.url})
		if listening := (*database.ListenURLError)(nil); !errors.As(err, &listening) || !strings.Contains(err.Error(), one.want) {
			t.Errorf("%s: %v, want %q in it", name, err, one.want)
		}
	}
}

// There, the migration lock cannot belong to a session.
func TestManyProcessesThatMigrateBehindAPoolerApplyEachStepOnce(t *testing.T) {
	t.Parallel()
	pooled, _ := behindPooler(t)
	applied := make([]int, 4)
	for i, err := range testkit.InParallel(len(applied), func(i int) (err error) {
		db := openWith(t, database.Options{URL: pooled, MaxConnections: 1})
		applied[i], err = db.Migrate(t.Context())
		return err
	}) {
		if err != nil {
			t.Errorf("process %d: %v", i, err)
		}
	}
	steps, err := openWith(t, database.Options{URL: pooled}).Migrations(t.Context())
	total := applied[0] + applied[1] + applied[2] + applied[3]
	if err != nil || total != len(steps) {
		t.Errorf("%d steps were applied of %d: %v", total, len(steps), err)
	}
}

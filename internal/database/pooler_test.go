package database_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
)

// behindPooler starts a pooler in front of a database without a schema, and returns the URLs with and without it.
func behindPooler(t *testing.T, settings ...string) (pooled, direct string) {
	t.Helper()
	direct = databasetest.Direct(databasetest.PostgresURL(t))
	return databasetest.BehindBouncer(t, direct, settings...), direct
}

func openWith(t *testing.T, options database.Options) *database.DB {
	t.Helper()
	db, err := database.Open(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() }) // errors about cut connections are expected
	return db
}

func TestAPoolerIsFoundOut(t *testing.T) {
	t.Parallel()
	strict, direct := behindPooler(t)
	lax, _ := behindPooler(t, "ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout")
	for _, one := range []struct {
		name, url string
		pooler    database.Pooler
		want      bool
	}{
		{"a pooler that refuses parameters", strict, "", true},
		{"a pooler that forgets parameters", lax, database.PoolerAuto, true},
		{"the server itself", direct, "", false},
		{"the server itself, taken for a pooler", direct, database.PoolerTransaction, true},
		{"a pooler, taken for the server", lax, database.PoolerOff, false},
	} {
		if got := openWith(t, database.Options{URL: one.url, Pooler: one.pooler}).IsPooled(); got != one.want {
			t.Errorf("%s: behind a pooler is %v, want %v", one.name, got, one.want)
		}
	}
	if _, err := database.Open(t.Context(), database.Options{URL: strict, Pooler: database.PoolerOff}); err == nil {
		t.Error("a pooler that refuses parameters was taken for the server")
	}
}

func TestPreparedStatementsAreMissedBehindAPoolerThatIsTakenForTheServer(t *testing.T) {
	t.Parallel()
	pooled, direct := behindPooler(t, "ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout")
	if err := openWith(t, database.Options{URL: direct, MaxConnections: 2}).KeepsPreparedStatements(t.Context()); err != nil {
		t.Errorf("the server itself does not keep them: %v", err)
	}
	if err := openWith(t, database.Options{URL: pooled, MaxConnections: 2, Pooler: database.PoolerOff}).KeepsPreparedStatements(t.Context()); err == nil {
		t.Error("a pooler is said to keep them")
	}
}

func TestAWayToSendStatementsThatCannotCarryEveryValueIsRefused(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"exec", "simple_protocol"} {
		_, err := database.Open(t.Context(), database.Options{URL: databasetest.PostgresURL(t) + "&default_query_exec_mode=" + mode})
		if err == nil || !strings.Contains(err.Error(), "default_query_exec_mode") {
			t.Errorf("%s: opened with error %v", mode, err)
		}
	}
}

func TestTheServerEndsWhatTakesTooLongBehindAPooler(t *testing.T) {
	t.Parallel()
	pooled, _ := behindPooler(t)
	wantLimits(t, pooled)
}

// cargo has a column of every kind that is stored.
type cargo struct {
	ID, Owner, Sender uuid.UUID
	Name              string
	Amount            int64
	Weight            float64
	Open              bool
	Content           []byte
	Made, Gone        time.Time
	Labels            map[string]int
	Note              *string
}

var cargoes = database.NewTable("cargoes", func(c *cargo, column database.Define) {
	column("id", database.NativeID(&c.ID))
	column("owner", &c.Owner)
	column("sender", database.Optional(&c.Sender))
	column("name", &c.Name)
	column("amount", &c.Amount)
	column("weight", &c.Weight)
	column("open", &c.Open)
	column("content", &c.Content)
	column("made", &c.Made)
	column("gone", database.Optional(&c.Gone))
	column("labels", database.JSON(&c.Labels))
	column("note", database.Nullable(&c.Note))
})

const createCargoes = `CREATE TABLE cargoes (id UUID PRIMARY KEY, owner TEXT NOT NULL, sender TEXT, name TEXT NOT NULL, amount BIGINT NOT NULL,
	weight DOUBLE PRECISION NOT NULL, open BOOLEAN NOT NULL, content BYTEA, made BIGINT NOT NULL, gone BIGINT, labels JSONB NOT NULL, note TEXT)`

func someCargoes(from string, count int) []*cargo {
	all := make([]*cargo, count)
	for i := range all {
		all[i] = &cargo{
			ID: uuid.Must(uuid.NewV7()), Owner: uuid.New(), Name: fmt.Sprintf("%s %d, {of} \"it\" \\ 'ü", from, i), Amount: -1 << 62, Weight: 0.1 + float64(i),
			Made: time.UnixMicro(1_700_000_000_123_456).UTC(), Labels: map[string]int{"i": i},
		}
		if i%2 == 0 {
			note := ""
			all[i].Sender, all[i].Open, all[i].Note, all[i].Gone = uuid.New(), true, &note, time.UnixMicro(-1).UTC()
			all[i].Content = []byte{0, '\\', 'x', 0xff, byte(i)}
		}
	}
	return all
}

// Twenty connections share five sessions, so each statement meets sessions that do not know it, or that know it under
// another connection's name.
func TestEveryKindOfValueGoesThroughAPooler(t *testing.T) {
	t.Parallel()
	pooled, _ := behindPooler(t)
	db := openWith(t, database.Options{URL: pooled, Limits: database.PatientLimits})
	mustExec(t, db, createCargoes)
	for _, err := range testkit.InParallel(20, func(i int) error {
		for round := range 3 {
			// One at a time, a few as arrays, and many by copy.
			for _, count := range []int{1, 3, 70} {
				if err := sendCargoes(t.Context(), db, someCargoes(fmt.Sprintf("%d-%d-%d", i, round, count), count)); err != nil {
					return err
				}
			}
		}
		return nil
	}) {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// sendCargoes writes and reads back rows in every possible way.
func sendCargoes(ctx context.Context, db *database.DB, sent []*cargo) error {
	return db.InTx(ctx, func(tx *database.Tx) error {
		if err := cargoes.Insert(ctx, tx, sent...); err != nil {
			return err
		}
		values := func(c *cargo) []any {
			return []any{c.ID, c.Owner, c.Amount, c.Weight, c.Open, c.Content, database.OptionalID(c.Sender), database.OptionalMicros(c.Gone)}
		}
		kinds := []string{"UUID", "TEXT", "BIGINT", "DOUBLE PRECISION", "BOOLEAN", "BYTEA", "TEXT", "BIGINT"}
		err := database.FromRows(tx, kinds, sent, values, func(source string, arguments []any) error {
			const changed = `UPDATE cargoes SET amount = v.column3, weight = v.column4, open = v.column5, content = v.column6, sender = v.column7, gone = v.column8`
			if err := tx.Later(ctx, nil, changed+` FROM `+source+` WHERE cargoes.id = v.column1 AND cargoes.owner = v.column2`, arguments...); err != nil {
				return err
			}
			for _, held := range []bool{true, false} { // once with waiting statements, once without
				var got []*cargo
				question := database.Question{
					Query:     `SELECT ` + cargoes.Columns() + ` FROM cargoes WHERE id IN (SELECT v.column1 FROM ` + source + `) ORDER BY id`,
					Arguments: arguments,
					Scan: func(row database.Row) error {
						one, err := cargoes.Scan(row)
						got = append(got, one)
						return err
					},
				}
				if err := tx.Ask(ctx, question); err != nil {
					return err
				}
				if diff := cmp.Diff(sent, got); diff != "" {
					return fmt.Errorf("asked (held %v): %s", held, diff)
				}
				rows, err := tx.Query(ctx, question.Query, question.Arguments...)
				if got, err = cargoes.All(rows, err); err != nil {
					return err
				}
				if diff := cmp.Diff(sent, got); diff != "" {
					return fmt.Errorf("queried: %s", diff)
				}
			}
			return nil
		})
		return err
	})
}

// Settings of a transaction end with it, in whichever session the next one runs.
func TestNothingOfATransactionIsLeftInASession(t *testing.T) {
	t.Parallel()
	pooled, _ := behindPooler(t)
	db := openWith(t, database.Options{URL: pooled, Limits: database.PatientLimits})
	read := func() (settings []string) {
		for range 3 * databasetest.BouncerSessions {
			var found string
			err := db.QueryRow(t.Context(), `SELECT current_setting('statement_timeout') || current_setting('lock_timeout') ||
				current_setting('idle_in_transaction_session_timeout') || current_setting('enable_seqscan') || current_setting('synchronous_commit')`).Scan(&found)
			if err != nil {
				t.Fatal(err)
			}
			settings = append(settings, found)
		}
		slices.Sort(settings)
		return slices.Compact(settings)
	}
	before := read()
	for _, err := range testkit.InParallel(2*databasetest.BouncerSessions, func(int) error {
		return db.InTx(t.Context(), func(tx *database.Tx) error {
			return errors.Join(tx.LookUpRows(t.Context()), tx.LimitLockWait(t.Context(), time.Second))
		})
	}) {
		if err != nil {
			t.Fatal(err)
		}
	}
	if after := read(); !slices.Equal(before, after) || len(before) != 1 {
		t.Errorf("sessions have %v, and had %v before", after, before)
	}
}

func TestWhoeverGoesBehindAPoolerEndsTheirStatement(t *testing.T) {
	t.Parallel()
	pooled, direct := behindPooler(t)
	db, plain := openWith(t, database.Options{URL: pooled}), databasetest.OpenURL(t, direct)
	running := func() (count int) {
		err := plain.QueryRow(t.Context(), `SELECT COUNT(*) FROM pg_stat_activity
			WHERE datname = current_database() AND state = 'active' AND query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()`).Scan(&count)
		if err != nil {
			t.Error(err)
		}
		return count
	}
	for name, call := range map[string]func(ctx context.Context) error{
		"a read": func(ctx context.Context) error {
			var nothing string
			return db.QueryRow(ctx, "SELECT pg_sleep(300)::text").Scan(&nothing)
		},
		"a transaction": func(ctx context.Context) error {
			return db.InTx(ctx, func(tx *database.Tx) error {
				_, err := tx.Exec(ctx, "SELECT pg_sleep($1)", 300)
				return err
			})
		},
	} {
		ctx, leave := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- call(ctx) }()
		testkit.Until(t, name+" runs", func() bool { return running() == 1 })
		leave()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("%s that was left: %v", name, err)
		}
		testkit.Until(t, name+" that was left has ended", func() bool { return running() == 0 })
	}
}

package database_test

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

func TestAnOutageIsToldFromAMistake(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]bool{
		"08006": true, "53300": true, "53100": true, "57P01": true, "57P03": true, "58030": true, "57014": true, "55P03": true,
		"25P03": true, "25006": true, "23505": false, "42601": false, "22P02": false, "40001": false,
	} {
		err := fmt.Errorf("begin: %w", &pgconn.PgError{Code: code})
		if got := database.IsOutage(err); got != want {
			t.Errorf("%s is taken for an outage: %t", code, got)
		}
	}
	for _, err := range []error{nil, errors.New("a mistake"), context.Canceled} {
		if database.IsOutage(err) {
			t.Errorf("%v is taken for an outage", err)
		}
	}
	if !database.IsOutage(fmt.Errorf("read: %w", driver.ErrBadConn)) {
		t.Error("a broken connection is no outage")
	}
}

func TestAServerThatIsAwayIsAnOutage(t *testing.T) {
	t.Parallel()
	p := newProxy(t, databasetest.PostgresURL(t))
	db := openBehind(t, p, database.Limits{Statement: 3 * time.Second})
	p.close()
	err := db.InTx(t.Context(), func(tx *database.Tx) error { return nil })
	if !database.IsOutage(err) {
		t.Errorf("%v is not taken for an outage", err)
	}
}

func TestAMistakeInSQLIsNoOutage(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		_, err := db.Query(t.Context(), "SELECT nothing FROM nowhere")
		if err == nil || database.IsOutage(err) {
			t.Errorf("%v is taken for an outage", err)
		}
	})
}

func TestClosingAConnectionThatIsGoneAlreadyIsNoFailure(t *testing.T) {
	t.Parallel()
	if err := database.UnlessGone(&net.OpError{Op: "close", Net: "tcp", Err: net.ErrClosed}); err != nil {
		t.Errorf("a connection that was closed before fails the closing: %v", err)
	}
	broken := errors.New("the file is not a database")
	for _, err := range []error{nil, broken} {
		if got := database.UnlessGone(err); !errors.Is(got, err) {
			t.Errorf("closing tells %v of %v", got, err)
		}
	}
}

// After a failover the former primary may come back read-only, and keep its connections.
func TestAConnectionToAServerThatCanOnlyBeReadIsNotUsedAgain(t *testing.T) {
	t.Parallel()
	pooled, direct := behindPooler(t)
	for name, url := range map[string]string{"the server itself": direct, "a pooler": pooled} {
		var complaints strings.Builder
		db := openWith(t, database.Options{URL: url, MaxConnections: 1, Logger: slog.New(slog.NewTextHandler(&complaints, nil))})
		mustExec(t, db, "CREATE TABLE IF NOT EXISTS counters (name TEXT PRIMARY KEY, value BIGINT NOT NULL)")
		mustExec(t, db, "INSERT INTO counters VALUES ($1, 0)", name)
		mustExec(t, db, "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY")
		write := func() error {
			return db.InTx(t.Context(), func(tx *database.Tx) error { return add(t.Context(), tx, name, 1) })
		}
		if err := write(); !database.IsOutage(err) || !strings.Contains(err.Error(), "25006") {
			t.Errorf("%s: what only reads is written to: %v", name, err)
		}
		if err := write(); err != nil {
			t.Errorf("%s: the next one does not lead to one that writes: %v", name, err)
		}
		wantCounter(t, db, name, 1)
		if complaints.Len() > 0 {
			t.Errorf("%s: it complains of %s", name, complaints.String())
		}
	}
}

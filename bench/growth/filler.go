package growth

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"time"

	"bourse/bench/kit"
	"bourse/internal/database"
)

// filler writes the past of a brand. The database generates the rows itself, from the numbers i = 1, 2, 3 …: sending
// millions over a connection takes an hour.
type filler struct {
	*brand
	pool *sql.DB
	now  time.Time
	rows int64
}

// batch is the maximum number of rows per statement.
const batch = 250_000

// newFiller opens a connection that does not wait for the disk and does not check references.
func newFiller(ctx context.Context, b *brand, now time.Time) (*filler, error) {
	driver, address := "sqlite", "file:"+(&url.URL{Path: b.DatabaseURL}).EscapedPath()+
		"?_pragma=busy_timeout(10000)&_pragma=synchronous(OFF)&_pragma=cache_size(-262144)&_pragma=temp_store(MEMORY)"
	if b.Engine == database.Postgres {
		driver, address = "pgx", b.DatabaseURL
	}
	pool, err := sql.Open(driver, address)
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(1)
	f := &filler{brand: b, pool: pool, now: now}
	if b.Engine == database.Postgres {
		if _, err := pool.ExecContext(ctx, "SET synchronous_commit = off"); err != nil {
			return nil, errors.Join(err, pool.Close())
		}
		// A user without this right checks everything, and takes longer.
		_, _ = pool.ExecContext(ctx, "SET session_replication_role = replica")
	}
	return f, nil
}

func (f *filler) close() error { return f.pool.Close() }

// insert creates rows of a table from expressions of i.
func (f *filler) insert(ctx context.Context, table string, count int, row map[string]string) error {
	described, err := kit.DescribeTable(ctx, f.Engine, f.pool.QueryContext, table)
	if err != nil {
		return err
	}
	for from := 1; from <= count; from += batch {
		to := min(count, from+batch-1)
		series := fmt.Sprintf(`WITH RECURSIVE n(i) AS (SELECT %d UNION ALL SELECT i + 1 FROM n WHERE i < %d)`, from, to)
		if f.Engine == database.Postgres {
			series = fmt.Sprintf(`WITH n(i) AS (SELECT generate_series(%d, %d)::bigint)`, from, to)
		}
		statement, err := described.InsertFrom(series, row, "n")
		if err != nil {
			return err
		}
		if _, err := f.pool.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", table, err)
		}
	}
	f.rows += int64(count)
	return nil
}

// moments are the times of rows: spread evenly over a period that ends now.
type moments struct {
	f     *filler
	span  time.Duration
	count int
}

// over spreads rows over a period that ends a minute ago.
func (f *filler) over(span time.Duration, count int) moments { return moments{f, span, count} }

// milliseconds is the time of row n, which is an expression.
func (m moments) milliseconds(n string) string {
	from := m.f.now.Add(-m.span - time.Minute).UnixMilli()
	return fmt.Sprintf("(%d + (%s) * %d / %d)", from, n, m.span.Milliseconds(), max(1, m.count))
}

// at is the time of row i, as times are stored.
func (m moments) at() string { return m.milliseconds("i") + " * 1000" }

// id is the id of a row, in the product's form; rows of two kinds have no ids in common.
func (m moments) id(kind, n string) string {
	hex := "lpad(to_hex(%s), 12, '0')"
	if m.f.Engine == database.SQLite {
		hex = "printf('%%012x', %s)"
	}
	moment := fmt.Sprintf(hex, m.milliseconds(n))
	return "substr(" + moment + ", 1, 8) || '-' || substr(" + moment + ", 9, 4) || '-7000-8" + kind + "-' || " + fmt.Sprintf(hex, n)
}

// text is a literal.
func text(value any) string { return "'" + fmt.Sprint(value) + "'" }

const (
	year = 365 * 24 * time.Hour
	day  = 24 * time.Hour
)

// someUser and someAccount are those of row i: all users in turn.
func (f *filler) someUser() string    { return f.userID(f.someNumber()) }
func (f *filler) someAccount() string { return f.accountID(f.someNumber()) }
func (f *filler) someNumber() string  { return fmt.Sprintf("(i %% %d + 1)", f.size.users) }

func (f *filler) userID(n string) string    { return f.over(years*year, f.size.users).id("001", n) }
func (f *filler) accountID(n string) string { return f.over(years*year, f.size.users).id("002", n) }

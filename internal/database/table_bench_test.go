package database_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
)

// note is a typical row: ids, texts, numbers, times, and one that may be missing.
type note struct {
	ID, Tenant, Author   uuid.UUID
	Title, Text          string
	Size                 size
	Price                money.Decimal
	Count                int
	CreatedAt, UpdatedAt time.Time
	ReadAt               time.Time
}

var notes = database.NewTable("bench_notes", func(n *note, column database.Define) {
	column("id", &n.ID)
	column("tenant_id", &n.Tenant)
	column("author_id", database.Optional(&n.Author))
	column("title", &n.Title)
	column("text", &n.Text)
	column("size", &n.Size)
	column("price", &n.Price)
	column("count", &n.Count)
	column("created_at", &n.CreatedAt)
	column("updated_at", &n.UpdatedAt)
	column("read_at", database.Optional(&n.ReadAt))
})

const noteColumns = `id, tenant_id, author_id, title, text, size, price, count, created_at, updated_at, read_at`

func scanNote(row database.Row) (*note, error) {
	var n note
	err := row.Scan(&n.ID, &n.Tenant, &n.Author, &n.Title, &n.Text, &n.Size, &n.Price, &n.Count,
		database.Time(&n.CreatedAt), database.Time(&n.UpdatedAt), database.Time(&n.ReadAt))
	return &n, err
}

func (n *note) values() []any {
	return []any{n.ID, n.Tenant, database.OptionalID(n.Author), n.Title, n.Text, n.Size, n.Price, n.Count,
		database.Micros(n.CreatedAt), database.Micros(n.UpdatedAt), database.OptionalMicros(n.ReadAt)}
}

func newNotes(count int) []*note {
	all := make([]*note, count)
	for i := range all {
		at := time.UnixMicro(1_700_000_000_000_000 + int64(i)).UTC()
		all[i] = &note{ID: database.NewID(), Tenant: uuid.New(), Author: uuid.New(), Title: "a title", Text: "some text of a note", Size: "small",
			Price: money.FromInt(3), Count: i, CreatedAt: at, UpdatedAt: at}
	}
	return all
}

// withNotes creates a table of 100 notes in each engine; in PostgreSQL only if TEST_POSTGRES_URL names one.
func withNotes(b *testing.B, work func(b *testing.B, db *database.DB)) {
	urls := map[string]string{"sqlite": filepath.Join(b.TempDir(), "notes.db"), "postgres": os.Getenv("TEST_POSTGRES_URL")}
	for _, name := range []string{"sqlite", "postgres"} {
		if urls[name] == "" {
			continue
		}
		b.Run(name, func(b *testing.B) {
			db, err := database.Open(b.Context(), database.Options{URL: urls[name]})
			if err != nil {
				b.Fatal(err)
			}
			exec := func(statement string) {
				err := db.InTx(context.Background(), func(tx *database.Tx) error {
					_, err := tx.Exec(context.Background(), statement)
					return err
				})
				if err != nil {
					b.Fatal(err)
				}
			}
			exec(`DROP TABLE IF EXISTS bench_notes`)
			exec(`CREATE TABLE bench_notes (id TEXT PRIMARY KEY, tenant_id TEXT NOT NULL, author_id TEXT, title TEXT NOT NULL,
				text TEXT NOT NULL, size TEXT NOT NULL, price BIGINT NOT NULL, count BIGINT NOT NULL, created_at BIGINT NOT NULL,
				updated_at BIGINT NOT NULL, read_at BIGINT)`)
			b.Cleanup(func() {
				exec(`DROP TABLE bench_notes`)
				_ = db.Close()
			})
			err = db.InTx(b.Context(), func(tx *database.Tx) error { return notes.Insert(b.Context(), tx, newNotes(100)...) })
			if err != nil {
				b.Fatal(err)
			}
			work(b, db)
		})
	}
}

// BenchmarkScan compares reading 100 rows, and one row, with a Table and by hand.
func BenchmarkScan(b *testing.B) {
	withNotes(b, func(b *testing.B, db *database.DB) {
		run := func(name string, read func() error) {
			b.Run(name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if err := read(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		run("list/hand", func() error {
			rows, err := db.Query(b.Context(), `SELECT `+noteColumns+` FROM bench_notes ORDER BY id LIMIT 100`)
			_, err = database.Collect(rows, err, scanNote)
			return err
		})
		run("list/table", func() error {
			_, err := notes.All(db.Query(b.Context(), `SELECT `+notes.Columns()+` FROM bench_notes ORDER BY id LIMIT 100`))
			return err
		})
		run("row/hand", func() error {
			_, err := scanNote(db.QueryRow(b.Context(), `SELECT `+noteColumns+` FROM bench_notes ORDER BY id LIMIT 1`))
			return err
		})
		run("row/table", func() error {
			_, err := notes.Scan(db.QueryRow(b.Context(), `SELECT `+notes.Columns()+` FROM bench_notes ORDER BY id LIMIT 1`))
			return err
		})
	})
}

// BenchmarkInsert compares inserts of one row and of many, and updates, with a Table and by hand.
func BenchmarkInsert(b *testing.B) {
	typed := []database.Column{{Name: "id", Type: "TEXT"}, {Name: "tenant_id", Type: "TEXT"}, {Name: "author_id", Type: "TEXT"}, {Name: "title", Type: "TEXT"},
		{Name: "text", Type: "TEXT"}, {Name: "size", Type: "TEXT"}, {Name: "price", Type: "BIGINT"}, {Name: "count", Type: "BIGINT"},
		{Name: "created_at", Type: "BIGINT"}, {Name: "updated_at", Type: "BIGINT"}, {Name: "read_at", Type: "BIGINT"}}
	withNotes(b, func(b *testing.B, db *database.DB) {
		run := func(name string, count int, write func(tx *database.Tx, all []*note) error) {
			b.Run(name, func(b *testing.B) {
				b.ReportAllocs()
				all := newNotes(count)
				for b.Loop() {
					err := db.InTx(b.Context(), func(tx *database.Tx) error {
						for _, n := range all {
							n.ID = database.NewID()
						}
						return write(tx, all)
					})
					if err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		for _, many := range []struct {
			name  string
			count int
		}{{"one", 1}, {"some", 20}, {"many", 100}} {
			run(many.name+"/hand", many.count, func(tx *database.Tx, all []*note) error {
				return database.InsertMany(b.Context(), tx, "bench_notes", typed, all, (*note).values)
			})
			run(many.name+"/table", many.count, func(tx *database.Tx, all []*note) error { return notes.Insert(b.Context(), tx, all...) })
		}
		run("update/hand", 1, func(tx *database.Tx, all []*note) error {
			n := all[0]
			_, err := tx.Exec(b.Context(), `UPDATE bench_notes SET title = $2, text = $3, count = $4, updated_at = $5, read_at = $6 WHERE id = $1`,
				n.ID, n.Title, n.Text, n.Count, database.Micros(n.UpdatedAt), database.OptionalMicros(n.ReadAt))
			return err
		})
		run("update/table", 1, func(tx *database.Tx, all []*note) error {
			return notes.Update(b.Context(), tx, all[0], "title", "text", "count", "updated_at", "read_at")
		})
	})
}

// readRow is a row that costs nothing to read, so that only our own cost of a scan remains.
type readRow struct{}

func (readRow) Scan(...any) error { return nil }

// BenchmarkScanAlone compares the overhead of a Table and of scanning by hand over the driver's work.
func BenchmarkScanAlone(b *testing.B) {
	b.Run("hand", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := scanNote(readRow{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("table", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := notes.Scan(readRow{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

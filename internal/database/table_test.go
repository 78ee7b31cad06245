package database_test

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/money"
)

// size is a named type.
type size string

// parcel has one value of each kind that a column can hold.
type parcel struct {
	ID, Sender uuid.UUID
	Courier    uuid.UUID // nil means nobody
	Hub        uuid.UUID // a UUID on PostgreSQL
	Name       string
	Note       string // empty is NULL
	Size       size
	Box        size // empty is NULL
	Count      int
	Weight     int64
	Stops      int // zero is NULL
	Share      float64
	Fragile    bool
	Seal       []byte
	Price      money.Decimal
	Duty       money.Decimal  // zero is NULL
	Tip        *money.Decimal // nil is NULL, zero is not
	Tags       []string
	Label      []byte // a text
	SentAt     time.Time
	ArrivedAt  time.Time // the zero time is NULL
	Letters    int       // length of the name

	Opened bool // not stored
}

var parcels = database.NewTable("parcels", func(p *parcel, column database.Define) {
	column("id", &p.ID)
	column("sender", database.Fixed(&p.Sender))
	column("courier", database.Optional(&p.Courier))
	column("hub", database.NativeID(&p.Hub))
	column("name", &p.Name)
	column("note", database.Optional(&p.Note))
	column("size", &p.Size)
	column("box", database.Optional(&p.Box))
	column("count", &p.Count)
	column("weight", &p.Weight)
	column("stops", database.Optional(&p.Stops))
	column("share", &p.Share)
	column("fragile", &p.Fragile)
	column("seal", &p.Seal)
	column("price", &p.Price)
	column("duty", database.Optional(&p.Duty))
	column("tip", database.Nullable(&p.Tip))
	column("tags", database.JSON(&p.Tags))
	column("label", database.Text(&p.Label))
	column("sent_at", &p.SentAt)
	column("arrived_at", database.Optional(&p.ArrivedAt))
	column("letters", database.Computed(`LENGTH(parcels.name)`, &p.Letters))
})

func createParcels(tb testing.TB, db *database.DB) {
	tb.Helper()
	native := "TEXT"
	if db.Engine() == database.Postgres {
		native = "UUID"
	}
	err := db.InTx(tb.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(tb.Context(), `CREATE TABLE parcels (id TEXT PRIMARY KEY, sender TEXT NOT NULL, courier TEXT, hub `+native+` NOT NULL,
			name TEXT NOT NULL, note TEXT, size TEXT NOT NULL, box TEXT, count BIGINT NOT NULL, weight BIGINT NOT NULL, stops BIGINT,
			share DOUBLE PRECISION NOT NULL, fragile BOOLEAN NOT NULL, seal BYTEA, price BIGINT NOT NULL, duty BIGINT, tip BIGINT, tags TEXT NOT NULL,
			label TEXT NOT NULL,
			sent_at BIGINT NOT NULL, arrived_at BIGINT)`)
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
}

// newParcels returns parcels of which every other has all optional values, and the others none.
func newParcels(count int) []*parcel {
	all := make([]*parcel, count)
	for i := range all {
		name := fmt.Sprintf("parcel %d", i)
		p := &parcel{
			ID: database.NewID(), Sender: uuid.New(), Hub: uuid.New(), Name: name, Size: "large", Count: i, Weight: 1 << 40, Share: 0.5,
			Price: money.FromInt(int64(i)), SentAt: time.UnixMicro(1_700_000_000_123_456).UTC(), Letters: len(name),
			Label: []byte(`{"to": "Zoë"}`),
		}
		if i%2 > 0 {
			p.Courier, p.Note, p.Box, p.Stops, p.Duty = uuid.New(), "careful", "crate", 3, money.FromInt(7)
			p.Fragile, p.Seal, p.Tags, p.ArrivedAt = true, []byte{0, 1, 0xff}, []string{"a", "b"}, p.SentAt.Add(time.Hour)
		}
		if i%3 > 0 {
			tip := money.FromInt(int64(i % 3 * 2)).Sub(money.FromInt(2)) // 0 for every third
			p.Tip = &tip
		}
		if i%4 == 3 {
			p.ArrivedAt = time.Unix(0, 0).UTC() // a time like any other
		}
		all[i] = p
	}
	return all
}

func readParcels(tb testing.TB, db *database.DB) []*parcel {
	tb.Helper()
	found, err := parcels.All(db.Query(tb.Context(), `SELECT `+parcels.Columns()+` FROM parcels ORDER BY id`))
	if err != nil {
		tb.Fatal(err)
	}
	return found
}

func inTx(t *testing.T, db *database.DB, work func(tx *database.Tx) error) {
	t.Helper()
	if err := db.InTx(t.Context(), work); err != nil {
		t.Fatal(err)
	}
}

func TestRowsComeBackAsTheyWereWrittenHoweverManyThereAre(t *testing.T) {
	t.Parallel()
	for _, count := range []int{0, 1, 2, 31, 32, 150} { // as values and as a copy
		databasetest.Each(t, func(t *testing.T, db *database.DB) {
			createParcels(t, db)
			want := newParcels(count)
			inTx(t, db, func(tx *database.Tx) error { return parcels.Insert(t.Context(), tx, want...) })
			if diff := cmp.Diff(want, readParcels(t, db)); diff != "" {
				t.Errorf("%d parcels, read back (-want +got):\n%s", count, diff)
			}
			values, err := parcels.AllValues(db.Query(t.Context(), `SELECT `+parcels.Columns()+` FROM parcels ORDER BY id`))
			if diff := cmp.Diff(want, database.Pointers(values)); err != nil || diff != "" {
				t.Errorf("%d parcels, read back by value (error %v, -want +got):\n%s", count, err, diff)
			}
		})
	}
}

func TestBatchesOfAnyLengthComeBackAsTheyWereWritten(t *testing.T) {
	t.Parallel()
	for _, count := range []int{0, 1, 2, 31, 32, 150} { // as arrays and as a copy
		databasetest.Each(t, func(t *testing.T, db *database.DB) {
			createParcels(t, db)
			want := newParcels(count)
			inTx(t, db, func(tx *database.Tx) error { return parcels.InsertBatch(t.Context(), tx, want...) })
			if diff := cmp.Diff(want, readParcels(t, db)); diff != "" {
				t.Errorf("%d parcels, read back (-want +got):\n%s", count, diff)
			}
		})
	}
}

func TestEmptyValuesAreNullWhereTheyMayBe(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		createParcels(t, db)
		for _, count := range []int{1, 5, 40} {
			written := newParcels(count)
			inTx(t, db, func(tx *database.Tx) error { return parcels.Insert(t.Context(), tx, written...) })
		}
		var nulls, all int
		err := db.QueryRow(t.Context(), `
			SELECT COUNT(CASE WHEN courier IS NULL AND note IS NULL AND box IS NULL AND stops IS NULL AND duty IS NULL AND arrived_at IS NULL
				THEN 1 END), COUNT(*) FROM parcels`).Scan(&nulls, &all)
		if err != nil || nulls != 24 || all != 46 {
			t.Errorf("%d of %d rows hold NULL (error %v), want 24 of 46", nulls, all, err)
		}
	})
}

func TestUpdateWritesWhatChanges(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		createParcels(t, db)
		stored := newParcels(4)
		inTx(t, db, func(tx *database.Tx) error { return parcels.Insert(t.Context(), tx, stored...) })

		changed, sender := *stored[0], stored[0].Sender
		changed.Sender, changed.Name, changed.Note, changed.Tags, changed.Letters = uuid.New(), "renamed", "new", []string{"c"}, 7
		inTx(t, db, func(tx *database.Tx) error { return parcels.Update(t.Context(), tx, &changed) })
		changed.Sender = sender // fixed
		stored[0] = &changed

		named := *stored[1]
		named.Name, named.Sender, named.Count = "not written", uuid.New(), 99
		inTx(t, db, func(tx *database.Tx) error { return parcels.Update(t.Context(), tx, &named, "sender", "count") })
		stored[1].Sender, stored[1].Count = named.Sender, named.Count

		var many []*parcel
		for _, p := range stored[2:] {
			moved := *p
			moved.Name, moved.Courier, moved.ArrivedAt, moved.Price = "not written", uuid.Nil, time.Time{}, money.FromInt(50)
			many = append(many, &moved)
			p.Courier, p.ArrivedAt, p.Price = uuid.Nil, time.Time{}, money.FromInt(50)
		}
		inTx(t, db, func(tx *database.Tx) error {
			return parcels.UpdateAll(t.Context(), tx, many, "courier", "arrived_at", "price")
		})
		if diff := cmp.Diff(stored, readParcels(t, db)); diff != "" {
			t.Errorf("read back (-want +got):\n%s", diff)
		}
	})
}

func TestAnUpdateOfAColumnThatIsNotThereFails(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		createParcels(t, db)
		for _, column := range []string{"letters", "nothing"} {
			err := db.InTx(t.Context(), func(tx *database.Tx) error { return parcels.Update(t.Context(), tx, &parcel{}, column) })
			if err == nil || !strings.Contains(err.Error(), column) {
				t.Errorf("writing %s: %v", column, err)
			}
		}
	})
}

func TestWhatIsThereIsWrittenOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		createParcels(t, db)
		all := newParcels(40)
		inTx(t, db, func(tx *database.Tx) error { return parcels.Insert(t.Context(), tx, all[:3]...) })
		for _, again := range [][]*parcel{all[:1], all[:40]} {
			err := db.InTx(t.Context(), func(tx *database.Tx) error { return parcels.Insert(t.Context(), tx, again...) })
			if !errors.Is(err, database.ErrUnique) {
				t.Errorf("a second row of %d: %v", len(again), err)
			}
		}
		var written int64
		inTx(t, db, func(tx *database.Tx) (err error) {
			written, err = parcels.InsertOr(t.Context(), tx, database.DoNothing, all...)
			return err
		})
		if written != 37 || len(readParcels(t, db)) != 40 {
			t.Errorf("%d rows were written, want 37", written)
		}
		all[0].Name, all[0].Letters = "changed", 7
		inTx(t, db, func(tx *database.Tx) error {
			_, err := parcels.InsertOr(t.Context(), tx, `ON CONFLICT (id) DO UPDATE SET name = excluded.name`, all[:2]...)
			return err
		})
		if diff := cmp.Diff(all, readParcels(t, db)); diff != "" {
			t.Errorf("read back (-want +got):\n%s", diff)
		}
	})
}

func TestJoinedRowsAreReadTogether(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		createParcels(t, db)
		stored := newParcels(2)
		inTx(t, db, func(tx *database.Tx) error { return parcels.Insert(t.Context(), tx, stored...) })
		var both int
		first, second, err := database.ScanBoth(db.QueryRow(t.Context(), `
			SELECT `+parcels.ColumnsOf("a")+`, `+parcels.ColumnsOf("b")+`, a.count + b.count FROM parcels a JOIN parcels b ON b.id > a.id`),
			parcels, parcels, &both)
		if diff := cmp.Diff(stored, []*parcel{first, second}); err != nil || diff != "" || both != 1 {
			t.Errorf("read %d (error %v, -want +got):\n%s", both, err, diff)
		}
		short, err := parcels.Scan(db.QueryRow(t.Context(), `
			SELECT `+parcels.ColumnsWith("tags", "'[]'")+` FROM parcels WHERE id = $1`, stored[1].ID))
		if err != nil || len(short.Tags) > 0 || short.Name != stored[1].Name {
			t.Errorf("without its tags: %+v, %v", short, err)
		}
	})
}

func TestNoRowIsToldAsTheCallerWantsIt(t *testing.T) {
	t.Parallel()
	missing := errors.New("there is no such parcel")
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		createParcels(t, db)
		found, err := parcels.Scan(db.QueryRow(t.Context(), `SELECT `+parcels.Columns()+` FROM parcels`))
		if found != nil || !errors.Is(err, sql.ErrNoRows) || database.Missing(err, missing) != missing {
			t.Errorf("found %+v, %v", found, err)
		}
		other := errors.New("the database is away")
		if database.Missing(nil, missing) != nil || database.Missing(other, missing) != other {
			t.Error("another failure, or none, became that of a missing row")
		}
	})
}

func TestWhatCannotBeStoredPanicsAtTheStart(t *testing.T) {
	t.Parallel()
	refused := map[string]func(p *parcel, column database.Define){
		"a table of two columns that are one": func(p *parcel, column database.Define) { column("id", &p.ID); column("id", &p.Name) },
		"a value that is no pointer":          func(p *parcel, column database.Define) { column("id", p.ID) },
		"a list that is not JSON":             func(p *parcel, column database.Define) { column("tags", &p.Tags) },
		"an optional list":                    func(p *parcel, column database.Define) { column("tags", database.Optional(&p.Tags)) },
	}
	for name, define := range refused {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s was taken", name)
				}
			}()
			database.NewTable("parcels", define)
		}()
	}
}

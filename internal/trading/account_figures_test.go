package trading_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/trading/tradingtest"
)

// Closing a position turns unrealized profit into cash. A concurrent reader sees one or the other, never both or neither.
func TestAClosingIsSeenWhollyOrNotAtAll(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewDesk(t, db, tradingtest.FreeTerms())
		d.Prices.Price("SOLUSD", "100")
		var open []*trading.Position
		for range 60 {
			open = append(open, d.Enter(trading.EntryLong, "SOLUSD", "10"))
		}
		d.Prices.Price("SOLUSD", "110")
		want := money.FromInt(106_000)
		closed := make(chan struct{})
		go func() {
			defer close(closed)
			for _, position := range open {
				if _, err := d.Service.Close(t.Context(), d.Caller, position.ID, nil); err != nil {
					t.Error(err)
				}
			}
		}()
		defer func() { <-closed }()
		for looks := 0; ; looks++ {
			if got := d.Summary().TotalValue; got != want {
				t.Errorf("at look %d the accounts are worth %s, want %s", looks, got, want)
				return
			}
			select {
			case <-closed:
				return
			default:
			}
		}
	})
}

// Leaving out a position that cannot be read would silently give the account another value.
func TestFiguresWithARowThatCannotBeReadAreNoFigures(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.SQLite) // PostgreSQL rejects what is not a number
	d := tradingtest.NewDesk(t, db, tradingtest.FreeTerms())
	d.Prices.Price("SOLUSD", "100")
	d.Enter(trading.EntryLong, "SOLUSD", "10")
	tradingtest.Must(t, db.InTx(t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(t.Context(), `UPDATE positions SET entry_fee = 'none'`)
		return err
	}))
	if sum, err := d.Service.Summary(t.Context(), d.Caller); err == nil {
		t.Errorf("without a position that cannot be read the accounts are worth %s", sum.TotalValue)
	}
}

func TestUsersWithNothingOpenAndNothingBookedAreLeftOut(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		v := newVault(t, db)
		v.price("100")
		v.Enter(trading.EntryLong, "SOLUSD", "10")
		v.open(uuid.New(), money.FromInt(1000)) // inactive, of the same user
		idle := tradingtest.NewCaller(identity.RoleUser)
		if _, err := v.Service.Summary(t.Context(), idle); err != nil {
			t.Fatal(err)
		}
		users := []uuid.UUID{v.Caller.UserID, idle.UserID, uuid.New()}
		for _, c := range []struct {
			since time.Time
			want  int
		}{
			{time.Time{}, 3}, {v.at, 3},
			{v.at.Add(2 * time.Hour), 2}, // clocks may differ by an hour, so only more than that is long ago
		} {
			figures, err := v.Service.FiguresOfUsers(t.Context(), users, c.since)
			accounts := 0
			for _, of := range figures {
				accounts += len(of)
			}
			if err != nil || accounts != c.want {
				t.Errorf("since %s: %d accounts, %v; want %d", c.since, accounts, err, c.want)
			}
		}
	})
}

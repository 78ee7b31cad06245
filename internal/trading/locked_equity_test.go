package trading_test

import (
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
	"bourse/internal/trading"
	"bourse/internal/trading/tradingtest"
)

func TestALockedAccountDoesNotHoldUpTheSnapshotsOfOthers(t *testing.T) {
	t.Parallel()
	v := newVault(t, databasetest.Open(t, database.Postgres))
	v.price("100")
	hold := func() *trading.Position {
		v.Caller = tradingtest.NewCaller(identity.RoleUser)
		return v.Enter(trading.EntryLong, "SOLUSD", "10")
	}
	locked, other := hold(), hold()
	day := v.today()
	v.at = v.at.Add(24 * time.Hour)
	v.price("110")
	release := databasetest.Hold(t, v.DB, tradingtest.HoldAccount, locked.AccountID)
	recorder := v.Service.EquityRecorder()
	snapshots := func(position *trading.Position) int {
		return v.Count(`SELECT COUNT(*) FROM equity_snapshots WHERE account_id = $1`, position.AccountID)
	}
	var isLeft bool
	var err error
	databasetest.WantNoLongWait(t, v.DB, "recording", func() { isLeft, err = recorder.CatchUp(t.Context(), day) })
	if err != nil || !isLeft {
		t.Fatalf("an account is left: %v (%v), want that the locked one is", isLeft, err)
	}
	if snapshots(other) != 1 || snapshots(locked) != 0 {
		t.Errorf("%d snapshots of the other account and %d of the locked one, want 1 and 0", snapshots(other), snapshots(locked))
	}
	if n := v.Count(`SELECT COUNT(*) FROM equity_recorded`); n != 0 {
		t.Error("the day is said to be stored for all")
	}
	release()
	if isLeft, err = recorder.CatchUp(t.Context(), day); err != nil || isLeft {
		t.Fatalf("an account is left: %v (%v), want none", isLeft, err)
	}
	if snapshots(other) != 1 || snapshots(locked) != 1 || v.Count(`SELECT COUNT(*) FROM equity_recorded`) != 1 {
		t.Error("the day is not stored once for each")
	}
}

func TestADayThatEndsWhileAnAccountIsLockedIsStoredForEverybody(t *testing.T) {
	t.Parallel()
	v := newVault(t, databasetest.Open(t, database.Postgres))
	v.price("100")
	hold := func() *trading.Position {
		v.Caller = tradingtest.NewCaller(identity.RoleUser)
		return v.Enter(trading.EntryLong, "SOLUSD", "10")
	}
	locked, other := hold(), hold()
	day := v.today()
	v.at = v.at.Add(24 * time.Hour)
	v.price("110")
	recorder := v.Service.EquityRecorder()
	if _, err := recorder.CatchUp(t.Context(), day.AddDate(0, 0, -1)); err != nil {
		t.Fatal(err)
	}
	release := databasetest.Hold(t, v.DB, tradingtest.HoldAccount, locked.AccountID)
	if isLeft, err := recorder.CatchUp(t.Context(), day); err != nil || !isLeft {
		t.Fatalf("an account is left: %v (%v), want that the locked one is", isLeft, err)
	}
	v.at = v.at.Add(24 * time.Hour)
	v.price("120")
	release()
	if isLeft, err := recorder.CatchUp(t.Context(), day.AddDate(0, 0, 1)); err != nil || isLeft {
		t.Fatalf("an account is left: %v (%v), want none", isLeft, err)
	}
	for name, position := range map[string]*trading.Position{"locked": locked, "other": other} {
		if n := v.Count(`SELECT COUNT(*) FROM equity_snapshots WHERE account_id = $1`, position.AccountID); n != 2 {
			t.Errorf("%d days of the %s account are stored, want 2", n, name)
		}
	}
}

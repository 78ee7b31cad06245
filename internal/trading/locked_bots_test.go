package trading_test

import (
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
	"bourse/internal/trading"
)

func TestALockedBotHoldsUpNoOtherAndHasItsTurnLater(t *testing.T) {
	t.Parallel()
	for name, hold := range map[string]string{
		"its account": holdAccount,
		"itself":      `SELECT id FROM bots WHERE account_id = $1 FOR UPDATE`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rig := NewBotRig(t, databasetest.Open(t, database.Postgres))
			locked, other := rig.Active(BreakoutBot("First", "BTCUSD")), rig.Active(BreakoutBot("Second", "BTCUSD"))
			rig.Quiet("BTCUSD", 12)
			rig.Minute("BTCUSD", 104)
			release := databasetest.Hold(t, rig.DB, hold, locked.AccountID)
			runner := rig.Service.NewBotRunner()
			WantSoon(t, "a round", func() { Must(t, runner.Round(t.Context())) })
			if n := len(rig.Signals(other)); n != 1 {
				t.Errorf("the other bot has %d signals meanwhile, want 1", n)
			}
			release()
			Must(t, runner.Round(t.Context()))
			if n := len(rig.Signals(locked)); n != 1 {
				t.Errorf("the locked bot has %d signals once it is free, want 1", n)
			}
			if now := rig.Bot(locked.ID); now.Failures != 0 {
				t.Errorf("it was counted as %d failures", now.Failures)
			}
			// Their figures are marked apart from each other as well.
			rig.Exec(`UPDATE bots SET total_return = 12345`)
			databasetest.Hold(t, rig.DB, hold, locked.AccountID)
			WantSoon(t, "marking", func() { Must(t, rig.Service.MarkBots(t.Context())) })
			if n := rig.Count(`SELECT COUNT(*) FROM bots WHERE total_return = 12345 AND id = $1`, other.ID); n != 0 {
				t.Error("the other bot was not marked beside the locked one")
			}
		})
	}
}

func TestALockedAccountDoesNotHoldUpTheSnapshotsOfOthers(t *testing.T) {
	t.Parallel()
	v := newVault(t, databasetest.Open(t, database.Postgres))
	v.price("100")
	hold := func() *trading.Position {
		v.Caller = NewCaller(identity.RoleUser)
		return v.Enter(trading.EntryLong, "SOLUSD", "10")
	}
	locked, other := hold(), hold()
	day := v.today()
	v.at = v.at.Add(24 * time.Hour)
	v.price("110")
	release := databasetest.Hold(t, v.DB, holdAccount, locked.AccountID)
	recorder := v.Service.EquityRecorder()
	snapshots := func(position *trading.Position) int {
		return v.Count(`SELECT COUNT(*) FROM equity_snapshots WHERE account_id = $1`, position.AccountID)
	}
	var isLeft bool
	var err error
	WantSoon(t, "recording", func() { isLeft, err = recorder.CatchUp(t.Context(), day) })
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
		v.Caller = NewCaller(identity.RoleUser)
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
	release := databasetest.Hold(t, v.DB, holdAccount, locked.AccountID)
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

package bots_test

import (
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/trading/tradingtest"
)

func TestALockedBotHoldsUpNoOtherAndHasItsTurnLater(t *testing.T) {
	t.Parallel()
	for name, hold := range map[string]string{
		"its account": tradingtest.HoldAccount,
		"itself":      `SELECT id FROM bots WHERE account_id = $1 FOR UPDATE`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rig := tradingtest.NewBotRig(t, databasetest.Open(t, database.Postgres))
			locked, other := rig.Active(tradingtest.BreakoutBot("First", "BTCUSD")), rig.Active(tradingtest.BreakoutBot("Second", "BTCUSD"))
			rig.Quiet("BTCUSD", 12)
			rig.Minute("BTCUSD", 104)
			release := databasetest.Hold(t, rig.DB, hold, locked.AccountID)
			runner := rig.Bots.NewBotRunner()
			databasetest.WantNoLongWait(t, rig.DB, "a round", func() { tradingtest.Must(t, runner.Round(t.Context())) })
			if n := len(rig.Signals(other)); n != 1 {
				t.Errorf("the other bot has %d signals meanwhile, want 1", n)
			}
			release()
			tradingtest.Must(t, runner.Round(t.Context()))
			if n := len(rig.Signals(locked)); n != 1 {
				t.Errorf("the locked bot has %d signals once it is free, want 1", n)
			}
			if now := rig.Bot(locked.ID); now.Failures != 0 {
				t.Errorf("it was counted as %d failures", now.Failures)
			}
			// Their figures are also marked separately.
			rig.Exec(`UPDATE bots SET total_return = 12345`)
			databasetest.Hold(t, rig.DB, hold, locked.AccountID)
			databasetest.WantNoLongWait(t, rig.DB, "marking", func() { tradingtest.Must(t, rig.Bots.MarkBots(t.Context())) })
			if n := rig.Count(`SELECT COUNT(*) FROM bots WHERE total_return = 12345 AND id = $1`, other.ID); n != 0 {
				t.Error("the other bot was not marked beside the locked one")
			}
		})
	}
}

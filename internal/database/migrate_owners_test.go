package database_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

// storeOldCatalogue fills the tables as they were before bots, signals and courses had owners, with rows that
// refer to them.
func storeOldCatalogue(t *testing.T, db *database.DB) {
	t.Helper()
	mustExec(t, db, `
		INSERT INTO instruments (symbol, name, kind, base_asset, quote_asset, venue_symbol, session, tick_size, lot_step, spread_bp,
			reference_price, annual_volatility, is_active, created_at, updated_at)
		VALUES ('BTCUSD', 'Bitcoin', 'crypto', 'BTC', 'USD', 'BTCUSDT', 'always', 1, 1, 1, 1, 1, $1, 1, 1)`, true)
	for _, name := range []string{"Atlas", "Orion", "Nova", "Pulse"} {
		mustExec(t, db, `INSERT INTO trading_accounts (id, tenant_id, kind, status, created_at) VALUES ($1, 'x', 'bot', 'active', 1)`, "account-"+name)
		mustExec(t, db, `
			INSERT INTO bots (id, account_id, name, description, strategy_type, parameters, symbols, timeframe, risk_level, status,
				status_reason, capital, total_return, created_at, updated_at)
			VALUES ($1, $2, $3, 'Old', 'trend', '{}', '[]', 60, 'low', 'active', '', 5, 7, 1, 2)`, "bot-"+name, "account-"+name, name)
	}
	mustExec(t, db, `
		INSERT INTO signals (id, bot_id, symbol, signal_type, confidence, risk_level, price, reason, created_at, expires_at)
		VALUES ('signal', 'bot-Nova', 'BTCUSD', 'hold', 'low', 'low', 1, '', 1, 2)`)
	mustExec(t, db, `
		INSERT INTO courses (id, slug, title, short_description, description, thumbnail_url, difficulty_level, status, price_usd,
			access_days, featured_rank, created_at, updated_at, published_at)
		VALUES ('course', 'old', 'Old', 's', 'd', '', 'expert', 'published', 3, 4, 1, 1, 2, 3)`)
	mustExec(t, db, `
		INSERT INTO lessons (id, course_id, title, slug, position, type, content, duration_minutes, is_preview, is_required, status,
			created_at, updated_at)
		VALUES ('lesson', 'course', 'L', 'l', 1, 'text', 'c', 1, $1, $1, 'published', 1, 1)`, true)
}

func TestWhatWasEverybodysIsThePlatforms(t *testing.T) {
	t.Parallel()
	databasetest.EachEmpty(t, func(t *testing.T, _ database.Engine, url string) {
		db := databasetest.OpenURL(t, url)
		if err := db.MigrateTo(t.Context(), 18); err != nil {
			t.Fatal(err)
		}
		storeOldCatalogue(t, db)
		if _, err := db.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		const platform = "00000000-0000-0000-0000-000000000000"
		for query, want := range map[string][]string{
			`SELECT name || ' ' || COALESCE(agent_key, '-') || ' ' || total_return || ' ' || tenant_id FROM bots ORDER BY id`: {
				"Atlas atlas 7 " + platform, "Nova nova 7 " + platform, "Orion orion 7 " + platform, "Pulse - 7 " + platform,
			},
			`SELECT s.id || ' ' || s.tenant_id FROM signals s JOIN bots b ON b.id = s.bot_id`: {"signal " + platform},
			`SELECT c.slug || ' ' || c.featured_rank || ' ' || c.published_at || ' ' || c.tenant_id FROM courses c
				JOIN lessons l ON l.course_id = c.id`: {"old 1 3 " + platform},
		} {
			if diff := cmp.Diff(want, texts(t, db, query)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", query, diff)
			}
		}
		// Foreign keys are enforced as before.
		for _, orphan := range []string{
			`DELETE FROM bots WHERE id = 'bot-Nova'`, `DELETE FROM courses`, `UPDATE lessons SET course_id = 'nobody'`,
		} {
			if err := db.InTx(t.Context(), func(tx *database.Tx) error { _, err := tx.Exec(t.Context(), orphan); return err }); err == nil {
				t.Errorf("%s was done", orphan)
			}
		}
	})
}

package privacy_test

import (
	"fmt"
	"slices"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/ledger"
	"bourse/internal/privacy"
)

// Whoever adds an integer column must declare whether it is a time, a decimal or a count.
func TestEveryWholeNumberOfAnExportIsClassed(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		there := map[string]bool{}
		for table, secrets := range privacy.ShownOf() {
			for _, column := range wholeNumbersOf(t, db, table) {
				there[column] = true
				if classes := privacy.ClassesOf(column); len(classes) != 1 && !slices.Contains(secrets, column) {
					t.Errorf("%s.%s is classed as %q: it has to be one of times, decimals and counts", table, column, classes)
				}
			}
		}
		for _, column := range privacy.ClassedColumns() {
			if !there[column] {
				t.Errorf("no exported table has a column of whole numbers %s", column)
			}
		}
	})
}

func wholeNumbersOf(t *testing.T, db *database.DB, table string) []string {
	t.Helper()
	query := `SELECT name FROM pragma_table_info($1) WHERE type IN ('INTEGER', 'BIGINT')`
	if db.Engine() == database.Postgres {
		query = `SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1 AND data_type IN ('smallint', 'integer', 'bigint')`
	}
	rows, err := db.Query(t.Context(), query, table)
	columns, err := database.Collect(rows, err, database.ScanOne[string])
	must(t, err)
	return columns
}

func TestAnExportTellsNumbersAsPeopleReadThem(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register()
		desk := bookkeeper{h, ann, database.NewID()}
		desk.open("paper", "1000")
		desk.book(ann.UserID, "returned", ledger.External, ledger.Hold, "19.90")
		h.instrument()
		must(t, h.exec(`UPDATE trading_accounts SET closing_since = 1000000`))
		bot, signal, portfolio, course := database.NewID(), database.NewID(), database.NewID(), database.NewID()
		must(t, h.exec(`INSERT INTO bots (id, account_id, name, description, strategy_type, parameters, symbols, timeframe, risk_level, status, status_reason, capital, created_at, updated_at)
			VALUES ($1, $2, '', '', '', '{}', '[]', 60, 'low', 'active', '', 1, 1, 1)`, bot, desk.account))
		must(t, h.exec(`INSERT INTO bot_subscriptions (id, tenant_id, user_id, bot_id, account_id, mode, allocated_capital, copy_stop_percent, status, created_at)
			VALUES ($1, $2, $3, $4, $5, 'auto', 0, 20, 'active', 1)`, database.NewID(), ann.TenantID, ann.UserID, bot, desk.account))
		must(t, h.exec(`INSERT INTO signals (id, author_id, symbol, signal_type, confidence, risk_level, price, proportion, reason, created_at, expires_at)
			VALUES ($1, $2, 'TEST', 'hold', 'low', 'low', 150000000, 25000000, '', 1, 1)`, signal, ann.UserID))
		for _, owner := range []any{ann.UserID, desk.account, database.NewID()} {
			must(t, h.exec(`INSERT INTO signal_executions (owner_id, signal_id, account_id, outcome, reason, created_at) VALUES ($1, $2, $3, 'executed', '', 1)`, owner, signal, desk.account))
		}
		must(t, h.exec(`INSERT INTO portfolios (id, tenant_id, user_id, name, risk_profile, is_primary, created_at, updated_at) VALUES ($1, $2, $3, '', 'moderate', TRUE, 1, 1)`,
			portfolio, ann.TenantID, ann.UserID))
		must(t, h.exec(`INSERT INTO portfolio_goals (id, portfolio_id, name, target_amount, target_date, monthly_contribution, created_at, updated_at, share)
			VALUES ($1, $2, '', 100000000, 2208988800000000, 0, 1, 1, 50000000)`, database.NewID(), portfolio))
		must(t, h.exec(`INSERT INTO courses (id, slug, title, short_description, description, thumbnail_url, difficulty_level, status, price_usd, access_days, created_at, updated_at)
			VALUES ($1, '', '', '', '', '', 'beginner', 'draft', 0, 0, 1, 1)`, course))
		must(t, h.exec(`INSERT INTO lessons (id, course_id, title, slug, position, type, content, duration_minutes, is_preview, is_required, status, created_at, updated_at)
			VALUES ($1, $1, '', '', 1, 'quiz', '', 1, FALSE, TRUE, 'draft', 1, 1)`, course))
		must(t, h.exec(`INSERT INTO enrollments (id, tenant_id, user_id, course_id, attempt, status, enrolled_at) VALUES ($1, $2, $3, $1, 1, 'active', 1)`, course, ann.TenantID, ann.UserID))
		must(t, h.exec(`INSERT INTO quiz_attempts (id, tenant_id, user_id, enrollment_id, lesson_id, number, right_answers, questions, pass_percent, passed, results, created_at)
			VALUES ($1, $2, $3, $1, $1, 1, 4, 5, 80, TRUE, '[]', 1)`, course, ann.TenantID, ann.UserID))

		parts := h.export(ann)
		for _, test := range []struct{ table, column, want string }{
			{"bot_subscriptions", "copy_stop_percent", "20"},
			{"quiz_attempts", "pass_percent", "80"},
			{"signals", "proportion", "0.25"},
			{"signals", "price", "1.5"},
			{"portfolio_goals", "target_date", "2040-01-01T00:00:00Z"},
			{"portfolio_goals", "target_amount", "1"},
			{"portfolio_goals", "share", "0.5"},
			{"trading_accounts", "closing_since", "1970-01-01T00:00:01Z"},
		} {
			rows := rowsOf(t, parts, test.table)
			if len(rows) != 1 || fmt.Sprint(rows[0][test.column]) != test.want {
				t.Errorf("%s.%s is told as %v, want %s", test.table, test.column, rows, test.want)
			}
		}
		for table, want := range map[string]int{"signal_executions": 2, "ledger_accounts": 4, "ledger_postings": 4} {
			if rows := rowsOf(t, parts, table); len(rows) != want {
				t.Errorf("there are %d rows of %s, want %d", len(rows), table, want)
			}
		}
	})
}

// instrument inserts the instrument TEST.
func (h *house) instrument() {
	h.t.Helper()
	must(h.t, h.exec(`INSERT INTO instruments (symbol, name, kind, base_asset, quote_asset, venue_symbol, session, tick_size, lot_step, spread_bp, reference_price, annual_volatility, is_active, created_at, updated_at)
		VALUES ('TEST', '', 'crypto', '', '', '', 'always', 1, 1, 1, 1, 1, TRUE, 1, 1)`))
}

package ledger_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/ledger"
)

func TestTheDatabaseItselfRefusesToChangeWhatIsBooked(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newBooks(t, db)
		b.owner("5")
		statements := []string{
			`UPDATE ledger_postings SET amount = amount + 1`,
			`UPDATE ledger_postings SET balance_after = 0`,
			`DELETE FROM ledger_postings`,
			`UPDATE ledger_transactions SET kind = 'other'`,
			`DELETE FROM ledger_transactions`,
		}
		if db.Engine() == database.SQLite {
			statements = append(statements, `INSERT OR REPLACE INTO ledger_postings SELECT transaction_id, account_id, amount + 1, 0 FROM ledger_postings`)
		}
		if db.Engine() == database.Postgres {
			statements = append(statements, `TRUNCATE ledger_postings`, `TRUNCATE ledger_transactions CASCADE`)
		}
		for _, statement := range statements {
			err := b.inTx(func(tx *database.Tx) error {
				_, err := tx.Exec(t.Context(), statement)
				return err
			})
			if err == nil || !strings.Contains(err.Error(), "append-only") {
				t.Errorf("%s: %v", statement, err)
			}
		}
		if report := b.wantInOrder(); report.Postings != 2 || report.Transactions != 1 {
			t.Errorf("the report counts %+v", report)
		}
	})
}

func TestTheDatabaseItselfRefusesANegativeBalance(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newBooks(t, db)
		owner := b.owner("5")
		if err := b.setBalance(owner, ledger.Cash, -1); err == nil {
			t.Error("cash was set below zero")
		}
	})
}

// setBalance corrupts an account, in units.
func (b *books) setBalance(owner uuid.UUID, code ledger.Code, units int64) error {
	return b.inTx(func(tx *database.Tx) error {
		_, err := tx.Exec(b.t.Context(), `UPDATE ledger_accounts SET balance = $1 WHERE id = $2`,
			units, ledger.AccountID(owner, code, "USD"))
		return err
	})
}

func TestVerifyFindsWhatIsWrong(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newBooks(t, db)
		corrupted, broke, forged := b.owner("5"), b.owner("0"), b.owner("1")
		b.wantInOrder()
		must(t, b.setBalance(corrupted, ledger.Cash, 5_0000_0001))
		brokeCash := ledger.AccountID(broke, ledger.Cash, "USD")
		forgedCash := ledger.AccountID(forged, ledger.Cash, "USD")
		empty, oneSided := uuid.NewString(), uuid.NewString()
		must(t, b.inTx(func(tx *database.Tx) error {
			for _, s := range []struct {
				text string
				args []any
			}{
				{`UPDATE ledger_accounts SET allow_negative = TRUE, balance = -3 WHERE id = $1`, []any{brokeCash}},
				{`INSERT INTO ledger_transactions (id, tenant_id, source_type, source_id, kind, created_at)
				  VALUES ($1, $3, 'forged', 'a', 'x', 0), ($2, $3, 'forged', 'b', 'x', 0)`, []any{empty, oneSided, b.tenant}},
				{`INSERT INTO ledger_postings (transaction_id, account_id, amount, balance_after) VALUES ($1, $2, 7, 7)`,
					[]any{oneSided, forgedCash}},
				{`UPDATE ledger_accounts SET balance = balance + 7 WHERE id = $1`, []any{forgedCash}},
			} {
				if _, err := tx.Exec(t.Context(), s.text, s.args...); err != nil {
					return fmt.Errorf("%s: %w", s.text, err)
				}
			}
			return nil
		}))
		report, err := ledger.Verify(t.Context(), db)
		must(t, err)
		got := map[ledger.Offence]bool{}
		for _, offence := range report.Offences {
			got[offence] = true
		}
		want := map[ledger.Offence]bool{
			{Rule: ledger.RuleCurrency, Subject: "USD", Amount: "7"}:                                                   true,
			{Rule: ledger.RuleTransaction, Subject: oneSided, Amount: "7"}:                                             true,
			{Rule: ledger.RuleEmpty, Subject: empty, Amount: "0"}:                                                      true,
			{Rule: ledger.RuleBalance, Subject: ledger.AccountID(corrupted, ledger.Cash, "USD").String(), Amount: "1"}: true,
			{Rule: ledger.RuleBalance, Subject: brokeCash.String(), Amount: "-3"}:                                      true,
			{Rule: ledger.RuleNegative, Subject: brokeCash.String(), Amount: "-3"}:                                     true,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the offences differ (-want +got):\n%s", diff)
		}
		if err := report.Err(); err == nil || !strings.Contains(err.Error(), oneSided) {
			t.Errorf("the report says %v", err)
		}
	})
}

func TestVerifyAddsUpMoreThanANumberHolds(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newBooks(t, db)
		first, other := b.owner("0"), b.owner("0")
		// Booked in this order, the sum of the currency reaches twice the largest number before it returns.
		must(t, b.inTx(func(tx *database.Tx) error {
			_, err := tx.Exec(t.Context(), `
				INSERT INTO ledger_transactions (id, tenant_id, source_type, source_id, kind, created_at)
				VALUES ('one', $1, 'test', 'one', 'x', 0), ('other', $1, 'test', 'other', 'x', 0)`, b.tenant)
			for _, posting := range []struct {
				transaction string
				owner       uuid.UUID
				code        ledger.Code
				units       int64
			}{
				{"one", first, ledger.Cash, math.MaxInt64}, {"other", other, ledger.Cash, math.MaxInt64},
				{"one", first, ledger.External, -math.MaxInt64}, {"other", other, ledger.External, -math.MaxInt64},
			} {
				if err != nil {
					return err
				}
				account := ledger.AccountID(posting.owner, posting.code, "USD")
				_, err = tx.Exec(t.Context(), `
					INSERT INTO ledger_postings (transaction_id, account_id, amount, balance_after)
					VALUES ($1, $2, $3, $3)`, posting.transaction, account, posting.units)
			}
			return err
		}))
		for _, owner := range []uuid.UUID{first, other} {
			must(t, b.setBalance(owner, ledger.Cash, math.MaxInt64))
			must(t, b.setBalance(owner, ledger.External, -math.MaxInt64))
		}
		b.wantInOrder()
	})
}

package ledger_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/ledger"
	"bourse/internal/money"
)

// noon is the time in every test.
var noon = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

// books is a ledger with one tenant.
type books struct {
	t      *testing.T
	db     *database.DB
	ledger *ledger.Ledger
	tenant uuid.UUID
}

func newBooks(t *testing.T, db *database.DB) *books {
	return &books{t, db, ledger.New(func() time.Time { return noon }), uuid.New()}
}

// owner opens a trading account and pays in.
func (b *books) owner(cash string) uuid.UUID {
	b.t.Helper()
	owner := uuid.New()
	must(b.t, b.inTx(func(tx *database.Tx) error {
		err := b.ledger.Open(b.t.Context(), tx, b.tenant, owner, "USD",
			ledger.Cash, ledger.Margin, ledger.External, ledger.Fees, ledger.Profit)
		if err != nil || cash == "0" {
			return err
		}
		_, err = b.ledger.Post(b.t.Context(), tx, b.transaction("deposit",
			usd(owner, ledger.External, "-"+cash), usd(owner, ledger.Cash, cash)))
		return err
	}))
	return owner
}

// transaction returns one with a source of its own.
func (b *books) transaction(kind string, entries ...ledger.Entry) ledger.Transaction {
	return ledger.Transaction{TenantID: b.tenant, SourceType: "test", SourceID: uuid.NewString(), Kind: kind, Entries: entries}
}

func (b *books) post(transactions ...ledger.Transaction) (after ledger.Balances, err error) {
	err = b.inTx(func(tx *database.Tx) error {
		after, err = b.ledger.Post(b.t.Context(), tx, transactions...)
		return err
	})
	return after, err
}

func (b *books) inTx(work func(tx *database.Tx) error) error { return b.db.InTx(b.t.Context(), work) }

func (b *books) wantBalance(owner uuid.UUID, code ledger.Code, want string) {
	b.t.Helper()
	got, err := ledger.Balance(b.t.Context(), b.db, ledger.AccountID(owner, code, "USD"))
	if err != nil || got != money.MustParse(want) {
		b.t.Errorf("%s is %s (%v), want %s", code, got, err, want)
	}
}

// wantInOrder verifies the books and returns the report.
func (b *books) wantInOrder() ledger.Report {
	b.t.Helper()
	report, err := ledger.Verify(b.t.Context(), b.db)
	must(b.t, errors.Join(err, report.Err()))
	return report
}

func usd(owner uuid.UUID, code ledger.Code, amount string) ledger.Entry {
	return ledger.Entry{Account: ledger.AccountID(owner, code, "USD"), Amount: money.MustParse(amount)}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// heldAccount is a row of an account.
type heldAccount struct {
	ID, TenantID uuid.UUID
	Code         ledger.Code
	Balance      money.Decimal
	CreatedAt    time.Time
}

// accountsOf returns the accounts of an owner, by code.
func (b *books) accountsOf(owner uuid.UUID) []heldAccount {
	b.t.Helper()
	rows, err := b.db.Query(b.t.Context(), `SELECT id, tenant_id, code, balance, created_at FROM ledger_accounts WHERE owner_id = $1 ORDER BY code`, owner)
	accounts, err := database.Collect(rows, err, func(row database.Row) (a heldAccount, err error) {
		err = row.Scan(&a.ID, &a.TenantID, &a.Code, &a.Balance, database.Time(&a.CreatedAt))
		return a, err
	})
	must(b.t, err)
	return accounts
}

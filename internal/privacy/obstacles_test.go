package privacy_test

import (
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/ledger"
	"bourse/internal/money"
	"bourse/internal/testkit"
)

// A person who has left can never be paid again.
func TestNobodyLeavesWhileTheHouseOwesThemMoney(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		owes  bool
		books func(desk *bookkeeper)
	}{
		{"a refund that came back", true, func(desk *bookkeeper) {
			desk.book(desk.person.UserID, "returned", ledger.External, ledger.Hold, "0.01")
		}},
		{"a refund that came back and has gone again", false, func(desk *bookkeeper) {
			desk.book(desk.person.UserID, "returned", ledger.External, ledger.Hold, "19.90")
			desk.book(desk.person.UserID, "refund", ledger.Hold, ledger.External, "19.895")
		}},
		{"granted money, and what was won with it", false, func(desk *bookkeeper) {
			desk.open("paper", "1000")
			desk.book(desk.account, "profit", ledger.Profit, ledger.Cash, "250")
		}},
		{"money paid in beside granted money", true, func(desk *bookkeeper) {
			desk.open("paper", "1000")
			desk.book(desk.account, "deposit", ledger.External, ledger.Cash, "50")
		}},
		{"money paid in beside granted money, and paid out", false, func(desk *bookkeeper) {
			desk.open("paper", "1000")
			desk.book(desk.account, "deposit", ledger.External, ledger.Cash, "50")
			desk.book(desk.account, "payout", ledger.Cash, ledger.External, "49.995")
		}},
		{"money paid in beside granted money, and all lost", false, func(desk *bookkeeper) {
			desk.open("paper", "1000")
			desk.book(desk.account, "deposit", ledger.External, ledger.Cash, "50")
			desk.book(desk.account, "loss", ledger.Cash, ledger.Profit, "1050")
		}},
		{"money paid in beside granted money, and disputed", true, func(desk *bookkeeper) {
			desk.open("paper", "1000")
			desk.book(desk.account, "deposit", ledger.External, ledger.Cash, "50")
			desk.book(desk.account, "dispute", ledger.Cash, ledger.Hold, "50")
		}},
		{"money of their own", true, func(desk *bookkeeper) { desk.open("deposit", "0.01") }},
		{"less of their own than can be paid", false, func(desk *bookkeeper) { desk.open("deposit", "0.009") }},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				h := newHouse(t, db)
				person := h.register()
				test.books(&bookkeeper{h, person, database.NewID()})
				err := h.privacy.Leave(t.Context(), person)
				if !test.owes {
					must(t, err)
					return
				}
				testkit.WantFault(t, err, fault.Conflict)
			})
		})
	}
}

// Once the sandbox is no longer in use, nothing is paid out from accounts that have, or had, its deposits.
func TestPlayMoneyKeepsSomebodyOnlyAsLongAsItIsPaidOut(t *testing.T) {
	t.Parallel()
	play := func(funding, provider, status string) func(desk *bookkeeper) {
		return func(desk *bookkeeper) {
			desk.open(funding, "1000")
			desk.deposit(provider, status, "50")
		}
	}
	for _, test := range []struct {
		name        string
		usesSandbox bool
		stays       bool
		books       func(desk *bookkeeper)
	}{
		{"in use", true, true, play("deposit", "sandbox", "succeeded")},
		{"no longer in use", false, false, play("deposit", "sandbox", "succeeded")},
		{"what was won with what was refunded", false, false, play("deposit", "sandbox", "refunded")},
		{"what has never come", false, true, play("deposit", "sandbox", "failed")},
		{"real money", false, true, play("deposit", "stripe", "succeeded")},
		{"beside granted money, in use", true, true, play("paper", "sandbox", "succeeded")},
		{"beside granted money, no longer in use", false, false, play("paper", "sandbox", "succeeded")},
		{"with a debt", false, true, func(desk *bookkeeper) {
			play("deposit", "sandbox", "succeeded")(desk)
			desk.book(desk.account, "dispute", ledger.Debt, ledger.Hold, "0.005")
		}},
		{"with money that is held", false, true, func(desk *bookkeeper) {
			play("deposit", "sandbox", "succeeded")(desk)
			desk.book(desk.account, "dispute", ledger.Cash, ledger.Hold, "50")
		}},
		{"beside a real deposit", false, true, func(desk *bookkeeper) {
			play("deposit", "sandbox", "succeeded")(desk)
			desk.deposit("stripe", "succeeded", "50")
		}},
		{"and real money on another account", false, true, func(desk *bookkeeper) {
			play("deposit", "sandbox", "succeeded")(desk)
			(&bookkeeper{desk.house, desk.person, database.NewID()}).open("deposit", "1")
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				h := newHouse(t, db)
				person := h.register()
				test.books(&bookkeeper{h, person, database.NewID()})
				err := h.serve(test.usesSandbox).Leave(t.Context(), person)
				if !test.stays {
					must(t, err)
					return
				}
				testkit.WantFault(t, err, fault.Conflict)
			})
		})
	}
}

// bookkeeper books a person's money.
type bookkeeper struct {
	house   *house
	person  identity.Caller
	account uuid.UUID
}

// open opens the person's investment account with some money.
func (b *bookkeeper) open(funding, amount string) {
	b.house.t.Helper()
	must(b.house.t, b.house.exec(`INSERT INTO trading_accounts (id, tenant_id, user_id, kind, status, created_at, funding) VALUES ($1, $2, $3, 'investment', 'closed', 1, $4)`,
		b.account, b.person.TenantID, b.person.UserID, funding))
	b.book(b.account, "capital", ledger.External, ledger.Cash, amount)
}

// deposit books a deposit to the account through a provider.
func (b *bookkeeper) deposit(provider, status, amount string) {
	b.house.t.Helper()
	must(b.house.t, b.house.exec(`INSERT INTO payments (id, tenant_id, user_id, kind, account_id, description, amount, currency, status, provider, expires_at, created_at, updated_at)
		VALUES ($1, $2, $3, 'deposit', $4, 'Deposit', $5, 'USD', $6, $7, 1, 1, 1)`,
		database.NewID(), b.person.TenantID, b.person.UserID, b.account, money.MustParse(amount), status, provider))
	b.book(b.account, "deposit", ledger.External, ledger.Cash, amount)
}

func (b *bookkeeper) book(owner uuid.UUID, kind string, from, to ledger.Code, amount string) {
	t, books := b.house.t, ledger.New(b.house.clock.Now)
	t.Helper()
	moved := money.MustParse(amount)
	must(t, b.house.db.InTx(t.Context(), func(tx *database.Tx) error {
		if err := books.Open(t.Context(), tx, b.person.TenantID, owner, "USD", from, to); err != nil {
			return err
		}
		_, err := books.Post(t.Context(), tx, ledger.Transaction{
			TenantID: b.person.TenantID, SourceType: "trading_account", SourceID: owner.String(), Kind: kind,
			Entries: []ledger.Entry{{Account: ledger.AccountID(owner, from, "USD"), Amount: moved.Neg()}, {Account: ledger.AccountID(owner, to, "USD"), Amount: moved}},
		})
		return err
	}))
}

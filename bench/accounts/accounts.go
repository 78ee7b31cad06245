// Package accounts seeds users' trading accounts and their money, shared by the benches of trading, copying and
// investing. The ledger itself books the money.
package accounts

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/bench/kit"
	"bourse/internal/database"
	"bourse/internal/ledger"
	"bourse/internal/money"
)

// Capital is what Fund pays every owner.
const Capital = 100_000

// Owner is a user with a paper account, who may follow a bot.
type Owner struct{ User, Tenant, Account, Subscription uuid.UUID }

// Account is a trading account. A bot's has no user.
type Account struct {
	ID, Tenant uuid.UUID
	User       any
	Kind       string
}

// Paper returns the accounts of owners.
func Paper(owners []Owner) []Account {
	accounts := make([]Account, len(owners))
	for i, owner := range owners {
		accounts[i] = Account{owner.Account, owner.Tenant, owner.User, "paper"}
	}
	return accounts
}

// Write stores active accounts without money.
func Write(ctx context.Context, tx *database.Tx, at time.Time, accounts []Account) error {
	return kit.Insert(ctx, tx, "trading_accounts", accounts, func(account Account) kit.Row {
		return kit.Row{
			"id": account.ID, "tenant_id": account.Tenant, "user_id": account.User, "kind": account.Kind, "status": "active",
			"created_at": database.Micros(at),
		}
	})
}

// Codes are the ledger accounts of a trading account.
var Codes = []ledger.Code{ledger.Cash, ledger.Margin, ledger.External, ledger.Profit, ledger.Fees}

// Fund opens the ledger of every owner's account and pays Capital into it.
func Fund(ctx context.Context, tx *database.Tx, at time.Time, owners []Owner) error {
	books := ledger.New(func() time.Time { return at })
	var openings []ledger.Opening
	var deposits []ledger.Transaction
	capital := money.FromInt(Capital)
	for _, owner := range owners {
		openings = append(openings, ledger.Opening{TenantID: owner.Tenant, OwnerID: owner.Account, Currency: "USD", Codes: Codes})
		deposits = append(deposits, ledger.Transaction{
			TenantID: owner.Tenant, SourceType: "trading_account", SourceID: owner.Account.String(), Kind: "capital",
			Entries: []ledger.Entry{
				{Account: ledger.AccountID(owner.Account, ledger.External, "USD"), Amount: capital.Neg()},
				{Account: ledger.AccountID(owner.Account, ledger.Cash, "USD"), Amount: capital},
			},
		})
	}
	if err := books.OpenMany(ctx, tx, openings...); err != nil {
		return err
	}
	_, err := books.Post(ctx, tx, deposits...)
	return err
}

// Following is how owners follow a bot.
type Following struct {
	Bot     uuid.UUID
	Mode    string
	Capital int64 // as amounts are stored
}

// Follow stores a subscription of every owner, with a copy-stop.
func Follow(ctx context.Context, tx *database.Tx, at time.Time, owners []Owner, following Following) error {
	return kit.Insert(ctx, tx, "bot_subscriptions", owners, func(owner Owner) kit.Row {
		return kit.Row{
			"id": owner.Subscription, "tenant_id": owner.Tenant, "user_id": owner.User, "bot_id": following.Bot, "account_id": owner.Account,
			"mode": following.Mode, "allocated_capital": following.Capital, "copy_stop_percent": 20, "status": "active",
			"created_at": database.Micros(at),
		}
	})
}

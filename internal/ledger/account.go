package ledger

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// Code is the kind of money in an account.
type Code string

// The kinds of money.
const (
	// Cash is what the owner can spend, trade with and withdraw.
	Cash Code = "cash"
	// Margin secures the owner's open positions.
	Margin Code = "margin"
	// Hold is what the owner has asked to withdraw, until that is decided.
	Hold Code = "hold"
	// Reserved is set aside for the owner's working orders.
	Reserved Code = "reserved"
	// Debt is below zero by what the owner owes the house, because a payer's money was taken back after it had been
	// spent. It is never above zero.
	Debt Code = "debt"
	// Fees collects what the owner has paid for trading.
	Fees Code = "fees"
	// Revenue is what the house has earned by selling something.
	Revenue Code = "revenue"
	// External represents the outside world: it is below zero by what the owner has paid in more than was taken out.
	External Code = "external"
	// Profit represents the market: it is below zero by what the owner has won, or above zero by what was lost.
	Profit Code = "profit"
)

// codes are all kinds, and whether the balance may be below zero.
var codes = map[Code]bool{
	Cash: false, Margin: false, Hold: false, Reserved: false, Debt: true, Fees: false, Revenue: false, External: true, Profit: true,
}

// MayBeNegative reports whether an account of this kind may be below zero. Those that may are nobody's property: they
// are where money comes from.
func (c Code) MayBeNegative() bool { return codes[c] }

// accountSpace is the namespace of account ids. It must never change, because the ids are stored.
var accountSpace = uuid.MustParse("5f0d6c1e-6f0a-5d0c-9a53-2b8e7c41d9f6")

// AccountID returns the id of an owner's account of a kind. It is derived from its arguments, so it is known without a
// query, even before the account is opened.
func AccountID(owner uuid.UUID, code Code, currency string) uuid.UUID {
	name := make([]byte, 0, 64)
	name = append(name, owner[:]...)
	name = append(name, code...)
	name = append(name, 0)
	name = append(name, currency...)
	return uuid.NewSHA1(accountSpace, name)
}

// Account is an owner's money of one kind in one currency.
type Account struct {
	ID, TenantID, OwnerID uuid.UUID // the tenant is the nil UUID for the platform's accounts
	Code                  Code
	Currency              string
}

// Opening asks for accounts of one owner.
type Opening struct {
	TenantID, OwnerID uuid.UUID
	Currency          string
	Codes             []Code
}

// Open creates accounts for an owner; existing ones stay as they are. It fails when a code is unknown or the currency
// is not in capitals, which are programming errors.
func (l *Ledger) Open(ctx context.Context, tx *database.Tx, tenant, owner uuid.UUID, currency string, codes ...Code) error {
	return l.OpenMany(ctx, tx, Opening{tenant, owner, currency, codes})
}

// OpenMany is Open for many owners at once. It fails as Open does.
func (l *Ledger) OpenMany(ctx context.Context, tx *database.Tx, openings ...Opening) error {
	accounts := make([]Account, 0, len(openings)*4)
	for _, opening := range openings {
		opened, err := opening.accounts()
		if err != nil {
			return fmt.Errorf("open ledger accounts of %s: %w", opening.OwnerID, err)
		}
		accounts = append(accounts, opened...)
	}
	// In the order of their ids, as everywhere, so that two transactions that open the same accounts do not deadlock.
	slices.SortFunc(accounts, func(a, b Account) int { return database.CompareIDs(a.ID, b.ID) })
	return insertAccounts(ctx, tx, accounts, l.now())
}

func (o Opening) accounts() ([]Account, error) {
	if o.OwnerID == uuid.Nil {
		return nil, errors.New("an account needs an owner")
	}
	if o.Currency == "" || o.Currency != strings.ToUpper(o.Currency) {
		return nil, fmt.Errorf("the currency %q is not written in capitals", o.Currency)
	}
	accounts := make([]Account, 0, len(o.Codes))
	for _, code := range o.Codes {
		if _, known := codes[code]; !known {
			return nil, fmt.Errorf("there is no code %q", code)
		}
		accounts = append(accounts, Account{
			ID: AccountID(o.OwnerID, code, o.Currency), TenantID: o.TenantID, OwnerID: o.OwnerID,
			Code: code, Currency: o.Currency,
		})
	}
	return accounts, nil
}

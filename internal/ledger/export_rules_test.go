package ledger

import (
	"github.com/google/uuid"

	"bourse/internal/money"
)

// Line is a posting to be booked.
type Line struct {
	Account       uuid.UUID
	Amount, After money.Decimal
}

// Drafted returns the merged entries of a transaction, before any look-up.
func Drafted(transaction Transaction) ([]Line, error) {
	d, err := newDraft(transaction)
	return linesOf(d), err
}

// Held is what posting needs to know about an account.
type Held struct {
	Tenant        uuid.UUID
	Currency      string
	Balance       money.Decimal
	AllowNegative bool
}

// Booked checks and books new transactions in memory.
func Booked(held map[uuid.UUID]Held, transactions ...Transaction) ([][]Line, map[uuid.UUID]money.Decimal, error) {
	accounts := map[uuid.UUID]account{}
	for id, h := range held {
		accounts[id] = account{tenant: h.Tenant, code: Cash, currency: h.Currency, balance: h.Balance, allowNegative: h.AllowNegative}
	}
	drafts := make([]draft, len(transactions))
	for place, transaction := range transactions {
		var err error
		if drafts[place], err = newDraft(transaction); err != nil {
			return nil, nil, err
		}
		if err := drafts[place].check(accounts); err != nil {
			return nil, nil, err
		}
	}
	number(drafts)
	after, err := book(drafts, accounts)
	var lines [][]Line
	for _, d := range drafts {
		if d.id != uuid.Nil {
			lines = append(lines, linesOf(d))
		}
	}
	return lines, after, err
}

func linesOf(d draft) (lines []Line) {
	for _, l := range d.lines {
		lines = append(lines, Line{l.account, l.amount, l.after})
	}
	return lines
}

// AccountsOf returns the accounts that an opening asks for.
func (o Opening) AccountsOf() ([]Account, error) { return o.accounts() }

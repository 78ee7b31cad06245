package ledger

import (
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/money"
)

// source identifies what happened: the key under which it is booked only once.
type source struct{ kind, sourceType, sourceID string }

// draft is a transaction to be booked.
type draft struct {
	Transaction
	id    uuid.UUID // nil unless it is to be booked
	lines []line    // one per account, in the order of the ids
}

// line is a posting to be booked.
type line struct {
	transaction uuid.UUID
	account     uuid.UUID
	amount      money.Decimal
	after       money.Decimal
}

func (d *draft) source() source { return source{d.Kind, d.SourceType, d.SourceID} }

// account is what posting needs to know about an account. Its balance is the one before anything is booked.
type account struct {
	tenant        uuid.UUID
	code          Code
	currency      string
	balance       money.Decimal
	allowNegative bool
}

// newDraft merges the entries. It fails without a source, and when nothing would be moved.
func newDraft(transaction Transaction) (draft, error) {
	d := draft{Transaction: transaction}
	if d.SourceType == "" || d.SourceID == "" || d.Kind == "" {
		return d, errors.New("a transaction needs a source type, a source id and a kind")
	}
	entries := slices.Clone(d.Entries)
	slices.SortFunc(entries, func(a, b Entry) int { return database.CompareIDs(a.Account, b.Account) })
	d.lines = make([]line, 0, len(entries))
	for _, entry := range entries {
		if last := len(d.lines) - 1; last >= 0 && d.lines[last].account == entry.Account {
			sum, err := d.lines[last].amount.TryAdd(entry.Amount)
			if err != nil {
				return d, err
			}
			d.lines[last].amount = sum
			continue
		}
		d.lines = append(d.lines, line{account: entry.Account, amount: entry.Amount})
	}
	d.lines = slices.DeleteFunc(d.lines, func(l line) bool { return l.amount.IsZero() })
	if len(d.lines) == 0 {
		return d, errors.New("a transaction must move something")
	}
	return d, nil
}

// check fails unless every account exists and is the tenant's or the platform's, and the entries sum to zero in each
// currency. All of these are programming errors.
func (d *draft) check(accounts map[uuid.UUID]account) error {
	sums := make(map[string]money.Decimal, 1)
	for _, line := range d.lines {
		account, known := accounts[line.account]
		if !known {
			return fmt.Errorf("there is no account %s", line.account)
		}
		if account.tenant != d.TenantID && account.tenant != uuid.Nil {
			return fmt.Errorf("account %s belongs to another tenant", line.account)
		}
		sum, err := sums[account.currency].TryAdd(line.amount)
		if err != nil {
			return err
		}
		sums[account.currency] = sum
	}
	for currency, sum := range sums {
		if !sum.IsZero() {
			return fmt.Errorf("the entries sum to %s %s instead of zero", sum, currency)
		}
	}
	return nil
}

// Shortfall is the INSUFFICIENT_FUNDS of Post. It wraps that fault and says which transaction could not be booked.
type Shortfall struct {
	Transaction int // its index among those passed to Post
	Account     uuid.UUID
	Available   money.Decimal
	Needed      money.Decimal
	fault       *fault.Error
}

// Error returns the fault's text.
func (s *Shortfall) Error() string { return s.fault.Error() }

// Unwrap returns the fault.
func (s *Shortfall) Unwrap() error { return s.fault }

// book computes the balances after each draft that has an id, one after the other, and returns the final balances. It
// changes nothing but the drafts. It fails with a *Shortfall at the first draft that takes an account below zero that
// may not be there, and with a *money.OverflowError.
func book(drafts []draft, accounts map[uuid.UUID]account) (map[uuid.UUID]money.Decimal, error) {
	balances := make(map[uuid.UUID]money.Decimal, len(accounts))
	for id, account := range accounts {
		balances[id] = account.balance
	}
	for place := range drafts {
		d := &drafts[place]
		if d.id == uuid.Nil {
			continue
		}
		for i := range d.lines {
			line := &d.lines[i]
			before := balances[line.account]
			after, err := before.TryAdd(line.amount)
			if err != nil {
				return nil, err
			}
			if account := accounts[line.account]; after.IsNegative() && !account.allowNegative {
				return nil, &Shortfall{
					Transaction: place, Account: line.account, Available: before, Needed: line.amount.Neg(),
					fault: fault.New(fault.InsufficientFunds, "not enough %s: %s %s available, %s needed",
						account.code, before, account.currency, line.amount.Neg()),
				}
			}
			line.transaction, line.after = d.id, after
			balances[line.account] = after
		}
	}
	return balances, nil
}

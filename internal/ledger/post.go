package ledger

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
)

// Post books the transactions in the order given, all or none. It skips one whose source has been booked before, or
// occurs earlier in the list.
//
// It fails with INSUFFICIENT_FUNDS (a *Shortfall) at the first transaction that takes an account below zero that may
// not be there, and with a *money.OverflowError when a balance becomes too large; nothing has been written then.
// Entries that do not sum to zero, or name an unknown account or one of another tenant, and transactions without a
// source or a movement are programming errors. After any other error the database transaction must not be committed.
//
// The accounts are locked until the database transaction ends. Calling Post several times in one takes locks out of
// order; if that causes a deadlock, database.InTx runs one of the transactions again.
func (l *Ledger) Post(ctx context.Context, tx *database.Tx, transactions ...Transaction) (Balances, error) {
	drafts := make([]draft, len(transactions))
	for place, transaction := range transactions {
		var err error
		if drafts[place], err = newDraft(transaction); err != nil {
			return Balances{}, fmt.Errorf("book %s: %w", describe(transaction), err)
		}
		if transaction.At.IsZero() {
			drafts[place].At = l.now()
		}
	}
	accounts, err := lockAccounts(ctx, tx, accountsOf(drafts))
	if err != nil {
		return Balances{}, fmt.Errorf("lock ledger accounts: %w", err)
	}
	for place := range drafts {
		if err := drafts[place].check(accounts); err != nil {
			return Balances{}, fmt.Errorf("book %s: %w", describe(drafts[place].Transaction), err)
		}
	}
	after, err := writeDrafts(ctx, tx, drafts, accounts)
	if err != nil {
		return Balances{}, err
	}
	posted := make([]bool, len(drafts))
	for place := range drafts {
		posted[place] = drafts[place].id != uuid.Nil
	}
	return Balances{After: after, Posted: posted, drafts: drafts}, nil
}

// writeDrafts books the drafts that have not been booked before, and removes the ids of the others.
func writeDrafts(ctx context.Context, tx *database.Tx, drafts []draft, accounts map[uuid.UUID]account) (map[uuid.UUID]money.Decimal, error) {
	number(drafts)
	after, err := book(drafts, accounts)
	// A single transaction is tried directly: if it turns out to have been booked before, there is nothing left to do.
	// Among several, those already booked must be known before the first row is written, because without them the
	// others may lack funds, and what is written here cannot be undone.
	if err != nil || len(drafts) > 1 {
		if err := dropBooked(ctx, tx, drafts); err != nil {
			return nil, fmt.Errorf("look for booked transactions: %w", err)
		}
		if after, err = book(drafts, accounts); err != nil {
			return nil, err
		}
	}
	complete, err := insertTransactions(ctx, tx, drafts)
	if err != nil {
		return nil, fmt.Errorf("insert ledger transactions: %w", err)
	}
	if !complete {
		// One of them was booked meanwhile, on accounts that we have not locked.
		if after, err = book(drafts, accounts); err != nil {
			return nil, fmt.Errorf("one of the transactions was booked elsewhere at the same moment: %s", err)
		}
	}
	if err := insertPostings(ctx, tx, drafts); err != nil {
		return nil, fmt.Errorf("insert postings: %w", err)
	}
	if err := updateBalances(ctx, tx, accounts, after); err != nil {
		return nil, fmt.Errorf("update ledger balances: %w", err)
	}
	return after, nil
}

// BookedWithin is how far the time in a transaction's id may be from when it happened.
const BookedWithin = time.Hour

// number gives an id to every draft except those whose source occurs earlier in the list. The accounts are locked by
// now, so the ids of an account's postings increase in the order of booking. History gets ids of its own time, so that
// an account's days can be found by id; it is booked in order, before anything newer.
func number(drafts []draft) {
	seen := make(map[source]bool, len(drafts))
	for place := range drafts {
		d := &drafts[place]
		if seen[d.source()] {
			continue
		}
		seen[d.source()] = true
		d.id = database.NewID()
		if time.Since(d.At).Abs() > BookedWithin/2 {
			d.id = database.NewIDInOrder(d.At)
		}
	}
}

// accountsOf lists the accounts of all drafts, each once, in locking order.
func accountsOf(drafts []draft) []uuid.UUID {
	var ids []uuid.UUID
	for place := range drafts {
		for _, line := range drafts[place].lines {
			ids = append(ids, line.account)
		}
	}
	slices.SortFunc(ids, database.CompareIDs)
	return slices.Compact(ids)
}

func describe(t Transaction) string {
	return fmt.Sprintf("%s of %s %s", t.Kind, t.SourceType, t.SourceID)
}

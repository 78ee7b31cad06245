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

// Post books the transactions in the order given, all or none. One whose source has been booked before, or
// stands earlier in the list, is passed over.
//
// It fails with INSUFFICIENT_FUNDS (a *Shortfall) at the first transaction that takes an account below zero
// that may not be there, and with a *money.OverflowError when a balance becomes too large; nothing has been
// written then. Entries that do not sum to zero, that name an unknown account or one of another tenant, and
// transactions without a source or without a movement are mistakes in the program. After an error that is
// none of these the database transaction must not be committed.
//
// The accounts are locked until the database transaction ends. Whoever calls Post several times in one
// takes locks out of order; should two such deadlock, database.InTx runs one of them again.
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

// writeDrafts books what has not been booked before, and takes the id away from what has.
func writeDrafts(ctx context.Context, tx *database.Tx, drafts []draft, accounts map[uuid.UUID]account) (map[uuid.UUID]money.Decimal, error) {
	number(drafts)
	after, err := book(drafts, accounts)
	// One transaction is tried as it is: should it turn out to have been booked before, there is nothing
	// left to do. Of several, those must be known before the first row is written, because the others may
	// not be affordable without them and what is written here cannot be taken back.
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
		// Somebody has booked one of them since, over accounts that we do not hold.
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

// BookedWithin is how far the time in the identifier of a transaction may lie from when it happened.
const BookedWithin = time.Hour

// number gives an id to every draft but those whose source stands earlier in the list. The accounts are
// locked by now, so the ids of an account's postings rise in the order in which they are booked. History has ids of its
// own time, so that the days of an account can be found by them; it is booked in its order, before anything newer.
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

// accountsOf lists the accounts of all drafts, each once, in the order in which they are locked.
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

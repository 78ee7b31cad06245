// Package ledger keeps the platform's money in double-entry books.
//
// Every movement of money is a transaction: entries on accounts that sum to zero in each currency, booked once for the
// source that caused it. An account is an owner's money of one kind (Code) in one currency; its id is derived from
// these (AccountID), so no look-up is needed. The balance is stored beside the postings and always equals their sum.
// Bookings are final: the database refuses to change a posting, and a correction is a reversal.
//
// A trading account uses it like this; every line sums to zero:
//
//	deposit    External −x   Cash +x
//	open       Cash −(margin+fee)   Margin +margin   Fees +fee
//	close      Margin −margin   Cash +(margin+gross−fee)   Fees +fee   Profit −gross
//
// so that cash + margin = −external − profit − fees at any time.
//
// Post books any number of transactions with few statements: it locks the accounts in the order of their ids, so that
// concurrent calls on the same accounts never deadlock, and does the arithmetic in memory. Verify recomputes everything
// from the postings.
package ledger

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/money"
)

// Ledger books transactions. It has no state of its own: everything is in the database.
type Ledger struct {
	now func() time.Time
}

// New returns a ledger that uses now for the time of its bookings.
func New(now func() time.Time) *Ledger { return &Ledger{now: now} }

// Entry is one side of a transaction. A positive amount raises the account's balance.
type Entry struct {
	Account uuid.UUID
	Amount  money.Decimal
}

// Transaction is a movement of money between accounts of one tenant, or between them and the platform's.
type Transaction struct {
	TenantID uuid.UUID
	// SourceType, SourceID and Kind identify what happened, which is booked only once: the three together are unique on
	// the whole platform.
	SourceType string
	SourceID   string
	Kind       string
	// Entries must sum to zero in each currency. Several on one account become one posting, and zeros are omitted.
	Entries []Entry
	// At is when it happened; the zero time means now. It is for importing history, which must be booked before
	// anything newer: an account's postings are in the order in which they were booked.
	At time.Time
}

// Balances is the result of Post.
type Balances struct {
	// After is the balance of every account in the transactions, once all are booked.
	After map[uuid.UUID]money.Decimal
	// Posted says for each transaction, in the order given, whether it was booked now; false means that its source had
	// been booked before and nothing changed.
	Posted []bool

	drafts []draft
}

// AfterTransaction returns the balance of the account right after the transaction at the given index, as a line of
// history shows it. It returns false when that transaction was not booked now, or did not touch the account.
func (b Balances) AfterTransaction(place int, account uuid.UUID) (money.Decimal, bool) {
	if !b.Posted[place] {
		return money.Zero, false
	}
	for _, line := range b.drafts[place].lines {
		if line.account == account {
			return line.after, true
		}
	}
	return money.Zero, false
}

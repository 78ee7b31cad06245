// Package ledger keeps the money of the platform in double entry.
//
// Every movement of money is a transaction: entries on accounts that sum to zero in each currency, booked
// once for the source that caused it. An account is an owner's money of one kind (Code) in one currency;
// its id is made from these (AccountID), so nobody looks it up. The balance is kept beside the postings
// and always equals their sum. What is booked stays booked: the database refuses to change a posting, and
// a correction is a reversal.
//
// A trading account uses it like this, where every line sums to zero:
//
//	deposit    External −x   Cash +x
//	open       Cash −(margin+fee)   Margin +margin   Fees +fee
//	close      Margin −margin   Cash +(margin+gross−fee)   Fees +fee   Profit −gross
//
// so that cash + margin = −external − profit − fees at any time.
//
// Post books any number of transactions with few statements: it locks the accounts in the order of their
// ids, so that two that meet on the same accounts wait for each other and never for ever, and does the
// arithmetic in memory. Verify recomputes everything from the postings.
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

// New returns a ledger that takes the time of what it books from now.
func New(now func() time.Time) *Ledger { return &Ledger{now: now} }

// Entry is one side of a transaction. A positive amount raises the account's balance.
type Entry struct {
	Account uuid.UUID
	Amount  money.Decimal
}

// Transaction is a movement of money between accounts of one tenant, or between them and the platform's.
type Transaction struct {
	TenantID uuid.UUID
	// SourceType, SourceID and Kind name what happened, and what happened is booked once: the three
	// together are unique on the whole platform.
	SourceType string
	SourceID   string
	Kind       string
	// Entries sum to zero in each currency. Several on one account become one posting, and what is zero
	// is left out.
	Entries []Entry
	// At is when it happened; the zero time is now. It is for bringing in history, which is booked before anything
	// newer: the order in which an account's postings stand is that in which they were booked.
	At time.Time
}

// Balances is what Post leaves behind.
type Balances struct {
	// After holds the balance of every account that the transactions name, once all are booked.
	After map[uuid.UUID]money.Decimal
	// Posted tells for each transaction, in the order given, whether it was booked now; false means that
	// its source had been booked before and nothing was changed.
	Posted []bool

	drafts []draft
}

// AfterTransaction returns the balance that the account had right after the transaction at the given place,
// which is what a line of history shows. It is false when that transaction was not booked now, or left the
// account alone.
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

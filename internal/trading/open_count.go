package trading

import (
	"fmt"

	"bourse/internal/fault"
)

// HasOpen notes how many positions are open on a locked account: positions may only be opened once they have been counted.
func (a *Account) HasOpen(count int) { a.open = &count }

// mayOpen fails with CONFLICT when the account has the maximum number of positions open.
func (a *Account) mayOpen() error {
	if a.open == nil {
		return fmt.Errorf("nobody has counted what is open on the account %s", a.ID)
	}
	if *a.open >= mostOpen {
		return fault.New(fault.Conflict, "%d positions are open on this account, which is as many as there may be: close one", *a.open)
	}
	return nil
}

// countOpened adjusts the count by what was opened or closed since. Closings alone need no count.
func (a *Account) countOpened(more int) {
	if a.open != nil {
		*a.open += more
	}
}

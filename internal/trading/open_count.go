package trading

import (
	"fmt"

	"bourse/internal/fault"
)

// HasOpen notes how many positions are open on an account that is held: nothing is opened on it before somebody has counted.
func (a *Account) HasOpen(count int) { a.open = &count }

// mayOpen fails with CONFLICT when as many positions are open on the account as there may be.
func (a *Account) mayOpen() error {
	if a.open == nil {
		return fmt.Errorf("nobody has counted what is open on the account %s", a.ID)
	}
	if *a.open >= mostOpen {
		return fault.New(fault.Conflict, "%d positions are open on this account, which is as many as there may be: close one", *a.open)
	}
	return nil
}

// countOpened counts what was opened, or closed, since. Closings alone need no count.
func (a *Account) countOpened(more int) {
	if a.open != nil {
		*a.open += more
	}
}

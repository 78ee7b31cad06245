package payments_test

import (
	"context"
	"fmt"
	"sync"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/money"
	"bourse/internal/payments"
	"bourse/internal/trading"
)

// owners decides whether money may leave or enter an account, and records who was suspended because of a debt.
type owners struct {
	mutex          sync.Mutex
	refusal        error
	depositRefusal error
	suspended      int
}

// people accepts every user unless the test says otherwise, and records what committed transactions told them.
type people struct {
	mutex   sync.Mutex
	refusal error
	outside bool // suspended
	told    []string
}

// HoldEntering locks a person until the transaction ends, as identity locks a user's row. SQLite has one writer.
func (p *people) HoldEntering(ctx context.Context, tx *database.Tx, user uuid.UUID) error {
	if tx.Engine() == database.Postgres {
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, user.String()); err != nil {
			return err
		}
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.refusal
}

func (p *people) IsLockedOut(context.Context, database.Querier, uuid.UUID) (bool, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.outside, nil
}

// lockOut suspends everybody, or lifts that again.
func (p *people) lockOut(is bool) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.outside = is
}

func (p *people) TellWithdrawal(_ context.Context, tx *database.Tx, user uuid.UUID, amount money.Decimal, currency, destination string) error {
	tx.AfterCommit(func() {
		p.mutex.Lock()
		defer p.mutex.Unlock()
		p.told = append(p.told, fmt.Sprint(user, " ", amount, " ", currency, " ", destination))
	})
	return nil
}

// accounts is trading with what the wiring in app adds.
type accounts struct {
	*trading.Service
	owners *owners
}

func (a accounts) MayWithdraw(context.Context, *database.Tx, uuid.UUID, uuid.UUID) error {
	a.owners.mutex.Lock()
	defer a.owners.mutex.Unlock()
	return a.owners.refusal
}

func (a accounts) InvestmentAccountOpen(ctx context.Context, tx *database.Tx, user, account uuid.UUID) error {
	a.owners.mutex.Lock()
	refusal := a.owners.depositRefusal
	a.owners.mutex.Unlock()
	if refusal != nil {
		return refusal
	}
	return a.Service.InvestmentAccountOpen(ctx, tx, user, account)
}

func (a accounts) HoldDisputed(ctx context.Context, tx *database.Tx, account uuid.UUID, amount money.Decimal, dispute uuid.UUID, occasion string) (held, owed money.Decimal, err error) {
	held, owed, err = a.Service.HoldDisputed(ctx, tx, account, amount, dispute, occasion)
	a.suspend(tx, owed)
	return held, owed, err
}

func (a accounts) TakeBack(ctx context.Context, tx *database.Tx, account uuid.UUID, amount money.Decimal, refund uuid.UUID) error {
	owed, err := a.Service.TakeBack(ctx, tx, account, amount, refund)
	a.suspend(tx, owed)
	return err
}

func (a accounts) suspend(tx *database.Tx, owed money.Decimal) {
	if owed.IsPositive() {
		tx.AfterCommit(func() {
			a.owners.mutex.Lock()
			defer a.owners.mutex.Unlock()
			a.owners.suspended++
		})
	}
}

func (a accounts) Wallet(ctx context.Context, caller identity.Caller) ([]payments.AccountBalance, error) {
	funds, err := a.InvestmentMoney(ctx, caller.UserID)
	balances := make([]payments.AccountBalance, len(funds))
	for i, of := range funds {
		balances[i] = payments.AccountBalance{
			AccountID: of.AccountID, Funding: string(of.Funding), Cash: of.Cash, Held: of.Held, Owed: of.Owed, Withdrawable: of.Withdrawable(),
		}
	}
	return balances, err
}

// courses sells every course at the same price and records who bought which in committed transactions.
type courses struct {
	mutex             sync.Mutex
	members           map[string]uuid.UUID // user and course → payment
	enrolled, revoked int
	restored          int
	accessDays        int
	given             []*int // the days that were bought
}

func (c *courses) Offer(context.Context, database.Querier, uuid.UUID, uuid.UUID) (string, money.Decimal, int, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return "A <b>course</b>", price, c.accessDays, nil
}

// offerFor sets for how many days courses are sold.
func (c *courses) offerFor(days int) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.accessDays = days
}

func (c *courses) HasAccess(_ context.Context, _ database.Querier, user, course uuid.UUID) (bool, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	_, has := c.members[user.String()+course.String()]
	return has, nil
}

func (c *courses) EnrollPaid(_ context.Context, tx *database.Tx, _, user, course, payment uuid.UUID, accessDays *int) error {
	tx.AfterCommit(func() {
		c.mutex.Lock()
		defer c.mutex.Unlock()
		c.enrolled++
		c.given = append(c.given, accessDays)
		c.members[user.String()+course.String()] = payment
	})
	return nil
}

func (c *courses) RevokePaid(_ context.Context, tx *database.Tx, payment uuid.UUID) error {
	tx.AfterCommit(func() {
		c.mutex.Lock()
		defer c.mutex.Unlock()
		c.revoked++
		for member, by := range c.members {
			if by == payment {
				delete(c.members, member)
			}
		}
	})
	return nil
}

func (c *courses) RestorePaid(_ context.Context, tx *database.Tx, _ uuid.UUID) error {
	tx.AfterCommit(func() {
		c.mutex.Lock()
		defer c.mutex.Unlock()
		c.restored++
	})
	return nil
}

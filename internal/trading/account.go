package trading

import (
	"cmp"

	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/money"
)

// AccountKind tells whose account it is and what for.
type AccountKind string

// The kinds of accounts.
const (
	PaperAccount      AccountKind = "paper"
	BotAccount        AccountKind = "bot"
	InvestmentAccount AccountKind = "investment"
	// ConnectedAccount is an account at an exchange: its cash is there and not ours. What it buys and sells is booked
	// against the world outside, nothing is held for its orders, and the exchange fills them.
	ConnectedAccount AccountKind = "connected"
)

// AccountStatus says what may happen on an account.
type AccountStatus string

// The states of an account: a suspended one takes no entries, a closed one nothing.
const (
	AccountActive    AccountStatus = "active"
	AccountSuspended AccountStatus = "suspended"
	AccountClosed    AccountStatus = "closed"
)

// Funding says who has brought an account's money.
type Funding string

// The ways to fund an account: paper money is granted by the house and can never leave it, deposits are the
// owner's own.
const (
	PaperFunding   Funding = "paper"
	DepositFunding Funding = "deposit"
)

// Account is where somebody trades. Its money is in the ledger under its id, and is as it was when the
// account was read.
type Account struct {
	ID       uuid.UUID
	TenantID uuid.UUID // nil for a bot's
	UserID   uuid.UUID // nil for a bot's
	Kind     AccountKind
	Status   AccountStatus
	Closing  bool      // everything is being sold; it is suspended meanwhile
	Risk     RiskLevel // what a trade may lose; empty is what the signal says
	Funding  Funding   // paper when empty; not read back, see AccountMoney
	Cash     money.Decimal
	Margin   money.Decimal
	Reserved money.Decimal // held for working orders

	// IsOwnerLockedOut says that nothing is bought on it until its owner is let in again.
	IsOwnerLockedOut bool

	canReserve bool // its ledger account for what is held is open
	open       *int // positions, once they are counted: see OpenCount
}

// Owner is who executes a signal once: the user, for the paper account; any other account for itself, since
// several investment accounts of a user may follow the same agent.
func (a *Account) Owner() uuid.UUID {
	if a.Kind == PaperAccount {
		return a.UserID
	}
	return a.ID
}

// Balance is what the account has without the profit of open positions.
func (a *Account) Balance() money.Decimal { return a.Cash.Add(a.Margin).Add(a.Reserved) }

// riskOf is how much a trade of the account may lose that a signal proposes with a level of its own.
func (a *Account) riskOf(signal RiskLevel) RiskLevel { return cmp.Or(a.Risk, signal) }

// MayEnter fails with ACCOUNT_NOT_ACTIVE unless positions may be opened.
func (a *Account) MayEnter() error {
	if a.Closing || a.Status != AccountActive {
		return a.errNotActive()
	}
	if a.IsOwnerLockedOut {
		return fault.New(fault.AccountNotActive, "the owner of the account is suspended")
	}
	return nil
}

// MayExit fails with ACCOUNT_NOT_ACTIVE when positions may no longer be closed by a signal: what is suspended or being
// closed may still be sold.
func (a *Account) MayExit() error {
	if a.Status == AccountClosed {
		return a.errNotActive()
	}
	return nil
}

// mayReceive fails with ACCOUNT_NOT_ACTIVE when no money may come to the account any more.
func (a *Account) mayReceive() error {
	if a.Closing || a.Status == AccountClosed {
		return a.errNotActive()
	}
	return nil
}

func (a *Account) errNotActive() error {
	if a.Closing {
		return fault.New(fault.AccountNotActive, "the account is being closed")
	}
	if a.Kind == InvestmentAccount && a.Status == AccountSuspended { // as every one is until its owner is known
		return fault.New(fault.AccountNotActive, "the account is suspended, or waits for KYC")
	}
	return fault.New(fault.AccountNotActive, "the account is %s", a.Status)
}

package trading

import (
	"cmp"

	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/money"
)

// AccountKind says who an account belongs to and what it is for.
type AccountKind string

// The kinds of accounts.
const (
	PaperAccount      AccountKind = "paper"
	BotAccount        AccountKind = "bot"
	InvestmentAccount AccountKind = "investment"
	// ConnectedAccount is an account at an exchange, which holds its cash. Its purchases and sales are booked against the
	// outside world, no money is reserved for its orders, and the exchange fills them.
	ConnectedAccount AccountKind = "connected"
)

// AccountStatus says what an account may do.
type AccountStatus string

// The states of an account: a suspended one takes no entries, a closed one takes nothing.
const (
	AccountActive    AccountStatus = "active"
	AccountSuspended AccountStatus = "suspended"
	AccountClosed    AccountStatus = "closed"
)

// Funding says where an account's money comes from.
type Funding string

// The ways to fund an account: the house grants paper money, which can never leave it; deposits are the owner's own money.
const (
	PaperFunding   Funding = "paper"
	DepositFunding Funding = "deposit"
)

// Account is a trading account. Its money is in the ledger under its id, and is copied here as of when the account was
// read.
type Account struct {
	ID       uuid.UUID
	TenantID uuid.UUID // nil for a bot's
	UserID   uuid.UUID // nil for a bot's
	Kind     AccountKind
	Status   AccountStatus
	Closing  bool      // its positions are being sold; until that is done it is suspended
	Risk     RiskLevel // what a trade may lose; empty means the signal's own level
	Funding  Funding   // paper when empty; not read back, see AccountMoney
	Cash     money.Decimal
	Margin   money.Decimal
	Reserved money.Decimal // held for working orders

	// IsOwnerLockedOut is set while the owner is suspended: until that ends, nothing is bought on the account.
	IsOwnerLockedOut bool

	canReserve bool // its ledger account for reserved money is open
	open       *int // number of open positions once counted: see OpenCount
}

// Owner is who executes a signal once: for the paper account its user, for any other account the account itself, since
// several investment accounts of a user may follow the same agent.
func (a *Account) Owner() uuid.UUID {
	if a.Kind == PaperAccount {
		return a.UserID
	}
	return a.ID
}

// Balance is the account's money without the profit of open positions.
func (a *Account) Balance() money.Decimal { return a.Cash.Add(a.Margin).Add(a.Reserved) }

// riskOf is how much a trade may lose when its signal proposes a level: the account's own level, if it has one, wins.
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

// MayExit fails with ACCOUNT_NOT_ACTIVE when a signal may no longer close positions. Accounts that are suspended or being
// closed may still sell.
func (a *Account) MayExit() error {
	if a.Status == AccountClosed {
		return a.errNotActive()
	}
	return nil
}

// mayReceive fails with ACCOUNT_NOT_ACTIVE when the account no longer accepts money.
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

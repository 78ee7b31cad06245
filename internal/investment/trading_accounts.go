package investment

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
)

// TradingAccounts is what this package needs of trading. A trading account has the id of its investment account.
type TradingAccounts interface {
	// OpenInvestmentAccount opens an account that takes no entries yet, with granted capital; without any, its owner
	// pays in.
	OpenInvestmentAccount(ctx context.Context, tx *database.Tx, tenant, user, id uuid.UUID, capital money.Decimal) error
	// OpenConnectedAccount opens the account under whose id orders go to a connected account. Its money is not ours.
	OpenConnectedAccount(ctx context.Context, tx *database.Tx, tenant, user, id uuid.UUID) error
	// SetAccountStatus lets an account take entries (active) or none (suspended), or sells everything and ends it
	// (closed), and returns its resulting status: an account that cannot sell everything yet is suspended, and
	// Service.TradingClosed is called once it has. The account's row is locked until the transaction ends.
	SetAccountStatus(ctx context.Context, tx *database.Tx, id uuid.UUID, status TradingStatus) (TradingStatus, error)
	// SetAccountRisk sets the risk of copies on an account to that of the profile, from the next one on.
	SetAccountRisk(ctx context.Context, tx *database.Tx, id uuid.UUID, profile RiskProfile) error
	// FollowAgent makes an account follow a house agent: atlas, orion or nova.
	FollowAgent(ctx context.Context, tx *database.Tx, tenant, user, account uuid.UUID, agent string) error
	// LeaveAgents ends what an account follows. Open positions stay open.
	LeaveAgents(ctx context.Context, tx *database.Tx, account uuid.UUID) error
	// LeaveBots ends what a connected account that has ended follows, and publishes it.
	LeaveBots(ctx context.Context, tx *database.Tx, account uuid.UUID) error
	// Figures are the figures of a user's investment accounts at the current marks.
	Figures(ctx context.Context, tenant, user uuid.UUID) ([]AccountFigures, error)
	// FiguresOf is the figures of one investment account at the current marks, as the transaction sees it.
	FiguresOf(ctx context.Context, tx *database.Tx, id uuid.UUID) (AccountFigures, error)
	// EquityCurve is what some accounts of a user are worth together, one entry for each UTC day from the first with
	// money to today, whose value is the current one. What was left on an account when it was closed went out then.
	EquityCurve(ctx context.Context, tenant, user uuid.UUID, accounts []uuid.UUID) ([]EquityDay, error)
	// TradeTotals sums what the accounts have closed since a time, inclusive, by symbol and exit reason; the zero
	// time is the beginning.
	TradeTotals(ctx context.Context, accounts []uuid.UUID, since time.Time) ([]TradeGroup, error)
}

// TradingStatus is what may happen on a trading account.
type TradingStatus string

// The states of a trading account.
const (
	TradingActive    TradingStatus = "active"
	TradingSuspended TradingStatus = "suspended"
	TradingClosed    TradingStatus = "closed"
)

// AccountFigures is an account's figures at the current marks.
type AccountFigures struct {
	AccountID   uuid.UUID
	Equity      money.Decimal // cash, margin, what is held for withdrawals, and unrealized profit
	NetDeposits money.Decimal // paid in minus paid out
	IsClosed    bool          // its remaining money counts in no total
}

// EquityDay is what accounts were worth at the end of a UTC day, after that day's payments in and out.
type EquityDay struct {
	Day     time.Time // its start
	Value   money.Decimal
	In, Out money.Decimal // both positive
}

// TradeGroup sums what closed with one symbol and exit reason. Trades and wins count positions that were fully
// closed; realized profit and fees are those of all closing fills.
type TradeGroup struct {
	Symbol      string
	ExitReason  string
	Trades      int
	Wins        int           // with a net profit
	Won         money.Decimal // net, of the wins
	Lost        money.Decimal // net, of the others; positive
	Realized    money.Decimal // after fees
	Fees        money.Decimal
	Best, Worst money.Decimal // the largest and the smallest result of a position; zero without one
}

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
	// OpenInvestmentAccount opens an account that takes no entries yet, with capital that is granted; without any,
	// its owner pays in.
	OpenInvestmentAccount(ctx context.Context, tx *database.Tx, tenant, user, id uuid.UUID, capital money.Decimal) error
	// OpenConnectedAccount opens the account under whose id orders go to a connected account. Its money is not ours.
	OpenConnectedAccount(ctx context.Context, tx *database.Tx, tenant, user, id uuid.UUID) error
	// SetAccountStatus lets an account take entries (active) or none (suspended), or sells everything and
	// ends it (closed), and returns what it is now: an account that cannot sell everything yet is suspended, and
	// Service.TradingClosed is called when it has. It holds the account's row until the transaction ends.
	SetAccountStatus(ctx context.Context, tx *database.Tx, id uuid.UUID, status TradingStatus) (TradingStatus, error)
	// SetAccountRisk makes copies on an account risk what the profile says, from the next one on.
	SetAccountRisk(ctx context.Context, tx *database.Tx, id uuid.UUID, profile RiskProfile) error
	// FollowAgent makes an account follow an agent of the house: atlas, orion or nova.
	FollowAgent(ctx context.Context, tx *database.Tx, tenant, user, account uuid.UUID, agent string) error
	// LeaveAgents ends what an account follows. What is open stays open.
	LeaveAgents(ctx context.Context, tx *database.Tx, account uuid.UUID) error
	// LeaveBots ends what a connected account, which has ended, follows, and tells it.
	LeaveBots(ctx context.Context, tx *database.Tx, account uuid.UUID) error
	// Figures are what a user's investment accounts have at the marks of now.
	Figures(ctx context.Context, tenant, user uuid.UUID) ([]AccountFigures, error)
	// FiguresOf is what one investment account has at the marks of now, as the transaction sees it.
	FiguresOf(ctx context.Context, tx *database.Tx, id uuid.UUID) (AccountFigures, error)
	// EquityCurve is what some accounts of a user are worth together, one entry for each UTC day from the
	// first with money to today, whose value is that of now. What was left on an account when it was closed
	// went out then.
	EquityCurve(ctx context.Context, tenant, user uuid.UUID, accounts []uuid.UUID) ([]EquityDay, error)
	// TradeTotals adds up what the accounts have closed at or after a moment, by symbol and exit reason; the
	// zero time is the beginning.
	TradeTotals(ctx context.Context, accounts []uuid.UUID, since time.Time) ([]TradeGroup, error)
}

// TradingStatus says what may happen on a trading account.
type TradingStatus string

// The states of a trading account.
const (
	TradingActive    TradingStatus = "active"
	TradingSuspended TradingStatus = "suspended"
	TradingClosed    TradingStatus = "closed"
)

// AccountFigures is what an account has at the marks of now.
type AccountFigures struct {
	AccountID   uuid.UUID
	Equity      money.Decimal // cash, margin, what is held for withdrawals, and unrealized profit
	NetDeposits money.Decimal // paid in less paid out
	IsClosed    bool          // what is left on it counts in no total
}

// EquityDay is what accounts were worth at the end of a UTC day, after what was paid in and out on it.
type EquityDay struct {
	Day     time.Time // its beginning
	Value   money.Decimal
	In, Out money.Decimal // both positive
}

// TradeGroup adds up what closed with one symbol and exit reason. Trades and wins are positions that were closed
// wholly; realized profit and fees are those of all closing fills.
type TradeGroup struct {
	Symbol      string
	ExitReason  string
	Trades      int
	Wins        int           // with a net profit
	Won         money.Decimal // net, of the wins
	Lost        money.Decimal // net, of the others; positive
	Realized    money.Decimal // fees taken off
	Fees        money.Decimal
	Best, Worst money.Decimal // the largest and the smallest result of a position; zero without one
}

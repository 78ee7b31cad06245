package investment

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
)

// Desk is what this package needs of trading. A trading account has the id of its investment account.
type Desk interface {
	// OpenInvestmentAccount opens an account that takes no entries yet, and pays its capital in.
	OpenInvestmentAccount(ctx context.Context, tx *database.Tx, tenant, user, id uuid.UUID, capital money.Decimal) error
	// SetAccountStatus lets an account take entries (active) or none (suspended), or sells everything and
	// ends it (closed). It holds the account's row until the transaction ends.
	SetAccountStatus(ctx context.Context, tx *database.Tx, id uuid.UUID, status DeskStatus) error
	// FollowAgent makes an account follow an agent of the house: Atlas, Orion or Nova.
	FollowAgent(ctx context.Context, tx *database.Tx, tenant, user, account uuid.UUID, agent string) error
	// LeaveAgents ends what an account follows. What is open stays open.
	LeaveAgents(ctx context.Context, tx *database.Tx, account uuid.UUID) error
	// Standings are what a user's investment accounts have at the marks of now.
	Standings(ctx context.Context, tenant, user uuid.UUID) ([]Standing, error)
	// StandingOf is what one investment account has at the marks of now, as the transaction sees it.
	StandingOf(ctx context.Context, tx *database.Tx, id uuid.UUID) (Standing, error)
	// EquityCurve is what some accounts of a user are worth together, one entry for each UTC day from the
	// first with money to today, whose value is that of now.
	EquityCurve(ctx context.Context, tenant, user uuid.UUID, accounts []uuid.UUID) ([]EquityDay, error)
	// TradeTotals adds up what the accounts have closed at or after a moment; the zero time is the beginning.
	TradeTotals(ctx context.Context, accounts []uuid.UUID, since time.Time) (TradeTotals, error)
}

// DeskStatus says what may happen on a trading account.
type DeskStatus string

// The states of a trading account.
const (
	DeskActive    DeskStatus = "active"
	DeskSuspended DeskStatus = "suspended"
	DeskClosed    DeskStatus = "closed"
)

// Standing is what an account has at the marks of now.
type Standing struct {
	AccountID   uuid.UUID
	Equity      money.Decimal // cash, margin, what is held for withdrawals, and unrealized profit
	NetDeposits money.Decimal // paid in less paid out
}

// EquityDay is what accounts were worth at the end of a UTC day, after what was paid in and out on it.
type EquityDay struct {
	Day     time.Time // its beginning
	Value   money.Decimal
	In, Out money.Decimal // both positive
}

// TradeTotals are closed trades, added up. A result is realized profit with fees taken off.
type TradeTotals struct {
	Count        int
	Wins         int           // with a result above zero
	Gains        money.Decimal // the sum of the results above zero
	Losses       money.Decimal // the sum of the results below zero, positive
	Best, Worst  money.Decimal // the largest and the smallest result; zero without trades
	Fees         money.Decimal
	BySymbol     []TradeGroup // ordered by key
	ByExitReason []TradeGroup // ordered by key
}

// TradeGroup is the part of the trades that have something in common.
type TradeGroup struct {
	Key    string
	Count  int
	Wins   int
	Result money.Decimal
}

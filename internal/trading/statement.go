package trading

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/money"
)

// LineKind is the kind of a statement's line.
type LineKind string

// The kinds of lines.
const (
	LineCapital    LineKind = "capital"
	LineDeposit    LineKind = "deposit"
	LineWithdrawal LineKind = "withdrawal"
	LineDispute    LineKind = "dispute"
	LineOpening    LineKind = "position_opened"
	LineClosing    LineKind = "position_closed"
	LineOther      LineKind = "other"
)

// StatementLine is a booking that changed the balance of an account. Identifiers that do not apply are nil.
type StatementLine struct {
	ID          uuid.UUID // of the ledger's transaction
	Time        time.Time
	Kind        LineKind
	Description string
	Amount      money.Decimal // change of the balance, after fees
	Fee         money.Decimal
	Balance     money.Decimal // afterwards, without unrealized profit
	PositionID  uuid.UUID
	TradeID     uuid.UUID
	OrderID     uuid.UUID
}

// Statement lists the changes of the balance of the caller's account within some days, newest first. The cost of a page
// does not depend on the length of the statement. Another user's account is NOT_FOUND, a start after the end
// VALIDATION_ERROR.
func (s *Service) Statement(ctx context.Context, caller identity.Caller, account uuid.UUID, days Days, cursor database.Cursor) ([]StatementLine, error) {
	return s.statement(ctx, caller, statementPart{account: account, behind: cursor.Before, limit: cursor.Limit}, days)
}

// StatementSince is Statement in the order of booking: the lines after a given one, or from the first when that is nil.
func (s *Service) StatementSince(ctx context.Context, caller identity.Caller, account uuid.UUID, days Days, cursor database.Cursor) ([]StatementLine, error) {
	return s.statement(ctx, caller, statementPart{account: account, behind: cursor.Before, limit: cursor.Limit, isRising: true}, days)
}

func (s *Service) statement(ctx context.Context, caller identity.Caller, part statementPart, days Days) (lines []StatementLine, err error) {
	if part.within, err = days.span(); err != nil {
		return nil, err
	}
	if err := ownsAccount(ctx, s.db, caller.UserID, part.account); err != nil {
		return nil, err
	}
	booked, err := readStatement(ctx, s.db, part)
	if err != nil {
		return nil, err
	}
	lines = make([]StatementLine, len(booked))
	for i, b := range booked {
		lines[i] = b.line()
	}
	return lines, nil
}

// booked is a transaction of the ledger as a statement reads it, with its position or closing.
type booked struct {
	id                           uuid.UUID
	at                           time.Time
	sourceType, sourceID, reason string // what it belongs to, and why it was booked: see ledger.Transaction
	amount, fee, balance         money.Decimal
	position, order              uuid.UUID // the order is the one that opened the position
	symbol                       string
	side                         Side
	quantity, price              money.Decimal
	exitReason                   ExitReason
}

// line describes a booking for its owner.
func (b *booked) line() StatementLine {
	line := StatementLine{ID: b.id, Time: b.at, Kind: b.kind(), Amount: b.amount, Fee: b.fee, Balance: b.balance, PositionID: b.position, OrderID: b.order}
	switch line.Kind {
	case LineCapital:
		line.Description = "Starting capital"
	case LineDeposit:
		line.Description = "Deposit"
	case LineWithdrawal:
		line.Description = "Withdrawal"
		if b.reason == returnedKind {
			line.Description = "Refund that came back"
		}
	case LineDispute:
		line.Description = "Disputed payment"
	case LineOpening:
		line.Description = b.trade(b.side)
	case LineClosing:
		line.Description = b.trade(b.side.Opposite()) + " to close (" + strings.ReplaceAll(string(b.exitReason), "_", " ") + ")"
		line.TradeID, _ = uuid.Parse(b.sourceID)
	default:
		line.Description = "Correction"
		if b.reason == debtPaidKind {
			line.Description = "Debt paid"
		}
	}
	return line
}

// The ledger's source types and reasons for openings, closings, orders, and additions by an exchange to an open position.
const (
	positionSource = "position"
	tradeSource    = "trade"
	orderSource    = "order"
	fillSource     = "fill"
)

// laterFill names a fill of an order after the first, which is booked as the opening of the position.
type laterFill struct {
	order uuid.UUID
	fill  string
}

// String begins with the order's id, by which statements find it.
func (f laterFill) String() string { return f.order.String() + ":" + f.fill }

func (b *booked) kind() LineKind {
	switch {
	case b.reason == "open":
		return LineOpening
	case b.reason == "close":
		return LineClosing
	case b.reason == "capital":
		return LineCapital
	case b.reason == "deposit":
		return LineDeposit
	case b.sourceType == "dispute":
		return LineDispute
	case b.sourceType == withdrawalSource, b.reason == returnedKind:
		return LineWithdrawal
	}
	return LineOther
}

// trade describes a trade, such as "Bought 0.25 BTCUSD at 64210.5".
func (b *booked) trade(side Side) string {
	if b.symbol == "" {
		return "A fill"
	}
	word := "Bought "
	if side == Sell {
		word = "Sold "
	}
	return word + b.quantity.String() + " " + b.symbol + " at " + b.price.String()
}

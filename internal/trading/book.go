package trading

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/ledger"
	"bourse/internal/money"
	"bourse/internal/webhook"
)

// book gathers what a transaction does on accounts that it holds, so that one position and a thousand are
// written with the same few statements. The accounts and positions that are given to it change with it.
type book struct {
	terms terms
	now   time.Time

	opened       []*Position
	changed      []*Position
	trades       []Trade
	transactions []ledger.Transaction
	events       []webhook.Event
	reached      []reached // closings at a level
}

func (s *Service) newBook(now time.Time) *book { return &book{terms: s.terms, now: now} }

// open fills an order on an account. It fails with ACCOUNT_NOT_ACTIVE, and with INSUFFICIENT_FUNDS when the
// cash does not cover margin and fee.
func (b *book) open(account *Account, o order, price money.Decimal) (*Position, error) {
	if err := account.mayEnter(); err != nil {
		return nil, err
	}
	position := open(account, o, price, b.terms, b.now)
	cost := position.Margin.Add(position.EntryFee)
	if cost.GreaterThan(account.Cash) {
		return nil, fault.New(fault.InsufficientFunds, "this takes %s %s and %s is free", cost.Round(2), currency, account.Cash.Round(2))
	}
	account.Cash, account.Margin = account.Cash.Sub(cost), account.Margin.Add(position.Margin)
	b.opened = append(b.opened, &position)
	b.post(account, "position", position.ID, "open",
		entry{ledger.Cash, cost.Neg()}, entry{ledger.Margin, position.Margin}, entry{ledger.Fees, position.EntryFee})
	b.tell(account, positionOpened, newPositionEvent(&position))
	return &position, nil
}

// close settles a part of a position, or all of it. It fails as Position.close does.
func (b *book) close(account *Account, position *Position, price, quantity money.Decimal, reason ExitReason) (Trade, error) {
	settled, err := position.close(price, quantity, reason, b.terms, b.now)
	if err != nil {
		return Trade{}, err
	}
	trade := settled.trade
	back := settled.released.Add(trade.GrossPnL).Sub(settled.exitFee)
	account.Cash, account.Margin = account.Cash.Add(back), account.Margin.Sub(settled.released)
	trade.BalanceAfter = account.balance()
	b.changed = append(b.changed, position)
	b.trades = append(b.trades, trade)
	b.post(account, "trade", trade.ID, "close",
		entry{ledger.Margin, settled.released.Neg()}, entry{ledger.Cash, back},
		entry{ledger.Fees, settled.exitFee}, entry{ledger.Profit, trade.GrossPnL.Neg()})
	eventType := positionClosed
	if trade.Type == TradeLiquidation {
		eventType = positionLiquidated
	}
	b.tell(account, eventType, newClosingEvent(position, &trade))
	return trade, nil
}

// entry is a posting on one of an account's ledger accounts.
type entry struct {
	code   ledger.Code
	amount money.Decimal
}

func (b *book) post(account *Account, sourceType string, source uuid.UUID, kind string, entries ...entry) {
	transaction := ledger.Transaction{
		TenantID: account.TenantID, SourceType: sourceType, SourceID: source.String(), Kind: kind, At: b.now,
		Entries: make([]ledger.Entry, len(entries)),
	}
	for i, e := range entries {
		transaction.Entries[i] = ledger.Entry{Account: ledger.AccountID(account.ID, e.code, currency), Amount: e.amount}
	}
	b.transactions = append(b.transactions, transaction)
}

// tell adds an event of an account's owner. What bots do on their own accounts is told by their signals.
func (b *book) tell(account *Account, eventType string, data any) {
	if account.Kind != BotAccount {
		b.events = append(b.events, webhook.Event{TenantID: account.TenantID, Type: eventType, Data: data})
	}
}

// write stores everything that the book holds and tells who watches positions.
func (s *Service) write(ctx context.Context, tx *database.Tx, b *book) error {
	if err := insertPositions(ctx, tx, b.opened); err != nil {
		return err
	}
	if err := updatePositions(ctx, tx, b.changed); err != nil {
		return err
	}
	if err := insertTrades(ctx, tx, b.trades); err != nil {
		return err
	}
	if len(b.transactions) > 0 {
		if _, err := s.ledger.Post(ctx, tx, b.transactions...); err != nil {
			return err
		}
	}
	if err := addSubscriptionResults(ctx, tx, b.changed, b.trades); err != nil {
		return err
	}
	if err := s.refreshPerformance(ctx, tx, b.trades); err != nil {
		return err
	}
	if len(b.events) > 0 {
		if err := s.events.Publish(ctx, tx, b.events...); err != nil {
			return err
		}
	}
	notifyPositions(tx, b.opened, b.changed)
	s.countFills(tx, b)
	return nil
}

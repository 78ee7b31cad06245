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

// Book gathers what a transaction does on accounts that it holds, so that one position and a thousand are
// written with the same few statements. The accounts and positions that are given to it change with it.
type Book struct {
	terms Terms
	now   time.Time

	opened       []*Position
	changed      []*Position
	trades       []Trade
	transactions []ledger.Transaction
	events       []webhook.Event
	changes      []Change  // for the journals of the accounts' owners, in the order in which they happened
	reached      []reached // closings at a level
}

// NewBook makes the book of a transaction that trades at a moment.
func (s *Service) NewBook(now time.Time) *Book { return &Book{terms: s.terms, now: now} }

// Terms are what the book's fills cost.
func (b *Book) Terms() Terms { return b.terms }

// Now is when the book's next fills happen.
func (b *Book) Now() time.Time { return b.now }

// MoveTo lets the next fills happen at another moment: a record of the past goes through many.
func (b *Book) MoveTo(moment time.Time) { b.now = moment }

// Trades are the closings so far.
func (b *Book) Trades() []Trade { return b.trades }

// ReachedLevel notes for the metrics that a closing happened at a level, and when the tick came that reached it, in
// microseconds.
func (b *Book) ReachedLevel(reason ExitReason, tickedAt int64) {
	b.reached = append(b.reached, reached{reason, tickedAt})
}

// Open fills an order on an account. It fails with ACCOUNT_NOT_ACTIVE, and with INSUFFICIENT_FUNDS when the
// cash does not cover margin and fee.
func (b *Book) Open(account *Account, o Order, price money.Decimal) (*Position, error) {
	if err := account.MayEnter(); err != nil {
		return nil, err
	}
	position := open(account, o, price, b.terms, b.now)
	cost := position.Margin.Add(position.EntryFee)
	if cost.GreaterThan(account.Cash) {
		return nil, fault.New(fault.InsufficientFunds, "this takes %s %s and %s is free", cost.Round(2), Currency, account.Cash.Round(2))
	}
	account.Cash, account.Margin = account.Cash.Sub(cost), account.Margin.Add(position.Margin)
	b.opened = append(b.opened, &position)
	b.post(account, "position", position.ID, "open",
		entry{ledger.Cash, cost.Neg()}, entry{ledger.Margin, position.Margin}, entry{ledger.Fees, position.EntryFee})
	event := newPositionEvent(&position)
	b.tell(account, positionOpened, event)
	b.record(account, PositionChange, position.ID, event.positionResource)
	return &position, nil
}

// Close settles a part of a position, or all of it. It fails as Position.close does.
func (b *Book) Close(account *Account, position *Position, price, quantity money.Decimal, reason ExitReason) (Trade, error) {
	settled, err := position.close(price, quantity, reason, b.terms, b.now)
	if err != nil {
		return Trade{}, err
	}
	trade := settled.trade
	back := settled.released.Add(trade.GrossPnL).Sub(settled.exitFee)
	account.Cash, account.Margin = account.Cash.Add(back), account.Margin.Sub(settled.released)
	trade.BalanceAfter = account.Balance()
	b.changed = append(b.changed, position)
	b.trades = append(b.trades, trade)
	b.post(account, "trade", trade.ID, "close",
		entry{ledger.Margin, settled.released.Neg()}, entry{ledger.Cash, back},
		entry{ledger.Fees, settled.exitFee}, entry{ledger.Profit, trade.GrossPnL.Neg()})
	eventType := positionClosed
	if trade.Type == TradeLiquidation {
		eventType = positionLiquidated
	}
	event := newClosingEvent(position, &trade)
	b.tell(account, eventType, event)
	b.record(account, PositionChange, position.ID, event.positionResource)
	return trade, nil
}

// IsEntry is a posting on one of an account's ledger accounts.
type entry struct {
	code   ledger.Code
	amount money.Decimal
}

func (b *Book) post(account *Account, sourceType string, source uuid.UUID, kind string, entries ...entry) {
	transaction := ledger.Transaction{
		TenantID: account.TenantID, SourceType: sourceType, SourceID: source.String(), Kind: kind, At: b.now,
		Entries: make([]ledger.Entry, len(entries)),
	}
	for i, e := range entries {
		transaction.Entries[i] = ledger.Entry{Account: ledger.AccountID(account.ID, e.code, Currency), Amount: e.amount}
	}
	b.transactions = append(b.transactions, transaction)
}

// tell adds an event of an account's owner. What bots do on their own accounts is told by their signals.
func (b *Book) tell(account *Account, eventType string, data any) {
	if account.Kind != BotAccount {
		b.events = append(b.events, webhook.Event{TenantID: account.TenantID, Type: eventType, Data: data})
	}
}

// record adds a change to the journal of an account's owner: the resource as it is now.
func (b *Book) record(account *Account, kind ChangeKind, subject uuid.UUID, resource any) {
	b.changes = append(b.changes, Change{UserID: account.UserID, Kind: kind, Subject: subject, Data: resource})
}

// Write stores everything that the book holds, records it in the journals, has the listeners of OnSettled do their part,
// publishes its events and tells who watches positions. The accounts must be held. It fails when the database does, and
// as a listener does. The counters of all owners are held before a listener records changes of its own.
func (s *Service) Write(ctx context.Context, tx *database.Tx, b *Book) error {
	if err := PositionTable.Insert(ctx, tx, b.opened...); err != nil {
		return err
	}
	if err := updatePositions(ctx, tx, b.changed); err != nil {
		return err
	}
	if err := TradeTable.Insert(ctx, tx, database.Pointers(b.trades)...); err != nil {
		return err
	}
	if len(b.transactions) > 0 {
		if _, err := s.ledger.Post(ctx, tx, b.transactions...); err != nil {
			return err
		}
	}
	if err := s.RecordChanges(ctx, tx, b.changes...); err != nil {
		return err
	}
	if err := s.tellSettled(ctx, tx, b); err != nil {
		return err
	}
	if len(b.events) > 0 {
		if err := s.events.Publish(ctx, tx, b.events...); err != nil {
			return err
		}
	}
	NotifyPositions(tx, b.opened, b.changed)
	s.countFills(tx, b)
	return nil
}

// WritePast stores what the book holds as the history of an account that is held, with the signals that led to it: its
// positions as they are at its end. Nobody is told, listeners of OnSettled neither. It fails when the database does.
func (s *Service) WritePast(ctx context.Context, tx *database.Tx, b *Book, account *Account, executed []*Signal) error {
	if err := insertPastExecutions(ctx, tx, account, executed); err != nil {
		return err
	}
	if err := PositionTable.Insert(ctx, tx, b.opened...); err != nil {
		return err
	}
	if err := TradeTable.Insert(ctx, tx, database.Pointers(b.trades)...); err != nil {
		return err
	}
	if len(b.transactions) == 0 {
		return nil
	}
	_, err := s.ledger.Post(ctx, tx, b.transactions...)
	return err
}

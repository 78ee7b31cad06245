package trading

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/ledger"
	"bourse/internal/money"
	"bourse/internal/webhook"
)

// Book collects what a transaction does on accounts that it has locked, so that a thousand positions are written with the
// same few statements as one. It modifies the accounts and positions passed to it.
type Book struct {
	terms Terms
	venue Venue // nil if there is none
	now   time.Time

	opened       []*Position
	changed      []*Position
	amended      []*Position // whose levels changed, or that were added to
	trades       []Trade
	placed       []*Order
	ordered      []*Order // that already existed and changed
	handedOver   []handover
	reserves     []ledger.Opening // for accounts that have never reserved money for an order
	transactions []ledger.Transaction
	events       []webhook.Event
	changes      []Change                // for the journals of the accounts' owners, in the order in which they happened
	reached      []reached               // closings at a level
	putOff       map[uuid.UUID]time.Time // until when exits that were to be placed are put off
}

// NewBook makes the book of a transaction that trades at a given moment.
func (s *Service) NewBook(now time.Time) *Book {
	return &Book{terms: s.terms, venue: s.joined.venue, now: now}
}

// Terms are the costs of the book's fills.
func (b *Book) Terms() Terms { return b.terms }

// Now is the time of the book's next fills.
func (b *Book) Now() time.Time { return b.now }

// MoveTo sets the time of the next fills: a rehearsal of the past moves through many.
func (b *Book) MoveTo(moment time.Time) { b.now = moment }

// Trades are the closings so far.
func (b *Book) Trades() []Trade { return b.trades }

// PutOff returns the positions that stay open although they have reached a level, because their exits failed, with the time
// of the next attempt. It is known once the book is written.
func (b *Book) PutOff() map[uuid.UUID]time.Time { return b.putOff }

// ReachedLevel notes for the metrics that a closing happened at a level, and the time of the tick that reached it, in
// microseconds.
func (b *Book) ReachedLevel(reason ExitReason, tickedAt int64) {
	b.reached = append(b.reached, reached{reason, tickedAt})
}

// Open opens a position on an account. For a connected account it places an order at its exchange instead and returns nil,
// since there is no position yet. It fails with ACCOUNT_NOT_ACTIVE, with CONFLICT when the maximum number of positions is
// open, with INSUFFICIENT_FUNDS when the cash does not cover margin and fee, and with VALIDATION_ERROR for a symbol that
// the exchange does not list. The account's open positions must have been counted.
func (b *Book) Open(account *Account, e Entry, price money.Decimal) (*Position, error) {
	if err := account.MayEnter(); err != nil {
		return nil, err
	}
	if err := account.mayOpen(); err != nil {
		return nil, err
	}
	if account.Kind == ConnectedAccount {
		return nil, b.orderEntry(account, e)
	}
	fee := b.terms.feeOf(price.Mul(e.Quantity))
	if err := b.covers(account, price.Mul(e.Quantity).Add(fee)); err != nil {
		return nil, err
	}
	return b.enter(account, e, price, fee), nil
}

// covers fails with INSUFFICIENT_FUNDS unless the cash covers a cost.
func (b *Book) covers(account *Account, cost money.Decimal) error {
	if cost.GreaterThan(account.Cash) {
		return fault.New(fault.InsufficientFunds, "this takes %s %s and %s is free", cost.Round(2), Currency, account.Cash.Round(2))
	}
	return nil
}

// enter books a position that is paid for.
func (b *Book) enter(account *Account, e Entry, price, fee money.Decimal) *Position {
	position := open(account, e, price, fee, b.now)
	b.opened = append(b.opened, &position)
	account.countOpened(1)
	b.pay(account, positionSource, position.ID, position.Margin, fee)
	event := newPositionEvent(&position)
	b.tell(account, positionOpened, event)
	b.record(account, PositionChange, position.ID, event.positionResource)
	return &position
}

// pay books margin and fee of a purchase.
func (b *Book) pay(account *Account, sourceType string, source fmt.Stringer, margin, fee money.Decimal) {
	cost := margin.Add(fee)
	account.Margin = account.Margin.Add(margin)
	b.post(account, sourceType, source, "open",
		entry{account.take(cost.Neg()), cost.Neg()}, entry{ledger.Margin, margin}, entry{ledger.Fees, fee})
}

// take changes the cash of an account and returns the code to book an amount on: a connected account has no cash here, so
// it pays and is paid outside.
func (a *Account) take(amount money.Decimal) ledger.Code {
	if a.Kind == ConnectedAccount {
		return ledger.External
	}
	a.Cash = a.Cash.Add(amount)
	return ledger.Cash
}

// Close closes all or part of a position. For a connected account it places an order at its exchange instead, and there is
// no trade yet. It fails as Position.close does.
func (b *Book) Close(account *Account, position *Position, price, quantity money.Decimal, reason ExitReason) (Trade, error) {
	if account.Kind == ConnectedAccount {
		return Trade{}, b.orderExit(account, position, quantity, reason)
	}
	return b.settle(account, position, closing{price, quantity, reason, b.terms.feeOf})
}

// settle books a closing. It fails as Position.close does.
func (b *Book) settle(account *Account, position *Position, c closing) (Trade, error) {
	settled, err := position.close(c, b.now)
	if err != nil {
		return Trade{}, err
	}
	trade := settled.trade
	back := settled.released.Add(trade.GrossPnL).Sub(settled.exitFee)
	account.Margin = account.Margin.Sub(settled.released)
	to := account.take(back)
	trade.BalanceAfter = account.Balance()
	b.changed = append(b.changed, position)
	if position.Status != Open {
		account.countOpened(-1)
	}
	b.trades = append(b.trades, trade)
	b.post(account, tradeSource, trade.ID, "close",
		entry{ledger.Margin, settled.released.Neg()}, entry{to, back},
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

// entry is a posting on one of an account's ledger accounts.
type entry struct {
	code   ledger.Code
	amount money.Decimal
}

func (b *Book) post(account *Account, sourceType string, source fmt.Stringer, kind string, entries ...entry) {
	transaction := ledger.Transaction{
		TenantID: account.TenantID, SourceType: sourceType, SourceID: source.String(), Kind: kind, At: b.now,
		Entries: make([]ledger.Entry, len(entries)),
	}
	for i, e := range entries {
		transaction.Entries[i] = ledger.Entry{Account: ledger.AccountID(account.ID, e.code, Currency), Amount: e.amount}
	}
	b.transactions = append(b.transactions, transaction)
}

// tell adds an event for the account's owner. A bot's own trades are published through its signals instead.
func (b *Book) tell(account *Account, eventType string, data any) {
	if account.Kind != BotAccount {
		b.events = append(b.events, webhook.Event{TenantID: account.TenantID, Type: eventType, Data: data})
	}
}

// record adds a change to the journal of the account's owner: the resource in its current state.
func (b *Book) record(account *Account, kind ChangeKind, subject uuid.UUID, resource any) {
	b.changes = append(b.changes, Change{UserID: account.UserID, Kind: kind, Subject: subject, Data: resource})
}

// recordAmended adds the positions whose levels have changed to their owners' journals, valued at the current marks.
func (b *Book) recordAmended(mark func(position *Position) money.Decimal) {
	for _, position := range distinct(b.amended) {
		b.record(&Account{UserID: position.UserID}, PositionChange, position.ID, newPositionResource(position, mark(position)))
	}
}

// Write stores everything in the book, records it in the journals, calls the listeners of OnSettled, publishes the events
// and notifies the watchers of positions. The accounts must be locked. It fails when the database or a listener does. All
// owners' counters are locked before a listener records changes of its own.
//
// Statements whose results are needed come first; the rest goes to the database together.
func (s *Service) Write(ctx context.Context, tx *database.Tx, b *Book) error {
	if err := s.dropRepeatedExits(ctx, tx, b); err != nil {
		return err
	}
	b.recordAmended(s.Mark)
	recorded, err := s.numberedChanges(ctx, tx, b.changes)
	if err != nil {
		return err
	}
	if err := s.postBook(ctx, tx, b); err != nil {
		return err
	}
	if err := tx.Gather(func() error { return writeRows(ctx, tx, b, recorded) }); err != nil {
		return err
	}
	notifyChanges(tx, recorded)
	if err := s.submitOrders(ctx, tx, b); err != nil {
		return err
	}
	if err := s.makeWay(ctx, tx, b); err != nil {
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
	NotifyPositions(tx, slices.Concat(b.opened, b.changed, b.amended))
	notifyOrders(tx, b.Orders())
	s.countFills(tx, b)
	return nil
}

// postBook posts the book's money movements to the ledger.
func (s *Service) postBook(ctx context.Context, tx *database.Tx, b *Book) error {
	if len(b.reserves) > 0 {
		if err := s.ledger.OpenMany(ctx, tx, b.reserves...); err != nil {
			return err
		}
	}
	if len(b.transactions) == 0 {
		return nil
	}
	_, err := s.ledger.Post(ctx, tx, b.transactions...)
	return err
}

// writeRows stores positions, trades and orders, and their journal changes.
func writeRows(ctx context.Context, tx *database.Tx, b *Book, recorded []*RecordedChange) error {
	if err := PositionTable.Insert(ctx, tx, b.opened...); err != nil {
		return err
	}
	if err := updatePositions(ctx, tx, b.changed); err != nil {
		return err
	}
	if err := TradeTable.Insert(ctx, tx, database.Pointers(b.trades)...); err != nil {
		return err
	}
	if err := amendPositions(ctx, tx, b.amended); err != nil {
		return err
	}
	if err := OrderTable.Insert(ctx, tx, b.placed...); err != nil {
		return err
	}
	if err := updateOrders(ctx, tx, b.ordered); err != nil {
		return err
	}
	return insertChanges(ctx, tx, recorded)
}

// WritePast stores the book as the history of an account that is locked, with the signals that led to it; its positions are
// stored in their final state. It notifies nobody, not even the listeners of OnSettled. It fails when the database does.
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

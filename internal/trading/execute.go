package trading

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/market"
	"bourse/internal/money"
)

// ExecuteOptions are the choices of a user who executes a signal. Without a quantity the position is sized by risk; a nil
// account is the paper account.
type ExecuteOptions struct {
	Quantity  *money.Decimal
	AccountID uuid.UUID
}

// Execution is the result of executing a signal: it opened a position, or closed some.
type Execution struct {
	SignalID  uuid.UUID
	AccountID uuid.UUID
	Position  *Position // the one opened, or the last one closed
	FillPrice money.Decimal
	Quantity  money.Decimal // of all fills
	Fee       money.Decimal // of all fills
	Trades    []Trade       // what was closed
	Order     *Order        // the order for an exchange; nil if executed here
}

// Execute executes a signal for the caller, once. An entry opens one position; an exit closes the account's open positions
// of that symbol and side that came from the same bot, or the same analyst.
//
// It fails with NOT_FOUND (signal or account), SIGNAL_ALREADY_EXECUTED, SIGNAL_NOT_ACTIONABLE (hold), SIGNAL_EXPIRED,
// MARKET_CLOSED, MARKET_DATA_STALE, PRICE_MOVED, ACCOUNT_NOT_ACTIVE, INSUFFICIENT_FUNDS, QUANTITY_TOO_SMALL,
// NO_MATCHING_POSITION, VALIDATION_ERROR (quantity) and CONFLICT when the maximum number of positions is open, or an
// exchange is already closing all of it.
func (s *Service) Execute(ctx context.Context, caller identity.Caller, signalID uuid.UUID, options ExecuteOptions) (done Execution, err error) {
	defer catchCost(&err)
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		e, err := s.beginExecution(ctx, tx, caller, signalID, options)
		if err != nil {
			return err
		}
		if err := e.carryOut(ctx); err != nil {
			return err
		}
		if err := s.Write(ctx, tx, e.book); err != nil {
			return err
		}
		done = e.done
		if orders := e.book.Orders(); len(orders) > 0 {
			done.Order = orders[0]
		}
		return nil
	})
	return done, err
}

// beginExecution locks the account and claims the signal for it. Even when it fails, the execution that it returns has
// everything that could be read.
func (s *Service) beginExecution(ctx context.Context, tx *database.Tx, caller identity.Caller, signalID uuid.UUID, options ExecuteOptions) (*execution, error) {
	e := &execution{service: s, tx: tx, book: s.NewBook(s.now()), options: options}
	if wanted := options.Quantity; wanted != nil && !wanted.IsPositive() { // whatever the signal says
		return e, errNoQuantity
	}
	account, err := lockTradersAccount(ctx, tx, caller.UserID, options.AccountID, database.Question{
		Query: seenSignal, Arguments: []any{signalID, caller.TenantID}, Scan: SignalTable.Into(&e.signal),
	})
	isThere := !fault.Is(err, fault.NotFound)
	switch {
	case err != nil && isThere:
		return e, err
	case e.signal == nil:
		return e, errNoSignal
	case !isThere: // or not yet
		account, err = s.LockTradersAccount(ctx, tx, Trader{UserID: caller.UserID, TenantID: caller.TenantID}, options.AccountID)
	}
	if e.account = account; err != nil {
		return e, err
	}
	e.done = Execution{SignalID: e.signal.ID, AccountID: e.account.ID}
	e.cash, e.margin = e.account.Cash, e.account.Margin
	if e.following, err = s.followingOf(ctx, tx, e.account, e.signal.BotID); err != nil {
		return e, err
	}
	claim := ExecutionClaim{Owner: caller.UserID, Signal: e.signal.ID, Account: e.account.ID, Subscription: e.following.SubscriptionID}
	if err := claimByHand(ctx, tx, claim, e.account.Owner(), e.book.now); err != nil {
		return e, err
	}
	return e, e.signal.Actionable(e.book.now)
}

// carryOut opens or closes, in the book, what the signal proposes.
func (e *execution) carryOut(ctx context.Context) error {
	if e.signal.Type.IsEntry() {
		return e.enter(ctx)
	}
	return e.exit(ctx)
}

// claimByHand claims a signal for a user, and also for the account if that executes signals by itself. It fails with
// SIGNAL_ALREADY_EXECUTED when either has executed it.
func claimByHand(ctx context.Context, tx *database.Tx, claim ExecutionClaim, owner uuid.UUID, now time.Time) error {
	claims := []ExecutionClaim{claim}
	if owner != claim.Owner { // the subscription belongs to the account, and counts the signal once
		claims[0].Subscription, claim.Owner = uuid.Nil, owner
		claims = append(claims, claim)
	}
	claimed, err := ClaimExecutions(ctx, tx, claims, now)
	if err != nil {
		return err
	}
	if len(claimed) != len(claims) {
		return fault.New(fault.SignalAlreadyExecuted, "you have executed this signal already")
	}
	return nil
}

// execution is a signal being executed on a locked account.
type execution struct {
	service   *Service
	tx        *database.Tx
	book      *Book
	signal    *Signal
	account   *Account
	following Following
	options   ExecuteOptions
	cash      money.Decimal // before the execution, like margin
	margin    money.Decimal
	closes    []*Position // what an exit closes
	done      Execution
	entry     Entry // what an entry opens, as far as known
}

// enter opens the position that the signal proposes.
func (e *execution) enter(ctx context.Context) error {
	if err := e.account.MayEnter(); err != nil {
		return err
	}
	instrument, quote, err := e.service.Tradable(e.signal.Symbol)
	if err != nil {
		return err
	}
	if err := e.signal.Enterable(quote); err != nil {
		return err
	}
	side := e.signal.Type.Side()
	price := e.service.terms.Price(quote, side)
	e.done.FillPrice = price
	quantity, err := e.quantity(ctx, instrument, price)
	if err != nil {
		return err
	}
	e.done.Quantity = quantity
	e.entry = Entry{
		SignalID: e.signal.ID, BotID: e.signal.BotID, SubscriptionID: e.following.SubscriptionID, Symbol: e.signal.Symbol, Side: side,
		Quantity: quantity, Stop: e.signal.StopLoss, Target: e.signal.TargetPrice,
	}
	position, err := e.book.Open(e.account, e.entry, price)
	if err != nil {
		return err
	}
	if e.done.Position = position; position != nil {
		e.done.Fee = position.EntryFee
	}
	return nil
}

// quantity is the one that the user named. Without one the position is sized by the account's equity, or by the capital
// with which the account follows the bot.
func (e *execution) quantity(ctx context.Context, instrument market.Instrument, price money.Decimal) (money.Decimal, error) {
	if e.options.Quantity != nil {
		return *e.options.Quantity, checkQuantity(*e.options.Quantity, instrument)
	}
	base := e.following.Capital
	if base.IsZero() {
		var err error
		if base, err = e.service.Equity(ctx, e.tx, e.account); err != nil {
			return money.Zero, err
		}
	}
	cash, err := e.service.freeCash(ctx, e.tx, e.account)
	if err != nil {
		return money.Zero, err
	}
	return e.service.terms.Size(Sizing{
		Level: e.account.riskOf(e.signal.RiskLevel), Equity: base, Cash: cash, Price: price, Stop: e.signal.StopLoss, Instrument: instrument,
	})
}

// exit closes what the signal proposes to close: all of it, or a quantity of it, oldest first.
func (e *execution) exit(ctx context.Context) error {
	if err := e.account.MayExit(); err != nil {
		return err
	}
	instrument, quote, err := e.service.Tradable(e.signal.Symbol)
	if err != nil {
		return err
	}
	side := e.signal.Type.Side()
	positions, err := openPositions(ctx, e.tx, e.account.ID, e.signal)
	if err != nil {
		return err
	}
	if len(positions) == 0 {
		return fault.New(fault.NoMatchingPosition, "the account has no open %s position in %s from where the signal comes from", side, e.signal.Symbol)
	}
	free, err := e.notBeingClosed(ctx, positions)
	if err != nil {
		return err
	}
	left, err := e.quantityOf(free, instrument)
	if err != nil {
		return err
	}
	e.done.FillPrice = e.service.terms.Price(quote, side.Opposite())
	for _, position := range positions {
		quantity := money.Min(left, free[position.ID])
		if quantity.IsZero() {
			continue
		}
		entryFee := position.EntryFee
		trade, err := e.book.Close(e.account, position, e.done.FillPrice, quantity, ExitSignal)
		if err != nil {
			return err
		}
		left, e.done.Quantity = left.Sub(quantity), e.done.Quantity.Add(quantity)
		e.done.Position, e.closes = position, append(e.closes, position)
		if e.account.Kind == ConnectedAccount {
			continue // the trades come with the exchange's fills
		}
		e.done.Trades = append(e.done.Trades, trade)
		e.done.Fee = e.done.Fee.Add(trade.Fees).Sub(entryFee.Sub(position.EntryFee))
	}
	return nil
}

// quantityOf is how much an exit closes of the free quantity of some positions: all of it, or what the user named.
func (e *execution) quantityOf(free map[uuid.UUID]money.Decimal, instrument market.Instrument) (money.Decimal, error) {
	all, wanted := money.Zero, e.options.Quantity
	for _, quantity := range free {
		all = all.Add(quantity)
	}
	if wanted == nil || *wanted == all { // all of it may not be a multiple of the lot if an exchange has taken its fee from it
		return all, nil
	}
	if err := checkQuantity(*wanted, instrument); err != nil {
		return money.Zero, err
	}
	if wanted.GreaterThan(all) {
		return money.Zero, fault.Invalid("quantity", "only %s can be closed", all)
	}
	return *wanted, nil
}

// notBeingClosed is the quantity of each position that an exchange is not already selling, where there is any. It fails
// with CONFLICT when there is none at all: the caller must not be told that the exit was executed.
func (e *execution) notBeingClosed(ctx context.Context, positions []*Position) (free map[uuid.UUID]money.Decimal, err error) {
	ids := make([]uuid.UUID, len(positions))
	free = make(map[uuid.UUID]money.Decimal, len(positions))
	for i, position := range positions {
		ids[i], free[position.ID] = position.ID, position.Quantity
	}
	if e.account.Kind != ConnectedAccount {
		return free, nil
	}
	selling, err := closingOrders(ctx, e.tx, ids, e.book.now)
	if err != nil {
		return nil, err
	}
	for id, state := range selling {
		if free[id] = free[id].Sub(state.working); !free[id].IsPositive() {
			delete(free, id)
		}
	}
	if len(free) == 0 {
		return nil, errBeingClosed
	}
	return free, nil
}

// side is the side of the market order: buy or sell.
func (e *execution) side() Side {
	if e.signal.Type.IsEntry() {
		return e.signal.Type.Side()
	}
	return e.signal.Type.Side().Opposite()
}

// preview copies the result of the execution into a preview.
func (e *execution) preview(p *Preview) {
	if e.signal.Type.IsEntry() {
		entry := e.entry
		entry.Side, entry.Quantity = e.side(), e.done.Quantity
		p.show(e.account, entry, e.done.FillPrice, e.service.terms)
		p.CashAfter = e.account.Cash
		return
	}
	p.Quantity, p.Price, p.Notional, p.Fee = e.done.Quantity, e.done.FillPrice, e.done.FillPrice.Mul(e.done.Quantity), e.done.Fee
	p.CashAfter = e.account.Cash
	p.Margin, p.Total = e.account.Margin.Sub(e.margin), e.cash.Sub(p.CashAfter)
	for _, position := range e.closes {
		p.Positions = append(p.Positions, position.ID)
	}
}

func sumOfQuantities(positions []*Position) money.Decimal {
	var sum money.Decimal
	for _, position := range positions {
		sum = sum.Add(position.Quantity)
	}
	return sum
}

package trading

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
	"bourse/internal/webhook"
)

// exits are the positions that the book's orders close at exchanges.
func (b *Book) exits() (positions []uuid.UUID) {
	for _, handed := range b.handedOver {
		if handed.order.Closes != uuid.Nil {
			positions = append(positions, handed.order.Closes)
		}
	}
	return positions
}

// dropRepeatedExits removes those exits from a book for which an exchange already has orders that sell as much: a stop that
// is reached again while it is being executed sells only once. An exit that the exchange has just rejected is not retried
// at once. An exit that comes only once (one not at a level) is left to the order that sells as much, which takes over its
// reason: if that order finds no counterpart, the exit is carried on.
func (s *Service) dropRepeatedExits(ctx context.Context, tx *database.Tx, b *Book) error {
	positions := b.exits()
	if len(positions) == 0 {
		return nil
	}
	closing, err := closingOrders(ctx, tx, positions, b.now)
	if err != nil {
		return err
	}
	dropped := map[uuid.UUID]bool{}
	b.putOff = map[uuid.UUID]time.Time{}
	var once []*Order
	repeated := func(order *Order) bool {
		state := closing[order.Closes]
		if state.makesNeedless(order, b.now) && !dropped[order.ID] {
			dropped[order.ID] = true
			switch {
			case !order.isAtLevel():
				once = append(once, order)
			case state.working.LessThan(order.Quantity):
				b.putOff[order.Closes] = state.nextTry()
			}
		}
		return dropped[order.ID]
	}
	b.handedOver = slices.DeleteFunc(b.handedOver, func(handed handover) bool { return repeated(handed.order) })
	b.placed = slices.DeleteFunc(b.placed, repeated)
	b.events = slices.DeleteFunc(b.events, func(event webhook.Event) bool {
		placed, is := event.Data.(orderEvent)
		return is && dropped[placed.OrderID]
	})
	b.changes = slices.DeleteFunc(b.changes, func(change Change) bool { return dropped[change.Subject] })
	return leaveTo(ctx, tx, once)
}

// leaveTo gives the reasons of dropped exits to working orders that sell as much, where the order's own reason would be
// decided on again (a level, or by hand).
func leaveTo(ctx context.Context, tx *database.Tx, exits []*Order) error {
	if len(exits) == 0 {
		return nil
	}
	reasons := map[uuid.UUID]*Order{}
	for _, exit := range exits {
		reasons[exit.Closes] = exit
	}
	working, err := workingExits(ctx, tx, slices.Collect(maps.Keys(reasons)))
	if err != nil {
		return err
	}
	var changed []*Order
	for _, order := range working {
		exit := reasons[order.Closes]
		if (order.isAtLevel() || order.ExitReason == ExitManual) && !order.rest().LessThan(exit.Quantity) {
			order.ExitReason = exit.ExitReason
			changed = append(changed, order)
		}
	}
	return setExitReasons(ctx, tx, changed)
}

// closingState sums up the orders that close a position.
type closingState struct {
	open       money.Decimal // of the position
	working    money.Decimal // what working orders sell
	largest    money.Decimal // what the largest of them sells
	rejections int64         // of exits at a level: an attempt by hand, or by a bot, says nothing about those
	rejectedAt time.Time     // the last of those; like expiredAt, ignored if it lies in the future
	expiredAt  time.Time     // when an exit, whatever its reason, last found no counterpart
}

// levels are the exit reasons that are triggered by a price.
var levels = []ExitReason{ExitStop, ExitTrailingStop, ExitTarget, ExitLiquidation}

func (o *Order) isAtLevel() bool { return slices.Contains(levels, o.ExitReason) }

const (
	// ExitPause is how long a position waits for its next exit after the last one found no counterpart at the exchange, or
	// was rejected for the first time.
	ExitPause = time.Minute
	// longestExitPause is the longest wait of a reached level after its exit was rejected.
	longestExitPause = time.Hour
)

// makesNeedless reports whether an exit need not be placed. An exit at a level is needless if working orders sell as much,
// or if an exit of its position failed recently. Any other is needless if a single working order sells as much, so that it
// can be left to that one, and the position does not have enough for both.
func (c closingState) makesNeedless(exit *Order, now time.Time) bool {
	if !exit.isAtLevel() {
		return !c.largest.LessThan(exit.Quantity) && exit.Quantity.GreaterThan(c.open.Sub(c.working))
	}
	return !c.working.LessThan(exit.Quantity) || now.Before(c.nextTry())
}

// nextTry is until when a level waits after its exit failed: a minute after it found no counterpart or was first rejected,
// and twice as long with each further rejection. What an exchange rejects once, because the owner has sold there, it
// usually keeps rejecting.
func (c closingState) nextTry() time.Time {
	pause := longestExitPause
	if c.rejections <= 6 {
		pause = ExitPause << max(c.rejections-1, 0)
	}
	return slices.MaxFunc([]time.Time{c.expiredAt.Add(ExitPause), c.rejectedAt.Add(pause)}, time.Time.Compare)
}

// CarryOn places an order for the rest of an exit that expired because the exchange found no counterpart. It returns nil
// when the exit will be decided on again anyway: a level is checked again, and a user who closes part of a position, or one
// whose bot they still follow, is notified and decides. But a signal, a copy-stop and leaving a bot come only once. The
// account must be locked, and allowed to trade. It fails when the database does.
func (s *Service) CarryOn(ctx context.Context, tx *database.Tx, account *Account, exit *Order) (next *Order, err error) {
	if exit.Status != OrderExpired || exit.Closes == uuid.Nil || exit.isAtLevel() {
		return nil, nil
	}
	found, err := PositionsByID(ctx, tx, []uuid.UUID{exit.Closes})
	if err != nil || len(found) == 0 || found[0].Status != Open || exit.rest().LessThan(found[0].Quantity) {
		return nil, err
	}
	if exit.ExitReason == ExitManual {
		isLeft, err := s.isLeft(ctx, tx, found[0])
		if err != nil || !isLeft {
			return nil, err
		}
	}
	b := s.NewBook(s.now())
	if err := b.orderExit(account, found[0], found[0].Quantity, exit.ExitReason); err != nil {
		return nil, err
	}
	if err := s.Write(ctx, tx, b); err != nil || len(b.placed) == 0 { // another order sells as much
		return nil, err
	}
	return b.placed[0], nil
}

// isLeft reports whether the subscription that opened a position has ended, just now or long ago: when the owner closes
// such a position, they want to be rid of it.
func (s *Service) isLeft(ctx context.Context, tx *database.Tx, position *Position) (bool, error) {
	if position.SubscriptionID == uuid.Nil {
		return false, nil
	}
	following, err := s.followingOf(ctx, tx, &Account{ID: position.AccountID}, position.BotID)
	return following.SubscriptionID != position.SubscriptionID, err
}

// TakeBackEntries asks an exchange to cancel the working purchases of a subscription on a locked account. What the exchange
// fills nevertheless is sold for the given reason; without a reason it stays. It fails when the database does.
func (s *Service) TakeBackEntries(ctx context.Context, tx *database.Tx, account *Account, subscription uuid.UUID, exit ExitReason) error {
	if account.Kind != ConnectedAccount {
		return nil
	}
	working, err := workingOrdersOf(ctx, tx, account.ID)
	if err != nil {
		return err
	}
	entries := slices.DeleteFunc(working, func(order *Order) bool { return order.Side != Buy || order.SubscriptionID != subscription })
	if len(entries) == 0 {
		return nil
	}
	for _, entry := range entries {
		entry.ExitReason = exit
	}
	if err := setExitReasons(ctx, tx, entries); err != nil {
		return err
	}
	return s.cancelOrders(ctx, tx, account, entries, "the bot is no longer followed")
}

// TakeBackEntriesOf asks exchanges to cancel the working purchases of a signal's bot and symbol on locked accounts, and
// returns the accounts on which that is not yet done: what is bought there becomes known later. It fails when the database
// does.
func (s *Service) TakeBackEntriesOf(ctx context.Context, tx *database.Tx, accounts []uuid.UUID, signal *Signal) (buying map[uuid.UUID]bool, err error) {
	entries, err := entriesUnderWay(ctx, tx, accounts, signal)
	if err != nil {
		return nil, err
	}
	buying = map[uuid.UUID]bool{}
	for _, order := range entries {
		if s.joined.venue == nil {
			return nil, errNoVenue
		}
		if err := s.joined.venue.Cancel(ctx, tx, order); err != nil {
			return nil, err
		}
		buying[order.AccountID] = buying[order.AccountID] || order.IsWorking()
	}
	return buying, nil
}

// holding identifies what an account has of a symbol.
type holding struct {
	account uuid.UUID
	symbol  string
}

// makeWay has exchanges cancel sales that wait for a better price when an exit needs the quantity that they would sell,
// newest first: nothing is sold twice, and a stop does not wait.
func (s *Service) makeWay(ctx context.Context, tx *database.Tx, b *Book) error {
	positions := b.exits()
	if len(positions) == 0 {
		return nil
	}
	sales, err := salesBeside(ctx, tx, positions)
	if err != nil || !slices.ContainsFunc(sales, func(sale *Order) bool { return sale.Closes == uuid.Nil }) {
		return err
	}
	open, err := openBeside(ctx, tx, positions)
	if err != nil {
		return err
	}
	missing := map[holding]money.Decimal{}
	for _, sale := range sales {
		missing[sale.holding()] = missing[sale.holding()].Add(sale.rest())
	}
	for _, position := range open {
		of := holding{position.AccountID, position.Symbol}
		missing[of] = missing[of].Sub(position.Quantity)
	}
	for _, sale := range slices.Backward(sales) {
		if sale.Closes != uuid.Nil || !missing[sale.holding()].IsPositive() {
			continue
		}
		if err := s.joined.venue.Cancel(ctx, tx, sale); err != nil {
			return err
		}
		missing[sale.holding()] = missing[sale.holding()].Sub(sale.rest())
	}
	return nil
}

func (o *Order) holding() holding { return holding{o.AccountID, o.Symbol} }

// rest is the unfilled quantity of an order.
func (o *Order) rest() money.Decimal { return o.Quantity.Sub(o.FilledQuantity) }

// free is the quantity of a symbol on an account that no working order sells. It is negative while the orders sell more
// than there is.
func (h holding) free(ctx context.Context, from database.Querier) (money.Decimal, error) {
	open, err := openPositionsOfSymbol(ctx, from, h.account, h.symbol)
	if err != nil {
		return money.Zero, err
	}
	selling, err := workingSales(ctx, from, h.account, h.symbol)
	return sumOfQuantities(open).Sub(selling), err
}

// ExitRoom is what an exit can sell.
type ExitRoom struct {
	Left     money.Decimal // of the position that it closes
	MustWait bool          // other orders may still sell the same
}

// RoomFor returns what an order that closes a position can sell. The orders behind it, which wait for it, are not deducted:
// two orders that waited for each other would never be sent. Its account must be locked. It fails when the database does.
func (s *Service) RoomFor(ctx context.Context, tx *database.Tx, exit *Order, behind []uuid.UUID) (room ExitRoom, err error) {
	found, err := PositionsByID(ctx, tx, []uuid.UUID{exit.Closes})
	if err != nil {
		return room, err
	}
	if len(found) == 1 && found[0].Status == Open {
		room.Left = found[0].Quantity
	}
	open, err := openPositionsOfSymbol(ctx, tx, exit.AccountID, exit.Symbol)
	if err != nil {
		return room, err
	}
	sales, err := salesBeside(ctx, tx, []uuid.UUID{exit.Closes})
	left := sumOfQuantities(open)
	for _, sale := range sales {
		if sale.Closes == uuid.Nil || !slices.Contains(behind, sale.ID) { // a sale placed by the owner waits for nobody
			left = left.Sub(sale.rest())
		}
	}
	room.MustWait = left.IsNegative()
	return room, err
}

// Reduce lowers the quantity of a working order when another sale has sold the rest. Its account must be locked. It fails
// when the database does.
func (s *Service) Reduce(ctx context.Context, tx *database.Tx, order *Order, quantity money.Decimal) error {
	b := s.NewBook(s.now())
	order.Quantity, order.Reason, order.UpdatedAt = quantity, "another order has sold the rest", b.now
	b.changeOrder(order)
	b.recordOrder(order)
	return s.Write(ctx, tx, b)
}

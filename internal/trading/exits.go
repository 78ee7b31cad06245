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

// dropRepeatedExits takes those exits out of a book for which an exchange has orders already that sell as much: a stop that is
// reached again while it is being carried out sells once. One that the exchange has just rejected is not tried again at once. An
// exit that comes once is left to the order that sells as much, with its reason: should that find no counterpart, it is carried on.
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

// leaveTo has orders at work that sell as much as some exits end for the reasons of these, where their own is decided on again.
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

// closingState is what the orders that close a position have come to.
type closingState struct {
	open       money.Decimal // of the position
	working    money.Decimal // what those at work sell
	largest    money.Decimal // what one of them sells
	rejections int64         // of exits at a level: what somebody tries by hand, or a bot, says nothing about those
	rejectedAt time.Time     // the last of those; like the next, as far as it does not lie ahead
	expiredAt  time.Time     // when the last exit, whatever its reason, has found no counterpart
}

// levels are the reasons of exits that a price decides.
var levels = []ExitReason{ExitStop, ExitTrailingStop, ExitTarget, ExitLiquidation}

func (o *Order) isAtLevel() bool { return slices.Contains(levels, o.ExitReason) }

const (
	// ExitPause is how long a position waits for its next exit when the exchange has found no counterpart for the last, or has
	// rejected it for the first time.
	ExitPause = time.Minute
	// longestExitPause is how long a level that is reached waits at most after its exit was rejected.
	longestExitPause = time.Hour
)

// makesNeedless reports whether an exit is not to be placed: orders at work sell as much, one of them alone where it comes once and
// is left to that one, unless both can be sold, or a level is reached of a position whose exit has failed a while ago.
func (c closingState) makesNeedless(exit *Order, now time.Time) bool {
	if !exit.isAtLevel() {
		return !c.largest.LessThan(exit.Quantity) && exit.Quantity.GreaterThan(c.open.Sub(c.working))
	}
	return !c.working.LessThan(exit.Quantity) || now.Before(c.nextTry())
}

// nextTry is until when a level of a position waits whose exit has failed: a minute when it found no counterpart or was rejected for
// the first time, and twice as long with each rejection. What an exchange refuses once, because the owner has sold there, it mostly
// refuses for good.
func (c closingState) nextTry() time.Time {
	pause := longestExitPause
	if c.rejections <= 6 {
		pause = ExitPause << max(c.rejections-1, 0)
	}
	return slices.MaxFunc([]time.Time{c.expiredAt.Add(ExitPause), c.rejectedAt.Add(pause)}, time.Time.Compare)
}

// CarryOn places an order for what an exit has left open that has expired, because the exchange found no counterpart for it. It
// returns nil when somebody comes back to that: a level is judged again, and who closes a part of a position, or one that is not
// left with its bot, is told and decides; but a signal, a copy-stop and leaving a bot come once. The account must be held, and
// allowed to trade. It fails when the database does.
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

// isLeft reports whether the subscription that has opened a position has ended, just now or long ago: what its owner closes then
// they want to be rid of.
func (s *Service) isLeft(ctx context.Context, tx *database.Tx, position *Position) (bool, error) {
	if position.SubscriptionID == uuid.Nil {
		return false, nil
	}
	following, err := s.followingOf(ctx, tx, &Account{ID: position.AccountID}, position.BotID)
	return following.SubscriptionID != position.SubscriptionID, err
}

// TakeBackEntries asks an exchange to take back the purchases of a subscription that are on their way to an account, which is
// held. What it has bought in spite of that is sold for the reason given; without one it stays. It fails when the database does.
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

// TakeBackEntriesOf asks exchanges to take back what is bought for a signal's bot and symbol on accounts, which are held, and
// returns the accounts where that is not done yet: what is bought there is known later. It fails when the database does.
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

// holding is what an account has of a symbol.
type holding struct {
	account uuid.UUID
	symbol  string
}

// makeWay has the exchanges take sales back that wait for a better price where an exit needs what they would sell, the newest
// first: what was bought is sold once, and a stop does not wait.
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

// rest is what an order has not filled.
func (o *Order) rest() money.Decimal { return o.Quantity.Sub(o.FilledQuantity) }

// free is how much of a symbol an account has that no working order sells. It is negative while more is being sold than
// there is.
func (h holding) free(ctx context.Context, from database.Querier) (money.Decimal, error) {
	open, err := openPositionsOfSymbol(ctx, from, h.account, h.symbol)
	if err != nil {
		return money.Zero, err
	}
	selling, err := workingSales(ctx, from, h.account, h.symbol)
	return sumOfQuantities(open).Sub(selling), err
}

// ExitRoom is what is there for an exit to sell.
type ExitRoom struct {
	Left     money.Decimal // of the position that it closes
	MustWait bool          // other orders may still sell the same
}

// RoomFor tells what there is to sell for an order that closes a position, before those behind it, which wait for it: two that
// waited for each other would never be sent. Its account must be held. It fails when the database does.
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
		if sale.Closes == uuid.Nil || !slices.Contains(behind, sale.ID) { // a sale of the owner's waits for nobody
			left = left.Sub(sale.rest())
		}
	}
	room.MustWait = left.IsNegative()
	return room, err
}

// Reduce makes a working order smaller, of which another sale has sold the rest. Its account must be held. It fails when the
// database does.
func (s *Service) Reduce(ctx context.Context, tx *database.Tx, order *Order, quantity money.Decimal) error {
	b := s.NewBook(s.now())
	order.Quantity, order.Reason, order.UpdatedAt = quantity, "another order has sold the rest", b.now
	b.changeOrder(order)
	b.recordOrder(order)
	return s.Write(ctx, tx, b)
}

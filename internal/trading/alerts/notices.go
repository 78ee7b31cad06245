package alerts

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/webhook"
)

// noticesTopic announces that a notice is waiting to be mailed.
const noticesTopic = "trading.notices"

// TellSettled writes notices about positions that a book has closed at a level, in its transaction: one per position, with
// the last part if an exchange sells it in parts; and one about an order at an exchange that ends after the first part
// only, because nobody knows what will close the rest, and when. It fails when the database does.
func (s *Service) TellSettled(ctx context.Context, tx *database.Tx, settled trading.Settled) error {
	opened := make(map[uuid.UUID]money.Decimal, len(settled.Changed))
	for _, position := range settled.Changed {
		opened[position.ID] = position.OpenedQuantity
	}
	var notices []*Notice
	for i := range settled.Trades {
		trade := &settled.Trades[i]
		_, isStop := stopWords[trade.ExitReason]
		if isStop && trade.PositionPnL != nil && trade.UserID != uuid.Nil { // a bot's position belongs to no user
			notices = append(notices, stopNotice(trade, opened[trade.PositionID]))
		}
	}
	parts, err := firstParts(ctx, tx, settled.Ordered)
	if err != nil {
		return err
	}
	for _, order := range parts {
		notices = append(notices, partNotice(order))
	}
	return s.tell(ctx, tx, notices...)
}

// firstParts are the orders at a level that have ended without closing all of their position, if no part of it was closed
// at a level before: in a thin market another such order follows every minute.
func firstParts(ctx context.Context, tx *database.Tx, orders []*trading.Order) (first []*trading.Order, err error) {
	var parts []*trading.Order
	var positions []uuid.UUID
	for _, order := range orders {
		if _, isStop := stopWords[order.ExitReason]; isStop && hasEndedInPart(order) {
			parts, positions = append(parts, order), append(positions, order.Closes)
		}
	}
	if len(parts) == 0 {
		return nil, nil
	}
	closed, err := trading.ClosedAtLevels(ctx, tx, positions)
	return slices.DeleteFunc(parts, func(order *trading.Order) bool { return closed[order.Closes] != order.FilledQuantity }), err
}

// TellFilled writes notices about filled orders, in the transaction that fills them. It fails when the database does.
func (s *Service) TellFilled(ctx context.Context, tx *database.Tx, orders ...FilledOrder) error {
	notices := make([]*Notice, len(orders))
	for i, order := range orders {
		notices[i] = orderNotice(order)
	}
	return s.tell(ctx, tx, notices...)
}

// TellCopyStopped writes the notice about a stopped subscription, in the transaction that stops it. It fails when the
// database does.
func (s *Service) TellCopyStopped(ctx context.Context, tx *database.Tx, stopped StoppedCopy) error {
	return s.tell(ctx, tx, copyNotice(stopped))
}

// tell writes notices for the channels that their users have chosen, with the same few statements however many there are. A
// user who has chosen no channel gets no notice.
func (s *Service) tell(ctx context.Context, tx *database.Tx, notices ...*Notice) error {
	if len(notices) == 0 {
		return nil
	}
	if err := chooseChannels(ctx, tx, notices); err != nil {
		return err
	}
	notices = slices.DeleteFunc(notices, func(n *Notice) bool { return !n.channels.isAny() })
	if len(notices) == 0 {
		return nil
	}
	if err := noticeTable.Insert(ctx, tx, notices...); err != nil {
		return err
	}
	var changes []trading.Change
	var events []webhook.Event
	for _, n := range notices {
		if n.channels.Stream {
			changes = append(changes, trading.Change{UserID: n.UserID, Kind: trading.NoticeChange, Subject: n.ID, Data: newNoticeResource(n)})
		}
		if n.channels.Webhook {
			events = append(events, n.events...)
			events = append(events, webhook.Event{TenantID: n.TenantID, Type: noticeCreated, Data: newNoticeEvent(n)})
		}
	}
	if slices.ContainsFunc(notices, func(n *Notice) bool { return n.isMailWaiting }) {
		tx.Notify(noticesTopic, "")
	}
	if len(changes) > 0 {
		if err := s.changes.RecordChanges(ctx, tx, changes...); err != nil {
			return err
		}
	}
	if len(events) == 0 {
		return nil
	}
	return s.events.Publish(ctx, tx, events...)
}

// chooseChannels gives each notice the channels of its user and kind.
func chooseChannels(ctx context.Context, tx *database.Tx, notices []*Notice) error {
	users := make([]uuid.UUID, 0, len(notices))
	for _, n := range notices {
		if !slices.Contains(users, n.UserID) {
			users = append(users, n.UserID)
		}
	}
	choices, err := choicesOf(ctx, tx, users)
	if err != nil {
		return err
	}
	usual := usualChoice()
	for _, n := range notices {
		n.channels = usual[n.Kind]
		if chosen, isChosen := choices[n.UserID][n.Kind]; isChosen {
			n.channels = chosen
		}
		n.isMailWaiting = n.channels.Mail
	}
	return nil
}

// Notices lists the caller's notices, newest first.
func (s *Service) Notices(ctx context.Context, caller identity.Caller, cursor database.Cursor) ([]*Notice, error) {
	return listNotices(ctx, s.db, caller.UserID, cursor)
}

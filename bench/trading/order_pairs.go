package trading

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"bourse/bench/kit"
)

// A pair's order: buy one at half the price, at which nobody sells.
const (
	orderPrice  = kit.Mark / 2
	orderHeld   = orderPrice + orderPrice/1000
	orderReason = "cancelled by its owner"
)

// orderClient is a user of the product who places orders and cancels them.
type orderClient struct{ *pairClient }

var placedOrder = []byte(`"data":{"id":"`)

func (c orderClient) pair(context.Context, string) error {
	content, err := c.post("/api/v1/trading/orders", `{"symbol":"`+kit.Symbol+`","side":"buy","type":"limit","quantity":1,"limitPrice":50}`)
	if err != nil {
		return err
	}
	const idLength = 36
	_, rest, found := bytes.Cut(content, placedOrder)
	if !found || len(rest) < idLength {
		return fmt.Errorf("placing answered %s", content)
	}
	path := "/api/v1/trading/orders/" + string(rest[:idLength])
	if _, err := c.Ask(c.product.Delete(path, c.token), nil); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// bareOrders places and cancels without the product.
type bareOrders struct{ *bareTrader }

func (t bareOrders) pair(ctx context.Context, _ string) error {
	order := kit.IDAt(time.Now()).String()
	if err := t.pairs.inTx(ctx, func(tx bareTx) error { return t.place(tx, order) }); err != nil {
		return fmt.Errorf("place: %w", err)
	}
	if err := t.pairs.inTx(ctx, func(tx bareTx) error { return t.cancel(tx, order) }); err != nil {
		return fmt.Errorf("cancel: %w", err)
	}
	return nil
}

func (t bareOrders) place(tx bareTx, order string) error {
	if err := t.lockPaper(tx); err != nil {
		return err
	}
	if err := tx.read(countWorking, nil, t.account); err != nil {
		return err
	}
	now := time.Now()
	if err := tx.insert(insertOrder, t.orderRow(order, now)); err != nil {
		return err
	}
	if err := t.post(tx, booking{"order", order, "place", now}, map[string]int64{t.cash: -orderHeld, t.reserved: orderHeld}); err != nil {
		return err
	}
	return t.publish(tx, "order", "trading.order.placed", t.orderData(order, "working", "", orderHeld, now), order, now)
}

func (t bareOrders) cancel(tx bareTx, order string) error {
	if err := tx.read(selectOwnOrder, nil, order, t.user); err != nil {
		return err
	}
	if _, err := t.lock(tx); err != nil {
		return err
	}
	if err := tx.read(selectOrder, nil, order); err != nil {
		return err
	}
	now := time.Now()
	if err := tx.exec(updateOrder, "cancelled", 0, 0, 0, 0, nil, orderReason, now.UnixMicro(), order); err != nil {
		return err
	}
	if err := t.post(tx, booking{"order", order, "release", now}, map[string]int64{t.reserved: -orderHeld, t.cash: orderHeld}); err != nil {
		return err
	}
	return t.publish(tx, "order", "trading.order.cancelled", t.orderData(order, "cancelled", orderReason, 0, now), order, now)
}

func (t *bareTrader) orderRow(order string, at time.Time) kit.Row {
	return kit.Row{
		"id": order, "tenant_id": t.tenant, "user_id": t.user, "account_id": t.account, "signal_id": nil, "bot_id": nil,
		"subscription_id": nil, "closes_position_id": nil, "exit_reason": "", "symbol": kit.Symbol, "side": "buy", "type": "limit",
		"status": "working", "quantity": pairQuantity, "notional": 0, "limit_price": orderPrice, "stop_price": 0, "stop_loss": 0,
		"target_price": 0, "trailing_percent": 0, "time_in_force": "gtc", "held": orderHeld, "filled_quantity": 0, "average_price": 0,
		"fee": 0, "position_id": nil, "reason": "", "created_at": at.UnixMicro(), "updated_at": at.UnixMicro(), "expires_at": nil,
	}
}

// orderData is the data of an order's events.
func (t *bareTrader) orderData(order, status, reason string, held int64, now time.Time) string {
	at := now.UTC().Format(time.RFC3339Nano)
	return fmt.Sprintf(`{"id":%q,"accountId":%q,"symbol":%q,"side":"buy","type":"limit","status":%q,"quantity":1,"notional":0,"limitPrice":50,`+
		`"stopPrice":0,"stopLoss":0,"targetPrice":0,"trailingPercent":0,"timeInForce":"gtc","held":%v,"filledQuantity":0,"averagePrice":0,`+
		`"fee":0,"reason":%q,"createdAt":%q,"updatedAt":%q,"orderId":%q,"userId":%q}`,
		order, t.account, kit.Symbol, status, kit.Number(held), reason, at, at, order, t.user)
}

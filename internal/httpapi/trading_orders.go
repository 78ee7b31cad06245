package httpapi

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/oas"
	"bourse/internal/trading"
)

// ListOrders implements GET /trading/orders.
func (a *API) ListOrders(ctx context.Context, params oas.ListOrdersParams) (oas.ListOrdersRes, error) {
	filter := trading.OrderFilter{
		Symbol: symbolOf(params.Symbol.Value), Status: trading.OrderStatus(params.Status.Value), AccountID: params.AccountId.Value,
	}
	cursor := database.Cursor{Before: params.Before.Value, Limit: params.Limit.Value}
	orders, err := a.Trading.Orders(ctx, caller(ctx), filter, cursor)
	if err != nil {
		return nil, err
	}
	return &oas.OrderListEnvelope{
		Success: true, Data: mapped(orders, order),
		Meta: cursorMeta(cursor.Limit, orders, func(o *trading.Order) uuid.UUID { return o.ID }),
	}, nil
}

// PlaceOrder implements POST /trading/orders.
func (a *API) PlaceOrder(ctx context.Context, req *oas.PlaceOrderRequest) (oas.PlaceOrderRes, error) {
	placed, err := a.Trading.PlaceOrder(ctx, caller(ctx), newOrder(req))
	if err != nil {
		return nil, err
	}
	return &oas.OrderEnvelope{Success: true, Data: order(placed)}, nil
}

// PreviewOrder implements POST /trading/orders/preview.
func (a *API) PreviewOrder(ctx context.Context, req *oas.PlaceOrderRequest) (oas.PreviewOrderRes, error) {
	seen, err := a.Trading.PreviewOrder(ctx, caller(ctx), newOrder(req))
	if err != nil {
		return nil, err
	}
	return &oas.PreviewEnvelope{Success: true, Data: preview(seen)}, nil
}

// PreviewSignal implements POST /trading/signals/{signalId}/preview.
func (a *API) PreviewSignal(ctx context.Context, req *oas.ExecuteSignalRequest, params oas.PreviewSignalParams) (oas.PreviewSignalRes, error) {
	seen, err := a.Trading.PreviewSignal(ctx, caller(ctx), params.SignalId, trading.ExecuteOptions{
		Quantity: decimal(req.Quantity), AccountID: req.AccountId.Value,
	})
	if err != nil {
		return nil, err
	}
	return &oas.PreviewEnvelope{Success: true, Data: preview(seen)}, nil
}

// GetOrder implements GET /trading/orders/{orderId}.
func (a *API) GetOrder(ctx context.Context, params oas.GetOrderParams) (oas.GetOrderRes, error) {
	found, err := a.Trading.Order(ctx, caller(ctx), params.OrderId)
	if err != nil {
		return nil, err
	}
	return &oas.OrderEnvelope{Success: true, Data: order(found)}, nil
}

// CancelOrder implements DELETE /trading/orders/{orderId}.
func (a *API) CancelOrder(ctx context.Context, params oas.CancelOrderParams) (oas.CancelOrderRes, error) {
	cancelled, err := a.Trading.CancelOrder(ctx, caller(ctx), params.OrderId)
	if err != nil {
		return nil, err
	}
	return &oas.OrderEnvelope{Success: true, Data: order(cancelled)}, nil
}

// ChangePosition implements PATCH /trading/positions/{positionId}.
func (a *API) ChangePosition(ctx context.Context, req *oas.ChangePositionRequest, params oas.ChangePositionParams) (oas.ChangePositionRes, error) {
	position, err := a.Trading.ChangeLevels(ctx, caller(ctx), params.PositionId, trading.LevelChanges{
		StopLoss: decimal(req.StopLoss), TargetPrice: decimal(req.TargetPrice), TrailingPercent: decimal(req.TrailingPercent),
	})
	if err != nil {
		return nil, err
	}
	return &oas.PositionEnvelope{Success: true, Data: a.position(position)}, nil
}

func newOrder(req *oas.PlaceOrderRequest) trading.NewOrder {
	return trading.NewOrder{
		AccountID: req.AccountId.Value, Symbol: symbolOf(req.Symbol), Side: trading.Side(req.Side), Type: trading.OrderType(req.Type),
		Quantity: decimal(req.Quantity), Notional: decimal(req.Notional), LimitPrice: decimal(req.LimitPrice), StopPrice: decimal(req.StopPrice),
		StopLoss: decimal(req.StopLoss), TargetPrice: decimal(req.TargetPrice), TrailingPercent: decimal(req.TrailingPercent),
		TimeInForce: trading.TimeInForce(req.TimeInForce.Value),
	}
}

func order(o *trading.Order) oas.Order {
	return oas.Order{
		ID: o.ID, AccountId: o.AccountID, Symbol: o.Symbol, Side: oas.PositionSide(o.Side), Type: oas.OrderType(o.Type),
		Status: oas.OrderStatus(o.Status), Quantity: o.Quantity, Notional: o.Notional, LimitPrice: o.LimitPrice, StopPrice: o.StopPrice,
		StopLoss: o.StopLoss, TargetPrice: o.TargetPrice, TrailingPercent: o.TrailingPercent, TimeInForce: oas.TimeInForce(o.TimeInForce),
		Held: o.Held, FilledQuantity: o.FilledQuantity, AveragePrice: o.AveragePrice, Fee: o.Fee, PositionId: optID(o.PositionID),
		Reason: o.Reason, CreatedAt: o.CreatedAt.UTC(), UpdatedAt: o.UpdatedAt.UTC(), ExpiresAt: optTime(o.ExpiresAt),
	}
}

// optOrder is the order at an exchange, if there is one.
func optOrder(o *trading.Order) oas.OptOrder {
	if o == nil {
		return oas.OptOrder{}
	}
	return oas.NewOptOrder(order(o))
}

func preview(p trading.Preview) oas.Preview {
	seen := oas.Preview{
		Allowed: p.Allowed(), AccountId: p.AccountID, Side: oas.PositionSide(p.Side), Quantity: p.Quantity, Price: p.Price, Notional: p.Notional,
		Margin: p.Margin, Fee: p.Fee, Total: p.Total, LossAtStop: p.LossAtStop, GainAtTarget: p.GainAtTarget, CashAfter: p.CashAfter,
		Positions: append([]uuid.UUID{}, p.Positions...),
	}
	if !p.Allowed() {
		seen.Code, seen.Reason = oas.NewOptErrorCode(oas.ErrorCode(p.Code)), oas.NewOptString(p.Reason)
	}
	return seen
}

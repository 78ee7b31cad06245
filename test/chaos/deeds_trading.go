package main

import (
	"context"
	"net/http"

	"bourse/internal/money"
)

// amount parses a number in an answer; anything else is 0, and the balances will show it.
func amount(text string) money.Decimal {
	read, err := money.Parse(text)
	if err != nil {
		return money.Zero
	}
	return read
}

// desk is an account to trade on, one in three times the one with real money.
func (p *person) desk() string {
	if p.random.IntN(3) == 0 {
		return p.things.account
	}
	return p.things.paper
}

// openedPosition is a position that was just opened.
func openedPosition(owner, id string) fact {
	return fact{Kind: "position", Owner: owner, ID: id, Values: map[string]string{"status": "open"}}
}

// trade places a market order, which is filled at once.
func (p *person) trade(ctx context.Context) {
	account := p.desk()
	var opened holding
	p.world.do(ctx, deed{
		area: "trading", name: "market order", by: p, path: "/trading/orders", makes: "order",
		body: map[string]any{
			"symbol": "XRPUSD", "side": []string{"buy", "sell"}[p.random.IntN(2)], "type": "market", "quantity": 1 + p.random.IntN(40), "accountId": account,
		},
		learn: func(answer reply) ([]fact, map[string]string) {
			margin := amount(field(answer.data, "averagePrice")).Mul(amount(field(answer.data, "filledQuantity")))
			opened = holding{field(answer.data, "positionId"), account, margin.String(), field(answer.data, "filledQuantity")}
			placed := fact{Kind: "order", Owner: p.id, ID: field(answer.data, "id"), Values: map[string]string{"status": "filled", "position": opened.id}}
			return []fact{placed, openedPosition(p.id, opened.id)}, map[string]string{account: margin.Add(amount(field(answer.data, "fee"))).Neg().String()}
		},
	})
	if opened.id != "" {
		p.things.positions = append(p.things.positions, opened)
	}
}

// tradeWithStop buys an instrument that will fall below the stop: the platform then sells it, once, on its own.
// Afterwards it is too late to buy.
func (p *person) tradeWithStop(ctx context.Context) {
	account := p.desk()
	p.world.do(ctx, deed{
		area: "trading", name: "order with a stop", by: p, path: "/trading/orders", makes: "order",
		body: map[string]any{"symbol": falling, "side": "buy", "type": "market", "quantity": 0.01, "stopLoss": 2900, "accountId": account},
		learn: func(answer reply) ([]fact, map[string]string) {
			position := field(answer.data, "positionId")
			p.things.stops[position] = field(answer.data, "fee")
			margin := amount(field(answer.data, "averagePrice")).Mul(amount(field(answer.data, "filledQuantity")))
			return []fact{
				{Kind: "order", Owner: p.id, ID: field(answer.data, "id"), Values: map[string]string{"status": "filled", "position": position}},
				{Kind: "position", Owner: p.id, ID: position, Values: map[string]string{"status": "closed"}}, {Kind: "stop", Owner: p.id, ID: position},
			}, map[string]string{account: margin.Add(amount(field(answer.data, "fee"))).Neg().String()}
		},
	})
}

// placeLimit places an order that the market never reaches, which reserves money.
func (p *person) placeLimit(ctx context.Context) {
	account := p.desk()
	var placed working
	p.world.do(ctx, deed{
		area: "trading", name: "limit order", by: p, path: "/trading/orders", makes: "order",
		body: map[string]any{"symbol": "XRPUSD", "side": "buy", "type": "limit", "quantity": 1 + p.random.IntN(40), "limitPrice": 1, "accountId": account},
		learn: func(answer reply) ([]fact, map[string]string) {
			placed = working{field(answer.data, "id"), account, field(answer.data, "held")}
			return []fact{{Kind: "order", Owner: p.id, ID: placed.id, Values: map[string]string{"status": "working"}}},
				map[string]string{account: amount(placed.held).Neg().String()}
		},
	})
	if placed.id != "" {
		p.things.orders = append(p.things.orders, placed)
	}
}

func (p *person) cancelOrder(ctx context.Context) {
	order, ok := take(p, &p.things.orders)
	if !ok {
		return
	}
	p.world.do(ctx, deed{
		area: "trading", name: "cancel an order", by: p, method: http.MethodDelete, path: "/trading/orders/" + order.id,
		doneCodes: []string{"INVALID_TRANSITION"}, needsNoAnswer: true,
		learn: func(reply) ([]fact, map[string]string) {
			return []fact{{Kind: "order", Owner: p.id, ID: order.id, Values: map[string]string{"status": "cancelled"}}}, map[string]string{order.account: order.held}
		},
	})
}

// execute has the analyst publish a signal and executes it.
func (p *person) execute(ctx context.Context) {
	answer, isDone := p.world.do(ctx, deed{
		area: "trading", name: "publish a signal", by: p.tenant.analyst, path: "/trading/signals",
		body: map[string]any{"symbol": "XRPUSD", "signalType": []string{"entry_long", "entry_short"}[p.random.IntN(2)]},
	})
	signal := field(answer.data, "id")
	if !isDone || signal == "" {
		return
	}
	account := p.desk()
	var opened holding
	p.world.do(ctx, deed{
		area: "trading", name: "execute a signal", by: p, path: "/trading/signals/" + signal + "/execute", makes: "position",
		body: map[string]any{"quantity": 1 + p.random.IntN(40), "accountId": account},
		learn: func(answer reply) ([]fact, map[string]string) {
			opened = holding{field(answer.data, "position", "id"), account, field(answer.data, "position", "margin"), field(answer.data, "quantity")}
			return []fact{openedPosition(p.id, opened.id)},
				map[string]string{account: amount(opened.margin).Add(amount(field(answer.data, "fee"))).Neg().String()}
		},
	})
	if opened.id != "" {
		p.things.positions = append(p.things.positions, opened)
	}
}

// close closes a position, or half of it.
func (p *person) close(ctx context.Context) {
	position, ok := take(p, &p.things.positions)
	if !ok {
		return
	}
	body := map[string]any{}
	if quantity := amount(position.quantity); p.random.IntN(4) == 0 && quantity.GreaterThan(money.FromInt(1)) {
		body["quantity"] = 1
	}
	_, isDone := p.world.do(ctx, deed{
		area: "trading", name: "close a position", by: p, path: "/trading/positions/" + position.id + "/close", body: body, makes: "trade",
		learn: func(answer reply) ([]fact, map[string]string) {
			released := amount(position.margin).Sub(amount(field(answer.data, "position", "margin")))
			back := released.Add(amount(field(answer.data, "trade", "grossPnl"))).Sub(amount(field(answer.data, "fee")))
			status := field(answer.data, "position", "status")
			position.margin = field(answer.data, "position", "margin")
			if position.quantity = ""; status == "open" {
				position.quantity = field(answer.data, "position", "quantity")
			}
			traded := fact{Kind: "trade", Owner: p.id, ID: field(answer.data, "trade", "id"), Values: map[string]string{
				"position": position.id, "realizedPnl": field(answer.data, "trade", "realizedPnl"),
			}}
			changed := fact{Kind: "position", Owner: p.id, ID: position.id, Values: map[string]string{"status": status}}
			return []fact{traded, changed}, map[string]string{position.account: back.String()}
		},
	})
	if !isDone || position.quantity != "" && amount(position.quantity).IsPositive() {
		p.things.positions = append(p.things.positions, position)
	}
}

func (p *person) follow(ctx context.Context) {
	bot, _ := pick(p, p.tenant.bots)
	answer, isDone := p.world.do(ctx, deed{
		area: "bots", name: "follow a bot", by: p, path: "/trading/bots/" + bot + "/subscribe", makes: "subscription",
		body: map[string]any{"mode": "auto", "allocatedCapital": 100},
		learn: func(answer reply) ([]fact, map[string]string) {
			return []fact{{Kind: "subscription", Owner: p.id, ID: field(answer.data, "id"), Values: map[string]string{"status": "active"}}}, nil
		},
	})
	if id := field(answer.data, "id"); isDone && id != "" {
		p.things.subscribed = append(p.things.subscribed, [2]string{bot, id})
	}
}

func (p *person) leave(ctx context.Context) {
	subscribed, ok := take(p, &p.things.subscribed)
	if !ok {
		return
	}
	p.world.do(ctx, deed{
		area: "bots", name: "leave a bot", by: p, method: http.MethodDelete, path: "/trading/bots/" + subscribed[0] + "/subscribe",
		doneCodes: []string{"NOT_FOUND"}, needsNoAnswer: true,
		learn: func(reply) ([]fact, map[string]string) {
			return []fact{{Kind: "subscription", Owner: p.id, ID: subscribed[1], Values: map[string]string{"status": "ended"}}}, nil
		},
	})
}

package binancetest

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"

	"bourse/internal/money"
)

// placeable matches valid client order ids.
var placeable = regexp.MustCompile(`^[a-zA-Z0-9-_]{1,36}$`)

// placeOrder is POST /api/v3/order.
func (e *Exchange) placeOrder(owner *account, parameters url.Values) (any, *refusal) {
	placed, problem := e.readOrder(parameters)
	if problem != nil {
		return nil, problem
	}
	if !owner.canTrade {
		return nil, refuse(codeNewOrderRejected, "This account may not place or cancel orders.")
	}
	if placed.clientID == "" {
		placed.clientID = "made-by-the-exchange-" + strconv.FormatInt(e.lastOrderID+1, 10)
	}
	if problem := e.accept(owner, placed); problem != nil {
		return nil, problem
	}
	answer := placed.fields()
	answer["transactTime"] = millis(placed.createdAt)
	fills := []any{}
	for _, trade := range placed.trades {
		fills = append(fills, map[string]any{
			"price": fixed(trade.Price), "qty": fixed(trade.Quantity), "commission": fixed(trade.Commission),
			"commissionAsset": trade.CommissionAsset, "tradeId": trade.ID,
		})
	}
	answer["fills"] = fills
	return answer, nil
}

// readOrder reads the order in a request, and requires what its type makes mandatory.
func (e *Exchange) readOrder(parameters url.Values) (*order, *refusal) {
	symbol, problem := e.symbolOf(parameters)
	if problem != nil {
		return nil, problem
	}
	o := &order{symbol: symbol, kind: parameters.Get("type"), clientID: parameters.Get("newClientOrderId")}
	if parameters.Has("newClientOrderId") && !placeable.MatchString(o.clientID) {
		return nil, refuse(codeIllegalCharacters, "Illegal characters found in parameter 'newClientOrderId'; legal range is '^[a-zA-Z0-9-_]{1,36}$'.")
	}
	switch parameters.Get("side") {
	case "BUY":
		o.isBuy = true
	case "SELL":
	default:
		return nil, refuse(codeInvalidSide, "Invalid side.")
	}
	if o.quantity, problem = decimalOf(parameters, "quantity"); problem != nil {
		return nil, problem
	}
	wanted := map[string][]string{"LIMIT": {"timeInForce", "price"}, "MARKET": {}, "STOP_LOSS": {"stopPrice"}}
	mandatory, isKnown := wanted[o.kind]
	if !isKnown {
		return nil, refuse(codeInvalidOrderType, "Invalid orderType.")
	}
	for _, name := range []string{"timeInForce", "price", "stopPrice"} {
		switch isWanted := slices.Contains(mandatory, name); {
		case isWanted && parameters.Get(name) == "":
			return nil, missingParameter(name)
		case !isWanted && parameters.Has(name):
			return nil, refuse(codeNotRequired, "Parameter '"+name+"' sent when not required.")
		}
	}
	if o.kind == "LIMIT" {
		o.price, problem = decimalOf(parameters, "price")
	} else if o.kind == "STOP_LOSS" {
		o.stopPrice, problem = decimalOf(parameters, "stopPrice")
	}
	return o, problem
}

// queryOrder is GET /api/v3/order.
func (e *Exchange) queryOrder(owner *account, parameters url.Values) (any, *refusal) {
	found, problem := e.orderOf(owner, parameters)
	if problem != nil {
		return nil, problem
	}
	if found == nil || e.clock().Before(found.createdAt.Add(e.readLag)) {
		return nil, refuse(codeNoSuchOrder, "Order does not exist.")
	}
	return found.whole(), nil
}

// cancelOrder is DELETE /api/v3/order.
func (e *Exchange) cancelOrder(owner *account, parameters url.Values) (any, *refusal) {
	found, problem := e.orderOf(owner, parameters)
	if problem != nil {
		return nil, problem
	}
	if found == nil || !found.isOpen() {
		return nil, refuse(codeCancelRejected, "Unknown order sent.")
	}
	e.end(owner, found, statusCanceled)
	answer := found.fields()
	answer["origClientOrderId"], answer["clientOrderId"] = found.clientID, "cancel-"+strconv.FormatInt(found.id, 10)
	return answer, nil
}

// orderOf finds the order that a request names, by the exchange's id if given and else by the client's; of several
// with the same client id, the last. It is nil when there is none.
func (e *Exchange) orderOf(owner *account, parameters url.Values) (*order, *refusal) {
	symbol, problem := e.symbolOf(parameters)
	if problem != nil {
		return nil, problem
	}
	id, clientID := parameters.Get("orderId"), parameters.Get("origClientOrderId")
	if id == "" && clientID == "" {
		return nil, refuse(codeMandatoryMissing, "Param 'origClientOrderId' or 'orderId' must be sent, but both were empty/null!")
	}
	for _, o := range slices.Backward(owner.orders) {
		isNamed := id == strconv.FormatInt(o.id, 10) || id == "" && clientID == o.clientID
		if o.symbol.Name == symbol.Name && isNamed {
			return o, nil
		}
	}
	return nil, nil
}

// openOrders is GET /api/v3/openOrders.
func (e *Exchange) openOrders(owner *account, parameters url.Values) (any, *refusal) {
	open := []any{}
	for _, o := range owner.orders {
		if name := parameters.Get("symbol"); o.isOpen() && (name == "" || name == o.symbol.Name) {
			open = append(open, o.whole())
		}
	}
	return open, nil
}

// fields are the fields of every answer about an order.
func (o *order) fields() map[string]any {
	fields := map[string]any{
		"symbol": o.symbol.Name, "orderId": o.id, "orderListId": -1, "clientOrderId": o.clientID, "price": fixed(o.price),
		"origQty": fixed(o.quantity), "executedQty": fixed(o.executed), "cummulativeQuoteQty": fixed(o.quote), "status": o.status,
		"timeInForce": "GTC", "type": o.kind, "side": o.side(), "workingTime": millis(o.createdAt), "selfTradePreventionMode": "EXPIRE_MAKER",
	}
	if o.kind == "STOP_LOSS" {
		fields["stopPrice"] = fixed(o.stopPrice)
	}
	return fields
}

// whole is an order as queries return it.
func (o *order) whole() map[string]any {
	fields := o.fields()
	fields["stopPrice"], fields["icebergQty"] = fixed(o.stopPrice), fixed(money.Zero)
	fields["time"], fields["updateTime"], fields["isWorking"] = millis(o.createdAt), millis(o.updatedAt), o.kind != "STOP_LOSS" || o.isTriggered
	fields["origQuoteOrderQty"] = fixed(money.Zero)
	return fields
}

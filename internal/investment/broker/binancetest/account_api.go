package binancetest

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
)

// accountInfo is GET /api/v3/account.
func (e *Exchange) accountInfo(owner *account, parameters url.Values) (any, *refusal) {
	balances := []any{}
	for _, asset := range slices.Sorted(maps.Keys(owner.balances)) {
		held := owner.balances[asset]
		if parameters.Get("omitZeroBalances") == "true" && held.free.IsZero() && held.locked.IsZero() {
			continue
		}
		balances = append(balances, map[string]any{"asset": asset, "free": fixed(held.free), "locked": fixed(held.locked)})
	}
	return map[string]any{
		"makerCommission": 10, "takerCommission": 10, "canTrade": owner.canTrade, "canWithdraw": true, "canDeposit": true,
		"updateTime": millis(e.clock()), "accountType": "SPOT", "balances": balances, "permissions": []string{"SPOT"}, "uid": 354937868,
	}, nil
}

// restrictions are the rights in GET /sapi/v1/account/apiRestrictions, by their documented names.
var restrictions = []string{
	"ipRestrict", "enableReading", "enableWithdrawals", "enableInternalTransfer", "enableMargin", "enableFutures", "permitsUniversalTransfer",
	"enableVanillaOptions", "enableFixApiTrade", "enableFixReadOnly", "enableSpotAndMarginTrading", "enablePortfolioMarginTrading",
}

func (e *Exchange) apiRestrictions(owner *account, _ url.Values) (any, *refusal) {
	answer := map[string]any{"createTime": millis(e.clock())}
	for _, right := range restrictions {
		answer[right] = owner.rights[right]
	}
	return answer, nil
}

// myTrades is GET /api/v3/myTrades: oldest first from an id on, or the newest up to the limit.
func (e *Exchange) myTrades(owner *account, parameters url.Values) (any, *refusal) {
	symbol, problem := e.symbolOf(parameters)
	if problem != nil {
		return nil, problem
	}
	limit, err := strconv.Atoi(parameters.Get("limit"))
	if err != nil || limit <= 0 || limit > 1000 {
		limit = 500
	}
	from, _ := strconv.ParseInt(parameters.Get("fromId"), 10, 64)
	trades := []any{}
	for _, o := range owner.orders {
		if id := parameters.Get("orderId"); o.symbol.Name != symbol.Name || id != "" && id != strconv.FormatInt(o.id, 10) {
			continue
		}
		for _, trade := range o.trades {
			if trade.ID >= from && !e.clock().Before(trade.At.Add(e.tradeLag)) {
				trades = append(trades, trade.fields(o))
			}
		}
	}
	if excess := len(trades) - limit; excess > 0 && parameters.Has("fromId") {
		trades = trades[:limit]
	} else if excess > 0 {
		trades = trades[excess:]
	}
	return trades, nil
}

func (t Trade) fields(of *order) map[string]any {
	return map[string]any{
		"symbol": of.symbol.Name, "id": t.ID, "orderId": of.id, "orderListId": -1, "price": fixed(t.Price), "qty": fixed(t.Quantity),
		"quoteQty": fixed(t.Price.Mul(t.Quantity)), "commission": fixed(t.Commission), "commissionAsset": t.CommissionAsset,
		"time": millis(t.At), "isBuyer": of.isBuy, "isMaker": of.kind == "LIMIT", "isBestMatch": true,
	}
}

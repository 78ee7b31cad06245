package kit

import (
	"errors"
	"fmt"
	"slices"
)

// OneOf is one of some texts.
func OneOf(words ...string) Check {
	return func(value any) error {
		if word, _ := value.(string); !slices.Contains(words, word) {
			return fmt.Errorf("%v is none of %v", value, words)
		}
		return nil
	}
}

// APrice is a number above zero.
func APrice(value any) error {
	if number, ok := value.(float64); !ok || number <= 0 {
		return fmt.Errorf("%v is no price", value)
	}
	return nil
}

// ALevel is a price, or 0 for none.
func ALevel(value any) error {
	if number, ok := value.(float64); !ok || number < 0 {
		return fmt.Errorf("%v is neither a price nor 0", value)
	}
	return nil
}

func aMapOfNumbers(value any) error {
	object, ok := value.(map[string]any)
	if !ok {
		return errors.New("it is no object")
	}
	for name, number := range object {
		if err := ANumber(number); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// The objects of the contract.
var (
	aSide      = OneOf("buy", "sell")
	aRiskLevel = OneOf("low", "medium", "high")

	ShapeOfBot = Shape{
		"id": AUUID, "name": AText, "description": AString, "strategyType": AText, "riskLevel": aRiskLevel,
		"scope": aScope, "?agent": OneOf("atlas", "orion", "nova"), "status": OneOf("active", "paused", "stopped", "error"), "statusReason": AString, "symbols": AListOf(AText),
		"timeframe": OneOf("1m", "5m", "1h", "1d"), "parameters": aMapOfNumbers, "createdAt": ATime, "?settingsChangedAt": ATime,
		"followers": AnInteger, "subscribed": ABoolean,
		"performance": AnObject(Shape{
			"totalReturn": ANumber, "winRate": ANumber, "sharpeRatio": ANumber, "maxDrawdown": ANumber,
			"profitFactor": ANumber, "expectancy": ANumber, "closedTrades": AnInteger, "observations": AnInteger,
		}),
	}
	ShapeOfSignal = Shape{
		"id": AUUID, "?botId": AUUID, "symbol": AText,
		"signalType": OneOf("entry_long", "entry_short", "exit_long", "exit_short", "hold"),
		"confidence": OneOf("low", "medium", "high", "very_high"),
		"price":      APrice, "targetPrice": ALevel, "stopLoss": ALevel, "reason": AString, "status": OneOf("active", "expired"), "scope": aScope,
		"createdAt": ATime, "expiresAt": ATime, "?executed": ABoolean, // absent without a caller
		"author": AnObject(Shape{"kind": OneOf("bot", "analyst"), "name": AText, "?id": AUUID}),
	}
	ShapeOfPosition = Shape{
		"id": AUUID, "symbol": AText, "side": aSide, "quantity": APrice, "entryPrice": APrice, "currentPrice": APrice,
		"unrealizedPnl": ANumber, "realizedPnl": ANumber, "status": OneOf("open", "closed", "liquidated"),
		"openedQuantity": APrice, "stopLoss": ALevel, "targetPrice": ALevel, "trailingPercent": ALevel, "liquidationPrice": ALevel, "margin": ALevel,
		"openFee":   ALevel,
		"accountId": AUUID, "?signalId": AUUID, "?botId": AUUID, "?subscriptionId": AUUID, "openedAt": ATime, "?closedAt": ATime,
	}
	ShapeOfTrade = Shape{
		"id": AUUID, "type": OneOf("close", "partial_close", "liquidation"), "positionId": AUUID, "?signalId": AUUID,
		"?botId": AUUID, "accountId": AUUID, "symbol": AText, "side": aSide, "quantity": APrice, "entryPrice": APrice,
		"exitPrice": ALevel, "fees": ALevel, "grossPnl": ANumber, "realizedPnl": ANumber, "realizedPnlPercent": ANumber,
		"exitReason": OneOf("manual", "signal", "stop_loss", "trailing_stop", "take_profit", "liquidation", "copy_stop", "account_closed"),
		"openedAt":   ATime, "closedAt": ATime, "balanceAfter": ANumber,
	}
	ShapeOfOrder = Shape{
		"id": AUUID, "accountId": AUUID, "symbol": AText, "side": aSide, "type": OneOf("market", "limit", "stop"),
		"status": OneOf("working", "filled", "cancelled", "expired", "rejected"), "quantity": APrice, "notional": ALevel,
		"limitPrice": ALevel, "stopPrice": ALevel, "stopLoss": ALevel, "targetPrice": ALevel, "trailingPercent": ALevel,
		"timeInForce": OneOf("gtc", "day"), "held": ALevel, "filledQuantity": ALevel, "averagePrice": ALevel, "fee": ALevel,
		"?positionId": AUUID, "reason": AString, "createdAt": ATime, "updatedAt": ATime, "?expiresAt": ATime,
	}
	ShapeOfPreview = Shape{
		"allowed": ABoolean, "?code": AText, "?reason": AText, "accountId": AUUID, "side": aSide, "quantity": ALevel, "price": ALevel,
		"notional": ALevel, "margin": ANumber, "fee": ALevel, "total": ANumber, "lossAtStop": ANumber, "gainAtTarget": ANumber,
		"cashAfter": ANumber, "positions": AListOf(AUUID),
	}
	ShapeOfExecution = Shape{
		"signalId": AUUID, "accountId": AUUID, "position": AnObject(ShapeOfPosition), "fillPrice": APrice, "quantity": APrice,
		"fee": ALevel, "trades": AListOf(AnObject(ShapeOfTrade)),
	}
	ShapeOfClosing = Shape{
		"position": AnObject(ShapeOfPosition), "trade": AnObject(ShapeOfTrade), "fillPrice": APrice, "fee": ALevel,
	}
	ShapeOfSubscription = Shape{
		"id": AUUID, "botId": AUUID, "botName": AText, "accountId": AUUID, "mode": OneOf("manual", "auto"),
		"status": OneOf("active", "paused", "stopped", "ended"), "allocatedCapital": ANumber, "copyStopPercent": AnInteger,
		"realizedPnl": ANumber, "unrealizedPnl": ANumber, "openFees": ANumber, "totalPnl": ANumber, "openPositions": AnInteger,
		"signalsReceived": AnInteger, "signalsExecuted": AnInteger, "signalsSkipped": AnInteger,
		"createdAt": ATime, "?endedAt": ATime,
	}
	// ShapeOfCopy is the result of a signal under a subscription.
	ShapeOfCopy = Shape{
		"signalId": AUUID, "symbol": AText, "signalType": AText, "outcome": OneOf("executed", "skipped", "closed"), "createdAt": ATime,
		"?reason": AnObject(Shape{"code": AText, "message": AText}), "?positionId": AUUID,
	}
	ShapeOfTradingAccount = Shape{
		"id": AUUID, "kind": OneOf("paper", "investment", "connected"), "name": AText, "status": OneOf("active", "suspended", "closed"), "currency": Exactly("USD"),
		"cash": ANumber, "held": ANumber, "reserved": ANumber, "margin": ANumber, "unrealizedPnl": ANumber, "realizedPnl": ANumber, "openFees": ALevel,
		"equity": ANumber, "netDeposits": ANumber, "totalPnl": ANumber, "openPositions": AnInteger,
	}
	ShapeOfStatementLine = Shape{
		"id": AUUID, "time": ATime, "description": AText, "amount": ANumber, "?fee": APrice, "balance": ANumber, "?positionId": AUUID,
		"?tradeId": AUUID, "?orderId": AUUID,
		"kind": OneOf("capital", "deposit", "withdrawal", "dispute", "position_opened", "position_closed", "other"),
	}
	ShapeOfEquityPoint = Shape{"time": ATime, "value": ANumber, "drawdown": ALevel}

	shapeOfAccountFigures = Shape{
		"totalValue": ANumber, "totalPnl": ANumber, "positions": AnInteger, "cash": ANumber, "margin": ANumber, "held": ANumber, "reserved": ANumber,
		"unrealizedPnl": ANumber, "realizedPnl": ANumber, "openFees": ALevel, "accounts": AnInteger,
	}
	shapeOfTradingPortfolio = Shape{
		"totalValue": ANumber, "totalPnl": ANumber, "positions": AnInteger, "cash": ANumber, "margin": ANumber, "held": ANumber, "reserved": ANumber,
		"unrealizedPnl": ANumber, "realizedPnl": ANumber, "openFees": ALevel, "accounts": AnInteger,
		"kind": OneOf("paper", "investment"), "paper": AnObject(shapeOfAccountFigures), "invested": AnObject(shapeOfAccountFigures),
	}
	ShapeOfInstrument = Shape{
		"symbol": AText, "name": AText, "kind": OneOf("crypto", "fx", "equity"), "baseAsset": AText, "quoteAsset": AText,
		"tickSize": APrice, "lotStep": APrice, "session": OneOf("always", "weekdays", "us_equity"),
		"isOpen": ABoolean, "isActive": ABoolean,
	}
	ShapeOfQuote = Shape{
		"symbol": AText, "bid": APrice, "ask": APrice, "mark": APrice, "last": APrice, "change": ANumber, "changePercent": ANumber,
		"dayHigh": APrice, "dayLow": APrice, "state": OneOf("open", "closed"), "?opensAt": ATime, "?closesAt": ATime, "time": ATime, "isStale": ABoolean,
	}
	ShapeOfWatchlist = Shape{"symbols": AListOf(AText), "quotes": AListOf(AnObject(ShapeOfQuote))}
	ShapeOfAlert     = Shape{
		"id": AUUID, "symbol": AText, "kind": OneOf("above", "below", "percent_move"), "price": ALevel, "percent": ALevel, "referencePrice": ALevel,
		"note": AString, "status": OneOf("working", "fired", "cancelled"), "firedPrice": ALevel, "?firedAt": ATime, "createdAt": ATime,
	}
	ShapeOfNotice = Shape{
		"id": AUUID, "kind": OneOf("order_filled", "position_stopped", "copy_stopped", "alert_fired"), "subjectId": AUUID, "?symbol": AText,
		"title": AText, "text": AText, "createdAt": ATime,
	}
	shapeOfChannels      = Shape{"mail": ABoolean, "stream": ABoolean, "webhook": ABoolean}
	ShapeOfNotifications = Shape{
		"order_filled": AnObject(shapeOfChannels), "position_stopped": AnObject(shapeOfChannels), "copy_stopped": AnObject(shapeOfChannels),
		"alert_fired": AnObject(shapeOfChannels),
	}
	ShapeOfCandle = Shape{"openTime": ATime, "open": APrice, "high": APrice, "low": APrice, "close": APrice, "volume": ALevel}
)

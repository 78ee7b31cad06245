package e2e_test

import (
	"errors"
	"fmt"
	"slices"
)

// oneOf is one of some texts.
func oneOf(words ...string) check {
	return func(value any) error {
		if word, _ := value.(string); !slices.Contains(words, word) {
			return fmt.Errorf("%v is none of %v", value, words)
		}
		return nil
	}
}

// aPrice is a number above zero.
func aPrice(value any) error {
	if number, ok := value.(float64); !ok || number <= 0 {
		return fmt.Errorf("%v is no price", value)
	}
	return nil
}

// aLevel is a price or 0 for none.
func aLevel(value any) error {
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
		if err := aNumber(number); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// The objects of the contract.
var (
	aSide      = oneOf("buy", "sell")
	aRiskLevel = oneOf("low", "medium", "high")

	shapeOfBot = shape{
		"id": aUUID, "name": aText, "description": aString, "strategyType": aText, "riskLevel": aRiskLevel,
		"scope": aScope, "?agent": oneOf("atlas", "orion", "nova"), "status": oneOf("active", "paused", "stopped", "error"), "statusReason": aString, "symbols": aListOf(aText),
		"timeframe": oneOf("1m", "5m", "1h", "1d"), "parameters": aMapOfNumbers, "createdAt": aTime,
		"performance": anObject(shape{
			"totalReturn": aNumber, "winRate": aNumber, "sharpeRatio": aNumber, "maxDrawdown": aNumber,
			"profitFactor": aNumber, "expectancy": aNumber, "closedTrades": anInteger, "observations": anInteger,
		}),
	}
	shapeOfSignal = shape{
		"id": aUUID, "?botId": aUUID, "symbol": aText,
		"signalType": oneOf("entry_long", "entry_short", "exit_long", "exit_short", "hold"),
		"confidence": oneOf("low", "medium", "high", "very_high"),
		"price":      aPrice, "targetPrice": aLevel, "stopLoss": aLevel, "reason": aString, "status": oneOf("active", "expired"), "scope": aScope,
		"createdAt": aTime, "expiresAt": aTime,
	}
	shapeOfPosition = shape{
		"id": aUUID, "symbol": aText, "side": aSide, "quantity": aPrice, "entryPrice": aPrice, "currentPrice": aPrice,
		"unrealizedPnl": aNumber, "realizedPnl": aNumber, "status": oneOf("open", "closed", "liquidated"),
		"openedQuantity": aPrice, "stopLoss": aLevel, "targetPrice": aLevel, "liquidationPrice": aLevel, "margin": aLevel, "openFee": aLevel,
		"accountId": aUUID, "?signalId": aUUID, "?botId": aUUID, "?subscriptionId": aUUID, "openedAt": aTime, "?closedAt": aTime,
	}
	shapeOfTrade = shape{
		"id": aUUID, "type": oneOf("close", "partial_close", "liquidation"), "positionId": aUUID, "?signalId": aUUID,
		"?botId": aUUID, "accountId": aUUID, "symbol": aText, "side": aSide, "quantity": aPrice, "entryPrice": aPrice,
		"exitPrice": aLevel, "fees": aLevel, "grossPnl": aNumber, "realizedPnl": aNumber, "realizedPnlPercent": aNumber,
		"exitReason": oneOf("manual", "signal", "stop_loss", "take_profit", "liquidation", "copy_stop", "account_closed"),
		"openedAt":   aTime, "closedAt": aTime, "balanceAfter": aNumber,
	}
	shapeOfExecution = shape{
		"signalId": aUUID, "accountId": aUUID, "position": anObject(shapeOfPosition), "fillPrice": aPrice, "quantity": aPrice,
		"fee": aLevel, "trades": aListOf(anObject(shapeOfTrade)),
	}
	shapeOfClosing = shape{
		"position": anObject(shapeOfPosition), "trade": anObject(shapeOfTrade), "fillPrice": aPrice, "fee": aLevel,
	}
	shapeOfSubscription = shape{
		"id": aUUID, "botId": aUUID, "botName": aText, "accountId": aUUID, "mode": oneOf("manual", "auto"),
		"status": oneOf("active", "stopped", "ended"), "allocatedCapital": aNumber, "copyStopPercent": anInteger,
		"realizedPnl": aNumber, "unrealizedPnl": aNumber, "totalPnl": aNumber, "openPositions": anInteger,
		"signalsReceived": anInteger, "signalsExecuted": anInteger, "signalsSkipped": anInteger,
		"createdAt": aTime, "?endedAt": aTime,
	}
	shapeOfAccountFigures = shape{
		"totalValue": aNumber, "totalPnl": aNumber, "positions": anInteger, "cash": aNumber, "margin": aNumber, "held": aNumber,
		"unrealizedPnl": aNumber, "realizedPnl": aNumber, "openFees": aLevel, "accounts": anInteger,
	}
	shapeOfTradingPortfolio = shape{
		"totalValue": aNumber, "totalPnl": aNumber, "positions": anInteger, "cash": aNumber, "margin": aNumber, "held": aNumber,
		"unrealizedPnl": aNumber, "realizedPnl": aNumber, "openFees": aLevel, "accounts": anInteger,
		"kind": oneOf("paper", "investment"), "paper": anObject(shapeOfAccountFigures), "invested": anObject(shapeOfAccountFigures),
	}
	shapeOfInstrument = shape{
		"symbol": aText, "name": aText, "kind": oneOf("crypto", "fx", "equity"), "baseAsset": aText, "quoteAsset": aText,
		"tickSize": aPrice, "lotStep": aPrice, "session": oneOf("always", "weekdays", "us_equity"),
		"isOpen": aBoolean, "isActive": aBoolean,
	}
	shapeOfQuote  = shape{"symbol": aText, "bid": aPrice, "ask": aPrice, "mark": aPrice, "time": aTime, "isStale": aBoolean}
	shapeOfCandle = shape{"openTime": aTime, "open": aPrice, "high": aPrice, "low": aPrice, "close": aPrice, "volume": aLevel}
)

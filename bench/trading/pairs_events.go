package trading

import (
	"fmt"
	"time"

	"bourse/bench/kit"
)

// openedData is the data of the event of an opened position.
func (t *bareTrader) openedData(signal, position string, now time.Time) string {
	return fmt.Sprintf(`{"id":%q,"positionId":%q,"userId":%q,"accountId":%q,"signalId":%q,"symbol":%q,"side":"buy","status":"open",`+
		`"quantity":1,"openedQuantity":1,"entryPrice":100.05,"currentPrice":100.05,"unrealizedPnl":0,"realizedPnl":0,"stopLoss":50,`+
		`"targetPrice":200,"trailingPercent":0,"liquidationPrice":0,"margin":100.05,"openFee":0.10005,"fee":0.10005,"openedAt":%q}`,
		position, position, t.user, t.account, signal, kit.Symbol, now.UTC().Format(time.RFC3339Nano))
}

// closedData is the data of the event of a closed position.
func (t *bareTrader) closedData(signal, position, trade string, now time.Time) string {
	at := now.UTC().Format(time.RFC3339Nano)
	return fmt.Sprintf(`{"id":%q,"positionId":%q,"tradeId":%q,"userId":%q,"accountId":%q,"signalId":%q,"type":"close","status":"closed","symbol":%q,`+
		`"side":"buy","quantity":1,"openedQuantity":1,"entryPrice":100.05,"currentPrice":99.95,"exitPrice":99.95,"unrealizedPnl":0,`+
		`"realizedPnl":-0.3,"stopLoss":50,"targetPrice":200,"trailingPercent":0,"liquidationPrice":0,"margin":0,"openFee":0,"fees":0.2,"exitReason":"manual",`+
		`"openedAt":%q,"closedAt":%q,"trade":{"id":%q,"type":"close","positionId":%q,"signalId":%q,"accountId":%q,"symbol":%q,"side":"buy","quantity":1,`+
		`"entryPrice":100.05,"exitPrice":99.95,"fees":0.2,"grossPnl":-0.1,"realizedPnl":-0.3,"realizedPnlPercent":-0.29985007,`+
		`"exitReason":"manual","openedAt":%q,"closedAt":%q,"balanceAfter":99999.7}}`,
		position, position, trade, t.user, t.account, signal, kit.Symbol, at, at, trade, position, signal, t.account, kit.Symbol, at, at)
}

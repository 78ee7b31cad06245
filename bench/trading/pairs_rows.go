package trading

import (
	"time"

	"bourse/bench/kit"
)

// The cost of a pair: bought and sold again at a mark of 100 with 5 basis points of slippage and 10 of fee.
const (
	pairQuantity = kit.Unit
	pairBought   = kit.Mark + kit.Mark/2000
	pairSold     = kit.Mark - kit.Mark/2000
	pairEntryFee = pairBought / 1000
	pairExitFee  = pairSold / 1000
	pairGross    = pairSold - pairBought
	pairNet      = pairGross - pairEntryFee - pairExitFee
)

func (t *bareTrader) executionRow(signal string, at time.Time) kit.Row {
	return kit.Row{
		"owner_id": t.user, "signal_id": signal, "account_id": t.account, "subscription_id": nil, "outcome": "executed", "reason": "", "detail": "",
		"created_at": at.UnixMicro(),
	}
}

func (t *bareTrader) positionRow(signal, position string, at time.Time) kit.Row {
	return kit.Row{
		"id": position, "tenant_id": t.tenant, "user_id": t.user, "account_id": t.account,
		"signal_id": signal, "bot_id": nil, "subscription_id": nil, "symbol": kit.Symbol, "side": "buy", "status": "open",
		"quantity": pairQuantity, "opened_quantity": pairQuantity, "entry_price": pairBought, "exit_price": 0,
		"stop_loss": kit.Mark / 2, "target_price": kit.Mark * 2, "liquidation_price": 0, "margin": pairBought,
		"entry_fee": pairEntryFee, "realized_pnl": 0, "opened_at": at.UnixMicro(), "closed_at": nil,
		"trailing_percent": 0, "stop_trails": false,
	}
}

func (t *bareTrader) tradeRow(signal, position, trade string, balance int64, opened any, at time.Time) kit.Row {
	return kit.Row{
		"id": trade, "tenant_id": t.tenant, "user_id": t.user, "account_id": t.account, "position_id": position,
		"signal_id": signal, "bot_id": nil, "type": "close", "symbol": kit.Symbol, "side": "buy",
		"quantity": pairQuantity, "entry_price": pairBought, "exit_price": pairSold, "fees": pairEntryFee + pairExitFee,
		"gross_pnl": pairGross, "realized_pnl": pairNet, "exit_reason": "manual", "balance_after": balance,
		"opened_at": opened, "closed_at": at.UnixMicro(),
	}
}

// booking is what a ledger transaction is about.
type booking struct {
	sourceType, source, kind string
	at                       time.Time
}

func (t *bareTrader) bookingRow(id string, booked booking) kit.Row {
	return kit.Row{
		"id": id, "tenant_id": t.tenant, "source_type": booked.sourceType, "source_id": booked.source, "kind": booked.kind,
		"created_at": booked.at.UnixMicro(),
	}
}

func postingRow(transaction, account string, amount, balance int64) kit.Row {
	return kit.Row{"transaction_id": transaction, "account_id": account, "amount": amount, "balance_after": balance}
}

func (t *bareTrader) eventRow(id, eventType, body string, at time.Time) kit.Row {
	return kit.Row{"id": id, "tenant_id": t.tenant, "type": eventType, "body": body, "created_at": at.UnixMicro()}
}

func (t *bareTrader) changeRow(number int64, kind, subject, data string, at time.Time) kit.Row {
	return kit.Row{
		"user_id": t.user, "number": number, "kind": kind, "subject_id": subject, "data": data, "created_at": at.UnixMicro(),
	}
}

package verify

import (
	"context"

	"bourse/internal/database"
)

func (w *world) accounts(ctx context.Context, tx *database.Tx) {
	for _, account := range []struct{ id, kind string }{{paper, "paper"}, {invested, "investment"}, {connected, "connected"}} {
		w.insert(ctx, tx, "trading_accounts", row{
			"id": account.id, "tenant_id": tenant, "user_id": user, "kind": account.kind, "status": "active", "created_at": 1,
		})
	}
	w.insert(ctx, tx, "trading_accounts", row{"id": botAccount, "tenant_id": tenant, "kind": "bot", "status": "active", "created_at": 1})
	w.insert(ctx, tx, "equity_snapshots", row{"account_id": paper, "day": 86_400_000_000, "value": coin})
	w.insert(ctx, tx, "investment_accounts", row{
		"id": invested, "tenant_id": tenant, "user_id": user, "trading_agent": "atlas", "initial_capital": coin, "risk_profile": "moderate",
		"status": "active", "kyc_status": "approved", "created_at": 1, "updated_at": 1,
	})
	w.insert(ctx, tx, "investment_connections", row{
		"id": connection, "tenant_id": tenant, "user_id": user, "provider": "binance", "status": "disconnected", "credential_hint": "", "fingerprint": "f",
		"permissions": "[]", "message": "", "created_at": 1, "updated_at": 1,
	})
	w.insert(ctx, tx, "portfolios", row{
		"id": portfolio, "tenant_id": tenant, "user_id": user, "name": "p", "risk_profile": "moderate", "is_primary": true, "created_at": 1, "updated_at": 1,
	})
	w.insert(ctx, tx, "portfolio_accounts", row{"portfolio_id": portfolio, "account_id": paper})
	w.insert(ctx, tx, "portfolio_targets", row{"portfolio_id": portfolio, "asset": "BTC", "percent": 60 * coin}, row{"portfolio_id": portfolio, "asset": "USD", "percent": 40 * coin})
	w.post(ctx, tx, "trading_account", paper, "capital", map[string]int64{ledgerAccount(paper, "external"): -1000 * coin, ledgerAccount(paper, "cash"): 1000 * coin})
}

// trades writes a half-closed and a closed position, both from one signal of a bot that is followed.
func (w *world) trades(ctx context.Context, tx *database.Tx) {
	w.insert(ctx, tx, "instruments", row{
		"symbol": "BTCUSD", "name": "b", "kind": "crypto", "base_asset": "BTC", "quote_asset": "USD", "venue_symbol": "B", "session": "always", "tick_size": 1,
		"lot_step": 1, "spread_bp": 0, "reference_price": coin, "annual_volatility": 0, "is_active": true, "created_at": 1, "updated_at": 1,
	})
	w.insert(ctx, tx, "bots", row{
		"id": bot, "tenant_id": tenant, "account_id": botAccount, "name": "b", "description": "", "strategy_type": "trend", "parameters": "{}", "symbols": "[]",
		"timeframe": 60, "risk_level": "low", "status": "active", "status_reason": "", "capital": coin, "created_at": 1, "updated_at": 1,
	})
	for number, of := range []string{signal, id(23)} {
		w.insert(ctx, tx, "signals", row{
			"id": of, "bot_id": bot, "tenant_id": tenant, "symbol": "BTCUSD", "signal_type": "entry_long", "confidence": "low", "risk_level": "low",
			"price": coin, "reason": "", "created_at": 1, "expires_at": 2, "number": number,
		})
		w.insert(ctx, tx, "signal_executions", row{
			"owner_id": user, "signal_id": of, "account_id": paper, "outcome": "executed", "reason": "", "created_at": 1,
		})
	}
	w.insert(ctx, tx, "bot_subscriptions", row{
		"id": subscription, "tenant_id": tenant, "user_id": user, "bot_id": bot, "account_id": paper, "mode": "auto", "allocated_capital": 100 * coin,
		"copy_stop_percent": 0, "status": "active", "realized_pnl": 7 * coin, "created_at": 1,
	})
	position := row{
		"id": openPosition, "tenant_id": tenant, "user_id": user, "account_id": paper, "signal_id": signal, "subscription_id": subscription, "symbol": "BTCUSD",
		"side": "buy", "status": "open", "quantity": coin, "opened_quantity": 2 * coin, "entry_price": 10 * coin, "stop_loss": 0, "target_price": 0,
		"liquidation_price": 0, "margin": 10 * coin, "entry_fee": coin, "realized_pnl": 3 * coin, "opened_at": 1,
	}
	w.insert(ctx, tx, "positions", position, position.with(row{
		"id": closedPosition, "signal_id": id(23), "status": "closed", "quantity": 2 * coin, "margin": 0, "entry_fee": 0, "realized_pnl": 4 * coin, "closed_at": 2,
	}))
	w.trade(ctx, tx, row{"id": partTrade, "position_id": openPosition, "type": "partial_close", "quantity": coin, "gross_pnl": 5 * coin, "fees": 2 * coin, "realized_pnl": 3 * coin})
	w.trade(ctx, tx, row{"id": lastTrade, "position_id": closedPosition, "type": "close", "quantity": 2 * coin, "gross_pnl": 7 * coin, "fees": 3 * coin, "realized_pnl": 4 * coin})
	cash, margin, fees, profit := ledgerAccount(paper, "cash"), ledgerAccount(paper, "margin"), ledgerAccount(paper, "fees"), ledgerAccount(paper, "profit")
	w.post(ctx, tx, "position", openPosition, "open", map[string]int64{cash: -22 * coin, margin: 20 * coin, fees: 2 * coin})
	w.post(ctx, tx, "trade", partTrade, "close", map[string]int64{cash: 14 * coin, margin: -10 * coin, fees: coin, profit: -5 * coin})
	w.post(ctx, tx, "position", closedPosition, "open", map[string]int64{cash: -22 * coin, margin: 20 * coin, fees: 2 * coin})
	w.post(ctx, tx, "trade", lastTrade, "close", map[string]int64{cash: 26 * coin, margin: -20 * coin, fees: coin, profit: -7 * coin})
}

func (w *world) trade(ctx context.Context, tx *database.Tx, differs row) {
	trade := row{
		"tenant_id": tenant, "user_id": user, "account_id": paper, "symbol": "BTCUSD", "side": "buy", "entry_price": 10 * coin, "exit_price": 15 * coin,
		"exit_reason": "manual", "balance_after": 0, "opened_at": 1, "closed_at": 2,
	}
	w.insert(ctx, tx, "trades", trade.with(differs))
}

// orders writes one that works on the paper account and one that an exchange has filled.
func (w *world) orders(ctx context.Context, tx *database.Tx) {
	order := row{
		"id": workingOrder, "tenant_id": tenant, "user_id": user, "account_id": paper, "symbol": "BTCUSD", "side": "buy", "type": "limit", "status": "working",
		"quantity": coin, "notional": 0, "limit_price": 9 * coin, "stop_price": 0, "stop_loss": 0, "target_price": 0, "trailing_percent": 0, "time_in_force": "gtc",
		"held": 9 * coin, "filled_quantity": 0, "average_price": 0, "fee": 0, "reason": "", "created_at": 1, "updated_at": 1,
	}
	w.insert(ctx, tx, "orders", order, order.with(row{
		"id": liveOrder, "account_id": connected, "status": "filled", "held": 0, "filled_quantity": coin, "position_id": openPosition,
	}))
	w.insert(ctx, tx, "order_fills", row{"order_id": liveOrder, "fill_id": "f", "quantity": coin, "price": coin, "fee": 0, "filled_at": 1})
	w.insert(ctx, tx, "live_orders", row{
		"id": liveOrder, "tenant_id": tenant, "account_id": connected, "connection_id": connection, "client_order_id": "c", "state": "done", "symbol": "B", "side": "buy",
		"type": "limit", "quantity": coin, "limit_price": 0, "stop_price": 0, "exchange_order_id": "", "executed": coin, "cancel_asked": false, "error": "",
		"attempts": 0, "lease": 0, "created_at": 1, "changed_at": 1,
	})
	w.post(ctx, tx, "order", workingOrder, "place", map[string]int64{ledgerAccount(paper, "cash"): -9 * coin, ledgerAccount(paper, "reserved"): 9 * coin})
}

// payments writes a deposit next to granted money, partly withdrawn and partly disputed, a paid course, partly
// refunded, with a refund that came back, and money that bought nothing.
func (w *world) payments(ctx context.Context, tx *database.Tx) {
	w.insert(ctx, tx, "courses", row{
		"id": course, "tenant_id": tenant, "slug": "c", "title": "c", "short_description": "", "description": "", "thumbnail_url": "", "difficulty_level": "beginner",
		"status": "published", "price_usd": 5 * coin, "access_days": 0, "created_at": 1, "updated_at": 1,
	})
	payment := row{
		"tenant_id": tenant, "user_id": user, "description": "", "currency": "USD", "status": "succeeded", "provider": "stripe", "expires_at": 2,
		"created_at": 1, "updated_at": 1, "paid_at": 1, "completed_at": 1,
	}
	w.insert(ctx, tx, "payments",
		payment.with(row{"id": deposit, "kind": "deposit", "account_id": invested, "amount": 50 * coin, "disputed_amount": 6 * coin}),
		payment.with(row{"id": purchase, "kind": "course", "course_id": course, "amount": 5 * coin, "status": "partially_refunded", "refunded_amount": 2 * coin}),
		payment.with(row{"id": strayed, "kind": "course", "course_id": course, "amount": 4 * coin, "status": "expired"}))
	w.insert(ctx, tx, "payment_events", row{"provider": "stripe", "event_id": "e", "type": "t", "payment_id": deposit, "outcome": "applied", "created_at": 1})
	gone := row{
		"id": refund, "payment_id": purchase, "tenant_id": tenant, "amount": 2 * coin, "status": "succeeded", "reason": "", "requested_by": other,
		"created_at": 1, "completed_at": 1,
	}
	w.insert(ctx, tx, "refunds", gone, gone.with(row{"id": returned, "amount": coin, "status": "failed"}))
	w.insert(ctx, tx, "payment_disputes", row{
		"id": dispute, "payment_id": deposit, "tenant_id": tenant, "provider": "stripe", "provider_reference": "d", "amount": 6 * coin, "taken_amount": 6 * coin,
		"held_amount": 6 * coin, "owed_amount": 0, "status": "open", "reason": "", "created_at": 1,
	})
	w.insert(ctx, tx, "withdrawals", row{
		"id": withdrawal, "tenant_id": tenant, "user_id": user, "account_id": invested, "amount": 10 * coin, "currency": "USD", "status": "requested", "created_at": 1,
	})
	cash, hold, external := ledgerAccount(invested, "cash"), ledgerAccount(invested, "hold"), ledgerAccount(user, "external")
	revenue, owed := ledgerAccount(tenant, "revenue"), ledgerAccount(user, "hold")
	w.post(ctx, tx, "trading_account", invested, "capital", map[string]int64{cash: 6 * coin, ledgerAccount(invested, "external"): -6 * coin})
	w.post(ctx, tx, "payment", deposit, "deposit", map[string]int64{cash: 50 * coin, ledgerAccount(invested, "external"): -50 * coin})
	w.post(ctx, tx, "withdrawal", withdrawal, "hold", map[string]int64{cash: -10 * coin, hold: 10 * coin})
	w.post(ctx, tx, "dispute", dispute, "hold", map[string]int64{cash: -6 * coin, hold: 6 * coin})
	w.post(ctx, tx, "payment", purchase, "purchase", map[string]int64{external: -5 * coin, revenue: 5 * coin})
	w.post(ctx, tx, "refund", refund, "refund", map[string]int64{external: 2 * coin, revenue: -2 * coin})
	w.post(ctx, tx, "refund", returned, "refund", map[string]int64{external: coin, revenue: -coin})
	w.post(ctx, tx, "refund", returned, "returned", map[string]int64{external: -coin, owed: coin})
	w.post(ctx, tx, "payment", strayed, "stray", map[string]int64{external: -4 * coin, owed: 4 * coin})
}

func (w *world) learning(ctx context.Context, tx *database.Tx) {
	w.insert(ctx, tx, "course_purchases", row{"payment_id": purchase, "tenant_id": tenant, "user_id": user, "course_id": course, "bought_at": 1})
	w.insert(ctx, tx, "lessons", row{
		"id": lesson, "course_id": course, "title": "l", "slug": "l", "position": 1, "type": "text", "content": "", "duration_minutes": 1, "is_preview": false,
		"is_required": true, "status": "published", "created_at": 1, "updated_at": 1,
	})
	w.insert(ctx, tx, "enrollments", row{
		"id": enrollment, "tenant_id": tenant, "user_id": user, "course_id": course, "attempt": 1, "status": "completed", "payment_id": purchase,
		"enrolled_at": 1, "completed_at": 2,
	})
	w.insert(ctx, tx, "lesson_completions", row{"enrollment_id": enrollment, "lesson_id": lesson, "completed_at": 2})
	w.insert(ctx, tx, "certificates", row{
		"serial": "s", "enrollment_id": enrollment, "tenant_id": tenant, "user_id": user, "course_id": course, "course_title": "c", "holder": "h", "issued_at": 2,
	})
	w.insert(ctx, tx, "quiz_attempts", row{
		"id": id(73), "tenant_id": tenant, "user_id": user, "enrollment_id": enrollment, "lesson_id": lesson, "number": 1, "right_answers": 1, "questions": 1,
		"pass_percent": 80, "passed": true, "results": "[]", "created_at": 1,
	})
}

func (w *world) webhooks(ctx context.Context, tx *database.Tx) {
	w.insert(ctx, tx, "webhook_endpoints", row{
		"id": endpoint, "tenant_id": tenant, "name": "e", "url": "https://example.test", "http_method": "POST", "auth_type": "none", "auth_config": []byte{1},
		"custom_headers": []byte{1}, "subscribed_events": "[]", "filters": "{}", "retry_enabled": true, "max_retries": 1, "retry_delay_seconds": 1,
		"retry_backoff_multiplier": 10, "timeout_seconds": 1, "is_active": true, "is_verified": false, "total_deliveries": 3, "successful_deliveries": 2,
		"failed_deliveries": 1, "rate_limit_per_minute": 1, "rate_limit_per_hour": 1, "created_at": 1, "updated_at": 1,
	})
	w.insert(ctx, tx, "webhook_events", row{"id": event, "tenant_id": tenant, "type": "t", "body": "{}", "created_at": 1})
	w.insert(ctx, tx, "webhook_deliveries", row{
		"endpoint_id": endpoint, "id": delivery, "event_id": event, "status": "pending", "next_attempt_at": 1, "created_at": 1,
	})
	w.insert(ctx, tx, "webhook_jobs", row{
		"id": job, "endpoint_id": endpoint, "tenant_id": tenant, "kind": "recover", "state": "running", "after_id": id(0), "until_id": id(0), "handled": 0,
		"due_at": 1, "created_at": 1,
	})
}

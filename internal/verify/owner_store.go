package verify

// ownedTables are the tables whose rows belong to a user, with the word for a row. A row without a user, such as a
// bot's account, belongs to the platform or a tenant.
var ownedTables = []struct{ table, word, key string }{
	{"sessions", "session", "id"}, {"api_keys", "API key", "id"}, {"passkeys", "passkey", "id"}, {"trading_accounts", "account", "id"},
	{"payments", "payment", "id"}, {"enrollments", "enrollment", "id"}, {"portfolios", "portfolio", "id"}, {"kyc_cases", "KYC case", "user_id"},
	{"investment_connections", "connection", "id"}, {"backtests", "backtest", "id"}, {"price_alerts", "alert", "id"},
}

// ownerRules require that what belongs to a user belongs to that user's brand.
func ownerRules() []rule {
	all := make([]rule, 0, len(ownedTables)+2)
	for _, owned := range ownedTables {
		all = append(all, rule{"owners", "of " + owned.table + " each row is of its user's tenant", words, `
			SELECT '` + owned.word + ` ' || o.` + owned.key + `, o.tenant_id, COALESCE(u.tenant_id, 'no such user')
			FROM ` + owned.table + ` o LEFT JOIN users u ON u.id = o.user_id
			WHERE o.user_id IS NOT NULL AND (u.id IS NULL OR u.tenant_id <> o.tenant_id)`})
	}
	return append(all,
		rule{"owners", "the ledger accounts of a trading account are of its tenant", words, `
			SELECT 'ledger account ' || l.id, l.tenant_id, a.tenant_id FROM ledger_accounts l JOIN trading_accounts a ON a.id = l.owner_id
			WHERE l.tenant_id <> a.tenant_id`},
		rule{"owners", "a signal of a bot is its bot's tenant's", words, `
			SELECT 'signal ' || s.id, s.tenant_id, b.tenant_id FROM signals s JOIN bots b ON b.id = s.bot_id WHERE s.tenant_id <> b.tenant_id`})
}

package verify

// webhookRules compare endpoints, deliveries and events with each other. A delivery may outlive its endpoint for a
// while, until a worker removes it.
var webhookRules = []rule{
	{"webhooks", "the deliveries of an endpoint are those that succeeded and those that failed", words, `
		SELECT 'endpoint ' || CAST(id AS TEXT), CAST(total_deliveries AS TEXT), CAST(successful_deliveries + failed_deliveries AS TEXT)
		FROM webhook_endpoints
		WHERE total_deliveries <> successful_deliveries + failed_deliveries OR successful_deliveries < 0 OR failed_deliveries < 0`},
	{"webhooks", "a delivery is due while it is pending, and never after", words, `
		SELECT 'delivery ' || CAST(id AS TEXT), status || CASE WHEN next_attempt_at IS NULL THEN ', not due' ELSE ', due' END,
			CASE WHEN status = 'pending' THEN 'due' ELSE 'not due' END
		FROM webhook_deliveries
		WHERE (status = 'pending') <> (next_attempt_at IS NOT NULL) OR (status = 'pending') <> (finished_at IS NULL)`},
	{"webhooks", "a delivery that is pending has its event", words, `
		SELECT 'delivery ' || CAST(d.id AS TEXT), 'no event', CAST(d.event_id AS TEXT)
		FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id LEFT JOIN webhook_events v ON v.id = d.event_id
		WHERE d.status = 'pending' AND v.id IS NULL`},
	{"webhooks", "an event is delivered to endpoints of its tenant", words, `
		SELECT 'delivery ' || CAST(d.id AS TEXT), e.tenant_id, v.tenant_id
		FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id JOIN webhook_events v ON v.id = d.event_id
		WHERE e.tenant_id <> v.tenant_id`},
	{"webhooks", "an event reaches an endpoint by one delivery", words, `
		SELECT 'event ' || CAST(event_id AS TEXT) || ' for ' || CAST(endpoint_id AS TEXT), CAST(COUNT(*) AS TEXT), '1'
		FROM webhook_deliveries GROUP BY endpoint_id, event_id HAVING COUNT(*) > 1`},
	{"webhooks", "an event is of a tenant that is there", words, `
		SELECT 'event ' || CAST(v.id AS TEXT), v.tenant_id, 'a tenant' FROM webhook_events v LEFT JOIN tenants t ON t.id = v.tenant_id WHERE t.id IS NULL`},
	{"webhooks", "a job of an endpoint has ended when it says so", words, `
		SELECT 'job ' || CAST(id AS TEXT), state, CASE WHEN finished_at IS NULL THEN 'no end' ELSE 'an end' END FROM webhook_jobs
		WHERE (state = 'running') <> (finished_at IS NULL)`},
}

// identityRules compare sessions, keys and requests with their own states.
var identityRules = []rule{
	{"identity", "a refresh token opens one session", words, `
		SELECT 'session ' || MIN(id), CAST(COUNT(*) AS TEXT) || ' sessions', '1' FROM sessions GROUP BY refresh_hash HAVING COUNT(*) > 1`},
	{"identity", "a session that was revoked says why, and its chain counts up", words, `
		SELECT 'session ' || id, COALESCE(revoked_reason, 'no reason') || ', generation ' || CAST(refresh_generation AS TEXT), 'a reason, a generation'
		FROM sessions WHERE (revoked_at IS NULL) <> (revoked_reason IS NULL) OR refresh_generation < 0 OR expires_at < created_at`},
	{"identity", "a second factor that is on has its secret, and a verified number is there", words, `
		SELECT 'user ' || id, 'nothing to check a code with', 'a secret' FROM users
		WHERE totp_enabled_at IS NOT NULL AND totp_secret IS NULL OR phone_verified_at IS NOT NULL AND phone IS NULL`},
	{"identity", "tokens are signed with one key, and one is ready to follow it", words, `
		SELECT 'signing keys', CAST(SUM(CASE WHEN state = 'active' THEN 1 ELSE 0 END) AS TEXT), '1' FROM signing_keys
		HAVING COUNT(*) > 0 AND SUM(CASE WHEN state = 'active' THEN 1 ELSE 0 END) <> 1`},
	{"identity", "a request that was answered keeps its answer, and one that runs has none", words, `
		SELECT 'idempotency key of ' || scope, state || CASE WHEN answer IS NULL THEN ' without' ELSE ' with' END, 'an answer when answered'
		FROM idempotency_keys WHERE (state = 'answered') <> (answer IS NOT NULL) OR expires_at < created_at`},
	{"identity", "a message that was sent or given up is erased", words, `
		SELECT 'message ' || id, 'content', 'none' FROM messages WHERE (sent_at IS NOT NULL OR failed_at IS NOT NULL) AND content IS NOT NULL`},
}

// portfolioRules compare portfolios with the accounts they cover.
var portfolioRules = []rule{
	{"portfolios", "a portfolio is over accounts of its owner", words, `
		SELECT 'portfolio ' || p.id, COALESCE(a.user_id, 'nobody'), p.user_id
		FROM portfolio_accounts m JOIN portfolios p ON p.id = m.portfolio_id JOIN trading_accounts a ON a.id = m.account_id
		WHERE a.user_id IS NULL OR a.user_id <> p.user_id`},
	{"portfolios", "the targets of a portfolio sum to a hundred", amounts, `
		SELECT 'portfolio ' || portfolio_id, CAST(SUM(percent) AS TEXT), '10000000000' FROM portfolio_targets GROUP BY portfolio_id HAVING SUM(percent) <> 10000000000`},
}

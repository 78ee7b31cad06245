package privacy

// holding is what a table holds of a person.
type holding struct {
	table string
	// rows is the condition that finds the person's rows; $1 is the user's id.
	rows string
	// unshown is the condition of those that are erased with the others but in no export; $1 as well.
	unshown string
	// secrets are the columns that open something, such as hashes, or tell of others: they are not the person's to read.
	secrets []string
	// sealed are the columns that are shown opened, with the purposes that they may be sealed for, which the row's id follows.
	sealed map[string][]string
	// erasing is what becomes of the rows when the person leaves.
	erasing erasing
}

// erasing is what becomes of rows: they stay as they are, since without the person they tell of nobody; they are removed;
// or something is set in them.
type erasing struct {
	remove bool
	set    string // the assignments; $2 is the time
}

var (
	stays   = erasing{}
	removed = erasing{remove: true}
)

func sets(assignments string) erasing { return erasing{set: assignments} }

const (
	byUser = `user_id = $1`
	// What is the person's own or one of their accounts'.
	ofOwners       = `owner_id IN (SELECT id FROM users WHERE id = $1 UNION ALL SELECT id FROM trading_accounts WHERE user_id = $1)`
	ofAccounts     = `account_id IN (SELECT id FROM trading_accounts WHERE user_id = $1)`
	ofPortfolios   = `portfolio_id IN (SELECT id FROM portfolios WHERE user_id = $1)`
	ofEnrollments  = `enrollment_id IN (SELECT id FROM enrollments WHERE user_id = $1)`
	ofConnections  = `connection_id IN (SELECT id FROM investment_connections WHERE user_id = $1)`
	ofBacktests    = `backtest_id IN (SELECT id FROM backtests WHERE user_id = $1)`
	ofOrders       = `order_id IN (SELECT id FROM orders WHERE user_id = $1)`
	ofPayments     = `payment_id IN (SELECT id FROM payments WHERE user_id = $1)`
	toTheirAddress = `user_id IS NULL AND (recipient, tenant_id) IN (SELECT email, tenant_id FROM users WHERE id = $1 UNION ALL SELECT phone, tenant_id FROM users WHERE id = $1)`
)

// holdings are in the order in which they are erased: what refers to something goes before it, and the user, by whom the
// others are found, last.
var holdings = []holding{
	{table: "login_challenges", rows: byUser, secrets: []string{"token_hash"}, erasing: removed},
	{table: "backup_codes", rows: byUser, secrets: []string{"lookup", "sealed"}, erasing: removed},
	{table: "phone_codes", rows: byUser, secrets: []string{"code_hash"}, erasing: removed},
	{table: "mail_tokens", rows: byUser, secrets: []string{"token_hash"}, erasing: removed},
	{table: "passkey_ceremonies", rows: byUser, secrets: []string{"token_hash", "sealed"}, erasing: removed},
	{table: "passkeys", rows: byUser, erasing: removed},
	{table: "api_keys", rows: byUser, secrets: []string{"hash"}, erasing: removed},
	{table: "email_changes", rows: byUser, secrets: []string{"present_hash", "new_hash", "cancel_hash"}, erasing: removed},
	{table: "reset_requests", rows: `(email, tenant_id) IN (SELECT email, tenant_id FROM users WHERE id = $1)`, erasing: removed},
	{table: "known_devices", rows: byUser, secrets: []string{"fingerprint"}, erasing: removed},
	{table: "stream_tickets", rows: `session_id IN (SELECT id FROM sessions WHERE user_id = $1)`, secrets: []string{"digest"}, erasing: removed},
	{table: "stream_places", rows: byUser, erasing: removed},
	{table: "sessions", rows: byUser, secrets: []string{"refresh_hash"}, erasing: removed},
	{table: "idempotency_keys", rows: `scope = 'user:' || CAST($1 AS TEXT)`, secrets: []string{"fingerprint", "answer", "claim"}, erasing: removed},
	// Of an address that is not theirs they are not told whether they were written to there: only where nobody has it they were.
	{table: "messages", rows: byUser, unshown: `kind = 'change_email_new' AND recipient <> (SELECT email FROM users WHERE id = $1)`,
		secrets: []string{"content"}, erasing: removed},
	// What is not noted as anybody's is of who has the address.
	{table: "messages", rows: toTheirAddress, secrets: []string{"content"}, erasing: removed},
	// What they did to others is of the others, who stay: only from where is erased. That and when they did it is theirs to read; to
	// whom, and why, is not once they are no administrator any more.
	{table: "audit_log", rows: `actor_id = $1 AND (user_id IS NULL OR user_id <> $1)`,
		secrets: []string{"tenant_id", "user_id", "subject_id", "before_fields", "after_fields", "details"}, erasing: sets(`ip_address = '', user_agent = ''`)},
	// What the operator or nobody known did to them tells more than of them. What they did for themselves may have their words.
	{table: "audit_log", rows: `user_id = $1 AND actor_id IS NULL`, erasing: sets(`ip_address = '', user_agent = ''`)},
	{table: "audit_log", rows: `user_id = $1 AND actor_id = $1`, erasing: sets(
		`ip_address = '', user_agent = '', details = '{}', before_fields = '{}', after_fields = '{}'`)},
	// What others did to them, whose whereabouts are theirs.
	{table: "audit_log", rows: `user_id = $1 AND actor_id <> $1`, secrets: []string{"actor_id", "api_key_id", "ip_address", "user_agent"}, erasing: stays},

	{table: "trader_preferences", rows: byUser, erasing: removed},
	{table: "price_alerts", rows: byUser, erasing: removed},
	{table: "trading_notices", rows: byUser, erasing: removed},
	{table: "notice_mails", rows: byUser, erasing: removed},
	{table: "trading_changes", rows: byUser, erasing: removed},
	{table: "trading_change_counters", rows: byUser, erasing: stays},
	{table: "backtest_trades", rows: ofBacktests, erasing: removed},
	{table: "backtests", rows: byUser, erasing: removed},
	{table: "bot_subscriptions", rows: byUser, erasing: sets(`status = 'ended', ended_at = COALESCE(ended_at, $2)`)},
	{table: "signals", rows: `author_id = $1`, erasing: sets(`author_name = ''`)},
	{table: "signal_executions", rows: ofOwners, erasing: stays},
	{table: "order_fills", rows: ofOrders, erasing: stays},
	{table: "live_orders", rows: ofAccounts, erasing: stays},
	{table: "orders", rows: byUser, erasing: stays},
	{table: "positions", rows: byUser, erasing: stays},
	{table: "trades", rows: byUser, erasing: stays},
	{table: "pending_closings", rows: ofAccounts, erasing: stays},
	{table: "equity_snapshots", rows: ofAccounts, erasing: stays},
	{table: "ledger_postings", rows: `account_id IN (SELECT id FROM ledger_accounts WHERE ` + ofOwners + `)`, erasing: stays},
	{table: "ledger_accounts", rows: ofOwners, erasing: stays},

	{table: "investment_holding_days", rows: ofConnections, erasing: removed},
	{table: "investment_holdings", rows: byUser, erasing: removed},
	{table: "investment_connections", rows: byUser, secrets: []string{"credentials", "fingerprint"},
		erasing: sets(`status = 'disconnected', credentials = NULL, credential_hint = '', fingerprint = '', message = '', trading = FALSE, next_check_at = NULL`)},
	{table: "investment_accounts", rows: byUser, sealed: map[string][]string{"kyc_details": {"investment-kyc:"}}, erasing: sets(`kyc_details = NULL, kyc_reason = ''`)},
	{table: "investment_owners", rows: byUser, erasing: stays},
	{table: "kyc_cases", rows: byUser, sealed: map[string][]string{"submission": {"kyc:", "investment-kyc:"}}, erasing: sets(
		`state = 'none', submission = NULL, submission_id = NULL, reason = '', provider_reference = '', next_attempt_at = NULL, expires_at = NULL`)},

	{table: "portfolio_goals", rows: ofPortfolios, erasing: removed},
	{table: "portfolio_targets", rows: ofPortfolios, erasing: removed},
	{table: "portfolio_accounts", rows: ofPortfolios, erasing: stays},
	{table: "portfolios", rows: byUser, erasing: sets(`name = ''`)},

	{table: "quiz_attempts", rows: byUser, erasing: stays},
	{table: "lesson_completions", rows: ofEnrollments, erasing: stays},
	// What they were learning ends first: whoever completes it for them, because a lesson was withdrawn, would write a certificate.
	{table: "enrollments", rows: byUser, erasing: sets(
		`cancelled_at = CASE WHEN status = 'active' THEN $2 ELSE cancelled_at END, status = CASE WHEN status = 'active' THEN 'cancelled' ELSE status END`)},
	{table: "certificates", rows: byUser, erasing: sets(`holder = ''`)},
	{table: "course_purchases", rows: byUser, erasing: stays},

	{table: "withdrawals", rows: byUser, sealed: map[string][]string{"destination": {"withdrawal-destination:"}}, erasing: sets(`destination = NULL, destination_hint = '', reason = ''`)},
	{table: "refunds", rows: ofPayments, erasing: sets(`reason = ''`)},
	{table: "payment_disputes", rows: ofPayments, erasing: stays},
	{table: "payment_events", rows: ofPayments, erasing: stays},
	{table: "payments", rows: byUser, secrets: []string{"request_key"}, erasing: sets(`checkout_url = '', request_key = '', return_url = ''`)},

	{table: "trading_accounts", rows: byUser, erasing: sets(`status = 'closed', closed_at = COALESCE(closed_at, $2)`)},
	{table: "users", rows: `id = $1`, secrets: []string{"password_hash", "totp_secret", "totp_last_step"}, erasing: sets(
		`email = 'erased-' || id || '@erased.invalid', password_hash = '', role = 'user', email_verified_at = NULL, suspended_at = $2,
		display_name = '', locale = '', time_zone = '', phone = NULL, phone_verified_at = NULL, totp_secret = NULL, totp_enabled_at = NULL, updated_at = $2`)},
}

// impersonal are the tables that hold nothing of a person, and those that are cleaned by what they say of one.
var impersonal = []string{
	"bot_followers", "bot_owners", "bot_results", "bots", "brand_domains", "brands", "candles", "course_changes", "course_search", "course_search_version", "course_showcases", "course_words",
	"courses", "degraded_parts", "equity_recorded", "instruments", "kyc_callbacks", "ledger_transactions", "lessons", "mail_templates", "ml_models", "ml_predictions",
	"ml_registry", "ml_scorecards", "pending_copies", "platform_checks", "process_heartbeats", "quizzes", "sealing_keys", "signing_keys", "stream_processes", "tenants",
	"trading_signal_counter", "webhook_attempts", "webhook_deliveries", "webhook_endpoints", "webhook_jobs", "webhook_lanes",
	"webhook_sends", "webhook_tenants", "write_probes", "erasures",
	"webhook_events", "webhook_broadcasts", "failed_attempts", // by leave.go
}

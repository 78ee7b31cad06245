package privacy

import (
	"cmp"
	"strings"
)

// holding is the personal data in a table, and what happens to it when the user is deleted.
type holding struct {
	table string
	// rows is the condition that finds the person's rows; $1 is the user's id.
	rows string
	// unshown is the condition for rows that are erased with the others but appear in no export; $1 is the user's id as
	// well.
	unshown string
	// secrets are the columns that grant access to something, such as hashes, or that concern others: the person may
	// not read them.
	secrets []string
	// sealed are the columns that an export shows opened, with the purposes for which they may be sealed; the row's id
	// is appended to a purpose.
	sealed map[string][]string
	// ends is what ends in the transaction of leaving, in rows that stay or are erased later.
	ends ending
	// erasing is what happens to the rows when the person leaves.
	erasing erasing
	// key is the primary key of the table; empty means id.
	key string
	// walk are the columns by whose order an export reads the rows when no index has a person's rows in the order of
	// the key. They also identify each row.
	walk string
}

// keyed returns the key of the table.
func (h holding) keyed() string { return cmp.Or(h.key, "id") }

// walked returns the columns by whose order an export reads the rows.
func (h holding) walked() []string { return strings.Split(cmp.Or(h.walk, h.keyed()), ", ") }

// erasing is what happens to rows: they stay as they are, because without the person they identify nobody; they are
// removed; or columns are set in them.
type erasing struct {
	remove bool
	set    string // the assignments; $2 is the time
	where  string // the condition of rows in which it is not set yet
	when   moment
}

// ending is what is set in those rows of a holding that are still active.
type ending struct{ set, where string } // $2 is the time

// moment is when rows are erased.
type moment int

const (
	// atOnce is in the transaction of leaving: for what grants access, for what is found by data that this transaction
	// blanks, and for tables with only a few rows for each person.
	atOnce moment = iota
	// later is by the cleaner, in batches: for rows of any number that can always be found by the user's id.
	later
	// withEntries is also by the cleaner, when it walks through the audit log.
	withEntries
)

var (
	stays        = erasing{}
	byAddress    = erasing{} // found by the contacts that the cleaner has
	removed      = erasing{remove: true}
	removedLater = erasing{remove: true, when: later}
)

func sets(assignments string) erasing { return erasing{set: assignments} }

// setsLater is for rows in which the assignments are not made yet while the condition holds.
func setsLater(assignments, where string) erasing {
	return erasing{set: assignments, where: where, when: later}
}

func setsInEntries(assignments string) erasing { return erasing{set: assignments, when: withEntries} }

const (
	byUser = `user_id = $1`
	// What the person or one of their accounts owns.
	ofOwners       = `owner_id IN (SELECT id FROM users WHERE id = $1 UNION ALL SELECT id FROM trading_accounts WHERE user_id = $1)`
	ofAccounts     = `account_id IN (SELECT id FROM trading_accounts WHERE user_id = $1)`
	ofPortfolios   = `portfolio_id IN (SELECT id FROM portfolios WHERE user_id = $1)`
	ofEnrollments  = `enrollment_id IN (SELECT id FROM enrollments WHERE user_id = $1)`
	ofConnections  = `connection_id IN (SELECT id FROM investment_connections WHERE user_id = $1)`
	ofBacktests    = `backtest_id IN (SELECT id FROM backtests WHERE user_id = $1)`
	ofOrders       = `order_id IN (SELECT id FROM orders WHERE user_id = $1)`
	ofPayments     = `payment_id IN (SELECT id FROM payments WHERE user_id = $1)`
	byTime         = "created_at, id" // of audit_log, like its indexes
	toTheirAddress = `user_id IS NULL AND (recipient, tenant_id) IN (SELECT email, tenant_id FROM users WHERE id = $1 UNION ALL SELECT phone, tenant_id FROM users WHERE id = $1)`
)

// holdings are listed in the order in which they are erased, both at once and later: a row goes before the one that it
// refers to, and the user, by whom some others are found, goes last. What is erased later must not be found by data
// that is blanked at once.
var holdings = []holding{
	{table: "login_challenges", rows: byUser, secrets: []string{"token_hash"}, erasing: removed},
	{table: "backup_codes", rows: byUser, secrets: []string{"lookup", "sealed"}, erasing: removed},
	{table: "phone_codes", rows: byUser, key: "user_id", secrets: []string{"code_hash"}, erasing: removed},
	{table: "mail_tokens", rows: byUser, key: "token_hash", secrets: []string{"token_hash"}, erasing: removed},
	{table: "passkey_ceremonies", rows: byUser, secrets: []string{"token_hash", "sealed"}, erasing: removed},
	{table: "passkeys", rows: byUser, erasing: removed},
	{table: "api_keys", rows: byUser, secrets: []string{"hash"}, erasing: removed},
	{table: "email_changes", rows: byUser, secrets: []string{"present_hash", "new_hash", "cancel_hash"}, erasing: removed},
	{table: "reset_requests", rows: `(email, tenant_id) IN (SELECT email, tenant_id FROM users WHERE id = $1)`, erasing: removed},
	{table: "known_devices", rows: byUser, secrets: []string{"fingerprint"}, erasing: removed},
	{table: "stream_tickets", rows: `session_id IN (SELECT id FROM sessions WHERE user_id = $1)`, key: "digest", secrets: []string{"digest"}, erasing: removed},
	{table: "stream_places", rows: byUser, key: "user_id, place", erasing: removed},
	{table: "sessions", rows: byUser, secrets: []string{"refresh_hash"}, erasing: removed},
	// After the erasure no caller can be the user who would ask for a stored answer again.
	{table: "idempotency_keys", rows: `scope = 'user:' || CAST($1 AS TEXT)`, key: "scope, key", secrets: []string{"fingerprint", "answer", "claim"}, erasing: removedLater},
	// They are not told whether they were sent mail at an address that is not theirs: that happens only when nobody
	// else has it. Their last mail is sent before it is removed.
	{table: "messages", rows: byUser + ` AND kind <> 'account_erased'`, unshown: `kind = 'change_email_new' AND recipient <> (SELECT email FROM users WHERE id = $1)`,
		secrets: []string{"content"}, erasing: removedLater},
	// A message that is attributed to nobody belongs to the user with the address.
	{table: "messages", rows: toTheirAddress, secrets: []string{"content"}, erasing: byAddress},
	// What they did to others belongs to the others, and only administrators do such things: that it was they, and from
	// where, stays. They may read that they did it and when; to whom and why only an administrator may read.
	{table: "audit_log", rows: `actor_id = $1 AND user_id <> $1`, walk: byTime,
		secrets: []string{"tenant_id", "user_id", "subject_id", "before_fields", "after_fields", "details"}, erasing: stays},
	// Objects without a person, such as courses, may also be an author's work.
	{table: "audit_log", rows: `actor_id = $1 AND user_id IS NULL`, walk: byTime,
		secrets: []string{"tenant_id", "user_id", "subject_id", "before_fields", "after_fields", "details"},
		erasing: setsInEntries(`ip_address = '', user_agent = ''`)},
	// What the operator or an unknown actor did to them does not concern only them. What they did themselves may
	// contain their words.
	{table: "audit_log", rows: `user_id = $1 AND actor_id IS NULL`, walk: byTime, erasing: setsInEntries(`ip_address = '', user_agent = ''`)},
	{table: "audit_log", rows: `user_id = $1 AND actor_id = $1`, walk: byTime, erasing: setsInEntries(
		`ip_address = '', user_agent = '', details = '{}', before_fields = '{}', after_fields = '{}'`)},
	// What others did to them; the others' whereabouts are not theirs to read.
	{table: "audit_log", rows: `user_id = $1 AND actor_id <> $1`, walk: byTime, secrets: []string{"actor_id", "api_key_id", "ip_address", "user_agent"}, erasing: stays},

	{table: "trader_preferences", rows: byUser, key: "user_id", erasing: removed},
	{table: "price_alerts", rows: byUser, ends: ending{`status = 'cancelled', ended_at = $2`, `status = 'working'`}, erasing: removedLater},
	{table: "trading_notices", rows: byUser, erasing: removedLater},
	{table: "notice_mails", rows: byUser, key: "user_id, kind", erasing: removedLater},
	{table: "trading_changes", rows: byUser, key: "user_id, number", erasing: removedLater},
	{table: "trading_change_counters", rows: byUser, key: "user_id", erasing: stays},
	{table: "backtest_trades", rows: ofBacktests, key: "backtest_id, number", erasing: removedLater},
	{table: "backtests", rows: byUser, ends: ending{`status = 'cancelled', finished_at = $2`, `status IN ('queued', 'running')`}, erasing: removedLater},
	{table: "bot_subscriptions", rows: byUser, ends: ending{`status = 'ended', ended_at = COALESCE(ended_at, $2)`, `status <> 'ended'`}, erasing: stays},
	{table: "signals", rows: `author_id = $1`, walk: "tenant_id, id", erasing: setsLater(`author_name = ''`, `author_name <> ''`)},
	{table: "signal_executions", rows: ofOwners, key: "owner_id, signal_id", erasing: stays},
	{table: "order_fills", rows: ofOrders, key: "order_id, fill_id", erasing: stays},
	{table: "live_orders", rows: ofAccounts, erasing: stays},
	{table: "orders", rows: byUser, erasing: stays},
	{table: "positions", rows: byUser, erasing: stays},
	{table: "trades", rows: byUser, walk: "closed_at, id", erasing: stays},
	{table: "pending_closings", rows: ofAccounts, key: "position_id", erasing: stays},
	{table: "equity_snapshots", rows: ofAccounts, key: "account_id, day", erasing: stays},
	{table: "ledger_postings", rows: `account_id IN (SELECT id FROM ledger_accounts WHERE ` + ofOwners + `)`, key: "transaction_id, account_id",
		walk: "account_id, transaction_id", erasing: stays},
	{table: "ledger_accounts", rows: ofOwners, erasing: stays},

	{table: "investment_holding_days", rows: ofConnections, key: "connection_id, day", erasing: removedLater},
	{table: "investment_holdings", rows: byUser, erasing: removedLater},
	{table: "investment_connections", rows: byUser, secrets: []string{"credentials", "fingerprint"},
		ends: ending{`credentials = NULL, trading = FALSE, next_check_at = NULL`, `(credentials IS NOT NULL OR trading OR next_check_at IS NOT NULL)`},
		erasing: setsLater(`status = 'disconnected', credential_hint = '', fingerprint = '', message = ''`,
			`status <> 'disconnected' OR credential_hint <> '' OR fingerprint <> '' OR message <> ''`)},
	{table: "investment_accounts", rows: byUser, sealed: map[string][]string{"kyc_details": {"investment-kyc:"}}, erasing: sets(`kyc_details = NULL, kyc_reason = ''`)},
	{table: "investment_owners", rows: byUser, key: "user_id", erasing: stays},
	{table: "kyc_cases", rows: byUser, sealed: map[string][]string{"submission": {"kyc:", "investment-kyc:"}}, erasing: sets(
		`state = 'none', submission = NULL, submission_id = NULL, reason = '', provider_reference = '', next_attempt_at = NULL, expires_at = NULL`)},

	{table: "portfolio_goals", rows: ofPortfolios, erasing: removedLater},
	{table: "portfolio_targets", rows: ofPortfolios, key: "portfolio_id, asset", erasing: removedLater},
	{table: "portfolio_accounts", rows: ofPortfolios, key: "portfolio_id, account_id", erasing: stays},
	{table: "portfolios", rows: byUser, erasing: setsLater(`name = ''`, `name <> ''`)},

	{table: "quiz_attempts", rows: byUser, walk: "lesson_id, id", erasing: stays},
	{table: "lesson_completions", rows: ofEnrollments, key: "enrollment_id, lesson_id", erasing: stays},
	// Their active enrollments end first: a lesson that is withdrawn could otherwise complete a course, which would
	// issue a certificate.
	{table: "enrollments", rows: byUser, ends: ending{`cancelled_at = $2, status = 'cancelled'`, `status = 'active'`}, erasing: stays},
	{table: "certificates", rows: byUser, key: "serial", erasing: sets(`holder = ''`)}, // at once: anybody may read it
	{table: "course_purchases", rows: byUser, key: "payment_id", erasing: stays},

	{table: "withdrawals", rows: byUser, sealed: map[string][]string{"destination": {"withdrawal-destination:"}},
		erasing: setsLater(`destination = NULL, destination_hint = '', reason = ''`, `destination IS NOT NULL OR destination_hint <> '' OR reason <> ''`)},
	{table: "refunds", rows: ofPayments, erasing: setsLater(`reason = ''`, `reason <> ''`)},
	{table: "payment_disputes", rows: ofPayments, erasing: stays},
	{table: "payment_events", rows: ofPayments, key: "provider, event_id", erasing: stays},
	{table: "payments", rows: byUser, secrets: []string{"request_key"},
		erasing: setsLater(`checkout_url = '', request_key = '', return_url = ''`, `checkout_url <> '' OR request_key <> '' OR return_url <> ''`)},

	{table: "trading_accounts", rows: byUser, erasing: sets(`status = 'closed', closed_at = COALESCE(closed_at, $2)`)},
	{table: "users", rows: `id = $1`, secrets: []string{"password_hash", "totp_secret", "totp_last_step"}, erasing: sets(
		`email = 'erased-' || id || '@erased.invalid', password_hash = '', role = 'user', email_verified_at = NULL, suspended_at = $2,
		display_name = '', locale = '', time_zone = '', phone = NULL, phone_verified_at = NULL, totp_secret = NULL, totp_enabled_at = NULL, updated_at = $2`)},
}

// impersonal are the tables that hold no personal data, and those that are cleaned by their content.
var impersonal = []string{
	"bot_followers", "bot_owners", "bot_results", "bots", "brand_domains", "brands", "candles", "course_changes", "course_search", "course_search_version", "course_showcases", "course_words",
	"courses", "degraded_parts", "equity_recorded", "instruments", "kyc_callbacks", "ledger_transactions", "lessons", "mail_templates", "ml_models", "ml_predictions",
	"ml_registry", "ml_scorecards", "pending_copies", "platform_checks", "process_heartbeats", "quizzes", "sealing_keys", "signing_keys", "stream_processes", "tenants",
	"trading_signal_counter", "webhook_attempts", "webhook_deliveries", "webhook_endpoints", "webhook_jobs", "webhook_lanes",
	"webhook_sends", "webhook_tenants", "write_probes", "erasures",
	"webhook_events", "webhook_broadcasts", "failed_attempts", // by leave.go
}

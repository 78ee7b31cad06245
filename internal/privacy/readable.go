package privacy

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"time"

	"bourse/internal/money"
)

// What the schema's integers mean, by column name: neither a number nor the words in its column's name tell. A name
// means the same in every table. A test fails for a column that is on none of the lists.
var (
	times = columnsNamed(`
		access_until achieved_at activated_at authenticated_at begins_at bought_at cancelled_at candle_at changed_at checked_at closed_at
		closing_since completed_at copied_at created_at day decided_at disabled_at due_at email_verified_at ended_at ends_at enrolled_at
		expires_at failed_at filled_at finished_at first_seen_at issued_at kyc_decided_at kyc_submitted_at last_activity_at last_seen_at
		last_used_at lease_until leased_until new_confirmed_at next_at next_attempt_at next_check_at next_sync_at noticed_at opened_at
		owner_locked_at paid_at paused_at phone_verified_at present_confirmed_at refreshed_at revoked_at sent_at started_at submitted_at suspended_at
		synced_at target_date totp_enabled_at updated_at used_at`)
	decimals = columnsNamed(`
		allocated_capital amount average_price balance balance_after capital disputed_amount entry_fee entry_price executed exit_price fee
		fees filled_quantity fired_price gross_pnl held held_amount initial_capital limit_price liquidation_price margin
		monthly_contribution notional opened_quantity owed_amount paid_in paid_out percent position_pnl price proportion quantity
		realized_pnl reference_price refunded_amount share stop_loss stop_price taken_amount target_amount target_price trailing_percent
		transfer_amount value`)
	counts = columnsNamed(`
		access_days assurance attempt attempts candles copy_stop_percent fence lease minute_candles number pass_percent place position
		progress questions refresh_generation right_answers sign_count signals_executed signals_received signals_skipped slot
		sync_attempts sync_refusals timeframe trades`)
)

func columnsNamed(names string) map[string]bool {
	columns := map[string]bool{}
	for name := range strings.FieldsSeq(names) {
		columns[name] = true
	}
	return columns
}

// readable converts a stored value to what people read.
func readable(column string, value any) any {
	switch value := value.(type) {
	case int64:
		switch {
		case times[column]:
			return time.UnixMicro(value).UTC()
		case decimals[column]:
			return json.Number(money.FromUnits(value).String())
		}
	case []byte:
		return base64.StdEncoding.EncodeToString(value)
	}
	return value
}

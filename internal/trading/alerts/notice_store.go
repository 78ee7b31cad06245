package alerts

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// noticeTable stores notices.
var noticeTable = database.NewTable("trading_notices", func(n *Notice, column database.Define) {
	column("id", &n.ID)
	column("tenant_id", &n.TenantID)
	column("user_id", &n.UserID)
	column("kind", &n.Kind)
	column("subject_id", &n.Subject)
	column("symbol", &n.Symbol)
	column("title", &n.Title)
	column("text", &n.Text)
	column("is_mail_waiting", &n.isMailWaiting)
	column("created_at", &n.CreatedAt)
})

// listNotices reads a page of a user's notices, newest first.
func listNotices(ctx context.Context, from database.Querier, user uuid.UUID, cursor database.Cursor) ([]*Notice, error) {
	var where database.Where
	where.Equal("user_id", user)
	where.Behind("id", cursor)
	query := `SELECT ` + noticeTable.Columns() + ` FROM trading_notices` + where.String() + ` ORDER BY id DESC LIMIT ` + where.Add(cursor.Limit)
	return noticeTable.All(from.Query(ctx, query, where.Arguments...))
}

// mailing is the notices of a kind that wait to be mailed to their user.
type mailing struct {
	user uuid.UUID
	kind Kind
}

func scanMailing(row database.Row) (m mailing, err error) {
	err = row.Scan(&m.user, &m.kind)
	return m, err
}

// waitingToMail selects the notices that wait to be mailed, with the time from which their user may get an email of that
// kind.
const waitingToMail = `
	FROM trading_notices n LEFT JOIN notice_mails m ON m.user_id = n.user_id AND m.kind = n.kind
	WHERE n.is_mail_waiting`

// farthestMail is later than any email is put off to, by whichever clock: one due after that was put off by a clock that
// has since been set back, and is due now.
func farthestMail(now time.Time) int64 { return database.Micros(now.Add(2 * mailPause)) }

// dueMailings finds mailings that are due now, the longest waiting first.
func dueMailings(ctx context.Context, from database.Querier, now time.Time, limit int) ([]mailing, error) {
	rows, err := from.Query(ctx, `
		SELECT n.user_id, n.kind`+waitingToMail+` AND (COALESCE(m.next_at, 0) <= $1 OR m.next_at > $3)
		GROUP BY n.user_id, n.kind ORDER BY MIN(n.id) LIMIT $2`, database.Micros(now), limit, farthestMail(now))
	return database.Collect(rows, err, scanMailing)
}

// nextMailing returns when the next waiting mailing is due; the zero time when none is waiting.
func nextMailing(ctx context.Context, from database.Querier) (due time.Time, err error) {
	err = from.QueryRow(ctx, `SELECT MIN(COALESCE(m.next_at, 1))`+waitingToMail).Scan(database.Time(&due))
	return due, err
}

// takeTurns puts off the next email of each mailing to a moment, and returns those that were due. A concurrent transaction
// waits for this one, and then finds that they are no longer due.
func takeTurns(ctx context.Context, tx *database.Tx, mailings []mailing, now, next time.Time) (taken []mailing, err error) {
	values := func(m mailing) []any { return []any{m.user, string(m.kind)} }
	err = database.FromRows(tx, []string{"TEXT", "TEXT"}, mailings, values, func(source string, values []any) error {
		arguments := database.Arguments(values)
		query := `
			INSERT INTO notice_mails (user_id, kind, next_at)
			SELECT v.column1, v.column2, CAST(` + arguments.Add(database.Micros(next)) + ` AS BIGINT) FROM ` + source + ` WHERE 1 = 1 ORDER BY v.column1, v.column2
			ON CONFLICT (user_id, kind) DO UPDATE SET next_at = excluded.next_at
			WHERE notice_mails.next_at <= ` + arguments.Add(database.Micros(now)) + ` OR notice_mails.next_at > ` + arguments.Add(farthestMail(now)) + `
			RETURNING user_id, kind`
		rows, err := tx.Query(ctx, query, arguments...)
		some, err := database.Collect(rows, err, scanMailing)
		taken = append(taken, some...)
		return err
	})
	return taken, err
}

// takeWaiting takes the waiting notices of mailings, so that they are mailed once.
func takeWaiting(ctx context.Context, tx *database.Tx, mailings []mailing) (notices []*Notice, err error) {
	values := func(m mailing) []any { return []any{m.user, string(m.kind)} }
	err = database.FromRows(tx, []string{"TEXT", "TEXT"}, mailings, values, func(source string, arguments []any) error {
		some, err := noticeTable.All(tx.Query(ctx, `
			UPDATE trading_notices SET is_mail_waiting = FALSE
			WHERE is_mail_waiting AND (user_id, kind) IN (SELECT v.column1, v.column2 FROM `+source+`)
			RETURNING `+noticeTable.Columns(), arguments...))
		notices = append(notices, some...)
		return err
	})
	return notices, err
}

// deleteOldNotices deletes the oldest notices from before a moment, at most limit of them.
func deleteOldNotices(ctx context.Context, tx *database.Tx, before time.Time, limit int) (int64, error) {
	return tx.Exec(ctx, `
		DELETE FROM trading_notices WHERE id IN (
			SELECT id FROM trading_notices WHERE created_at < $1 ORDER BY created_at LIMIT $2)`, database.Micros(before), limit)
}

// deleteOldTurns deletes the times from which users may get emails, where they are before a moment; at most limit of them.
func deleteOldTurns(ctx context.Context, tx *database.Tx, before time.Time, limit int) (int64, error) {
	return tx.Exec(ctx, `
		DELETE FROM notice_mails WHERE (user_id, kind) IN (
			SELECT user_id, kind FROM notice_mails WHERE next_at < $1 ORDER BY next_at LIMIT $2)`, database.Micros(before), limit)
}

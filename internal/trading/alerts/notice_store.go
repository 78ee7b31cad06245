package alerts

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// noticeTable is how notices are kept.
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

// listNotices reads a part of a user's notices, the newest first.
func listNotices(ctx context.Context, from database.Querier, user uuid.UUID, cursor database.Cursor) ([]*Notice, error) {
	var where database.Where
	where.Equal("user_id", user)
	where.Behind("id", cursor)
	query := `SELECT ` + noticeTable.Columns() + ` FROM trading_notices` + where.String() + ` ORDER BY id DESC LIMIT ` + where.Add(cursor.Limit)
	return noticeTable.All(from.Query(ctx, query, where.Arguments...))
}

// mailing is the notices of a kind that wait for a mail to their user.
type mailing struct {
	user uuid.UUID
	kind Kind
}

func scanMailing(row database.Row) (m mailing, err error) {
	err = row.Scan(&m.user, &m.kind)
	return m, err
}

// waitingToMail are the notices that wait for a mail, beside when their user may get one of their kind.
const waitingToMail = `
	FROM trading_notices n LEFT JOIN notice_mails m ON m.user_id = n.user_id AND m.kind = n.kind
	WHERE n.is_mail_waiting`

// farthestMail is later than any mail is put off to, by whichever clock: what is due then was put off by one that has been set
// back since, and is due now.
func farthestMail(now time.Time) int64 { return database.Micros(now.Add(2 * mailPause)) }

// dueMailings finds whose notices may be mailed now, those that wait longest first.
func dueMailings(ctx context.Context, from database.Querier, now time.Time, limit int) ([]mailing, error) {
	rows, err := from.Query(ctx, `
		SELECT n.user_id, n.kind`+waitingToMail+` AND (COALESCE(m.next_at, 0) <= $1 OR m.next_at > $3)
		GROUP BY n.user_id, n.kind ORDER BY MIN(n.id) LIMIT $2`, database.Micros(now), limit, farthestMail(now))
	return database.Collect(rows, err, scanMailing)
}

// nextMailing tells when notices that wait may be mailed; the zero time when none waits.
func nextMailing(ctx context.Context, from database.Querier) (due time.Time, err error) {
	err = from.QueryRow(ctx, `SELECT MIN(COALESCE(m.next_at, 1))`+waitingToMail).Scan(database.Time(&due))
	return due, err
}

// takeTurns puts off the next mail of each mailing to a moment, and returns those that were due. Whoever comes at the same time
// waits for this transaction, and finds that they are not.
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

// takeWaiting takes the notices of mailings that wait, so that they are mailed once.
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

// deleteOldNotices removes the oldest notices from before a moment, at most limit of them.
func deleteOldNotices(ctx context.Context, tx *database.Tx, before time.Time, limit int) (int64, error) {
	return tx.Exec(ctx, `
		DELETE FROM trading_notices WHERE id IN (
			SELECT id FROM trading_notices WHERE created_at < $1 ORDER BY created_at LIMIT $2)`, database.Micros(before), limit)
}

// deleteOldTurns forgets when users could have had mails, where that is before a moment; at most limit of them.
func deleteOldTurns(ctx context.Context, tx *database.Tx, before time.Time, limit int) (int64, error) {
	return tx.Exec(ctx, `
		DELETE FROM notice_mails WHERE (user_id, kind) IN (
			SELECT user_id, kind FROM notice_mails WHERE next_at < $1 ORDER BY next_at LIMIT $2)`, database.Micros(before), limit)
}

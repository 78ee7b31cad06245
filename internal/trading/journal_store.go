package trading

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

var changeTable = database.NewTable("trading_changes", func(c *RecordedChange, column database.Define) {
	column("user_id", &c.UserID)
	column("number", &c.Number)
	column("kind", &c.Kind)
	column("subject_id", &c.Subject)
	column("data", database.Text(&c.Data))
	column("created_at", &c.CreatedAt)
})

// changeCount is a number of changes of a user.
type changeCount struct {
	user  uuid.UUID
	count int64
}

// countChanges advances the counters of users, given in the order of their ids, and returns the last number of each. The
// counters stay locked until the transaction ends.
func countChanges(ctx context.Context, tx *database.Tx, counts []changeCount) (map[uuid.UUID]int64, error) {
	const (
		into     = `INSERT INTO trading_change_counters (user_id, number) `
		onTop    = ` ON CONFLICT (user_id) DO UPDATE SET number = trading_change_counters.number + excluded.number RETURNING user_id, number`
		fromRows = `SELECT v.column1, v.column2 FROM `
	)
	last := make(map[uuid.UUID]int64, len(counts))
	count := func(source string, arguments ...any) error {
		rows, err := tx.Query(ctx, into+source+onTop, arguments...)
		err = database.EachRow(rows, err, func(row database.Row) error {
			var user uuid.UUID
			var number int64
			if err := row.Scan(&user, &number); err != nil {
				return err
			}
			last[user] = number
			return nil
		})
		return err
	}
	if len(counts) == 1 { // the usual case, which costs the server less than arrays
		return last, count(`VALUES ($1, $2)`, counts[0].user, counts[0].count)
	}
	return last, fromCounts(tx, counts, func(source string, arguments []any) error {
		return count(fromRows+source+` WHERE true ORDER BY v.column1`, arguments...)
	})
}

// fromCounts passes users and numbers to a statement, as database.FromRows does.
func fromCounts(on interface{ Engine() database.Engine }, counts []changeCount, run func(source string, arguments []any) error) error {
	return database.FromRows(on, []string{"TEXT", "BIGINT"}, counts, func(c changeCount) []any { return []any{c.user, c.count} }, run)
}

func changeCounts(numbers map[uuid.UUID]int64) []changeCount {
	counts := make([]changeCount, 0, len(numbers))
	for user, number := range numbers {
		counts = append(counts, changeCount{user, number})
	}
	return counts
}

func insertChanges(ctx context.Context, tx *database.Tx, changes []*RecordedChange) error {
	return changeTable.InsertBatch(ctx, tx, changes...)
}

// countSignals advances the counter of signals and returns the last number. The counter stays locked until the transaction
// ends.
func countSignals(ctx context.Context, tx *database.Tx, count int) (last int64, err error) {
	err = tx.QueryRow(ctx, `UPDATE trading_signal_counter SET number = number + $1 WHERE only_row = 1 RETURNING number`, int64(count)).Scan(&last)
	return last, err
}

// LastSignal reads the number of the last published signal.
func LastSignal(ctx context.Context, from database.Querier) (last int64, err error) {
	err = from.QueryRow(ctx, `SELECT number FROM trading_signal_counter WHERE only_row = 1`).Scan(&last)
	return last, err
}

// LastTold reads the current end of a user's stream: the numbers of the last change and the last signal.
func LastTold(ctx context.Context, from database.Querier, user uuid.UUID) (last Told, err error) {
	err = from.QueryRow(ctx, `
		SELECT COALESCE((SELECT number FROM trading_change_counters WHERE user_id = $1), 0), number
		FROM trading_signal_counter WHERE only_row = 1`, user).Scan(&last.Change, &last.Signal)
	return last, err
}

// ChangesBehind reads, for each of some users, the journal's changes after a number, in the order of the numbers.
func ChangesBehind(ctx context.Context, from database.Reader, numbers map[uuid.UUID]int64) ([]*RecordedChange, error) {
	var all []*RecordedChange
	err := fromCounts(from, changeCounts(numbers), func(source string, arguments []any) error {
		found, err := changeTable.All(from.Query(ctx, `
			SELECT `+changeTable.ColumnsOf("c")+` FROM `+source+` JOIN trading_changes c ON c.user_id = v.column1 AND c.number > v.column2
			ORDER BY c.user_id, c.number`, arguments...))
		all = append(all, found...)
		return err
	})
	return all, err
}

// FirstChangesBehind reads at most so many of a user's changes after a number, in their order.
func FirstChangesBehind(ctx context.Context, from database.Querier, user uuid.UUID, number int64, most int) ([]*RecordedChange, error) {
	return changeTable.All(from.Query(ctx, `
		SELECT `+changeTable.Columns()+` FROM trading_changes WHERE user_id = $1 AND number > $2 ORDER BY number LIMIT $3`, user, number, most))
}

// ChangedBehind returns those of some users who have changes after a number.
func ChangedBehind(ctx context.Context, from database.Reader, numbers map[uuid.UUID]int64) (changed []uuid.UUID, err error) {
	err = fromCounts(from, changeCounts(numbers), func(source string, arguments []any) error {
		rows, err := from.Query(ctx, `
			SELECT c.user_id FROM `+source+` JOIN trading_change_counters c ON c.user_id = v.column1 AND c.number > v.column2`, arguments...)
		found, err := database.Collect(rows, err, database.ScanOne[uuid.UUID])
		changed = append(changed, found...)
		return err
	})
	return changed, err
}

// SignalsBehind reads at most so many signals after a number, whoever can see them, in their order.
func SignalsBehind(ctx context.Context, from database.Querier, number int64, most int) ([]*Signal, error) {
	return SignalTable.All(from.Query(ctx, `
		SELECT `+SignalTable.Columns()+` FROM signals WHERE number > $1 ORDER BY number LIMIT $2`, number, most))
}

// SeenSignalsBehind is SignalsBehind for the signals that the users of a tenant can see.
func SeenSignalsBehind(ctx context.Context, from database.Querier, tenant uuid.UUID, number int64, most int) ([]*Signal, error) {
	return SignalTable.All(from.Query(ctx, `
		SELECT `+SignalTable.Columns()+` FROM signals WHERE number > $1 AND `+SeenBy(`$2`)+` ORDER BY number LIMIT $3`,
		number, tenant, most))
}

// DeleteChanges removes at most so many changes recorded before a moment, and returns how many it removed.
func DeleteChanges(ctx context.Context, tx *database.Tx, before time.Time, most int) (int64, error) {
	return tx.Exec(ctx, `
		DELETE FROM trading_changes WHERE (user_id, number) IN (
			SELECT user_id, number FROM trading_changes WHERE created_at < $1 ORDER BY created_at LIMIT $2)`, database.Micros(before), most)
}

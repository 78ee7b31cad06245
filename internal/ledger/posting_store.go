package ledger

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
)

// fewRows is up to how many rows get a statement of exactly their size: a trade has three or four, and should cost one
// statement each time.
const fewRows = 8

// inBatches is database.InBatches, except that a small remainder is not split further.
func inBatches[T any](items []T, work func(batch []T) error) error {
	whole := len(items) - len(items)%(2*fewRows)
	if err := database.InBatches(items[:whole], work); err != nil {
		return err
	}
	for rest := range slices.Chunk(items[whole:], fewRows) {
		if err := work(rest); err != nil {
			return err
		}
	}
	return nil
}

// fromRows is database.FromRows, except that few rows become a list of values.
func fromRows[T any](tx *database.Tx, types []string, items []T, values func(T) []any, run func(rows string, args []any) error) error {
	if len(items) >= 2*fewRows {
		return database.FromRows(tx, types, items, values, run)
	}
	return inBatches(items, func(batch []T) error {
		args := make([]any, 0, len(batch)*len(types))
		for _, item := range batch {
			args = append(args, values(item)...)
		}
		return run("(VALUES "+database.TypedPlaceholders(len(batch), types...)+") AS v", args)
	})
}

func insertAccounts(ctx context.Context, tx *database.Tx, accounts []Account, now time.Time) error {
	return inBatches(accounts, func(batch []Account) error {
		args := make([]any, 0, len(batch)*7)
		for _, a := range batch {
			args = append(args, a.ID, a.TenantID, a.OwnerID, string(a.Code), a.Currency, a.Code.MayBeNegative(), database.Micros(now))
		}
		_, err := tx.Exec(ctx, `
			INSERT INTO ledger_accounts (id, tenant_id, owner_id, code, currency, allow_negative, created_at)
			VALUES `+database.Placeholders(len(batch), 7)+`
			ON CONFLICT DO NOTHING`, args...)
		return err
	})
}

// lockAccounts reads the accounts and locks them until the transaction ends. The ids are sorted, and the database sorts
// them in the same way, so that all transactions lock them in the same order.
func lockAccounts(ctx context.Context, tx *database.Tx, ids []uuid.UUID) (map[uuid.UUID]account, error) {
	accounts := make(map[uuid.UUID]account, len(ids))
	id := func(id uuid.UUID) []any { return []any{id} }
	lock := func(among string, args []any) error {
		return eachRow(ctx, tx, `
			SELECT id, tenant_id, code, currency, balance, allow_negative
			FROM ledger_accounts
			WHERE id IN `+among+`
			ORDER BY id`+tx.ForUpdate(), args, func(row database.Row) error {
			var id uuid.UUID
			var a account
			err := row.Scan(&id, &a.tenant, &a.code, &a.currency, &a.balance, &a.allowNegative)
			accounts[id] = a
			return err
		})
	}
	if len(ids) <= fewRows {
		args := make([]any, len(ids))
		for i, id := range ids {
			args[i] = id
		}
		return accounts, lock(database.Placeholders(1, len(ids)), args)
	}
	err := fromRows(tx, []string{"TEXT"}, ids, id, func(rows string, args []any) error {
		return lock(`(SELECT v.column1 FROM `+rows+`)`, args)
	})
	return accounts, err
}

// dropBooked removes the ids of the drafts whose source has been booked before.
func dropBooked(ctx context.Context, tx *database.Tx, drafts []draft) error {
	pending := numbered(drafts)
	booked := map[source]bool{}
	named := func(d *draft) []any { return []any{d.SourceID, d.SourceType, d.Kind} }
	err := fromRows(tx, []string{"TEXT", "TEXT", "TEXT"}, pending, named, func(rows string, args []any) error {
		return eachRow(ctx, tx, `
			SELECT t.kind, t.source_type, t.source_id
			FROM `+rows+`
			JOIN ledger_transactions AS t
			  ON t.source_id = v.column1 AND t.source_type = v.column2 AND t.kind = v.column3`,
			args, func(row database.Row) error {
				var s source
				err := row.Scan(&s.kind, &s.sourceType, &s.sourceID)
				booked[s] = true
				return err
			})
	})
	for _, d := range pending {
		if booked[d.source()] {
			d.id = uuid.Nil
		}
	}
	return err
}

// insertTransactions writes the drafts that have an id, and removes the ids of those whose source turns out to have
// been booked before. It reports whether all were written.
func insertTransactions(ctx context.Context, tx *database.Tx, drafts []draft) (complete bool, err error) {
	pending := numbered(drafts)
	// The unique index makes transactions that book the same source wait for each other, so they need the same order
	// too.
	slices.SortFunc(pending, func(a, b *draft) int {
		return strings.Compare(a.SourceID+"\x00"+a.SourceType+"\x00"+a.Kind, b.SourceID+"\x00"+b.SourceType+"\x00"+b.Kind)
	})
	written := make(map[uuid.UUID]bool, len(pending))
	values := func(d *draft) []any {
		return []any{d.id, d.TenantID, d.SourceType, d.SourceID, d.Kind, database.Micros(d.At)}
	}
	err = fromRows(tx, []string{"TEXT", "TEXT", "TEXT", "TEXT", "TEXT", "BIGINT"}, pending, values, func(rows string, args []any) error {
		return eachRow(ctx, tx, `
			INSERT INTO ledger_transactions (id, tenant_id, source_type, source_id, kind, created_at)
			SELECT v.* FROM `+rows+` WHERE true
			ON CONFLICT (source_id, source_type, kind) DO NOTHING
			RETURNING id`, args, func(row database.Row) error {
			var id uuid.UUID
			err := row.Scan(&id)
			written[id] = true
			return err
		})
	})
	for _, d := range pending {
		if !written[d.id] {
			d.id = uuid.Nil
		}
	}
	return len(written) == len(pending), err
}

func insertPostings(ctx context.Context, tx *database.Tx, drafts []draft) error {
	var lines []line
	for _, d := range numbered(drafts) {
		lines = append(lines, d.lines...)
	}
	values := func(l line) []any { return []any{l.transaction, l.account, l.amount, l.after} }
	if len(lines) >= 4*fewRows {
		return database.InsertMany(ctx, tx, "ledger_postings", postingColumns, lines, values)
	}
	return inBatches(lines, func(batch []line) error {
		args := make([]any, 0, len(batch)*4)
		for _, l := range batch {
			args = append(args, values(l)...)
		}
		return tx.Later(ctx, nil, insertingPostings+database.Placeholders(len(batch), 4), args...)
	})
}

var postingColumns = []database.Column{
	{Name: "transaction_id", Type: "TEXT"}, {Name: "account_id", Type: "TEXT"},
	{Name: "amount", Type: "BIGINT"}, {Name: "balance_after", Type: "BIGINT"},
}

var insertingPostings = database.InsertInto("ledger_postings", postingColumns) + " VALUES "

// updateBalances writes the balances that have changed. The accounts are locked.
func updateBalances(ctx context.Context, tx *database.Tx, accounts map[uuid.UUID]account, after map[uuid.UUID]money.Decimal) error {
	changed := make([]uuid.UUID, 0, len(after))
	for id, balance := range after {
		if balance != accounts[id].balance {
			changed = append(changed, id)
		}
	}
	const before, behind = `UPDATE ledger_accounts SET balance = v.column2 FROM `, ` WHERE ledger_accounts.id = v.column1`
	types, values := []string{"TEXT", "BIGINT"}, func(id uuid.UUID) []any { return []any{id, after[id]} }
	var written int64
	wanted := func(count int) error {
		if written != int64(count) {
			return fmt.Errorf("%d of %d balances were written", written, count)
		}
		return nil
	}
	if len(changed) <= fewRows {
		return fromRows(tx, types, changed, values, func(rows string, args []any) error {
			return tx.Later(ctx, func(touched int64) error {
				written = touched
				return wanted(len(changed))
			}, before+rows+behind, args...)
		})
	}
	err := fromRows(tx, types, changed, values, func(rows string, args []any) error {
		touched, err := tx.Exec(ctx, before+rows+behind, args...)
		written += touched
		return err
	})
	if err != nil {
		return err
	}
	return wanted(len(changed))
}

// readEntries returns the entries of a booked transaction and its tenant; nothing when there is none.
func readEntries(ctx context.Context, q database.Querier, sourceType, sourceID, kind string) (tenant uuid.UUID, entries []Entry, err error) {
	err = eachRow(ctx, q, `
		SELECT t.tenant_id, p.account_id, p.amount
		FROM ledger_transactions AS t
		JOIN ledger_postings AS p ON p.transaction_id = t.id
		WHERE t.source_id = $1 AND t.source_type = $2 AND t.kind = $3`,
		[]any{sourceID, sourceType, kind}, func(row database.Row) error {
			var entry Entry
			err := row.Scan(&tenant, &entry.Account, &entry.Amount)
			entries = append(entries, entry)
			return err
		})
	return tenant, entries, err
}

// numbered returns the drafts that are to be booked.
func numbered(drafts []draft) []*draft {
	pending := make([]*draft, 0, len(drafts))
	for place := range drafts {
		if drafts[place].id != uuid.Nil {
			pending = append(pending, &drafts[place])
		}
	}
	return pending
}

// eachRow runs a query and calls scan for each of its rows.
func eachRow(ctx context.Context, q database.Querier, query string, args []any, scan func(row database.Row) error) error {
	rows, err := q.Query(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

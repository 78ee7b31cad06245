package database

import (
	"context"
	"database/sql"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// copyRows writes rows with PostgreSQL's COPY. A row that the table refuses fails the transaction, as in a statement.
func copyRows[T any](ctx context.Context, tx *Tx, table string, columns []Column, items []T, values func(T) []any) error {
	rows := pgx.CopyFromSlice(len(items), func(i int) ([]any, error) {
		row := values(items[i])
		for i, column := range columns {
			row[i] = copyable(row[i], column.Type)
		}
		return row, nil
	})
	if err := tx.send(ctx); err != nil {
		return err
	}
	return tx.native(func(connection *pgx.Conn) error {
		_, err := connection.CopyFrom(ctx, pgx.Identifier{table}, columnNames(columns), rows)
		return err
	})
}

// copyable converts values that implement a conversion, because the copy format does not call it.
func copyable(value any, kind string) any {
	switch typed := value.(type) {
	case uuid.UUID:
		if kind == "UUID" {
			return [16]byte(typed)
		}
		return typed.String()
	case uuid.NullUUID:
		if !typed.Valid {
			return nil
		}
		return copyable(typed.UUID, kind)
	case scaled:
		return typed.Units()
	case sql.NullInt64:
		if !typed.Valid {
			return nil
		}
		return typed.Int64
	case []byte:
		if typed == nil {
			return nil
		}
	}
	return value
}

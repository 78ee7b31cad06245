package databasetest

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Exec runs statements as the superuser, each by itself, for what cannot be done in a transaction.
func (c *Cluster) Exec(ctx context.Context, statements ...string) error {
	connection, err := pgx.Connect(ctx, c.URL())
	if err != nil {
		return err
	}
	defer connection.Close(context.WithoutCancel(ctx))
	for _, statement := range statements {
		if _, err := connection.Exec(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

// TakeConnections takes every connection that the server has left, until release is called.
func (c *Cluster) TakeConnections(ctx context.Context) (release func()) {
	var taken []*pgx.Conn
	for {
		connection, err := pgx.Connect(ctx, c.URL())
		if err != nil {
			break
		}
		taken = append(taken, connection)
	}
	return func() {
		for _, connection := range taken {
			_ = connection.Close(context.WithoutCancel(ctx))
		}
	}
}

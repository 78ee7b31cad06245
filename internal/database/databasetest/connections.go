package databasetest

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Exec runs statements as the superuser, each separately, for those that cannot run in a transaction.
func (c *Cluster) Exec(ctx context.Context, statements ...string) error {
	return Tell(ctx, c.URL(), statements...)
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

// Ask connects to a server, runs one statement and returns the first value of its result as text. It fails with
// pgx.ErrNoRows when there is none.
func Ask(ctx context.Context, url, statement string) (answer string, err error) {
	connection, err := pgx.Connect(ctx, url)
	if err != nil {
		return "", err
	}
	defer connection.Close(context.WithoutCancel(ctx))
	var value any
	if err := connection.QueryRow(ctx, statement).Scan(&value); err != nil {
		return "", err
	}
	return fmt.Sprint(value), nil
}

// Tell connects to a server and runs statements without results, each separately.
func Tell(ctx context.Context, url string, statements ...string) error {
	connection, err := pgx.Connect(ctx, url)
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

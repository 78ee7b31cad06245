package stream

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/bench/accounts"
	"bourse/bench/kit"
	"bourse/internal/database"
)

// reader is a user with a session, an open position and tickets for some streams. Logging in would take longer than
// everything that is measured.
type reader struct {
	accounts.Owner
	session uuid.UUID
	number  int
}

func ticketOf(user, stream int) string { return fmt.Sprintf("bench-ticket-%d-%d", user, stream) }

// seed stores the readers and their tickets, which stay valid for as long as the bench takes.
func seed(ctx context.Context, db *database.DB) error {
	var tenant uuid.UUID
	if err := db.QueryRow(ctx, `SELECT id FROM tenants WHERE slug = 'default'`).Scan(&tenant); err != nil {
		return err
	}
	readers, owners := make([]reader, users), make([]accounts.Owner, users)
	for i := range readers {
		owners[i] = accounts.Owner{User: database.NewID(), Tenant: tenant, Account: database.NewID()}
		readers[i] = reader{owners[i], database.NewID(), i}
	}
	now := time.Now()
	return db.InTx(ctx, func(tx *database.Tx) error {
		if err := writeSessions(ctx, tx, now, readers); err != nil {
			return err
		}
		if err := accounts.Write(ctx, tx, now, accounts.Paper(owners)); err != nil {
			return err
		}
		if err := accounts.Fund(ctx, tx, now, owners); err != nil {
			return err
		}
		return writePositions(ctx, tx, now, readers)
	})
}

func writeSessions(ctx context.Context, tx *database.Tx, now time.Time, readers []reader) error {
	at := database.Micros(now)
	err := kit.Insert(ctx, tx, "users", readers, func(r reader) kit.Row {
		return kit.Row{
			"id": r.User, "tenant_id": r.Tenant, "email": fmt.Sprintf("reader-%d@bench.test", r.number), "role": "user",
			"created_at": at, "updated_at": at,
		}
	})
	if err != nil {
		return err
	}
	err = kit.Insert(ctx, tx, "sessions", readers, func(r reader) kit.Row {
		return kit.Row{
			"id": r.session, "tenant_id": r.Tenant, "user_id": r.User, "assurance": 1, "authenticated_at": at, "refreshed_at": at,
			"created_at": at, "last_activity_at": at, "expires_at": database.Micros(now.Add(24 * time.Hour)),
		}
	})
	if err != nil {
		return err
	}
	type ticket struct {
		digest  string
		session uuid.UUID
	}
	var tickets []ticket
	for _, r := range readers {
		for i := range streamsOfUser {
			digest := sha256.Sum256([]byte(ticketOf(r.number, i)))
			tickets = append(tickets, ticket{hex.EncodeToString(digest[:]), r.session})
		}
	}
	return kit.Insert(ctx, tx, "stream_tickets", tickets, func(t ticket) kit.Row {
		return kit.Row{"digest": t.digest, "session_id": t.session, "expires_at": database.Micros(now.Add(time.Hour))}
	})
}

// writePositions stores an open position of every reader, so that the account's value moves with the price.
func writePositions(ctx context.Context, tx *database.Tx, now time.Time, readers []reader) error {
	return kit.Insert(ctx, tx, "positions", readers, func(r reader) kit.Row {
		return kit.Row{
			"id": database.NewID(), "tenant_id": r.Tenant, "user_id": r.User, "account_id": r.Account, "symbol": kit.Symbol, "side": "buy",
			"status": "open", "quantity": kit.Unit, "opened_quantity": kit.Unit, "entry_price": kit.Mark, "opened_at": database.Micros(now),
		}
	})
}

package httpapi

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// take claims the key for a request. It returns the stored answer when the same request has been answered
// before, and fails with IDEMPOTENCY_KEY_REUSED when the key was used for another request, and with
// CONFLICT when the same request is still under way or its answer has been lost.
func (k *idempotencyKeys) take(ctx context.Context, held *claim) (*storedAnswer, error) {
	now := k.now()
	var row keyRow
	err := k.db.InTx(ctx, func(tx *database.Tx) error {
		// Whoever finds the row taken waits until its transaction has ended and then holds it, so the row
		// that is read next is the one that was in the way.
		claimed, err := tx.Exec(ctx, `
			INSERT INTO idempotency_keys (scope, key, fingerprint, claim, state, created_at, expires_at)
			VALUES ($1, $2, $3, $4, 'running', $5, $6)
			ON CONFLICT (scope, key) DO UPDATE
			SET fingerprint = excluded.fingerprint, claim = excluded.claim, state = 'running', answer = NULL,
			    created_at = excluded.created_at, expires_at = excluded.expires_at
			WHERE idempotency_keys.expires_at <= excluded.created_at
			   OR idempotency_keys.state = 'running' AND idempotency_keys.created_at <= $7`,
			held.scope, held.key, held.fingerprints[0], held.id,
			database.Micros(now), database.Micros(now.Add(keyLifetime)), database.Micros(now.Add(-claimLifetime)))
		if err != nil || claimed > 0 {
			row = keyRow{}
			return err
		}
		return tx.QueryRow(ctx, `
			SELECT fingerprint, state, answer, created_at
			FROM idempotency_keys
			WHERE scope = $1 AND key = $2`, held.scope, held.key).
			Scan(&row.fingerprint, &row.state, &row.answer, database.Time(&row.createdAt))
	})
	if err != nil || row.state == "" {
		return nil, err
	}
	if !row.isFor(held) {
		return nil, errKeyReused
	}
	if row.state == "answered" {
		return k.open(held, row.answer)
	}
	if row.state == "committed" && !row.createdAt.After(now.Add(-claimLifetime)) {
		return nil, fault.New(fault.Conflict, "the first request with this Idempotency-Key was carried out, but its answer was lost")
	}
	return nil, fault.New(fault.Conflict, "the first request with this Idempotency-Key is still under way").After(time.Second)
}

var errKeyReused = fault.New(fault.IdempotencyKeyReused, "this Idempotency-Key was used for another request")

// keyRow is what is known of a key that is taken. Without a state, it is not.
type keyRow struct {
	fingerprint []byte
	state       string
	answer      []byte
	createdAt   time.Time
}

func (row *keyRow) isFor(held *claim) bool {
	return slices.ContainsFunc(held.fingerprints, func(f []byte) bool { return bytes.Equal(f, row.fingerprint) })
}

// markCommitted runs inside every transaction of the request, as its last step. It fails when the claim
// has been taken over, and with it the transaction: somebody else is doing the work now.
func markCommitted(ctx context.Context, tx *database.Tx, held *claim) error {
	marked, err := tx.Exec(ctx, `
		UPDATE idempotency_keys
		SET state = CASE state WHEN 'running' THEN 'committed' ELSE state END
		WHERE scope = $1 AND key = $2 AND claim = $3`, held.scope, held.key, held.id)
	if err != nil {
		return fmt.Errorf("mark the idempotency key: %w", err)
	}
	if marked == 0 {
		return fault.New(fault.Conflict, "another request with this Idempotency-Key has taken over")
	}
	return nil
}

// settlement says what happens to the row of an answered request, by the states the row may be in.
type settlement struct{ store, free string }

// settlementOf decides by the status:
//
//   - A success is stored.
//   - A refusal by the state of things is stored if the request left something behind in the database.
//     Every other refusal frees the key: nothing has been done, and the request may be tried again,
//     corrected or with better rights.
//   - A failure of ours frees the key unless something was committed. If so, the answer is lost and the
//     key stays taken.
func settlementOf(status int) settlement {
	const running, committed, both = "'running'", "'committed'", "'running', 'committed'"
	switch {
	case status >= http.StatusInternalServerError:
		return settlement{free: running}
	case status < http.StatusBadRequest:
		return settlement{store: both}
	case status == http.StatusNotFound, status == http.StatusConflict, status == http.StatusUnprocessableEntity:
		return settlement{store: committed, free: running}
	default:
		return settlement{free: both}
	}
}

// settle stores the answer or frees the key, even when the client has gone.
func (k *idempotencyKeys) settle(ctx context.Context, held *claim, status int, kept *recording) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleLimit)
	defer cancel()
	how := settlementOf(status)
	sealed, err := k.seal(held, status, kept)
	if err != nil {
		return err
	}
	const own = " WHERE scope = $1 AND key = $2 AND claim = $3"
	return k.db.InTx(ctx, func(tx *database.Tx) error {
		if how.store != "" {
			stored, err := tx.Exec(ctx, `
				UPDATE idempotency_keys
				SET state = 'answered', answer = $4, expires_at = $5`+own+` AND state IN (`+how.store+`)`,
				held.scope, held.key, held.id, sealed, database.Micros(k.now().Add(keyLifetime)))
			if err != nil || stored > 0 {
				return err
			}
		}
		if how.free == "" {
			return nil
		}
		_, err := tx.Exec(ctx, `DELETE FROM idempotency_keys`+own+` AND state IN (`+how.free+`)`,
			held.scope, held.key, held.id)
		return err
	})
}

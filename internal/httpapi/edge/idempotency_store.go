package edge

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

// take claims the key for a request. It returns the stored response if the same request has been answered before, or
// the point to resume from if it was left half done. It fails with IDEMPOTENCY_KEY_REUSED when the key was used for
// another request, and with CONFLICT when the same request is still in progress or its response has been lost.
func (k *idempotencyKeys) take(ctx context.Context, held *claim) (answer *storedAnswer, resume string, err error) {
	var row keyRow
	err = k.db.InTx(ctx, func(tx *database.Tx) (err error) {
		if row, err = k.claim(ctx, tx, held); err != nil || !row.isResumable(held) {
			return err
		}
		_, err = tx.Exec(ctx, `
			UPDATE idempotency_keys SET claim = $3, process = $4, lease_until = `+k.leaseEnd(tx)+`
			WHERE scope = $1 AND key = $2`, held.scope, held.key, held.id, k.db.Process())
		return err
	})
	switch {
	case err != nil || row.state == "":
		return nil, "", err
	case !row.isFor(held):
		return nil, "", errKeyReused
	case row.state == "answered":
		answer, err = k.open(held, row.answer)
		return answer, "", err
	case row.isResumable(held):
		return nil, row.resume, nil
	case row.state == "committed" && row.isDead:
		return nil, "", fault.New(fault.Conflict, "the first request with this Idempotency-Key was carried out, but its answer was lost")
	}
	return nil, "", fault.New(fault.Conflict, "the first request with this Idempotency-Key is still under way").After(time.Second)
}

// claim inserts the row of a key, or takes it over when it has expired or its process died before anything was done.
// Otherwise it returns the existing row, having locked it: a request that finds the row taken waits until the other's
// transaction has ended.
func (k *idempotencyKeys) claim(ctx context.Context, tx *database.Tx, held *claim) (row keyRow, err error) {
	now := k.now()
	claimed, err := tx.Exec(ctx, `
		INSERT INTO idempotency_keys (scope, key, fingerprint, claim, state, created_at, expires_at, process, lease_until)
		VALUES ($1, $2, $3, $4, 'running', $5, $6, $7, `+k.leaseEnd(tx)+`)
		ON CONFLICT (scope, key) DO UPDATE
		SET fingerprint = excluded.fingerprint, claim = excluded.claim, state = 'running', answer = NULL, resume = '',
		    created_at = excluded.created_at, expires_at = excluded.expires_at,
		    process = excluded.process, lease_until = excluded.lease_until
		WHERE idempotency_keys.expires_at <= excluded.created_at
		   OR idempotency_keys.state = 'running' AND `+isDead(tx, "$7", "$8"),
		held.scope, held.key, held.fingerprints[0], held.id, database.Micros(now), database.Micros(now.Add(keyLifetime)),
		k.db.Process(), database.Micros(now.Add(-unleasedLifetime)))
	if err != nil || claimed > 0 {
		return keyRow{}, err
	}
	err = tx.QueryRow(ctx, `
		SELECT fingerprint, state, answer, resume, `+isDead(tx, "$3", "$4")+`
		FROM idempotency_keys
		WHERE scope = $1 AND key = $2`,
		held.scope, held.key, k.db.Process(), database.Micros(now.Add(-unleasedLifetime))).
		Scan(&row.fingerprint, &row.state, &row.answer, &row.resume, &row.isDead)
	return row, err
}

var errKeyReused = fault.New(fault.IdempotencyKeyReused, "this Idempotency-Key was used for another request")

// keyRow is what is known of a key that is taken. An empty state means that it is free.
type keyRow struct {
	fingerprint []byte
	state       string
	answer      []byte
	resume      string
	isDead      bool
}

func (row *keyRow) isFor(held *claim) bool {
	return slices.ContainsFunc(held.fingerprints, func(f []byte) bool { return bytes.Equal(f, row.fingerprint) })
}

// isResumable reports whether the request was left half done and can continue.
func (row *keyRow) isResumable(held *claim) bool {
	return row.state == "committed" && row.resume != "" && row.isDead && row.isFor(held)
}

// errTakenOver means that another request is doing the work now.
var errTakenOver = fault.New(fault.Conflict, "another request with this Idempotency-Key has taken over").After(time.Second)

// own matches the row of a claim, unless it has been taken over.
const own = " WHERE scope = $1 AND key = $2 AND claim = $3"

// markCommitted runs as the last step of every transaction of the request that is not held open. It fails, and with it
// the transaction, when the claim has been taken over.
func markCommitted(ctx context.Context, tx *database.Tx, held *claim) error {
	marked, err := tx.Exec(ctx, `
		UPDATE idempotency_keys
		SET state = CASE state WHEN 'running' THEN 'committed' ELSE state END,
		    resume = CASE $4 WHEN '' THEN resume ELSE $4 END`+own,
		held.scope, held.key, held.id, tx.ResumePoint())
	if err != nil {
		return fmt.Errorf("mark the idempotency key: %w", err)
	}
	if marked == 0 {
		return errTakenOver
	}
	return nil
}

// isFinal reports whether a status is the final result of a request that has changed something in the database: a
// success, or a refusal due to the current state. The caller may fix any other refusal, with a corrected request or
// better rights.
func isFinal(status int) bool {
	switch status {
	case http.StatusNotFound, http.StatusConflict, http.StatusUnprocessableEntity:
		return true
	}
	return status < http.StatusBadRequest
}

// conclude commits the held transaction, if any, together with the response, and reports whether there was one. A
// refusal does not roll it back: the refused attempt may have been counted. It fails as InTx does, and with CONFLICT
// when the claim has been taken over.
func (k *idempotencyKeys) conclude(ctx context.Context, last *database.LastTx, held *claim, kept *Recording) (wasHeld bool, err error) {
	return last.Commit(ctx, func(ctx context.Context, tx *database.Tx) error {
		changed, err := k.end(ctx, tx, held, kept, "'running', 'committed'")
		if err == nil && changed == 0 {
			err = errTakenOver
		}
		return err
	})
}

// end stores a final response in a row that is in one of the states, or otherwise frees the key.
func (k *idempotencyKeys) end(ctx context.Context, tx *database.Tx, held *claim, kept *Recording, states string) (changed int64, err error) {
	if !isFinal(kept.StatusCode()) {
		return tx.Exec(ctx, `DELETE FROM idempotency_keys`+own+` AND state IN (`+states+`)`, held.scope, held.key, held.id)
	}
	sealed, err := k.seal(held, kept)
	if err != nil {
		return 0, err
	}
	return tx.Exec(ctx, `
		UPDATE idempotency_keys
		SET state = 'answered', answer = $4, expires_at = $5`+own+` AND state IN (`+states+`)`,
		held.scope, held.key, held.id, sealed, database.Micros(k.now().Add(keyLifetime)))
}

// settle stores the response or frees the key of a request without a held transaction, even when the client has gone:
//
//   - A final response is stored; a refusal only if the request changed something in the database.
//   - Any other refusal frees the key: nothing has been done, and the request may be retried.
//   - A server error frees the key unless something was committed. If so, a repeated request resumes from there at
//     once, or is told that the response is lost.
func (k *idempotencyKeys) settle(ctx context.Context, held *claim, status int, kept *Recording) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleLimit)
	defer cancel()
	return k.db.InTx(ctx, func(tx *database.Tx) error {
		stored := "'running', 'committed'"
		switch {
		case status >= http.StatusInternalServerError:
			stored = ""
		case status >= http.StatusBadRequest && isFinal(status):
			stored = "'committed'"
		}
		if stored != "" {
			if changed, err := k.end(ctx, tx, held, kept, stored); err != nil || changed > 0 {
				return err
			}
		}
		freed, err := tx.Exec(ctx, `DELETE FROM idempotency_keys`+own+` AND state = 'running'`, held.scope, held.key, held.id)
		if err != nil || freed > 0 {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE idempotency_keys SET lease_until = 0`+own+` AND state = 'committed'`, held.scope, held.key, held.id)
		return err
	})
}

// isDead is the condition that nobody works under a claim any more: its lease has expired. Only one process at a time
// serves a SQLite file, so there any other process is dead. A claim without a process comes from a version without
// leases.
func isDead(tx *database.Tx, process, unleased string) string {
	dead := `CASE idempotency_keys.process WHEN '' THEN idempotency_keys.created_at <= ` + unleased +
		` ELSE idempotency_keys.lease_until <= ` + tx.Clock() + ` END`
	if tx.Engine() == database.SQLite {
		return `(idempotency_keys.process <> ` + process + ` OR ` + dead + `)`
	}
	// PostgreSQL must be able to infer the parameter's type wherever it is used.
	return `(` + dead + ` AND CAST(` + process + ` AS TEXT) <> '')`
}

// leaseEnd is when a claim that is made or renewed now expires, by the clock that all processes share.
func (k *idempotencyKeys) leaseEnd(tx *database.Tx) string {
	return fmt.Sprintf("%s + %d", tx.Clock(), k.lease.Microseconds())
}

// renewLease extends the lease of a key that is still in use.
func (k *idempotencyKeys) renewLease(ctx context.Context, tx *database.Tx, held *claim) error {
	_, err := tx.Exec(ctx, `UPDATE idempotency_keys SET lease_until = `+k.leaseEnd(tx)+own, held.scope, held.key, held.id)
	return err
}

// deleteExpiredKeys removes up to limit expired keys and returns how many.
func deleteExpiredKeys(ctx context.Context, tx *database.Tx, now time.Time, limit int) (removed int64, err error) {
	return tx.Exec(ctx, `
		DELETE FROM idempotency_keys
		WHERE (scope, key) IN (
			SELECT scope, key FROM idempotency_keys WHERE expires_at <= $1 LIMIT $2`+tx.SkipLocked()+`
		)`, database.Micros(now), limit)
}

package identity

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

var passkeyTable = database.NewTable("passkeys", func(p *Passkey, column database.Define) {
	column("id", &p.ID)
	column("tenant_id", database.Fixed(&p.tenantID))
	column("user_id", database.Fixed(&p.userID))
	column("relying_party_id", database.Fixed(&p.relyingPartyID))
	column("credential_id", database.Fixed(&p.credentialID))
	column("public_key", database.Fixed(&p.publicKey))
	column("sign_count", &p.signCount)
	column("transports", database.Fixed(database.JSON(&p.Transports)))
	column("aaguid", database.Fixed(database.Optional(&p.AAGUID)))
	column("name", &p.Name)
	column("backup_eligible", database.Fixed(&p.backupEligible))
	column("backed_up", &p.BackedUp)
	column("created_at", database.Fixed(&p.CreatedAt))
	column("last_used_at", database.Optional(&p.LastUsedAt))
	column("disabled_at", database.Optional(&p.DisabledAt))
})

var ceremonyTable = database.NewTable("passkey_ceremonies", func(c *ceremony, column database.Define) {
	column("id", &c.id)
	column("token_hash", &c.tokenHash)
	column("kind", &c.kind)
	column("tenant_id", database.Optional(&c.tenantID))
	column("user_id", database.Optional(&c.userID))
	column("session_id", database.Optional(&c.sessionID))
	column("sealed", &c.sealed)
	column("expires_at", &c.expiresAt)
})

// readPasskeys reads all passkeys of a user, newest first.
func readPasskeys(ctx context.Context, from database.Querier, tenant, user uuid.UUID) ([]*Passkey, error) {
	return passkeyTable.All(from.Query(ctx, `
		SELECT `+passkeyTable.Columns()+` FROM passkeys WHERE user_id = $1 AND tenant_id = $2 ORDER BY created_at DESC, id DESC`,
		user, tenant))
}

// readPasskey reads one of a user's passkeys. Another user's is NOT_FOUND.
func readPasskey(ctx context.Context, from database.Querier, owner Caller, id uuid.UUID) (*Passkey, error) {
	passkey, err := passkeyTable.Scan(from.QueryRow(ctx, `
		SELECT `+passkeyTable.Columns()+` FROM passkeys WHERE id = $1 AND user_id = $2 AND tenant_id = $3`,
		id, owner.UserID, owner.TenantID))
	return passkey, database.Missing(err, fault.New(fault.NotFound, "there is no such passkey"))
}

// passkeyUser returns the owner of the passkey with this credential. It fails with NOT_FOUND when nobody has it.
func passkeyUser(ctx context.Context, from database.Querier, credential []byte) (user uuid.UUID, err error) {
	err = from.QueryRow(ctx, `SELECT user_id FROM passkeys WHERE credential_id = $1`, credential).Scan(&user)
	return user, database.Missing(err, fault.New(fault.NotFound, "there is no such passkey"))
}

// insertPasskey fails with CONFLICT when the credential already exists, even if inserted concurrently.
func insertPasskey(ctx context.Context, tx *database.Tx, passkey *Passkey) error {
	inserted, err := passkeyTable.InsertOr(ctx, tx, `ON CONFLICT (credential_id) DO NOTHING`, passkey)
	if err == nil && inserted == 0 {
		err = fault.New(fault.Conflict, "this passkey was added already").About("credential")
	}
	return err
}

func deletePasskey(ctx context.Context, tx *database.Tx, passkey *Passkey) error {
	_, err := tx.Exec(ctx, `DELETE FROM passkeys WHERE id = $1`, passkey.ID)
	return err
}

// deletePasskeys removes a user's passkeys that were added before a time, and all open ceremonies of the user. It
// returns how many passkeys there were.
func deletePasskeys(ctx context.Context, tx *database.Tx, user uuid.UUID, before time.Time) (int64, error) {
	if _, err := tx.Exec(ctx, `DELETE FROM passkey_ceremonies WHERE user_id = $1`, user); err != nil {
		return 0, err
	}
	return tx.Exec(ctx, `DELETE FROM passkeys WHERE user_id = $1 AND created_at < $2`, user, database.Micros(before))
}

// removeCeremony reads and removes a ceremony: of two answers to one challenge the second finds none. It fails with
// TOKEN_INVALID when the ceremony is unknown, answered or expired.
func removeCeremony(ctx context.Context, tx *database.Tx, token string, kind ceremonyKind, now time.Time) (*ceremony, error) {
	held, err := ceremonyTable.Scan(tx.QueryRow(ctx, `
		DELETE FROM passkey_ceremonies WHERE token_hash = $1 AND kind = $2 AND expires_at > $3
		RETURNING `+ceremonyTable.Columns(), hashToken(token), kind, database.Micros(now)))
	return held, database.Missing(err, errBadCeremony)
}

package identity

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// phoneCode is the newest code sent to a user.
type phoneCode struct {
	user      uuid.UUID
	phone     string
	hash      []byte
	attempts  int
	sentAt    time.Time
	expiresAt time.Time
}

var phoneCodeTable = database.NewTable("phone_codes", func(c *phoneCode, column database.Define) {
	column("user_id", &c.user)
	column("phone", &c.phone)
	column("code_hash", &c.hash)
	column("attempts", &c.attempts)
	column("sent_at", &c.sentAt)
	column("expires_at", &c.expiresAt)
})

func readPhoneCode(ctx context.Context, tx *database.Tx, user uuid.UUID) (code phoneCode, found bool, err error) {
	code, err = phoneCodeTable.ScanValue(tx.QueryRow(ctx, `
		SELECT `+phoneCodeTable.Columns()+` FROM phone_codes WHERE user_id = $1`, user))
	if errors.Is(err, sql.ErrNoRows) {
		return code, false, nil
	}
	return code, err == nil, err
}

// storePhoneCode replaces the code that was sent before.
func storePhoneCode(ctx context.Context, tx *database.Tx, code *phoneCode) error {
	_, err := phoneCodeTable.InsertOr(ctx, tx, `
		ON CONFLICT (user_id) DO UPDATE SET phone = excluded.phone, code_hash = excluded.code_hash, attempts = 0,
			sent_at = excluded.sent_at, expires_at = excluded.expires_at`, code)
	if err != nil {
		return fmt.Errorf("store a phone code: %w", err)
	}
	return nil
}

// spendPhoneCode counts a wrong guess at the current code.
func spendPhoneCode(ctx context.Context, tx *database.Tx, user uuid.UUID) error {
	if _, err := tx.Exec(ctx, `UPDATE phone_codes SET attempts = attempts + 1 WHERE user_id = $1`, user); err != nil {
		return fmt.Errorf("count a wrong phone code: %w", err)
	}
	return nil
}

func deletePhoneCode(ctx context.Context, tx *database.Tx, user uuid.UUID) error {
	_, err := tx.Exec(ctx, `DELETE FROM phone_codes WHERE user_id = $1`, user)
	return err
}

package identity

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"bourse/internal/database"
)

const backupCodeCount = 10

// backupAlphabet is Crockford's: no letters that are taken for digits. 32 symbols, so a random byte picks
// one without bias.
const backupAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// newBackupCode is 16 symbols in four groups: 80 bits.
func newBackupCode() string {
	var code strings.Builder
	for i, b := range random(16) {
		if i > 0 && i%4 == 0 {
			code.WriteByte('-')
		}
		code.WriteByte(backupAlphabet[b%32])
	}
	return code.String()
}

// canonicalBackupCode forgives how people type codes.
func canonicalBackupCode(code string) string {
	return strings.NewReplacer("-", "", " ", "", "O", "0", "I", "1", "L", "1").Replace(strings.ToUpper(code))
}

func backupCodeInput(user uuid.UUID, code string) []byte {
	return []byte(user.String() + ":" + canonicalBackupCode(code))
}

// BackupCodes lists the caller's unused codes, none while the second factor is off. It wants a recent
// log-in, with the second factor while that is on (REAUTHENTICATION_REQUIRED).
func (s *Service) BackupCodes(ctx context.Context, caller Caller) ([]string, error) {
	var codes []string
	err := s.db.InTx(ctx, func(tx *database.Tx) error {
		_, err := s.lockRecent(ctx, tx, caller)
		if err != nil {
			return err
		}
		codes, err = s.unusedBackupCodes(ctx, tx, caller.UserID)
		return err
	})
	return codes, err
}

func (s *Service) unusedBackupCodes(ctx context.Context, tx *database.Tx, user uuid.UUID) ([]string, error) {
	rows, err := tx.Query(ctx, `
		SELECT id, sealed FROM backup_codes WHERE user_id = $1 AND used_at IS NULL ORDER BY position`, user)
	return database.Collect(rows, err, func(row database.Row) (string, error) {
		var (
			id     string
			sealed []byte
		)
		if err := row.Scan(&id, &sealed); err != nil {
			return "", err
		}
		code, err := s.ring.Open(sealed, "backup-code:"+id)
		if err != nil {
			return "", fmt.Errorf("open a backup code: %w", err)
		}
		return string(code), nil
	})
}

// ReplaceBackupCodes gives the caller a new set. The old codes stop working. It wants a recent log-in and
// is a CONFLICT while the second factor is off.
func (s *Service) ReplaceBackupCodes(ctx context.Context, caller Caller) ([]string, error) {
	var codes []string
	err := s.db.InLastTx(ctx, func(tx *database.Tx) error {
		if _, err := s.lockTwoFactorUser(ctx, tx, caller); err != nil {
			return err
		}
		var err error
		if codes, err = s.replaceBackupCodes(ctx, tx, caller.UserID); err != nil {
			return err
		}
		return s.audit(ctx, tx, caller, caller.TenantID, caller.UserID, "two_factor.backup_codes_replaced")
	})
	return codes, err
}

func (s *Service) replaceBackupCodes(ctx context.Context, tx *database.Tx, user uuid.UUID) ([]string, error) {
	if _, err := tx.Exec(ctx, `DELETE FROM backup_codes WHERE user_id = $1`, user); err != nil {
		return nil, err
	}
	codes := make([]string, backupCodeCount)
	values, args := make([]string, backupCodeCount), []any{user, database.Micros(s.now())}
	for i := range codes {
		codes[i] = newBackupCode()
		id := newID()
		sealed, err := s.ring.Seal([]byte(codes[i]), "backup-code:"+id.String())
		if err != nil {
			return nil, fmt.Errorf("seal a backup code: %w", err)
		}
		n := len(args)
		values[i] = fmt.Sprintf("($%d, $1, $%d, $%d, $%d, $2)", n+1, n+2, n+3, n+4)
		args = append(args, id, s.ring.MAC("backup-code", backupCodeInput(user, codes[i])), sealed, i)
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO backup_codes (id, user_id, lookup, sealed, position, created_at)
		VALUES `+strings.Join(values, ", "), args...)
	if err != nil {
		return nil, fmt.Errorf("insert backup codes: %w", err)
	}
	return codes, nil
}

// useBackupCode marks the code used and reports whether it was there to be used. Two requests with one
// code cannot both find it unused.
func (s *Service) useBackupCode(ctx context.Context, tx *database.Tx, from Origin, user *User, code string) (bool, error) {
	for _, lookup := range s.ring.MACs("backup-code", backupCodeInput(user.ID, code)) {
		used, err := tx.Exec(ctx, `
			UPDATE backup_codes SET used_at = $3 WHERE user_id = $1 AND lookup = $2 AND used_at IS NULL`,
			user.ID, lookup, database.Micros(s.now()))
		if err != nil {
			return false, fmt.Errorf("use a backup code: %w", err)
		}
		if used > 0 {
			return true, s.audit(ctx, tx, Caller{Origin: from, UserID: user.ID}, user.TenantID, user.ID, "two_factor.backup_code_used")
		}
	}
	return false, nil
}

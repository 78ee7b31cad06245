package identity

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"bourse/internal/database"
)

const backupCodeCount = 10

// backupAlphabet is Crockford's, which avoids letters that look like digits. It has 32 symbols, so a random byte picks
// one without bias.
const backupAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// newBackupCode generates 16 symbols in four groups: 80 bits.
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

// canonicalBackupCode tolerates the ways in which people type codes.
func canonicalBackupCode(code string) string {
	return strings.NewReplacer("-", "", " ", "", "O", "0", "I", "1", "L", "1").Replace(strings.ToUpper(code))
}

func backupCodeInput(user uuid.UUID, code string) []byte {
	return []byte(user.String() + ":" + canonicalBackupCode(code))
}

// BackupCodes lists the caller's unused codes; there are none while the second factor is off. It requires a recent
// log-in, including the second factor while that is on (REAUTHENTICATION_REQUIRED).
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
	stored, err := readBackupCodes(ctx, tx, user)
	if err != nil {
		return nil, err
	}
	codes := make([]string, len(stored))
	for i, sealed := range stored {
		code, err := s.ring.Open(sealed.sealed, "backup-code:"+sealed.id.String())
		if err != nil {
			return nil, fmt.Errorf("open a backup code: %w", err)
		}
		codes[i] = string(code)
	}
	return codes, nil
}

// ReplaceBackupCodes gives the caller a new set of codes and invalidates the old ones. It requires a recent log-in and
// fails with CONFLICT while the second factor is off.
func (s *Service) ReplaceBackupCodes(ctx context.Context, caller Caller) ([]string, error) {
	var codes []string
	err := s.db.InLastTx(ctx, func(tx *database.Tx) error {
		user, err := s.lockTwoFactorUser(ctx, tx, caller)
		if err != nil {
			return err
		}
		if codes, err = s.replaceBackupCodes(ctx, tx, caller.UserID); err != nil {
			return err
		}
		if err := s.tellSecurityChange(ctx, tx, user, "backup_codes_replaced"); err != nil {
			return err
		}
		return s.audit(ctx, tx, caller, user, "two_factor.backup_codes_replaced", nil)
	})
	return codes, err
}

func (s *Service) replaceBackupCodes(ctx context.Context, tx *database.Tx, user uuid.UUID) ([]string, error) {
	if err := deleteBackupCodes(ctx, tx, user); err != nil {
		return nil, err
	}
	codes, stored := make([]string, backupCodeCount), make([]*backupCode, backupCodeCount)
	for i := range codes {
		codes[i] = newBackupCode()
		id := database.NewID()
		sealed, err := s.ring.Seal([]byte(codes[i]), "backup-code:"+id.String())
		if err != nil {
			return nil, fmt.Errorf("seal a backup code: %w", err)
		}
		lookup := s.ring.MAC("backup-code", backupCodeInput(user, codes[i]))
		stored[i] = &backupCode{id: id, user: user, lookup: lookup, sealed: sealed, position: i, createdAt: s.now()}
	}
	if err := backupCodeTable.Insert(ctx, tx, stored...); err != nil {
		return nil, fmt.Errorf("insert backup codes: %w", err)
	}
	return codes, nil
}

// useBackupCode marks the code as used and reports whether it was still unused. Two requests with the same code cannot
// both succeed.
func (s *Service) useBackupCode(ctx context.Context, tx *database.Tx, from Origin, user *User, code string) (bool, error) {
	for _, lookup := range s.ring.MACs("backup-code", backupCodeInput(user.ID, code)) {
		used, err := markBackupCode(ctx, tx, user.ID, lookup, s.now())
		if err != nil {
			return false, fmt.Errorf("use a backup code: %w", err)
		}
		if used {
			return true, s.audit(ctx, tx, user.from(from), user, "two_factor.backup_code_used", nil)
		}
	}
	return false, nil
}

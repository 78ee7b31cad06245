package identity

import (
	"context"
	"errors"
	"math"
	"time"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
)

// ResetPassword sets a new password for the user of a mailed token and ends all of the user's sessions. It fails with
// TOKEN_INVALID or WEAK_PASSWORD; a weak password does not use up the token. The same link with the same password
// succeeds again and does nothing; with another password it is TOKEN_INVALID.
func (s *Service) ResetPassword(ctx context.Context, from Origin, token, password string) error {
	if err := checkPassword("password", password, ""); err != nil {
		return err
	}
	found, err := s.findMailToken(ctx, s.db, token, resetPassword)
	if err != nil {
		return err // before any hashing, which is what a flood would cost us
	}
	if found.isUsed {
		return s.confirmReset(ctx, found, password)
	}
	hash, err := s.hasher.hash(ctx, password)
	if err != nil {
		return err
	}
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		user, isFirst, err := s.useMailToken(ctx, tx, token, resetPassword)
		if err != nil {
			return err
		}
		if !isFirst {
			return errLinkUsed
		}
		if err := checkPassword("password", password, user.Email); err != nil {
			return err
		}
		if err := s.proveMailbox(ctx, tx, from, user); err != nil {
			return err
		}
		return s.setPassword(ctx, tx, user.from(from), user, hash, "password.reset")
	})
	if errors.Is(err, errLinkUsed) {
		return s.confirmReset(ctx, found, password)
	}
	return err
}

// errLinkUsed means that a concurrent request has used the link.
var errLinkUsed = errors.New("the link was used in the meantime")

// confirmReset answers a link that was already used: the request may be a retry of the one that used it. As the answer
// reveals whether a password is right, it is given five times in fifteen minutes.
func (s *Service) confirmReset(ctx context.Context, link mailToken, password string) error {
	var attempts int
	err := s.db.InTx(database.Beforehand(ctx), func(tx *database.Tx) (err error) {
		attempts, _, err = s.countAttempt(ctx, tx, "reset-again:"+link.userID.String(), attemptWindow)
		return err
	})
	if err != nil {
		return err
	}
	if attempts > attemptBudget {
		return errBadMailToken
	}
	user, err := readUser(ctx, s.db, link.userID)
	if err != nil {
		return err
	}
	proof, err := s.checkLogin(ctx, user, password)
	if err == nil && !proof.fits {
		err = errBadMailToken
	}
	return err
}

// proveMailbox records that the user reads the mails to the account's email. Until that is proved for the first time,
// whoever set the account up may have been somebody else, who wanted to keep the email's owner out or to get in later:
// what they set up is removed and left to the owner to set up again. This applies even if the email was verified by its
// link alone, since somebody who opens a link need not know what was set up before. What was added after the proof
// stays.
func (s *Service) proveMailbox(ctx context.Context, tx *database.Tx, from Origin, user *User) error {
	unproven := unprovenTime{until: user.EmailVerifiedAt, reason: beforeProof}
	if !user.EmailVerified() {
		unproven = unprovenTime{until: forEver, reason: firstProof}
		user.EmailVerifiedAt = s.now()
		if err := s.tellEmailVerified(ctx, tx, from, user); err != nil {
			return err
		}
	}
	if user.PhoneVerifiedAt.Before(unproven.until) {
		user.Phone, user.PhoneVerifiedAt = "", time.Time{}
	}
	if err := deletePhoneCode(ctx, tx, user.ID); err != nil {
		return err
	}
	if err := s.dropAPIKeys(ctx, tx, from, user, unproven); err != nil {
		return err
	}
	if err := s.dropPasskeys(ctx, tx, from, user, unproven); err != nil {
		return err
	}
	return s.dropSecondFactor(ctx, tx, from, user, unproven)
}

// unprovenTime is the period in which nobody had proved to read an account's mails.
type unprovenTime struct {
	until  time.Time
	reason string // why its set-up is removed, for the audit log
}

const (
	firstProof  = "the email was verified for the first time, by a reset"
	beforeProof = "it was set up before the email was verified for the first time"
)

// forEver is later than anything that was set up, even by a replica whose clock is ahead.
var forEver = time.UnixMicro(math.MaxInt64)

// dropSecondFactor turns the second factor off if it was turned on before the proof. It changes the user, which its
// caller writes.
func (s *Service) dropSecondFactor(ctx context.Context, tx *database.Tx, from Origin, user *User, unproven unprovenTime) error {
	if !user.TOTPEnabledAt.Before(unproven.until) {
		return nil
	}
	hadFactor := user.TwoFactorEnabled()
	user.totpSecret, user.TOTPEnabledAt, user.totpLastStep = nil, time.Time{}, 0
	if err := deleteBackupCodes(ctx, tx, user.ID); err != nil || !hadFactor {
		return err
	}
	if err := s.tellSecurityChange(ctx, tx, user, "two_factor_disabled"); err != nil {
		return err
	}
	if err := s.publishUser(ctx, tx, twoFactorDisabled, user); err != nil {
		return err
	}
	return s.audit(ctx, tx, user.from(from), user, "two_factor.disabled", audit.Fields{"reason": unproven.reason})
}

// dropAPIKeys revokes the keys created before the proof. It mails no notice of each: their names are a stranger's
// words.
func (s *Service) dropAPIKeys(ctx context.Context, tx *database.Tx, from Origin, user *User, unproven unprovenTime) error {
	keys, err := s.revokeAPIKeys(ctx, tx, user, unproven.until)
	if err != nil {
		return err
	}
	ended := make([]uuid.UUID, len(keys))
	for i := range keys {
		ended[i] = keys[i].ID
		if err := s.auditAPIKey(ctx, tx, user.from(from), user, &keys[i], "revoked", unproven.reason); err != nil {
			return err
		}
	}
	tx.NotifyIDsAtCommit(sessionTopic, ended...)
	return nil
}

// dropPasskeys removes the passkeys added before the proof.
func (s *Service) dropPasskeys(ctx context.Context, tx *database.Tx, from Origin, user *User, unproven unprovenTime) error {
	removed, err := deletePasskeys(ctx, tx, user.ID, unproven.until)
	if err != nil || removed == 0 {
		return err
	}
	return s.audit(ctx, tx, user.from(from), user, "passkey.removed", audit.Fields{"reason": unproven.reason})
}

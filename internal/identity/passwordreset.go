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

// ResetPassword sets a new password for the user of a mailed token and ends all of the user's sessions.
// It fails with TOKEN_INVALID or WEAK_PASSWORD; a weak password does not spend the token. The same link with the
// same password succeeds again and does nothing; with another password it is TOKEN_INVALID.
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

// errLinkUsed tells that somebody else used the link at the same moment.
var errLinkUsed = errors.New("the link was used in the meantime")

// confirmReset answers a link that has done its work: the request may be a repetition of the one that did it.
// As it tells whether a password is right, it answers five times in fifteen minutes.
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

// proveMailbox notes that the user reads the mails to the account's email. Whoever set the account up before that was
// seen for the first time may have been somebody else, who wanted to keep the owner of the email out or themselves in:
// what they set up is taken off and left to the owner to set anew. That includes an email that was verified by its link
// alone, since who opens a link need not know what was set up before. What was added after the proof stays.
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

// unprovenTime is the time in which nobody had shown to read the mails of an account.
type unprovenTime struct {
	until  time.Time
	reason string // of taking off what was set up in it, in the audit log
}

const (
	firstProof  = "the email was verified for the first time, by a reset"
	beforeProof = "it was set up before the email was verified for the first time"
)

// forEver is after everything that was set up, also by a replica whose clock is ahead.
var forEver = time.UnixMicro(math.MaxInt64)

// dropSecondFactor turns the second factor off, in the user that the caller writes, if whoever set the account up had
// turned it on.
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

// dropAPIKeys ends the keys of whoever set the account up. No mail tells of each: their names are the stranger's words.
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

// dropPasskeys takes the passkeys of whoever set the account up.
func (s *Service) dropPasskeys(ctx context.Context, tx *database.Tx, from Origin, user *User, unproven unprovenTime) error {
	removed, err := deletePasskeys(ctx, tx, user.ID, unproven.until)
	if err != nil || removed == 0 {
		return err
	}
	return s.audit(ctx, tx, user.from(from), user, "passkey.removed", audit.Fields{"reason": unproven.reason})
}

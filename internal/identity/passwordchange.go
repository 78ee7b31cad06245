package identity

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// ChangePassword sets a new password for a caller who knows the present one and ends the caller's other sessions. While
// the second factor is on it requires a recent log-in (REAUTHENTICATION_REQUIRED). A wrong password is a
// VALIDATION_ERROR of currentPassword (ACCOUNT_LOCKED after five); the new one may be a WEAK_PASSWORD.
func (s *Service) ChangePassword(ctx context.Context, caller Caller, present, password string) error {
	// The user is read again: the caller's cached state may hold the hash of an earlier password.
	known, err := readUser(ctx, s.db, caller.UserID)
	if err != nil {
		return err
	}
	if err := s.checkRecentWithFactor(ctx, s.db, caller, known); err != nil {
		return err // before the password check, whose result a stolen session must not learn
	}
	if err := checkPassword("newPassword", password, known.Email); err != nil {
		return err
	}
	proof, err := s.checkAgain(ctx, known, present)
	if err != nil {
		return err
	}
	hash := ""
	if proof.fits { // otherwise it is refused, and hashing is what a flood would cost us
		if hash, err = s.hasher.hash(ctx, password); err != nil {
			return err
		}
	}
	var refusal error
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		var user *User
		if user, refusal, err = s.lockProven(ctx, tx, caller, proof, "currentPassword"); err != nil || refusal != nil {
			return err
		}
		if err := s.checkRecentWithFactor(ctx, tx, caller, user); err != nil { // it may have been turned on in the meantime
			return err
		}
		return s.setPassword(ctx, tx, caller, user, hash, "password.changed")
	})
	return refused(err, refusal)
}

// passwordAgain names the counter for the attempts of a user who is logged in.
func passwordAgain(user uuid.UUID) string { return "password-again:" + user.String() }

// checkAgain is checkLogin for a user who is logged in. After too many failed attempts it fails with ACCOUNT_LOCKED,
// before any hashing.
func (s *Service) checkAgain(ctx context.Context, user *User, password string) (passwordProof, error) {
	if locked, wait, err := s.attemptsSpent(ctx, s.db, passwordAgain(user.ID), attemptBudget, ""); err != nil || locked {
		return passwordProof{}, lockedOut(wait, err)
	}
	return s.checkLogin(ctx, user, password)
}

// lockProven locks the caller's row, provided that the password check succeeded against the hash that is still current.
// A wrong password is counted against the session's user and refused; the refusal must be committed. It fails with
// ACCOUNT_SUSPENDED when the user was suspended or erased during the check: nothing may be stored about an erased user.
func (s *Service) lockProven(ctx context.Context, tx *database.Tx, caller Caller, proof passwordProof, field string) (user *User, refusal, err error) {
	subject := passwordAgain(caller.UserID)
	if user, err = lockEntering(ctx, tx, caller.UserID); err != nil {
		return nil, nil, err
	}
	attempts, wait, err := s.countAttempt(ctx, tx, subject, attemptWindow)
	if err != nil {
		return nil, nil, err
	}
	if attempts > attemptBudget {
		return nil, lockedOut(wait, nil), nil
	}
	if !proof.fits || proof.against != user.passwordHash {
		refusal = fault.Invalid(field, "the password is wrong") // 401 would mean to log in again
		return nil, refusal, s.audit(ctx, tx, caller, user, "password.wrong", nil)
	}
	return user, nil, forgiveAttempts(ctx, tx, subject)
}

// setPassword stores the hash, ends every session but the caller's own and notifies the user by mail, in case it was
// somebody else.
func (s *Service) setPassword(ctx context.Context, tx *database.Tx, caller Caller, user *User, hash, action string) error {
	user.passwordHash = hash
	if err := s.updateUser(ctx, tx, user); err != nil {
		return err
	}
	if _, err := s.revokeSessions(ctx, tx, user, action, allBut(caller.SessionID)); err != nil {
		return err
	}
	if err := dropChallenges(ctx, tx, user.ID); err != nil {
		return err
	}
	if err := dropMailToken(ctx, tx, user.ID, resetPassword); err != nil { // an earlier link must not undo this
		return err
	}
	if err := dropResetRequests(ctx, tx, user); err != nil { // nor one that is yet to be mailed
		return err
	}
	if err := stopEmailChanges(ctx, tx, user.ID); err != nil { // an intruder may have requested one
		return err
	}
	if err := s.forgiveWrongCodes(ctx, tx, user); err != nil {
		return err
	}
	if err := s.tellSecurityChange(ctx, tx, user, "password_changed"); err != nil {
		return err
	}
	if err := s.publishUser(ctx, tx, passwordChanged, user); err != nil {
		return err
	}
	return s.audit(ctx, tx, caller, user, action, nil)
}

// Reauthenticate records that the caller has given the password again, and a code when there is a second factor, and
// returns an access token that says so. It fails with VALIDATION_ERROR when the password is wrong (ACCOUNT_LOCKED after
// five) or the code is missing, and with INVALID_OTP when the code is wrong.
func (s *Service) Reauthenticate(ctx context.Context, caller Caller, password, code string) (Tokens, error) {
	if password == "" {
		return Tokens{}, fault.Invalid("password", "is required, unless a passkey is shown")
	}
	known, err := readUser(ctx, s.db, caller.UserID)
	if err != nil {
		return Tokens{}, err
	}
	proof, err := s.checkAgain(ctx, known, password)
	if err != nil {
		return Tokens{}, err
	}
	var (
		tokens  Tokens
		refusal error
	)
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		var user *User
		if user, refusal, err = s.lockProven(ctx, tx, caller, proof, "password"); err != nil || refusal != nil {
			return err
		}
		assurance := assurancePassword
		if user.TwoFactorEnabled() {
			assurance = assuranceSecondFactor
			if code == "" {
				return fault.Invalid("code", "is required: this account has a second factor")
			}
			if refusal, err = s.spendCode(ctx, tx, caller.Origin, user, code, errWrongCode); err != nil || refusal != nil {
				return err
			}
		}
		tokens, err = s.renewAuthentication(ctx, tx, caller, user, assurance)
		return err
	})
	return tokens, refused(err, refusal)
}

// renewAuthentication records what the caller's session has just proved, and returns an access token that says so.
func (s *Service) renewAuthentication(ctx context.Context, tx *database.Tx, caller Caller, user *User, assurance int) (Tokens, error) {
	session, err := readSession(ctx, tx, caller.SessionID, tx.ForUpdate())
	if err != nil {
		return Tokens{}, err
	}
	if !session.open(s.now()) {
		return Tokens{}, errSessionRevoked
	}
	session.AuthenticatedAt, session.assurance = s.now(), max(session.assurance, assurance)
	if err := sessionTable.Update(ctx, tx, &session, "authenticated_at", "assurance"); err != nil {
		return Tokens{}, err
	}
	tx.NotifyIDsAtCommit(sessionTopic, session.ID)
	if err := s.audit(ctx, tx, caller, user, "user.reauthenticated", nil); err != nil {
		return Tokens{}, err
	}
	access, err := s.issueAccessToken(user, &session)
	return Tokens{AccessToken: access, ExpiresIn: s.settings.AccessTokenLifetime, User: user}, err
}

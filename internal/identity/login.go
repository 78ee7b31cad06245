package identity

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/fault"
)

// Challenge asks for the second factor.
type Challenge struct {
	Token     string
	Methods   []string
	ExpiresIn time.Duration
}

// LoginResult holds tokens, or a challenge when the account has a second factor.
type LoginResult struct {
	Tokens    Tokens
	Challenge *Challenge
}

// errWrongLoginCode is what a wrong code is for somebody who is not in yet: log in again.
var errWrongLoginCode = fault.New(fault.Invalid2FACode, "the code is wrong or was used before").About("code")

var errWrongPassword = fault.New(fault.InvalidCredentials, "the email or the password is wrong")

// Credentials are what somebody logs in with.
type Credentials struct {
	Email    string
	Password string
	Tenant   string // the slug of the tenant that is meant; empty leaves it to the rule
}

// Login opens a session for who knows the password, or asks for the second factor. A wrong email, a wrong password and
// a tenant that there is not are all INVALID_CREDENTIALS and take the same time and work. After five failures within
// fifteen minutes, counted by tenant, email and address, every attempt is ACCOUNT_LOCKED, the right one too: in a burst of
// parallel guesses no more than five learn anything. A locked-out user is ACCOUNT_SUSPENDED; what cannot be
// an email is a VALIDATION_ERROR.
func (s *Service) Login(ctx context.Context, from Origin, credentials Credentials) (LoginResult, error) {
	email, err := normalizeEmail(credentials.Email)
	if err != nil {
		return LoginResult{}, err
	}
	for {
		who, err := s.visitorWith(ctx, from, credentials.Tenant, email)
		if err != nil {
			return LoginResult{}, err
		}
		subject := who.budget("password") + "@" + networkOf(from.IPAddress)
		if locked, wait, err := s.attemptsSpent(ctx, s.db, subject, attemptBudget, ""); err != nil || locked {
			return LoginResult{}, lockedOut(wait, err) // before any hashing, which is what a flood would cost us
		}
		proof, err := s.checkLogin(ctx, who.user, credentials.Password)
		if err != nil {
			return LoginResult{}, err
		}
		result, err := s.concludeLogin(ctx, from, who, subject, proof)
		if !errors.Is(err, errHashReplaced) {
			return result, err
		}
	}
}

// errHashReplaced tells that the password was checked against a hash that is no longer the user's: it was
// changed, or another log-in has stored it anew with other parameters. The check has to be made again.
var errHashReplaced = errors.New("the password hash was replaced")

// concludeLogin counts the failure, or lets the user in.
func (s *Service) concludeLogin(ctx context.Context, from Origin, who visitor, subject string, proof passwordProof) (LoginResult, error) {
	var (
		result  LoginResult
		refusal error
	)
	err := s.db.InLastTx(ctx, func(tx *database.Tx) (err error) {
		result, refusal = LoginResult{}, nil
		if !proof.fits {
			refusal, err = s.countWrongPassword(ctx, tx, from, who, subject)
			return err
		}
		if locked, wait, err := s.attemptsSpent(ctx, tx, subject, attemptBudget, tx.ForUpdate()); err != nil || locked {
			return lockedOut(wait, err)
		}
		result, err = s.enter(ctx, tx, from, who.user.ID, proof)
		if err != nil {
			return err
		}
		return forgiveAttempts(ctx, tx, subject)
	})
	return result, refused(err, refusal)
}

// passwordProof is the outcome of a password check that was made outside of any transaction.
type passwordProof struct {
	fits    bool
	against string // the hash that it was checked against
	rehash  string // to be stored instead, when the parameters have changed
}

// checkLogin checks the password of a user who may not exist.
func (s *Service) checkLogin(ctx context.Context, user *User, password string) (passwordProof, error) {
	var proof passwordProof
	if user != nil {
		proof.against = user.passwordHash
	}
	var (
		outdated bool
		err      error
	)
	if proof.fits, outdated, err = s.hasher.verify(ctx, password, proof.against); err != nil {
		return proof, err
	}
	if proof.fits && outdated {
		proof.rehash, err = s.hasher.hash(ctx, password)
	}
	return proof, err
}

// countWrongPassword counts the failure and writes it down, also when nobody has the email: administrators want to see
// that somebody is trying emails, and the time of the answer must not tell which of them are known.
func (s *Service) countWrongPassword(ctx context.Context, tx *database.Tx, from Origin, who visitor, subject string) (refusal, err error) {
	attempts, wait, err := s.countAttempt(ctx, tx, subject, attemptWindow)
	if err != nil {
		return nil, err
	}
	if attempts > attemptBudget {
		return lockedOut(wait, nil), nil
	}
	user := who.user
	if user == nil { // an email that nobody has: what was typed is not written down
		user = &User{TenantID: who.tenant}
	}
	if err := s.audit(ctx, tx, Caller{Origin: from}, user, "login.failed", nil); err != nil || attempts < attemptBudget {
		return errWrongPassword, err
	}
	return errWrongPassword, s.audit(ctx, tx, Caller{Origin: from}, user, "login.locked", nil)
}

func lockedOut(wait time.Duration, err error) error {
	if err != nil {
		return err
	}
	return fault.New(fault.AccountLocked, "too many failed attempts; try again later").After(wait)
}

// enter opens the session or the challenge for a user who has shown the password.
func (s *Service) enter(ctx context.Context, tx *database.Tx, from Origin, id uuid.UUID, proof passwordProof) (LoginResult, error) {
	user, err := lockUser(ctx, tx, id)
	if err != nil {
		return LoginResult{}, err
	}
	if user.passwordHash != proof.against {
		return LoginResult{}, errHashReplaced
	}
	if err := user.mayEnter(); err != nil {
		return LoginResult{}, err
	}
	if proof.rehash != "" {
		user.passwordHash = proof.rehash
		if err := s.updateUser(ctx, tx, user); err != nil {
			return LoginResult{}, err
		}
	}
	if user.TwoFactorEnabled() {
		challenge, err := s.openChallenge(ctx, tx, user)
		return LoginResult{Challenge: challenge}, err
	}
	tokens, err := s.openSession(ctx, tx, user, from, assurancePassword)
	if err != nil {
		return LoginResult{}, err
	}
	return LoginResult{Tokens: tokens}, s.audit(ctx, tx, user.from(from), user, "user.logged_in", nil)
}

const challengePrefix = "bch_"

func (s *Service) openChallenge(ctx context.Context, tx *database.Tx, user *User) (*Challenge, error) {
	token := challengePrefix + base64.RawURLEncoding.EncodeToString(random(32))
	if err := insertChallenge(ctx, tx, token, user.ID, s.now().Add(challengeLifetime)); err != nil {
		return nil, fmt.Errorf("insert a challenge: %w", err)
	}
	methods := []string{"totp", "backup_code"}
	if has, err := s.hasPasskey(ctx, tx, user); err != nil {
		return nil, err
	} else if has {
		methods = append(methods, "passkey")
	}
	return &Challenge{Token: token, Methods: methods, ExpiresIn: challengeLifetime}, nil
}

// CompleteLogin opens the session that a challenge stands for, once. A challenge that is unknown, used or
// expired is TOKEN_INVALID; a wrong code is INVALID_2FA_CODE and, once one of the user's budgets is spent (of a quarter of an
// hour, and of the day), OTP_ATTEMPTS_EXCEEDED whatever the code.
func (s *Service) CompleteLogin(ctx context.Context, from Origin, challenge, code string) (Tokens, error) {
	var (
		tokens  Tokens
		refusal error
	)
	err := s.db.InLastTx(ctx, func(tx *database.Tx) error {
		tokens, refusal = Tokens{}, nil
		user, err := challengedUser(ctx, tx, challenge, s.now())
		if err != nil {
			return err
		}
		if err := user.mayEnter(); err != nil {
			return err
		}
		if refusal, err = s.spendCode(ctx, tx, from, user, code, errWrongLoginCode); err != nil || refusal != nil {
			return err
		}
		if err := deleteChallenge(ctx, tx, challenge); err != nil {
			return err
		}
		if tokens, err = s.openSession(ctx, tx, user, from, assuranceSecondFactor); err != nil {
			return err
		}
		return s.audit(ctx, tx, user.from(from), user, "user.logged_in", audit.Fields{"secondFactor": "true"})
	})
	return tokens, refused(err, refusal)
}

// hashToken is what is stored of a random token. It is unguessable already, so a plain hash does.
func hashToken(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

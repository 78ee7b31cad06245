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

// errWrongLoginCode is the refusal of a wrong code at log-in: the user must log in again.
var errWrongLoginCode = fault.New(fault.Invalid2FACode, "the code is wrong or was used before").About("code")

var errWrongPassword = fault.New(fault.InvalidCredentials, "the email or the password is wrong")

// Credentials are what a user logs in with.
type Credentials struct {
	Email    string
	Password string
	Tenant   string // the slug of the intended tenant; when empty, the rule finds it
}

// Login opens a session for a user who gives the right password, or asks for the second factor. A wrong email, a wrong
// password and an unknown tenant are all INVALID_CREDENTIALS and take the same time and work. After five failures
// within fifteen minutes, counted by tenant, email and address, every attempt is ACCOUNT_LOCKED, even with the right
// password: in a burst of parallel guesses no more than five learn anything. A suspended user is ACCOUNT_SUSPENDED;
// what cannot be an email is a VALIDATION_ERROR.
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

// errHashReplaced means that the password was checked against a hash that is no longer the user's: the password was
// changed, or another log-in has stored a new hash with other parameters. The check must be repeated.
var errHashReplaced = errors.New("the password hash was replaced")

// concludeLogin counts a failure, or admits the user.
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

// passwordProof is the outcome of a password check made outside any transaction.
type passwordProof struct {
	fits    bool
	against string // the hash that it was checked against
	rehash  string // to be stored instead when the parameters have changed
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

// countWrongPassword counts and audits the failure, even when nobody has the email: administrators want to see that
// somebody is trying emails, and the response time must not reveal which of them are known.
func (s *Service) countWrongPassword(ctx context.Context, tx *database.Tx, from Origin, who visitor, subject string) (refusal, err error) {
	attempts, wait, err := s.countAttempt(ctx, tx, subject, attemptWindow)
	if err != nil {
		return nil, err
	}
	if attempts > attemptBudget {
		return lockedOut(wait, nil), nil
	}
	user := who.user
	if user == nil { // nobody has this email: what was typed is not stored
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

// enter opens a session or a challenge for a user who has given the right password.
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

// CompleteLogin opens the session for a challenge, once. A challenge that is unknown, used or expired is TOKEN_INVALID;
// a wrong code is INVALID_2FA_CODE and, once one of the user's budgets is spent (for a quarter of an hour, and for the
// day), OTP_ATTEMPTS_EXCEEDED whatever the code.
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

// hashToken returns the hash under which a random token is stored. Tokens are unguessable, so a plain hash is enough.
func hashToken(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

package identity

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/fault"
)

const (
	// wrongCodesPerDay is how many wrong codes a user may type within a day. The budget for a quarter of an hour stops
	// bursts; somebody with the password and unlimited time would eventually get past that alone.
	wrongCodesPerDay = 20
	wrongCodesWindow = 24 * time.Hour
)

// errWrongCode is the refusal of a wrong code for a user who is logged in.
var errWrongCode = fault.New(fault.InvalidOTP, "the code is wrong or was used before").About("code")

// codesOf names a counter for a user's codes. Those at log-in are counted apart from those of sessions: somebody who
// knows only the password must not keep the owner's session from proving itself.
func codesOf(user uuid.UUID, what string, isLogin bool) string {
	if isLogin {
		what += "-log-in"
	}
	return what + ":" + user.String()
}

// wrongCodesOf names the counter for a day's wrong codes. A correct code does not reset it, or each of the owner's
// log-ins would give the guesser a new budget.
func wrongCodesOf(user uuid.UUID, isLogin bool) string { return codesOf(user, "wrong-codes", isLogin) }

// spendCode checks a code of the authenticator app or a backup code of a user whose row the transaction holds, and
// marks it as used. Every try is counted before it is checked. A wrong code is refused with the given error; a refusal
// must be committed.
func (s *Service) spendCode(ctx context.Context, tx *database.Tx, from Origin, user *User, code string, wrong *fault.Error) (refusal, err error) {
	isLogin := wrong == errWrongLoginCode
	if spent, wait, err := s.attemptsSpent(ctx, tx, wrongCodesOf(user.ID, isLogin), wrongCodesPerDay, ""); err != nil || spent {
		return tooManyWrongCodes(isLogin).After(wait), err
	}
	subject := codesOf(user.ID, "second-factor", isLogin)
	attempts, wait, err := s.countAttempt(ctx, tx, subject, attemptWindow)
	if err != nil {
		return nil, err
	}
	if attempts > attemptBudget {
		return fault.New(fault.OTPAttemptsExceeded, "too many wrong codes; try again later").After(wait), nil
	}
	right, err := s.useTOTP(ctx, tx, user, code)
	if err == nil && !right && user.TwoFactorEnabled() {
		right, err = s.useBackupCode(ctx, tx, from, user, code)
	}
	if err != nil {
		return nil, err
	}
	if !right {
		return wrong, s.countWrongCode(ctx, tx, from, user, isLogin)
	}
	return nil, forgiveAttempts(ctx, tx, subject)
}

// tooManyWrongCodes names the ways in that the owner still has.
func tooManyWrongCodes(isLogin bool) *fault.Error {
	if isLogin {
		return fault.New(fault.OTPAttemptsExceeded, "too many wrong codes today: log in with a passkey, reset your password, or try again later")
	}
	return fault.New(fault.OTPAttemptsExceeded, "too many wrong codes today: use a passkey, or try again later")
}

// countWrongCode counts and audits a wrong code of a user whose row the transaction holds. It notifies the owner of the
// day's first one at log-in: whoever typed it has given the password.
func (s *Service) countWrongCode(ctx context.Context, tx *database.Tx, from Origin, user *User, isLogin bool) error {
	action := "two_factor.wrong_code"
	if isLogin { // this is a failed log-in, and is listed as one
		action = "login.wrong_code"
	}
	if err := s.audit(ctx, tx, Caller{Origin: from}, user, action, nil); err != nil {
		return err
	}
	if !user.TwoFactorEnabled() {
		return nil // a factor that is being set up protects nothing yet, and its user can see the secret
	}
	codes, _, err := s.countAttempt(ctx, tx, wrongCodesOf(user.ID, isLogin), wrongCodesWindow)
	if err != nil || !isLogin || codes > 1 {
		return err
	}
	return s.tellSecurityChangeWith(ctx, tx, user, "second_factor_failed", brand.Values{
		"device": deviceOf(from.UserAgent).String(), "ipAddress": from.IPAddress, "when": s.now().In(user.Profile.location()).Format(deviceTimeForm),
	})
}

// forgiveWrongCodes lets a user whose password has changed type codes again: whoever guessed with the old password
// cannot continue. It does so once a day, so that a guesser who reads the owner's mails gains one more budget only.
func (s *Service) forgiveWrongCodes(ctx context.Context, tx *database.Tx, user *User) error {
	if !user.TwoFactorEnabled() {
		return nil
	}
	spent, _, err := s.attemptsSpent(ctx, tx, wrongCodesOf(user.ID, true), 1, "")
	if err != nil || !spent {
		return err
	}
	times, _, err := s.countAttempt(ctx, tx, "wrong-codes-forgiven:"+user.ID.String(), wrongCodesWindow)
	if err != nil || times > 1 {
		return err
	}
	return forgiveAttempts(ctx, tx, wrongCodesOf(user.ID, true))
}

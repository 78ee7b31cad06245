package identity

import (
	"context"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/fault"
)

// mailPurpose says what a mailed token may be used for.
type mailPurpose string

const (
	verifyEmail   mailPurpose = "verify_email"
	resetPassword mailPurpose = "reset_password"
)

const (
	// mailsPerWindow limits how many mails of a kind one address gets, so that nobody can be flooded.
	mailsPerWindow = 3
	// verificationMailsPerWindow includes the registration mail: leaving and registering the address again does not
	// reset it.
	verificationMailsPerWindow = 1 + mailsPerWindow
	// mailsPerDay is how many are sent in a day before they become fewer: from then on one in each lateMailWindow. Anybody
	// may request mails to an address, so the limit must slow them down without keeping its owner out.
	mailsPerDay    = 10
	mailDay        = 24 * time.Hour
	lateMailWindow = time.Hour
)

// mailToken is the token of a link that was sent and has not expired.
type mailToken struct {
	userID uuid.UUID
	isUsed bool
}

var errBadMailToken = fault.New(fault.TokenInvalid, "this link is not valid any more").About("token")

// link returns a URL into the front end, which reads the token from it.
func link(of brand.Brand, path, token string) string {
	return strings.TrimRight(of.AppURL, "/") + path + "?token=" + url.QueryEscape(token)
}

// sendMail queues a mail of a kind to the user, in the name of the user's brand. The values are computed from the
// brand, so that links lead to its app.
func (s *Service) sendMail(ctx context.Context, tx *database.Tx, user *User, kind brand.Kind, lifetime time.Duration, values func(brand.Brand) brand.Values) error {
	of, err := s.brands.Of(ctx, tx, user.TenantID)
	if err != nil {
		return err
	}
	letter, err := of.Compose(kind, values(of))
	if err != nil {
		return err
	}
	return s.messages.Enqueue(ctx, tx, letter.To(user.TenantID, user.ID, user.Email, s.now().Add(lifetime)))
}

func (s *Service) sendVerificationMail(ctx context.Context, tx *database.Tx, user *User) error {
	token, err := s.newMailToken(ctx, tx, user.ID, verifyEmail, verifyMailLifetime)
	if err != nil {
		return err
	}
	return s.sendMail(ctx, tx, user, brand.Kind(verifyEmail), verifyMailLifetime, func(of brand.Brand) brand.Values {
		return brand.Values{"link": link(of, "/verify-email", token)}
	})
}

// countVerificationMail counts a mail to the user's address. It reports whether that is one too many, and for how long.
func (s *Service) countVerificationMail(ctx context.Context, tx *database.Tx, user *User) (isTooMany bool, wait time.Duration, err error) {
	return s.countMail(ctx, tx, "verification-mail", mailAddress(user), verificationMailsPerWindow)
}

// countMail counts a mail of a kind to an address that may be nobody's. It reports whether that exceeds the given
// number for this window or what the day still allows, and for how long. A mail that this window does not allow does
// not count for the day.
func (s *Service) countMail(ctx context.Context, tx *database.Tx, kind, address string, most int) (isTooMany bool, wait time.Duration, err error) {
	mails, wait, err := s.countAttempt(ctx, tx, s.mailboxAt(kind, address), attemptWindow)
	if err != nil || mails > most {
		return true, wait, err
	}
	mails, _, err = s.countAttempt(ctx, tx, s.mailboxAt(kind+"-day", address), mailDay)
	if err != nil || mails <= mailsPerDay {
		return false, 0, err
	}
	mails, wait, err = s.countAttempt(ctx, tx, s.mailboxAt(kind+"-late", address), lateMailWindow)
	return mails > 1, wait, err
}

// ResendVerificationMail sends the mail again unless the email is already verified. It fails with RATE_LIMITED after
// too many, as the email may be somebody else's, and with ACCOUNT_SUSPENDED for a suspended user.
func (s *Service) ResendVerificationMail(ctx context.Context, caller Caller) error {
	return s.db.InLastTx(ctx, func(tx *database.Tx) error {
		user, err := lockEntering(ctx, tx, caller.UserID)
		if err != nil || user.EmailVerified() {
			return err
		}
		isTooMany, wait, err := s.countVerificationMail(ctx, tx, user)
		if err != nil {
			return err
		}
		if isTooMany {
			return fault.New(fault.RateLimited, "too many emails were requested; check the spam folder or try again later").After(wait)
		}
		return s.sendVerificationMail(ctx, tx, user)
	})
}

// VerifyEmail records that the token's user owns the email. It fails with TOKEN_INVALID. Opening a link again succeeds
// again and does nothing.
func (s *Service) VerifyEmail(ctx context.Context, from Origin, token string) error {
	return s.db.InLastTx(ctx, func(tx *database.Tx) error {
		user, isFirst, err := s.useMailToken(ctx, tx, token, verifyEmail)
		if err != nil || !isFirst || user.EmailVerified() {
			return err
		}
		user.EmailVerifiedAt = s.now()
		if err := s.updateUser(ctx, tx, user); err != nil {
			return err
		}
		return s.tellEmailVerified(ctx, tx, from, user)
	})
}

func (s *Service) tellEmailVerified(ctx context.Context, tx *database.Tx, from Origin, user *User) error {
	if err := s.publishUser(ctx, tx, emailVerified, user); err != nil {
		return err
	}
	return s.audit(ctx, tx, user.from(from), user, "email.verified", nil)
}

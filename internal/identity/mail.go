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

// mailsPerWindow bounds how many mails of a kind one address gets, so that nobody can be flooded.
const mailsPerWindow = 3

// mailToken is a link that was sent and has not expired.
type mailToken struct {
	userID uuid.UUID
	isUsed bool
}

var errBadMailToken = fault.New(fault.TokenInvalid, "this link is not valid any more").About("token")

// link leads to the front end, which takes the token from it.
func link(of brand.Brand, path, token string) string {
	return strings.TrimRight(of.AppURL, "/") + path + "?token=" + url.QueryEscape(token)
}

// sendMail queues the mail of a kind to the user, in the name of the user's brand. The values are made with the brand,
// so that links lead into its app.
func (s *Service) sendMail(ctx context.Context, tx *database.Tx, user *User, kind brand.Kind, lifetime time.Duration, values func(brand.Brand) brand.Values) error {
	of, err := s.brands.Of(ctx, tx, user.TenantID)
	if err != nil {
		return err
	}
	letter, err := of.Compose(kind, values(of))
	if err != nil {
		return err
	}
	message := letter.To(user.TenantID, user.Email, s.now().Add(lifetime))
	message.UserID = user.ID
	return s.messages.Enqueue(ctx, tx, message)
}

// tellSecurityChange tells the user by mail that something about their log-in has changed, which they want to know if
// it was somebody else.
func (s *Service) tellSecurityChange(ctx context.Context, tx *database.Tx, user *User, kind brand.Kind) error {
	return s.sendMail(ctx, tx, user, kind, verifyMailLifetime, func(brand.Brand) brand.Values { return nil })
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

// ResendVerificationMail sends the mail again, unless the email is verified already. It fails with
// RATE_LIMITED when too many were asked for: the email may be somebody else's.
func (s *Service) ResendVerificationMail(ctx context.Context, caller Caller) error {
	return s.db.InLastTx(ctx, func(tx *database.Tx) error {
		user, err := lockUser(ctx, tx, caller.UserID)
		if err != nil || user.EmailVerified() {
			return err
		}
		mails, wait, err := s.countAttempt(ctx, tx, "verification-mail:"+user.ID.String(), attemptWindow)
		if err != nil {
			return err
		}
		if mails > mailsPerWindow {
			return fault.New(fault.RateLimited, "too many mails were asked for; look into the spam folder or try again later").After(wait)
		}
		return s.sendVerificationMail(ctx, tx, user)
	})
}

// VerifyEmail records that the user of the token owns the email. It fails with TOKEN_INVALID. A link that is
// opened again succeeds again, and does nothing.
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
	return s.audit(ctx, tx, Caller{Origin: from, UserID: user.ID}, user.TenantID, user.ID, "email.verified")
}

package identity

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/notify"
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
func (s *Service) link(path, token string) string {
	return strings.TrimRight(s.settings.AppURL, "/") + path + "?token=" + url.QueryEscape(token)
}

func (s *Service) sendVerificationMail(ctx context.Context, tx *database.Tx, user *User) error {
	token, err := s.newMailToken(ctx, tx, user.ID, verifyEmail, verifyMailLifetime)
	if err != nil {
		return err
	}
	return s.messages.Enqueue(ctx, tx, notify.Message{
		Channel: notify.Mail, Kind: string(verifyEmail), Recipient: user.Email, ExpiresAt: s.now().Add(verifyMailLifetime),
		Subject: "Confirm your email for " + s.settings.ProductName,
		Text: fmt.Sprintf("Welcome to %s.\n\nConfirm that this email is yours:\n%s\n\nThe link is valid for 48 hours. If you did not register, ignore this mail.\n",
			s.settings.ProductName, s.link("/verify-email", token)),
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

// ForgotPassword mails a link to reset the password, if there is such a user and it has not been sent
// too many. The answer is the same either way, and so is the count that is written; a known email costs a few
// more rows, so a patient observer of times may still tell.
func (s *Service) ForgotPassword(ctx context.Context, from Origin, email string) error {
	email, err := normalizeEmail(email)
	if err != nil {
		return err
	}
	return s.db.InLastTx(ctx, func(tx *database.Tx) error {
		mails, _, err := s.countAttempt(ctx, tx, "reset-mail:"+email, attemptWindow)
		if err != nil || mails > mailsPerWindow {
			return err
		}
		user, err := findUser(ctx, tx, email)
		if fault.Is(err, fault.NotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		token, err := s.newMailToken(ctx, tx, user.ID, resetPassword, resetMailLifetime)
		if err != nil {
			return err
		}
		err = s.messages.Enqueue(ctx, tx, notify.Message{
			Channel: notify.Mail, Kind: string(resetPassword), Recipient: user.Email, ExpiresAt: s.now().Add(resetMailLifetime),
			Subject: "Reset your " + s.settings.ProductName + " password",
			Text: fmt.Sprintf("Somebody, hopefully you, asked to reset the password of your %s account:\n%s\n\nThe link is valid for one hour. If it was not you, ignore this mail: nothing has changed.\n",
				s.settings.ProductName, s.link("/reset-password", token)),
		})
		if err != nil {
			return err
		}
		return s.audit(ctx, tx, Caller{Origin: from}, user.TenantID, user.ID, "password.reset_requested")
	})
}

package identity

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/fault"
)

// RequestEmailChange mails links to the caller's present and new addresses; the email changes once both are confirmed.
// An earlier request is stopped. It requires a recent log-in (REAUTHENTICATION_REQUIRED) and fails with
// VALIDATION_ERROR of newEmail, and with RATE_LIMITED when the user has made too many requests today or too many mails
// went to the address. It does not reveal whether the new email is taken: its owner is then told of the attempt instead
// of being asked to confirm, and the work is the same.
func (s *Service) RequestEmailChange(ctx context.Context, caller Caller, newEmail string) error {
	email, err := normalizeEmail(newEmail)
	if err != nil {
		return fault.Invalid("newEmail", "must be an email address")
	}
	return s.db.InLastTx(ctx, func(tx *database.Tx) error {
		user, err := s.lockRecent(ctx, tx, caller)
		if err != nil {
			return err
		}
		if user.Email == email {
			return fault.Invalid("newEmail", "is your email already")
		}
		if err := s.countEmailChange(ctx, tx, user, email); err != nil {
			return err
		}
		if err := stopEmailChanges(ctx, tx, user.ID); err != nil {
			return err
		}
		change, tokens := newEmailChange(user, caller.SessionID, email, s.now())
		if err := emailChangeTable.Insert(ctx, tx, change); err != nil {
			return err
		}
		if err := s.mailEmailChange(ctx, tx, user, change, tokens); err != nil {
			return err
		}
		return s.audit(ctx, tx, caller, user, "email.change_requested", nil)
	})
}

// countEmailChange limits the requests of one user and the mails to one address. The user is counted by their present
// address, which gets a mail as well.
func (s *Service) countEmailChange(ctx context.Context, tx *database.Tx, user *User, email string) error {
	for _, bound := range []struct {
		subject string
		most    int
	}{
		{s.mailbox("email-change", user), emailChangesPerDay},
		{s.mailbox("email-change-to", user.at(email)), emailChangeMailsPerDay},
	} {
		asked, wait, err := s.countAttempt(ctx, tx, bound.subject, emailChangeWindow)
		if err != nil {
			return err
		}
		if asked > bound.most {
			return fault.New(fault.RateLimited, "too many changes of the email were requested today; check the spam folder or try again later").After(wait)
		}
	}
	return nil
}

// mailEmailChange mails both addresses. The number of mails is the same whether or not the new one is taken.
func (s *Service) mailEmailChange(ctx context.Context, tx *database.Tx, user *User, change *emailChange, tokens emailChangeTokens) error {
	isTaken, err := emailTaken(ctx, tx, user.TenantID, change.newEmail)
	if err != nil {
		return err
	}
	kind, reader := brand.Kind("change_email_new"), user.at(change.newEmail)
	if isTaken { // the mail goes to the owner of the address and is attributed to them
		kind, reader.ID = "change_email_taken", uuid.Nil
	}
	err = s.sendMail(ctx, tx, user, "change_email_present", emailChangeLifetime, func(of brand.Brand) brand.Values {
		return brand.Values{
			"newEmail": change.newEmail, "link": link(of, "/confirm-email", tokens.present), "cancelLink": link(of, "/cancel-email", tokens.cancel),
		}
	})
	if err != nil {
		return err
	}
	return s.sendMail(ctx, tx, reader, kind, emailChangeLifetime, func(of brand.Brand) brand.Values {
		return brand.Values{"link": link(of, "/confirm-email", tokens.new)}
	})
}

// at returns a copy of the user for mails to another address.
func (u *User) at(email string) *User {
	elsewhere := *u
	elsewhere.Email = email
	return &elsewhere
}

// ConfirmEmailChange records the consent of the address to which the token was mailed, and changes the email once both
// have consented. Opening a link again reports the status and does nothing. It fails with TOKEN_INVALID, with
// ACCOUNT_SUSPENDED, and with EMAIL_ALREADY_REGISTERED when the new email has been registered in the meantime: whoever
// learns this has proved that they read its mails, or conspires with somebody who does.
func (s *Service) ConfirmEmailChange(ctx context.Context, from Origin, token string) (EmailChangeStatus, error) {
	var status EmailChangeStatus
	hash := hashToken(token)
	err := s.db.InLastTx(ctx, func(tx *database.Tx) error {
		user, change, err := lockEmailChange(ctx, tx, hash)
		if err != nil {
			return err
		}
		if err := user.mayEnter(); err != nil {
			return err
		}
		isFirst, err := change.confirm(hash, s.now())
		if status = change.status(); err != nil || !isFirst {
			return err
		}
		if err := emailChangeTable.Update(ctx, tx, change); err != nil {
			return err
		}
		err = s.audit(ctx, tx, user.from(from), user, "email.change_confirmed", nil)
		if err != nil || status != EmailChanged {
			return err
		}
		return s.changeEmail(ctx, tx, from, user, change)
	})
	return status, emailConflict(err)
}

// changeEmail gives the user the email to which both addresses have consented. It ends whatever was started under the
// old email, such as a password reset, and every session but the one that requested the change.
func (s *Service) changeEmail(ctx context.Context, tx *database.Tx, from Origin, user *User, change *emailChange) error {
	before := *user
	if user.Email = change.newEmail; !user.EmailVerified() { // or a reset would remove what was set up since the first proof
		user.EmailVerifiedAt = s.now()
	}
	if err := s.replaceEmail(ctx, tx, user); err != nil {
		return err
	}
	if _, err := s.revokeSessions(ctx, tx, user, "email.changed", allBut(change.sessionID)); err != nil {
		return err
	}
	if err := dropChallenges(ctx, tx, user.ID); err != nil {
		return err
	}
	for _, purpose := range []mailPurpose{verifyEmail, resetPassword} {
		if err := dropMailToken(ctx, tx, user.ID, purpose); err != nil {
			return err
		}
	}
	if err := dropResetRequests(ctx, tx, &before); err != nil { // whoever registers that email next did not request them
		return err
	}
	if err := s.messages.Attribute(ctx, tx, user.TenantID, user.ID, before.Email); err != nil { // nor received these
		return err
	}
	for _, reader := range []*User{&before, user} {
		if err := s.tellSecurityChangeWith(ctx, tx, reader, "email_changed", brand.Values{"newEmail": user.Email}); err != nil {
			return err
		}
	}
	if err := s.publish(ctx, tx, user.TenantID, emailChanged, emailEvent{newUserEvent(user), before.Email}); err != nil {
		return err
	}
	return s.auditUser(ctx, tx, user.from(from), user, "email.changed",
		audit.Fields{"email": before.Email}, audit.Fields{"email": user.Email})
}

// CancelEmailChange stops a change of email by the token that was mailed to the present address. Opening the link again
// succeeds again. It fails with TOKEN_INVALID, also when the email has already changed.
func (s *Service) CancelEmailChange(ctx context.Context, from Origin, token string) error {
	hash := hashToken(token)
	return s.db.InLastTx(ctx, func(tx *database.Tx) error {
		user, change, err := lockEmailChange(ctx, tx, hash)
		if err != nil {
			return err
		}
		isFirst, err := change.cancel(hash, s.now())
		if err != nil || !isFirst {
			return err
		}
		if err := emailChangeTable.Update(ctx, tx, change); err != nil {
			return err
		}
		return s.audit(ctx, tx, user.from(from), user, "email.change_cancelled", nil)
	})
}

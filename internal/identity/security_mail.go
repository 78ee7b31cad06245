package identity

import (
	"context"
	"encoding/hex"
	"maps"
	"strings"
	"time"

	"bourse/internal/brand"
	"bourse/internal/database"
)

const (
	// noticesPerDay is how many notices of a kind an address gets. Each kind has its own count, so that nobody can hide
	// one change behind many of another kind.
	noticesPerDay = 20
	// strangerWindow is the time in which an unverified address gets at most one notice of a kind: it may belong to
	// somebody who has never heard of us.
	strangerWindow = time.Hour
	// hiddenName replaces the name in mails to such an address, as the name was chosen by whoever registered it.
	hiddenName = "…"
)

// mailbox names the counter for mails to the user's address, whoever owns it at the time.
func (s *Service) mailbox(kind string, user *User) string {
	return s.mailboxAt(kind, mailAddress(user))
}

// mailAddress is the user's email in the tenant, in the same form as a visitor's.
func mailAddress(user *User) string { return user.TenantID.String() + ":" + user.Email }

// mailboxAt is mailbox for an email in a tenant that may be nobody's. Emails are personal, so the table of counts holds
// only their MACs. An erased user does not take along a count that protects the mailbox from being flooded.
func (s *Service) mailboxAt(kind, address string) string {
	return kind + ":" + hex.EncodeToString(s.ring.MAC("mailbox", []byte(address))[:16])
}

// tellSecurityChange notifies the user by mail of a change to their log-in, in case it was somebody else. It sends
// nothing when the address has had too many mails.
func (s *Service) tellSecurityChange(ctx context.Context, tx *database.Tx, user *User, kind brand.Kind) error {
	return s.tellSecurityChangeWith(ctx, tx, user, kind, nil)
}

// tellSecurityChangeWith is tellSecurityChange for a mail with further values.
func (s *Service) tellSecurityChangeWith(ctx context.Context, tx *database.Tx, user *User, kind brand.Kind, values brand.Values) error {
	counted, most, window := "notice-", noticesPerDay, 24*time.Hour
	if !user.EmailVerified() { // counted apart: a stranger's changes must not suppress the owner's notices
		counted, most, window = "stranger-notice-", 1, strangerWindow
		if values["name"] != "" {
			values = maps.Clone(values)
			values["name"] = hiddenName
		}
	}
	notices, _, err := s.countAttempt(ctx, tx, s.mailbox(counted+string(kind), user), window)
	if err != nil || notices > most {
		return err
	}
	return s.sendMail(ctx, tx, user, kind, verifyMailLifetime, func(brand.Brand) brand.Values { return values })
}

// shownDigits is how many digits of a phone number a mail shows: enough for its owner.
const shownDigits = 4

// hideNumber hides all but the end of a phone number.
func hideNumber(phone string) string {
	return strings.Repeat("*", max(0, len(phone)-shownDigits)) + phone[max(0, len(phone)-shownDigits):]
}

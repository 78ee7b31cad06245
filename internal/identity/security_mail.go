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
	// noticesPerDay is how many notices of a kind an address gets. They are counted by kind, so that nobody hides a change
	// behind many of another kind.
	noticesPerDay = 20
	// strangerWindow is in how long an address gets one notice of a kind while nobody has shown to own it: it may be that of
	// somebody who has never heard of us.
	strangerWindow = time.Hour
	// hiddenName is what such an address is told instead of a name, which is in the words of whoever has registered it.
	hiddenName = "…"
)

// mailbox names what mails to the user's address are counted by, whoever has it at the time.
func (s *Service) mailbox(kind string, user *User) string {
	return s.mailboxAt(kind, mailAddress(user))
}

// mailAddress is the user's email in the tenant, as a visitor's is.
func mailAddress(user *User) string { return user.TenantID.String() + ":" + user.Email }

// mailboxAt is mailbox for an email in a tenant that may be nobody's. Emails are personal: the table of counts need not
// know them, and who leaves takes no count along that keeps the mailbox from being filled.
func (s *Service) mailboxAt(kind, address string) string {
	return kind + ":" + hex.EncodeToString(s.ring.MAC("mailbox", []byte(address))[:16])
}

// tellSecurityChange tells the user by mail that something about their log-in has changed, which they want to know if
// it was somebody else. What would be too many mails for the address is not sent.
func (s *Service) tellSecurityChange(ctx context.Context, tx *database.Tx, user *User, kind brand.Kind) error {
	return s.tellSecurityChangeWith(ctx, tx, user, kind, nil)
}

// tellSecurityChangeWith is tellSecurityChange for a mail that tells more than that something has happened.
func (s *Service) tellSecurityChangeWith(ctx context.Context, tx *database.Tx, user *User, kind brand.Kind, values brand.Values) error {
	counted, most, window := "notice-", noticesPerDay, 24*time.Hour
	if !user.EmailVerified() { // counted apart: what a stranger did must not keep things from the owner
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

// shownDigits is how much of a phone number a mail shows: enough for its owner.
const shownDigits = 4

// hideNumber shows the end of a phone number.
func hideNumber(phone string) string {
	return strings.Repeat("*", max(0, len(phone)-shownDigits)) + phone[max(0, len(phone)-shownDigits):]
}

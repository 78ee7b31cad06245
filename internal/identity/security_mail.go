package identity

import (
	"context"
	"strings"

	"bourse/internal/brand"
	"bourse/internal/database"
)

// tellSecurityChangeWith is tellSecurityChange for a mail that tells more than that something has happened.
func (s *Service) tellSecurityChangeWith(ctx context.Context, tx *database.Tx, user *User, kind brand.Kind, values brand.Values) error {
	return s.sendMail(ctx, tx, user, kind, verifyMailLifetime, func(brand.Brand) brand.Values { return values })
}

// shownDigits is how much of a phone number a mail shows: enough for its owner.
const shownDigits = 4

// hideNumber shows the end of a phone number.
func hideNumber(phone string) string {
	return strings.Repeat("*", max(0, len(phone)-shownDigits)) + phone[max(0, len(phone)-shownDigits):]
}

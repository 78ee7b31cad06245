package identity

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // time zones must not depend on the machine's
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// Profile is what users say about themselves; each field is empty until they do.
type Profile struct {
	DisplayName string
	Locale      string // BCP 47
	TimeZone    string // IANA
}

// ProfileChange is a user's change to their own profile; nil leaves a field as it is, an empty text clears it.
type ProfileChange struct{ DisplayName, Locale, TimeZone *string }

// longestName is the maximum length of a display name in characters.
const longestName = 100

// applied returns the profile with the change, each field normalised for storage. It fails with VALIDATION_ERROR
// (displayName, locale, timeZone).
func (c ProfileChange) applied(to Profile) (Profile, error) {
	for _, part := range []struct {
		wanted *string
		parse  func(text string) (string, error)
		target *string
	}{
		{c.DisplayName, parseName, &to.DisplayName},
		{c.Locale, parseLocale, &to.Locale},
		{c.TimeZone, parseTimeZone, &to.TimeZone},
	} {
		if part.wanted == nil {
			continue
		}
		parsed, err := part.parse(*part.wanted)
		if err != nil {
			return to, err
		}
		*part.target = parsed
	}
	return to, nil
}

// parseName normalises a name, so that names that look the same are equal. It refuses invisible characters that change
// how the text around them is shown: names appear on certificates that anybody may read.
func parseName(text string) (string, error) {
	if !utf8.ValidString(text) {
		return "", fault.Invalid("displayName", "must be text")
	}
	name := norm.NFC.String(strings.TrimSpace(text))
	if utf8.RuneCountInString(name) > longestName {
		return "", fault.Invalid("displayName", "must have at most %d characters", longestName)
	}
	if strings.ContainsFunc(name, isHidden) {
		return "", fault.Invalid("displayName", "must have no control characters")
	}
	if name != "" && !strings.ContainsFunc(name, isVisible) {
		return "", fault.Invalid("displayName", "must contain a visible character")
	}
	return name, nil
}

// isHidden reports whether r is a control character, a line break or a change of writing direction. Joiners are not:
// some languages write names with them.
func isHidden(r rune) bool {
	isTurning := r == '\u061C' || r == '\u200E' || r == '\u200F' || r >= '\u202A' && r <= '\u202E' || r >= '\u2066' && r <= '\u2069'
	return isTurning || r == '\uFEFF' || unicode.In(r, unicode.Cc, unicode.Co, unicode.Zl, unicode.Zp)
}

// isVisible reports whether r leaves a mark by itself. The five characters in the string are blank.
func isVisible(r rune) bool {
	return unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) && !strings.ContainsRune("\u115F\u1160\u3164\uFFA0\u2800", r)
}

func parseLocale(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	tag, err := language.Parse(text)
	if err != nil || tag.IsRoot() || len(tag.String()) > 35 || strings.HasPrefix(tag.String(), "x-") {
		return "", fault.Invalid("locale", "must be a language tag such as en or pt-BR")
	}
	return tag.String(), nil
}

// zoneForm keeps anything that is not a zone name away from the file system.
var zoneForm = regexp.MustCompile(`^[A-Z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,2}$`)

func parseTimeZone(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	if zoneForm.MatchString(text) && !slices.Contains([]string{"Local", "Factory"}, text) {
		if _, err := time.LoadLocation(text); err == nil {
			return text, nil
		}
	}
	return "", fault.Invalid("timeZone", "must be the name of a time zone such as Europe/Zurich")
}

// location returns the user's time zone, or UTC.
func (p Profile) location() *time.Location {
	if location, err := time.LoadLocation(p.TimeZone); err == nil {
		return location
	}
	return time.UTC // this machine lacks a zone that was known when it was set
}

// Name is what others see: the display name, or the email with its middle hidden.
func (u *User) Name() string { return cmp.Or(u.Profile.DisplayName, HideMiddle(u.Email)) }

// UpdateProfile changes the caller's profile and returns the updated account. It fails with VALIDATION_ERROR
// (displayName, locale, timeZone), and with ACCOUNT_SUSPENDED.
func (s *Service) UpdateProfile(ctx context.Context, caller Caller, change ProfileChange) (*User, error) {
	var changed *User
	err := s.db.InLastTx(ctx, func(tx *database.Tx) error {
		user, err := lockEntering(ctx, tx, caller.UserID)
		if err != nil {
			return err
		}
		profile, err := change.applied(user.Profile)
		if err != nil {
			return err
		}
		changed = user
		if profile == user.Profile {
			return nil
		}
		user.Profile = profile
		if err := s.updateUser(ctx, tx, user); err != nil {
			return err
		}
		return s.publish(ctx, tx, user.TenantID, userUpdated, newProfileEvent(user))
	})
	return changed, err
}

// Names returns the names of users as User.Name does. It omits unknown users. It fails when the database does.
func (s *Service) Names(ctx context.Context, from database.Querier, users []uuid.UUID) (map[uuid.UUID]string, error) {
	names := make(map[uuid.UUID]string, len(users))
	err := database.InBatches(users, func(batch []uuid.UUID) error {
		some, err := readNames(ctx, from, batch)
		for _, user := range some {
			names[user.ID] = user.Name()
		}
		return err
	})
	return names, err
}

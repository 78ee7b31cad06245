package telemetry

import (
	"log/slog"
	"strings"
)

// redacted replaces a secret. It is not empty, so that a reader of the log sees that something was there.
const redacted = "[redacted]"

// needsRedaction only checks: nearly every record is clean and passes unchanged.
func (h *handler) needsRedaction(record slog.Record) bool {
	found := false
	record.Attrs(func(attribute slog.Attr) bool {
		found = h.withheld || suspicious(attribute)
		return !found
	})
	return found
}

// suspicious reports whether redact might change the attribute. A LogValuer counts, since its value is only known once
// it is called.
func suspicious(attribute slog.Attr) bool {
	if namesSecret(attribute.Key) {
		return true
	}
	switch attribute.Value.Kind() {
	case slog.KindLogValuer:
		return true
	case slog.KindGroup:
		for _, member := range attribute.Value.Group() {
			if suspicious(member) {
				return true
			}
		}
	}
	return false
}

func (h *handler) redactRecord(record slog.Record) slog.Record {
	clean := slog.NewRecord(record.Time, record.Level, record.Message, record.PC)
	record.Attrs(func(attribute slog.Attr) bool {
		clean.AddAttrs(redact(attribute, h.withheld))
		return true
	})
	return clean
}

func (h *handler) redactAll(attributes []slog.Attr) []slog.Attr {
	clean := make([]slog.Attr, len(attributes))
	for i, attribute := range attributes {
		clean[i] = redact(attribute, h.withheld)
	}
	return clean
}

func redact(attribute slog.Attr, withheld bool) slog.Attr {
	if withheld || namesSecret(attribute.Key) {
		return slog.String(attribute.Key, redacted)
	}
	attribute.Value = attribute.Value.Resolve()
	if attribute.Value.Kind() != slog.KindGroup {
		return attribute
	}
	members := attribute.Value.Group()
	clean := make([]slog.Attr, len(members))
	for i, member := range members {
		clean[i] = redact(member, false)
	}
	return slog.Attr{Key: attribute.Key, Value: slog.GroupValue(clean...)}
}

// lowerCase is the bit that makes a letter lower-case.
const lowerCase = 0x20

// namesSecret reports by an attribute's key, in any case, whether its value must stay out of the log. Most names also
// count as the end of a longer one (newPassword, refresh_token). "code" alone means a one-time code, while statusCode
// and errorCode are ordinary.
//
// This is the second line of defence: the first is not to log secrets. It does not look inside structs, maps or
// strings. It runs for every attribute of every line, so it dismisses most keys by their last letter and never
// allocates.
func namesSecret(key string) bool {
	if key == "" {
		return false
	}
	switch key[len(key)-1] | lowerCase {
	case 'd':
		return endsIn(key, "password") || endsIn(key, "passwd") || strings.EqualFold(key, "pwd")
	case 'e':
		return strings.EqualFold(key, "code") || endsIn(key, "cookie") || endsIn(key, "passphrase") ||
			endsInOneTimeCode(key)
	case 'g':
		return endsIn(key, "authConfig")
	case 'h':
		return endsIn(key, "passwordHash") || endsIn(key, "tokenHash")
	case 'l':
		return endsIn(key, "credential") || endsIn(key, "databaseUrl") || endsIn(key, "otpauthUrl")
	case 'n':
		return endsIn(key, "token") || endsIn(key, "authorization") || strings.EqualFold(key, "pin") ||
			strings.EqualFold(key, "dsn")
	case 'p':
		return strings.EqualFold(key, "otp") || strings.EqualFold(key, "totp")
	case 'r':
		return strings.EqualFold(key, "bearer")
	case 's':
		return strings.EqualFold(key, "codes") || endsIn(key, "tokens") || endsIn(key, "secrets") ||
			endsIn(key, "passwords") || endsIn(key, "cookies") || endsIn(key, "credentials") ||
			endsInOneTimeCode(key[:len(key)-1])
	case 't':
		return endsIn(key, "secret") || endsIn(key, "jwt")
	case 'y':
		return endsInKey(key, "api") || endsInKey(key, "private") || endsInKey(key, "secret") ||
			endsInKey(key, "signing") || endsInKey(key, "encryption")
	}
	return false
}

// endsInOneTimeCode recognises codes that grant access, such as verificationCode or backup_code.
func endsInOneTimeCode(key string) bool {
	if !endsIn(key, "code") {
		return false
	}
	for _, kind := range [...]string{"otp", "totp", "backup", "recovery", "verification", "phone", "sms", "2fa"} {
		if endsInWords(key, kind, "code") {
			return true
		}
	}
	return false
}

func endsInKey(key, kind string) bool { return endsInWords(key, kind, "key") }

// endsInWords matches two words however they are joined: apiKey, api_key, X-Api-Key.
func endsInWords(key, first, second string) bool {
	if !endsIn(key, second) {
		return false
	}
	rest := key[:len(key)-len(second)]
	if rest != "" && (rest[len(rest)-1] == '_' || rest[len(rest)-1] == '-') {
		rest = rest[:len(rest)-1]
	}
	return endsIn(rest, first)
}

// endsIn compares one letter before the rest, which dismisses nearly every key.
func endsIn(key, ending string) bool {
	start := len(key) - len(ending)
	return start >= 0 && key[start]|lowerCase == ending[0] && strings.EqualFold(key[start:], ending)
}

package identity

import (
	"strings"
	"unicode/utf8"
)

// HideMiddle hides the middle of an address's local part, so that its owner recognises it and nobody else can write to
// it: trader@demo.test becomes t***r@demo.test.
func HideMiddle(email string) string {
	at := strings.LastIndexByte(email, '@')
	if at < 0 {
		at = len(email)
	}
	name, domain := email[:at], email[at:]
	first, firstSize := utf8.DecodeRuneInString(name)
	last, lastSize := utf8.DecodeLastRuneInString(name)
	switch {
	case name == "":
		return "***" + domain
	case utf8.RuneCountInString(name) < 4 || firstSize+lastSize >= len(name):
		return string(first) + "***" + domain
	}
	return string(first) + "***" + string(last) + domain
}

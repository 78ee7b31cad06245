package database_test

import (
	"strings"
	"testing"

	"bourse/internal/database"
)

// FuzzALocationIsNeverRepeated checks that a URL is accepted or refused, and that a refusal does not reveal its
// password.
func FuzzALocationIsNeverRepeated(f *testing.F) {
	for _, seed := range []string{"", "bourse.db", "sqlite:bourse.db", "postgres://a:secret@b/c", "postgres:b", "mysql://a:hidden-password@b/c", "C:\\data", "postgresql://", "\x00", "a:b:hidden-password"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, url string) {
		engine, address, err := database.ParseLocation(url)
		if err == nil && engine == "" {
			t.Errorf("%q is of no engine, at %q", url, address)
		}
		if err != nil && strings.Contains(err.Error(), "hidden-password") && !strings.HasPrefix(url, "hidden-password") {
			t.Errorf("%q: %v", url, err)
		}
	})
}

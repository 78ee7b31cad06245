package app

import (
	"strings"
	"testing"
)

func TestAPasswordFromAFileIsItsFirstLineAndNobodyIsAsked(t *testing.T) {
	t.Parallel()
	for _, one := range []struct{ input, want string }{
		{"a long password\n", "a long password"},
		{"a long password\r\n", "a long password"},
		{"a long password", "a long password"},
		{" with blanks \nand more\n", " with blanks "},
		{"", ""},
		{"\n", ""},
	} {
		var asked strings.Builder
		got, err := readPassword(t.Context(), console{in: strings.NewReader(one.input), err: &asked})
		if got != one.want || asked.Len() > 0 {
			t.Errorf("of %q it reads %q and says %q", one.input, got, &asked)
		}
		if missing := "--password: is missing: set BOURSE_PASSWORD, or give it on the standard input"; (one.want == "") != (err != nil && err.Error() == missing) {
			t.Errorf("of %q it says %v", one.input, err)
		}
	}
}

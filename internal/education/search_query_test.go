package education_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"bourse/internal/education"
)

func TestAQueryBecomesTerms(t *testing.T) {
	t.Parallel()
	for query, want := range map[string][][]string{
		"":                              nil,
		"Risk":                          {{"risk", "risk*"}},
		"Strategies of Größe":           {{"strategy"}, {"grosse", "grosse*"}},
		"how to":                        {{"how"}, {"to", "to*"}},
		"risk risks RISK":               {{"risk", "risk*"}},
		"trader's edge":                 {{"trader"}, {"edge", "edge*"}},
		"投資入門":                          {{"投資"}, {"資入"}, {"入門", "入門*"}},
		"MACD指標":                        {{"macd"}, {"指標", "指標*"}},
		"losses taxes analyses indices": {{"loss"}, {"tax"}, {"analysis"}, {"indice", "indices*"}},
		"a b c d e f g h i j k l":       {{"b"}, {"c"}, {"d"}, {"e"}, {"f"}, {"g"}, {"h"}, {"j", "j*"}},
	} {
		if different := cmp.Diff(want, education.Terms(query)); different != "" {
			t.Errorf("%q:\n%s", query, different)
		}
	}
}

func TestMistakesAreCounted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"risk", "risk", 0}, {"risk", "rsik", 1}, {"risk", "risks", 1}, {"risk", "rik", 1}, {"risk", "disk", 1},
		{"", "abc", 3}, {"abc", "", 3}, {"management", "managment", 1}, {"риск", "риска", 1}, {"ca", "abc", 3},
	} {
		if got := education.Mistakes(c.a, c.b); got != c.want {
			t.Errorf("%q to %q is %d mistakes, want %d", c.a, c.b, got, c.want)
		}
	}
}

func FuzzNoQueryHoldsMoreThanWords(f *testing.F) {
	for _, g := range golden {
		f.Add(g.query)
	}
	f.Add("\x00\xff'\"\\:*|&!()")
	f.Fuzz(func(t *testing.T, query string) {
		terms := education.Terms(query)
		if len(terms) > 8 {
			t.Errorf("%d terms", len(terms))
		}
		for i, words := range terms {
			for _, word := range words {
				plain, isPrefix := strings.CutSuffix(word, "*")
				if isPrefix && i != len(terms)-1 {
					t.Errorf("%q is a beginning and not the last word", word)
				}
				if plain == "" || !utf8.ValidString(plain) || utf8.RuneCountInString(plain) > 40 {
					t.Errorf("%q is no word", word)
				}
				for _, r := range plain {
					if !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) {
						t.Errorf("%q holds %q", word, r)
					}
				}
			}
		}
	})
}

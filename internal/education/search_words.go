package education

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Courses and queries become words here, by the same rules on every engine: lower case, without accents, English
// plurals as singulars, and pairs of characters for scripts that put no spaces between words.

// longestWord is the length at which words are truncated, in characters. Nobody types more of a word.
const longestWord = 40

// rawWord is a run of letters, digits and marks.
type rawWord struct {
	text    string
	isDense bool // from a script without spaces, so it may be a whole sentence
}

// foldedWords splits a text into its words, in lower case and without accents.
func foldedWords(text string) []string {
	var words []string
	for _, word := range split(fold(text)) {
		words = append(words, word.text)
	}
	return words
}

// fold writes a text in lower case and without accents. An accent is removed only where it decorates a letter: in
// Hindi or Japanese what looks like one makes a different letter.
func fold(text string) string {
	var folded strings.Builder
	folded.Grow(len(text))
	isDecorated := false
	for _, r := range norm.NFKD.String(strings.ToValidUTF8(text, " ")) {
		if r < utf8.RuneSelf { // a shortcut with the same result
			isDecorated = 'a' <= r|' ' && r|' ' <= 'z'
			if isDecorated {
				r |= ' '
			}
			folded.WriteByte(byte(r))
			continue
		}
		if unicode.Is(unicode.Mn, r) {
			if !isDecorated {
				folded.WriteRune(r)
			}
			continue
		}
		isDecorated = unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Hebrew, unicode.Arabic)
		r = unicode.ToLower(r)
		if plain, special := plainLetters[r]; special {
			folded.WriteString(plain)
			continue
		}
		folded.WriteRune(r)
	}
	return norm.NFC.String(folded.String())
}

// plainLetters are letters that Unicode does not decompose, as people type them.
var plainLetters = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'đ': "d", 'ð': "d", 'ł': "l", 'þ': "th", 'ı': "i", 'ħ': "h", 'ς': "σ",
}

// split splits a folded text into words. An apostrophe inside a word is dropped: trader's becomes traders.
func split(text string) []rawWord {
	var words []rawWord
	var current []rune
	isDense := false
	end := func() {
		if len(current) > 0 {
			words = append(words, rawWord{text: string(current), isDense: isDense})
			current = current[:0]
		}
	}
	for _, r := range text {
		switch {
		case unicode.IsMark(r) && len(current) > 0:
			if len(current) < longestWord { // any number of marks can be stacked on a letter
				current = append(current, r)
			}
		case !unicode.IsLetter(r) && !unicode.IsNumber(r):
			if r != '\'' && r != '’' {
				end()
			}
		default:
			if dense := isDenseScript(r); dense != isDense {
				end()
				isDense = dense
			}
			if isDense || len(current) < longestWord {
				current = append(current, r)
			}
		}
	}
	end()
	return words
}

func isDenseScript(r rune) bool {
	const first = '\u0e01' // of Thai, the lowest
	return r >= first && (r == 'ー' || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar))
}

// pairs are the adjacent pairs of characters in a word; a single character stands for itself.
func pairs(word string) []string {
	characters := []rune(word)
	if len(characters) == 1 {
		return []string{word}
	}
	made := make([]string, 0, len(characters)-1)
	for i := range len(characters) - 1 {
		made = append(made, string(characters[i:i+2]))
	}
	return made
}

// stem turns an English plural into a singular. It leaves alone what it does not recognise, and treats courses and
// queries alike, so that a wrong guess does no harm.
func stem(word string) string {
	if len(word) < 4 || word[len(word)-1] != 's' {
		return word
	}
	for _, rule := range plurals {
		if singular, fits := strings.CutSuffix(word, rule.ending); fits {
			return singular + rule.instead
		}
	}
	return word
}

// plurals are tried in this order.
var plurals = []struct{ ending, instead string }{
	{"ss", "ss"}, {"us", "us"}, {"is", "is"}, // loss, bonus, analysis
	{"yses", "ysis"}, // analyses
	{"sses", "ss"}, {"xes", "x"}, {"ches", "ch"}, {"shes", "sh"}, {"zzes", "zz"},
	{"ies", "y"}, // strategies
	{"s", ""},
}

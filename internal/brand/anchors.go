package brand

import (
	"errors"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/publicsuffix"
)

// anchor is an a element that is being read: where it leads, and what people read in it.
type anchor struct {
	isOpen bool // has an href: without one it leads nowhere
	leads  string
	words  strings.Builder // as they stand without the markup around them
	pieces strings.Builder // the same, where all markup separates words: styles may hide or move what an element holds
}

var (
	errOtherAddress = errors.New("the text of an element a must not name another address than the one to which it leads: write that address, or words")
	errTableInLink  = errors.New("an element a must not contain a table: put the link into its cells")
)

// Within a table, the end of the a around it ends nothing: the text goes on being part of the link.
var ofTables = strings.Fields(`table caption colgroup col thead tbody tfoot tr td th`)

// These elements can occur within a word. All others end it when a mail is displayed.
var withinWords = strings.Fields(`
	abbr b bdi big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr`)

// begins handles the start of an element. A second a ends the first, as in browsers.
func (a *anchor) begins(element html.Token) error {
	var err error
	if element.Data == "a" {
		err = a.ends("a")
		*a = anchor{}
	}
	if a.isOpen && slices.Contains(ofTables, element.Data) {
		return errTableInLink
	}
	a.pieces.WriteByte(' ')
	if !slices.Contains(withinWords, element.Data) {
		a.words.WriteByte(' ')
	}
	for _, attribute := range element.Attr {
		switch attribute.Key {
		case "href":
			if element.Data == "a" {
				a.isOpen, a.leads = true, attribute.Val
			}
		case "alt", "title", "aria-label": // shown in place of pictures or beside the pointer, or read aloud
			a.adds(" " + attribute.Val + " ")
		}
	}
	return err
}

// reads handles text as it is written in the markup.
func (a *anchor) reads(raw string) { a.adds(html.UnescapeString(raw)) }

func (a *anchor) adds(text string) {
	a.words.WriteString(text)
	a.pieces.WriteString(text)
}

// ends handles the end of an element. It fails when the text of an a that ends has named another address.
func (a *anchor) ends(element string) error {
	a.pieces.WriteByte(' ')
	if !slices.Contains(withinWords, element) {
		a.words.WriteByte(' ')
	}
	if element != "a" || !a.isOpen {
		return nil
	}
	a.isOpen = false
	if a.leads == linkMark { // into the app, which nobody can redirect: an address in its text misleads nobody
		return nil
	}
	host := hostLedTo(a.leads)
	for _, word := range slices.Concat(wordsOf(a.words.String()), wordsOf(a.pieces.String())) {
		named, isAddress := hostNamed(word)
		if isAddress && (named == "" || host != named && !strings.HasSuffix(host, "."+named)) {
			return errOtherAddress
		}
	}
	return nil
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.Map(visible, text), separatesWords)
}

// visible drops characters that are invisible within words.
func visible(r rune) rune {
	if unicode.Is(unicode.Cf, r) {
		return -1
	}
	return r
}

// separatesWords reports whether r can stand around an address: spaces, brackets, quotes and the like.
func separatesWords(r rune) bool {
	return unicode.IsSpace(r) || unicode.In(r, unicode.Ps, unicode.Pe, unicode.Pi, unicode.Pf) || strings.ContainsRune("<>\"'`,;|*=", r)
}

// hostLedTo is the host to which an address leads, or that of a mail address. It is empty when it cannot be determined.
func hostLedTo(address string) string {
	address = strings.TrimSpace(address)
	if strings.Contains(address, seam) { // after the host it is harmless
		before, _, _ := strings.Cut(address, seam)
		if strings.Count(before, "/") < 3 {
			return ""
		}
		address = before
	}
	parsed, err := url.Parse(address)
	if err != nil {
		return ""
	}
	if parsed.Scheme == "mailto" {
		mailbox, _, _ := strings.Cut(parsed.Opaque, "?")
		_, host, _ := strings.Cut(mailbox, "@")
		return plainHost(host)
	}
	return plainHost(parsed.Hostname())
}

// hostNamed is the host that a reader sees in a word, and whether the word looks like an address at all: by a scheme,
// by www, or by an ending that host names have. The host is empty when the word contains choices or values, or is meant
// to be misread.
func hostNamed(word string) (host string, isAddress bool) {
	_, rest, hasScheme := strings.Cut(word, "://")
	if !hasScheme {
		rest = word
	}
	if end := strings.IndexAny(rest, `/\?#`); end >= 0 {
		rest = rest[:end]
	}
	rest = strings.TrimRight(rest, ".:!…")
	before, host, isMailbox := strings.Cut(rest, "@")
	if !isMailbox {
		host = before
	}
	host, _, _ = strings.Cut(host, ":")
	switch bare := strings.ReplaceAll(host, seam, ""); {
	case hasScheme && isMailbox:
		return "", true
	case hasScheme, strings.HasPrefix(strings.ToLower(bare), "www."), endsAsHost(bare):
		if strings.Contains(word, seam) {
			return "", true
		}
		return plainHost(host), true
	}
	return "", false
}

// endsAsHost distinguishes a host name from terms.pdf.
func endsAsHost(host string) bool {
	host = strings.ToLower(host)
	suffix, isOfTheNet := publicsuffix.PublicSuffix(host)
	return isOfTheNet && strings.HasSuffix(host, "."+suffix)
}

func plainHost(host string) string {
	return strings.TrimPrefix(strings.TrimSuffix(strings.ToLower(host), "."), "www.")
}

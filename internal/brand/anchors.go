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

// anchor is an element a while markup is read: where it leads, and what people read of it.
type anchor struct {
	isOpen bool // with an href: without it leads nowhere
	leads  string
	words  strings.Builder
}

var errOtherAddress = errors.New("the text of an element a must not name another address than the one to which it leads: write that address, or words")

// These stand within a word. All other elements end it where mails are shown.
var withinWords = strings.Fields(`
	abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr`)

// begins takes in the beginning of an element. An a ends the one before it, as browsers have it.
func (a *anchor) begins(element html.Token) error {
	var err error
	if element.Data == "a" {
		err = a.ends("a")
		*a = anchor{}
	}
	if !slices.Contains(withinWords, element.Data) {
		a.words.WriteByte(' ')
	}
	for _, attribute := range element.Attr {
		switch attribute.Key {
		case "href":
			if element.Data == "a" {
				a.isOpen, a.leads = true, attribute.Val
			}
		case "alt", "title", "aria-label": // shown in the place of pictures, beside the pointer, and read aloud
			a.words.WriteString(" " + attribute.Val + " ")
		}
	}
	return err
}

// reads takes in words as they are written in markup.
func (a *anchor) reads(raw string) { a.words.WriteString(html.UnescapeString(raw)) }

// ends takes in the end of an element, and fails when that of the a has named another address.
func (a *anchor) ends(element string) error {
	if !slices.Contains(withinWords, element) {
		a.words.WriteByte(' ')
	}
	if element != "a" || !a.isOpen {
		return nil
	}
	a.isOpen = false
	if a.leads == linkMark { // into the app, which nobody can redirect: an address in its text takes nobody elsewhere
		return nil
	}
	host := hostLedTo(a.leads)
	for _, word := range strings.FieldsFunc(strings.Map(visible, a.words.String()), separatesWords) {
		named, isAddress := hostNamed(word)
		if isAddress && (named == "" || host != named && !strings.HasSuffix(host, "."+named)) {
			return errOtherAddress
		}
	}
	return nil
}

// visible drops what stands in words unseen.
func visible(r rune) rune {
	if unicode.Is(unicode.Cf, r) {
		return -1
	}
	return r
}

// separatesWords tells what may stand around an address: spaces, brackets, quotes and the like.
func separatesWords(r rune) bool {
	return unicode.IsSpace(r) || unicode.In(r, unicode.Ps, unicode.Pe, unicode.Pi, unicode.Pf) || strings.ContainsRune("<>\"'`,;|*=", r)
}

// hostLedTo is the host to which an address leads, or that of a mail address. It is empty when nobody can tell.
func hostLedTo(address string) string {
	address = strings.TrimSpace(address)
	if strings.Contains(address, seam) { // behind the host it does no harm
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

// hostNamed is the host that a word names to who reads it, and whether it names one at all: by a scheme, by www, or by an end
// that names have. It is empty when the word is put together of choices and values, or made to be misread.
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

// endsAsHost tells a name of the net from terms.pdf.
func endsAsHost(host string) bool {
	host = strings.ToLower(host)
	suffix, isOfTheNet := publicsuffix.PublicSuffix(host)
	return isOfTheNet && strings.HasSuffix(host, "."+suffix)
}

func plainHost(host string) string {
	return strings.TrimPrefix(strings.TrimSuffix(strings.ToLower(host), "."), "www.")
}

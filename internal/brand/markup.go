package brand

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"text/template/parse"

	"golang.org/x/net/html"
)

const (
	// linkMark stands for a link while the markup around it is checked.
	linkMark = "https://link.invalid/mark"
	// seam marks where markup may continue differently than it appears: around the branches of a choice, and around
	// values.
	seam = "\x01"
)

// flatten renders a template that keeps the grammar with the branches of all its choices one after the other.
// html/template requires every branch of a choice to end in the same context of the markup, so checking this covers
// each of them, except for words across a seam: cells|p|ac|ing is a ping when two choices go the other way.
func flatten(list *parse.ListNode) string {
	if list == nil {
		return ""
	}
	var text strings.Builder
	for _, node := range list.Nodes {
		switch node := node.(type) {
		case *parse.TextNode:
			text.Write(node.Text)
		case *parse.ActionNode:
			field := node.Pipe.Cmds[0].Args[0].(*parse.FieldNode)
			if field.Ident[0] == "Values" && isLink(field.Ident[1]) {
				text.WriteString(linkMark)
			} else {
				text.WriteString(seam + "x" + seam)
			}
		case *parse.IfNode:
			text.WriteString(seam + flatten(node.List) + seam + flatten(node.ElseList) + seam)
		}
	}
	return text.String()
}

// These lists contain what markup may use, rather than what it must not: every year browsers learn new ways to send
// what they show. Nothing listed runs code, embeds frames, asks for input, reads what stands beside it, or makes
// requests other than to load a picture and where a reader clicks. Style sheets are excluded: their selectors can read
// a link letter by letter, and their pictures can report it.
var (
	allowedElements = strings.Fields(`
		a abbr address article aside b bdi big blockquote br caption center cite code col colgroup dd del dfn div dl dt em figcaption figure
		font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q s samp section small span strike strong sub sup
		table tbody td tfoot th thead time tr tt u ul var wbr`)
	allowedAttributes = strings.Fields(`
		abbr align alt aria-hidden aria-label background bgcolor border cellpadding cellspacing class color colspan datetime dir face height href
		hspace id lang nowrap rel role rowspan scope size span src start style target title type valign value vspace width`)
	allowedSchemes   = []string{"https", "http", "mailto", "tel", "data"}
	allowedFunctions = []string{"url", "rgb", "rgba", "hsl", "hsla", "calc", "min", "max", "clamp", "linear-gradient", "radial-gradient"}
)

var errLinkInMarkup = errors.New("a link must be the whole href of an element a, or the text of an element")

// checkMarkup checks markup in which linkMark stands for links.
func checkMarkup(markup string) error {
	tokens := html.NewTokenizer(strings.NewReader(markup))
	var shown anchor
	for {
		kind := tokens.Next()
		raw := string(tokens.Raw()) // before Token, which overwrites it
		var err error
		switch kind {
		case html.ErrorToken:
			return shown.ends("a") // the end of the markup: a string reader has no other error
		case html.TextToken:
			shown.reads(raw)
			err = checkWords(raw)
		case html.StartTagToken, html.SelfClosingTagToken:
			element := tokens.Token()
			if err = checkElement(element, raw); err == nil {
				err = shown.begins(element)
			}
		default: // end tags, comments, declarations
			if kind == html.EndTagToken {
				err = shown.ends(tokens.Token().Data)
			}
			if strings.Contains(raw, linkMark) {
				err = errLinkInMarkup
			}
		}
		if err != nil {
			return err
		}
	}
}

func checkWords(words string) error {
	for {
		before, after, found := strings.Cut(words, linkMark)
		if !found {
			return nil
		}
		if before != "" && !strings.ContainsAny(before[len(before)-1:], aroundInText) || after != "" && !strings.ContainsAny(after[:1], aroundInText) {
			return errLinkInMarkup
		}
		words = after
	}
}

// checkElement checks a start tag, of which raw is the source. Every link in it must be the href of an a.
func checkElement(element html.Token, raw string) error {
	if err := checkListed("element", element.Data, allowedElements); err != nil {
		return err
	}
	links := 0
	for _, attribute := range element.Attr {
		if err := checkAttribute(attribute); err != nil {
			return err
		}
		if element.Data == "a" && attribute.Key == "href" && attribute.Val == linkMark {
			links++
		}
	}
	if strings.Count(raw, linkMark) != links {
		return errLinkInMarkup
	}
	return nil
}

func checkListed(of, name string, allowed []string) error {
	if strings.Contains(name, seam) {
		return errors.New("within a tag, choices and values stand between the quotes of an attribute only")
	}
	if !slices.Contains(allowed, name) {
		return fmt.Errorf("the %s %s is not allowed", of, clipped(name))
	}
	return nil
}

func checkAttribute(attribute html.Attribute) error {
	if err := checkListed("attribute", attribute.Key, allowedAttributes); err != nil {
		return err
	}
	switch attribute.Key {
	case "href", "src", "background":
		return checkAddress(attribute.Val)
	case "style":
		return checkStyle(attribute.Val)
	}
	return nil
}

// checkAddress makes sure that an address does not run a program. It may effectively begin with any of its parts
// between seams. A colon right after a seam turns whatever precedes it into a scheme: a product name, or one branch of
// a choice.
func checkAddress(address string) error {
	for i, part := range strings.Split(address, seam) {
		scheme, _, found := strings.Cut(part, ":")
		scheme = strings.ToLower(strings.TrimSpace(scheme))
		switch {
		case !found || strings.ContainsAny(scheme, "/?#") || slices.Contains(allowedSchemes, scheme):
		case i > 0 && scheme == "":
			return errors.New("a colon in an address must not stand right behind a value or the edge of a choice: write the address out")
		default:
			return fmt.Errorf("an address must begin with one of %s", strings.Join(allowedSchemes, ", "))
		}
	}
	return nil
}

var styleFunction = regexp.MustCompile(`([\w-]*)\(`)

// checkStyle makes sure that a style reads nothing: attr() and if() could detect the href beside it. A name that
// contains an escape or crosses a seam is not allowed either. Nor may it turn letters around, which could make an address
// read as another.
func checkStyle(style string) error {
	if strings.Contains(strings.ToLower(strings.ReplaceAll(style, seam, "")), "unicode-bidi") || strings.Contains(style, `\`) {
		return errors.New("a style must not have unicode-bidi or a backslash")
	}
	for _, function := range styleFunction.FindAllStringSubmatch(style, -1) {
		if !slices.Contains(allowedFunctions, strings.ToLower(function[1])) {
			return fmt.Errorf("the function %s() of a style is not allowed", clipped(function[1]))
		}
	}
	return nil
}

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
	// linkMark stands for a link where the markup around it is looked at.
	linkMark = "https://link.invalid/mark"
	// seam stands where markup may go on otherwise than is seen: around the sides of a choice, and around values.
	seam = "\x01"
)

// flatten writes a template that keeps the grammar with all of its choices one after the other. html/template wants
// every side of a choice to end in the same place of the markup, so that this is as good as each of them, except for
// words across a seam: cells|p|ac|ing is a ping when two choices go the other way.
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

// What markup may say is listed, and not what it must not: browsers learn new ways to send what they show with each year.
// None of these runs, frames, asks, reads what stands beside it, or goes anywhere but to load a picture and where a
// reader clicks. A style sheet is none of them: its selectors read a link a letter at a time, and its pictures tell.
var (
	allowedElements = strings.Fields(`
		a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt em figcaption figure
		font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q s samp section small span strike strong sub sup
		table tbody td tfoot th thead time tr tt u ul var wbr`)
	allowedAttributes = strings.Fields(`
		abbr align alt aria-hidden aria-label background bgcolor border cellpadding cellspacing class color colspan datetime dir face height href
		hspace id lang nowrap rel role rowspan scope size span src start style target title type valign value vspace width`)
	allowedSchemes   = []string{"https", "http", "mailto", "tel", "data"}
	allowedFunctions = []string{"url", "rgb", "rgba", "hsl", "hsla", "calc", "min", "max", "clamp", "linear-gradient", "radial-gradient"}
)

var errLinkInMarkup = errors.New("a link must be the whole href of an element a, or the text of an element")

// checkMarkup looks at markup in which linkMark stands for links.
func checkMarkup(markup string) error {
	tokens := html.NewTokenizer(strings.NewReader(markup))
	var shown anchor
	for {
		kind := tokens.Next()
		raw := string(tokens.Raw()) // before Token, which writes over it
		var err error
		switch kind {
		case html.ErrorToken:
			return shown.ends("a") // the end of all: a text has no other failure
		case html.TextToken:
			shown.reads(raw)
			err = checkWords(raw)
		case html.StartTagToken, html.SelfClosingTagToken:
			element := tokens.Token()
			if err = checkElement(element, raw); err == nil {
				err = shown.begins(element)
			}
		default: // ends of elements, comments, declarations
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

// checkElement looks at the beginning of an element, which is written so. Every link in it is the href of an a.
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

// checkAddress makes sure that an address is none of a program. It may begin with each of its parts between seams. A colon
// right behind a seam makes a scheme of whatever stands before it: a name of the product, or one side of a choice.
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

// checkStyle makes sure that a style reads nothing: with attr() and if() one can tell what the href beside it is. A name
// that is written with an escape or goes across a seam is none of those allowed.
func checkStyle(style string) error {
	for _, function := range styleFunction.FindAllStringSubmatch(style, -1) {
		if !slices.Contains(allowedFunctions, strings.ToLower(function[1])) {
			return fmt.Errorf("the function %s() of a style is not allowed", clipped(function[1]))
		}
	}
	return nil
}

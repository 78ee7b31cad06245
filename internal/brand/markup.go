package brand

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/template/parse"

	"golang.org/x/net/html"
)

// linkMark stands for a link where the markup around it is looked at.
const linkMark = "https://link.invalid/mark"

// flatten writes a template that keeps the grammar with all of its choices one after the other. html/template wants
// every side of a choice to end in the same place of the markup, so that this is as good as each of them.
func flatten(list *parse.ListNode) string {
	var text strings.Builder
	walk(list, func(node parse.Node) {
		switch node := node.(type) {
		case *parse.TextNode:
			text.Write(node.Text)
		case *parse.ActionNode:
			field := node.Pipe.Cmds[0].Args[0].(*parse.FieldNode)
			if field.Ident[0] == "Values" && isLink(field.Ident[1]) {
				text.WriteString(linkMark)
				return
			}
			text.WriteString("x")
		}
	})
	return text.String()
}

// refusedElements do what a mail must not: run, frame, ask or lead elsewhere. Programs that show mails drop them anyway.
var refusedElements = []string{
	"script", "iframe", "frame", "frameset", "object", "embed", "applet", "form", "input", "button", "select", "textarea", "base", "meta", "link",
	"html", "head", "body", "title", "noscript", "svg", "math", "template", "xmp", "plaintext", "noembed", "noframes",
}

var errLinkInMarkup = errors.New("a link must be the whole href of an element a, or the text of an element")

// checkMarkup looks at markup in which linkMark stands for links.
func checkMarkup(markup string) error {
	tokens := html.NewTokenizer(strings.NewReader(markup))
	inStyle := false
	for {
		kind := tokens.Next()
		raw := string(tokens.Raw()) // before Token, which writes over it
		var err error
		switch kind {
		case html.ErrorToken:
			return nil // its end: a text has no other failure
		case html.TextToken:
			err = checkWords(raw, inStyle)
		case html.StartTagToken, html.SelfClosingTagToken:
			element := tokens.Token()
			inStyle = element.Data == "style"
			err = checkElement(element, raw)
		default: // ends of elements, comments, declarations
			inStyle = inStyle && kind != html.EndTagToken
			if strings.Contains(raw, linkMark) {
				err = errLinkInMarkup
			}
		}
		if err != nil {
			return err
		}
	}
}

func checkWords(words string, inStyle bool) error {
	for {
		before, after, found := strings.Cut(words, linkMark)
		if !found {
			return nil
		}
		if inStyle || before != "" && !strings.ContainsAny(before[len(before)-1:], aroundInText) || after != "" && !strings.ContainsAny(after[:1], aroundInText) {
			return errLinkInMarkup
		}
		words = after
	}
}

// checkElement looks at the beginning of an element, which is written so. Every link in it is the href of an a.
func checkElement(element html.Token, raw string) error {
	if slices.Contains(refusedElements, element.Data) {
		return fmt.Errorf("the element %s is not allowed", element.Data)
	}
	links := 0
	for _, attribute := range element.Attr {
		if strings.HasPrefix(attribute.Key, "on") {
			return fmt.Errorf("the attribute %s is not allowed", clipped(attribute.Key))
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

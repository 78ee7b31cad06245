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

// checkMarkup looks at markup in which linkMark stands for links.
func checkMarkup(markup string) error {
	tokens := html.NewTokenizer(strings.NewReader(markup))
	inStyle := false
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return nil // its end: a text has no other failure
		case html.TextToken:
			if err := checkWords(string(tokens.Raw()), inStyle); err != nil {
				return err
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			token := tokens.Token()
			inStyle = token.Data == "style"
			if err := checkElement(token); err != nil {
				return err
			}
		case html.EndTagToken:
			inStyle = false
			if token := tokens.Token(); strings.Contains(token.String(), linkMark) {
				return errors.New("a link must not stand in a tag")
			}
		default: // comments, of which nothing is sent, and declarations
			if strings.Contains(string(tokens.Raw()), linkMark) {
				return errors.New("a link must not stand in a comment")
			}
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
			return errors.New("a link must be the whole href of an element a, or the text of an element")
		}
		words = after
	}
}

func checkElement(element html.Token) error {
	if slices.Contains(refusedElements, element.Data) {
		return fmt.Errorf("the element %s is not allowed", element.Data)
	}
	for _, attribute := range element.Attr {
		if strings.HasPrefix(attribute.Key, "on") {
			return fmt.Errorf("the attribute %s is not allowed", clipped(attribute.Key))
		}
		if !strings.Contains(attribute.Val+attribute.Key, linkMark) {
			continue
		}
		if element.Data != "a" || attribute.Key != "href" || attribute.Val != linkMark {
			return errors.New("a link must be the whole href of an element a, or the text of an element")
		}
	}
	if strings.Contains(element.Data, linkMark) {
		return errors.New("a link must not stand in a tag")
	}
	return nil
}

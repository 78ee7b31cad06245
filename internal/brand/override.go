package brand

import (
	"errors"
	"fmt"
	htmltemplate "html/template"
	"slices"
	"strings"
	texttemplate "text/template"
	"text/template/parse"
	"unicode/utf8"

	"bourse/internal/fault"
)

// Override is a mail in a tenant's own wording: templates like the platform's, with fewer features.
type Override struct {
	Subject string
	Text    string
	HTML    string // between the brand's heading and its footer; when empty, made from the text
}

const (
	longestSubject = 300
	longestText    = 20_000
	longestHTML    = 40_000
)

var (
	errEmpty       = errors.New("nothing is left of it")
	errUnknownKind = fault.New(fault.NotFound, "there is no such mail")
)

// fieldError is an error in one part of an override.
type fieldError struct {
	field string
	err   error
}

func (e fieldError) Error() string { return e.field + ": " + e.reason() }
func (e fieldError) Unwrap() error { return e.err }

func (e fieldError) reason() string {
	return shorten(strings.TrimPrefix(e.err.Error(), "template: "), 300)
}

// fault returns the error for the client.
func (e fieldError) fault() error { return fault.Invalid(e.field, "%s", e.reason()) }

// parse parses the templates. It checks only their grammar.
func (o Override) parse() (*mail, error) {
	parsed := &mail{}
	var err error
	if parsed.subject, err = texttemplate.New("subject").Option("missingkey=error").Parse(o.Subject); err != nil {
		return nil, fieldError{"subject", err}
	}
	if parsed.text, err = texttemplate.New("text").Option("missingkey=error").Parse(o.Text); err != nil {
		return nil, fieldError{"text", err}
	}
	if o.HTML == "" {
		return parsed, nil
	}
	if parsed.html, err = htmltemplate.New("html").Option("missingkey=error").Parse(o.HTML); err != nil {
		return nil, fieldError{"html", err}
	}
	return parsed, nil
}

// check parses an override of a kind and makes sure that it keeps the rules, and that it can be rendered with sample
// values in a brand's name. It fails with NOT_FOUND when there is no such kind, and with VALIDATION_ERROR on the field
// that breaks a rule.
func (o Override) check(of Brand, kind Kind) (*mail, error) {
	standard, isKnown := standardMails[kind]
	if !isKnown {
		return nil, errUnknownKind
	}
	parsed, err := o.parseChecked(standard.variables)
	if err == nil {
		_, err = parsed.write(of, kind, of.samples(standard.variables))
	}
	if bad, is := errors.AsType[fieldError](err); is {
		return nil, bad.fault()
	}
	return parsed, err
}

// parseChecked is parse with the rules for a tenant's templates.
func (o Override) parseChecked(variables []string) (*mail, error) {
	for _, part := range []struct {
		field, source string
		longest       int
	}{{"subject", o.Subject, longestSubject}, {"text", o.Text, longestText}, {"html", o.HTML, longestHTML}} {
		if utf8.RuneCountInString(part.source) > part.longest || !utf8.ValidString(part.source) || strings.ContainsRune(part.source, 0) {
			return nil, fieldError{part.field, fmt.Errorf("must be at most %d characters of text", part.longest)}
		}
	}
	if strings.ContainsAny(o.Subject, "\r\n") {
		return nil, fieldError{"subject", errors.New("must be one line")}
	}
	parsed, err := o.parse()
	if err != nil {
		return nil, err
	}
	if err := (grammar{variables: variables, refusesLinks: true}).check(parsed.subject.Tree, len(parsed.subject.Templates())); err != nil {
		return nil, fieldError{"subject", err}
	}
	if err := (grammar{variables: variables}).check(parsed.text.Tree, len(parsed.text.Templates())); err != nil {
		return nil, fieldError{"text", err}
	}
	if err := tellsLinks(parsed.text.Tree, variables); err != nil {
		return nil, fieldError{"text", err}
	}
	if parsed.html == nil {
		return parsed, nil
	}
	if err := (grammar{variables: variables, isHTML: true}).check(parsed.html.Tree, len(parsed.html.Templates())); err != nil {
		return nil, fieldError{"html", err}
	}
	if err := checkMarkup(flatten(parsed.html.Tree.Root)); err != nil {
		return nil, fieldError{"html", err}
	}
	if err := tellsLinks(parsed.html.Tree, variables); err != nil {
		return nil, fieldError{"html", err}
	}
	return parsed, nil
}

// parseUsable parses as much of a stored override as keeps the rules, which a later version may have made stricter, and
// returns what is wrong with the rest. Without its HTML, a mail can still be sent in the tenant's wording; without its
// subject or text it cannot, and nothing is returned.
func (o Override) parseUsable(variables []string) (usable *mail, problem error) {
	parsed, err := o.parseChecked(variables)
	if err == nil {
		return parsed, nil
	}
	o.HTML = ""
	parsed, worse := o.parseChecked(variables)
	if worse != nil {
		return nil, worse
	}
	return parsed, err
}

// tellsLinks fails when a template omits one of the links among the variables, or may do so: without it the mail is
// useless.
func tellsLinks(tree *parse.Tree, variables []string) error {
	written := alwaysTold(tree.Root)
	for _, name := range variables {
		if isLink(name) && !written[name] {
			return fmt.Errorf("must have {{.Values.%s}} somewhere, whatever the conditions", name)
		}
	}
	return nil
}

// alwaysTold are the values that a list renders whichever way its conditions go.
func alwaysTold(list *parse.ListNode) map[string]bool {
	written := map[string]bool{}
	if list == nil {
		return written
	}
	for _, node := range list.Nodes {
		switch node := node.(type) {
		case *parse.ActionNode:
			walk(node, func(part parse.Node) {
				if name, is := valueOf(part); is {
					written[name] = true
				}
			})
		case *parse.IfNode:
			otherwise := alwaysTold(node.ElseList)
			for name := range alwaysTold(node.List) {
				if otherwise[name] {
					written[name] = true
				}
			}
		}
	}
	return written
}

// variables are the values that a mail uses, sorted.
func (m *mail) variables() []string {
	names := slices.Concat(valuesIn(m.subject.Tree), valuesIn(m.text.Tree))
	slices.Sort(names)
	return slices.Compact(names)
}

// valuesIn returns the names of the values that a template uses.
func valuesIn(tree *parse.Tree) (names []string) {
	walk(tree.Root, func(node parse.Node) {
		if name, is := valueOf(node); is {
			names = append(names, name)
		}
	})
	return names
}

// valueOf returns the name of the value that a node uses.
func valueOf(node parse.Node) (name string, is bool) {
	field, is := node.(*parse.FieldNode)
	if !is || len(field.Ident) != 2 || field.Ident[0] != "Values" {
		return "", false
	}
	return field.Ident[1], true
}

// knownSamples are values for previews and test mails, by name.
var knownSamples = Values{
	"count": "2", "more": "", "title": "BTCUSD is at 51000", "amount": "250.00", "currency": "USD", "destination": "NL****4300",
	"receiver": "https://hooks.example.com",
	"notices":  "2030-01-02 10:20:30 UTC\nBTCUSD has reached 51000, above your alert at 50500.\n\n2030-01-02 10:21:00 UTC\nETHUSD has reached your alert at 2000.\n",
}

// samples are values for previews and test mails.
func (b Brand) samples(variables []string) Values {
	values := Values{}
	for _, name := range variables {
		known, isKnown := knownSamples[name]
		switch {
		case isLink(name):
			values[name] = strings.TrimRight(b.AppURL, "/") + "/sample?token=sample"
		case isKnown:
			values[name] = known
		default:
			values[name] = "(" + name + ")"
		}
	}
	return values
}

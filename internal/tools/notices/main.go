// Command notices writes THIRD_PARTY_NOTICES.md: whose work is in the binary, and its licences. It reads the licences
// from the module cache and from web/node_modules, so it reports what was actually fetched.
//
//	go run ./internal/tools/notices >THIRD_PARTY_NOTICES.md
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"bourse/internal/tools/thirdparty"
)

func main() {
	if err := run(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

// run writes the notices. It fails when a component has no known licence: then somebody has to look at it.
func run(ctx context.Context, out io.Writer) error {
	modules, err := thirdparty.Modules(ctx, ".")
	if err != nil {
		return err
	}
	packages, err := thirdparty.Packages(".")
	if err != nil {
		return err
	}
	var notices notices
	for _, component := range slices.Concat(modules, packages) {
		if err := notices.add(component); err != nil {
			return err
		}
	}
	_, err = io.WriteString(out, notices.page())
	return err
}

// notices collect the components, and each text once with everybody whose text it is.
type notices struct {
	rows  []string
	texts []string
	whose map[string][]string // by text
}

func (n *notices) add(component thirdparty.Component) error {
	texts, err := component.Texts()
	if err != nil {
		return fmt.Errorf("%s: %w (npm ci in web fetches packages, go mod download modules)", component.Name, err)
	}
	licence := thirdparty.Licence(texts)
	if licence == "" {
		return fmt.Errorf("the licence of %s %s is not known: look at it, and teach internal/tools/thirdparty its words", component.Name, component.Version)
	}
	n.rows = append(n.rows, Row(component)+" "+licence+" |")
	if n.whose == nil {
		n.whose = map[string][]string{}
	}
	for _, text := range texts {
		if n.whose[text.Content] == nil {
			n.texts = append(n.texts, text.Content)
		}
		n.whose[text.Content] = append(n.whose[text.Content], component.Name+" ("+text.File+")")
	}
	return nil
}

// Row is the start of a component's line.
func Row(component thirdparty.Component) string {
	return fmt.Sprintf("| %s | %s | %s |", component.Name, component.Version, component.Ecosystem)
}

func (n *notices) page() string {
	var page strings.Builder
	page.WriteString(`# Third-party notices

The binary is made of the work of others too: these Go modules are linked into it, of any of the systems it is built for, and
the console in it is built of these npm packages. ` + "`std`" + ` is Go's own library. The reference page at ` + "`/docs`" + ` is Swagger UI,
which comes with github.com/swaggest/swgui, under Apache-2.0. Below are the licences and notices as they came.
Written by ` + "`make notices`" + `.

| Component | Version | From | Licence |
|---|---|---|---|
`)
	page.WriteString(strings.Join(n.rows, "\n") + "\n")
	for _, text := range n.texts {
		page.WriteString("\n## " + strings.Join(n.whose[text], ", ") + "\n\n````text\n" + text + "\n````\n")
	}
	return page.String()
}

package brand

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
	"text/template"
)

// Kind names a mail by what it is for.
type Kind string

// Letter is a mail that has been written, without its recipient.
type Letter struct {
	Subject string
	Text    string
}

// Values are what a mail tells beside the brand, by name.
type Values map[string]string

//go:embed templates
var templateFiles embed.FS

// templates are the mails that the platform sends. Each is a file templates/<kind>.txt, whose first line is "Subject: …",
// followed by an empty one and the text. It says {{.Brand.ProductName}} for the brand and {{.Values.link}} for a value.
var templates = template.Must(parseTemplates())

func parseTemplates() (*template.Template, error) {
	root := template.New("").Option("missingkey=error")
	files, err := fs.Glob(templateFiles, "templates/*.txt")
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		content, err := fs.ReadFile(templateFiles, file)
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(strings.TrimPrefix(file, "templates/"), ".txt")
		if _, err := root.New(name).Parse(string(content)); err != nil {
			return nil, err
		}
	}
	return root, nil
}

// Compose writes the mail of a kind in the brand's name. It fails when there is no such kind, and when its template
// asks for a value that is not given.
func (b Brand) Compose(kind Kind, values Values) (Letter, error) {
	var written strings.Builder
	err := templates.ExecuteTemplate(&written, string(kind), struct {
		Brand  Brand
		Values Values
	}{b, values})
	if err != nil {
		return Letter{}, fmt.Errorf("write the mail %s: %w", kind, err)
	}
	heading, text, _ := strings.Cut(written.String(), "\n\n")
	return Letter{Subject: strings.TrimPrefix(heading, "Subject: "), Text: text}, nil
}

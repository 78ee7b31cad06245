package brand

import (
	"embed"
	"fmt"
	htmltemplate "html/template"
	"io/fs"
	"maps"
	"slices"
	"strings"
	texttemplate "text/template"
	"time"

	"github.com/google/uuid"

	"bourse/internal/notify"
)

// Kind names a mail by its purpose.
type Kind string

// Letter is a rendered mail without its recipient.
type Letter struct {
	Kind    Kind
	Subject string
	Text    string
	HTML    string // the same content for mail clients that show HTML
	From    notify.Address
}

// To addresses the letter to a tenant's customer; it is worth sending until the given time. It stays attributed to the
// user even when the address changes: it is in their export and is erased with them. The user is nil when only the
// address is known.
func (l Letter) To(tenant, user uuid.UUID, recipient string, until time.Time) notify.Message {
	return notify.Message{
		Channel: notify.Mail, Kind: string(l.Kind), TenantID: tenant, UserID: user, Recipient: recipient, ExpiresAt: until,
		Subject: l.Subject, Text: l.Text, HTML: l.HTML, From: l.From,
	}
}

// Values are the data of a mail besides the brand, by name. A value whose name ends in link gives access to something
// of the recipient's.
type Values map[string]string

// isLink reports whether a value gives access to something of the recipient's.
func isLink(name string) bool { return strings.HasSuffix(strings.ToLower(name), "link") }

// face is the part of a brand that templates can use.
type face struct{ ProductName, AppURL, SupportAddress, LogoURL, PrimaryColor, AccentColor string }

func (b Brand) face() face {
	return face{b.ProductName, b.AppURL, b.SupportAddress, b.LogoURL, b.PrimaryColor, b.AccentColor}
}

// told is the data with which a template is rendered.
type told struct {
	Brand  face
	Values Values
}

// mail is a parsed template.
type mail struct {
	subject, text *texttemplate.Template
	html          *htmltemplate.Template // nil: made from the text
}

// standardMail is the platform's wording of a kind.
type standardMail struct {
	*mail
	source    Override
	variables []string // sorted
}

//go:embed templates
var templateFiles embed.FS

// standardMails are the mails that the platform sends. Each is a file templates/<kind>.txt, whose first line is
// "Subject: …", followed by an empty one and the text. It uses {{.Brand.ProductName}} for the brand and
// {{.Values.link}} for a value. A line that is nothing but a link becomes a button in HTML.
var standardMails = mustParseStandard()

func mustParseStandard() map[Kind]*standardMail {
	all := map[Kind]*standardMail{}
	files, err := fs.Glob(templateFiles, "templates/*.txt")
	for _, file := range files {
		content, failed := fs.ReadFile(templateFiles, file)
		kind := Kind(strings.TrimSuffix(strings.TrimPrefix(file, "templates/"), ".txt"))
		heading, text, _ := strings.Cut(string(content), "\n\n")
		source := Override{Subject: strings.TrimPrefix(heading, "Subject: "), Text: text}
		parsed, bad := source.parse()
		if err != nil || failed != nil || bad != nil {
			panic(fmt.Sprint("the mail ", kind, ": ", err, failed, bad))
		}
		all[kind] = &standardMail{mail: parsed, source: source, variables: parsed.variables()}
	}
	return all
}

// Kinds returns the mails that the platform sends, sorted.
func Kinds() []Kind { return slices.Sorted(maps.Keys(standardMails)) }

// Compose renders a mail in the brand's name and wording. If that fails, it uses the platform's wording, so that no
// mail is lost. It fails when there is no such kind, and when the platform's template uses a value that is not given.
func (b Brand) Compose(kind Kind, values Values) (Letter, error) {
	standard, isKnown := standardMails[kind]
	if !isKnown {
		return Letter{}, fmt.Errorf("there is no mail %s", kind)
	}
	if own := b.words.of(kind); own != nil {
		letter, err := own.write(b, kind, values)
		if err == nil {
			return letter, nil
		}
		b.words.tellFailure(kind, err)
	}
	letter, err := standard.write(b, kind, values)
	if err != nil {
		return Letter{}, fmt.Errorf("write the mail %s: %w", kind, err)
	}
	return letter, nil
}

// write renders the letter. It fails when the template uses a value that is not given, and when the result is empty.
func (m *mail) write(of Brand, kind Kind, values Values) (Letter, error) {
	data := told{of.face(), values}
	var subject, text strings.Builder
	if err := m.subject.Execute(&subject, data); err != nil {
		return Letter{}, fieldError{"subject", err}
	}
	if err := m.text.Execute(&text, data); err != nil {
		return Letter{}, fieldError{"text", err}
	}
	letter := Letter{Kind: kind, Subject: strings.Join(strings.Fields(subject.String()), " "), Text: text.String(), From: of.MailSender}
	if letter.Subject == "" {
		return Letter{}, fieldError{"subject", errEmpty}
	}
	if strings.TrimSpace(letter.Text) == "" {
		return Letter{}, fieldError{"text", errEmpty}
	}
	content, err := m.content(letter.Text, data)
	if err != nil {
		return Letter{}, fieldError{"html", err}
	}
	letter.HTML, err = data.lay(letter.Subject, content)
	return letter, err
}

// content renders what stands between the heading and the footer.
func (m *mail) content(text string, data told) (htmltemplate.HTML, error) {
	if m.html == nil {
		return data.paragraphs(text)
	}
	var content strings.Builder
	err := m.html.Execute(&content, data)
	return htmltemplate.HTML(content.String()), err // html/template has escaped every value in it
}

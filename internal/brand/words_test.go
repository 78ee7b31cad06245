package brand_test

import (
	"slices"
	"strings"
	"testing"

	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

// What was stored by an older version may break a rule of this one.
func TestOfWordsThatKeepTheRulesNoLongerTheRestIsUsedAndTheTenantIsTold(t *testing.T) {
	t.Parallel()
	const (
		fittingText = "Ahoi.\n\n{{.Values.link}}\n"
		fittingHTML = `<p>Hello <a href="{{.Values.link}}">Go</a></p>`
		styledHTML  = "<style>p { color: red }</style>" + fittingHTML
	)
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		for name, stored := range map[string]struct {
			override          brand.Override
			subject, html     string // the expected mail
			problem, isLogged string // their beginnings
		}{
			"all":      {brand.Override{Subject: "Ours", Text: fittingText, HTML: fittingHTML}, "Ours", "<p>Hello <a href", "", ""},
			"no-html":  {brand.Override{Subject: "Ours", Text: fittingText}, "Ours", "Ahoi.", "", ""},
			"styled":   {brand.Override{Subject: "Ours", Text: fittingText, HTML: styledHTML}, "Ours", "Ahoi.", "html: the element style is not allowed", "made from the template's text"},
			"unparsed": {brand.Override{Subject: "Ours", Text: fittingText, HTML: "{{if"}, "Ours", "Ahoi.", "html: html:1: ", "made from the template's text"},
			"text":     {brand.Override{Subject: "Ours", Text: "{{.Values.gone}}", HTML: fittingHTML}, "Confirm your email for Brand", "Welcome to Brand.", "text: this mail has no value gone", "written as the platform does"},
			"text-too": {brand.Override{Subject: "Ours", Text: "{{.Values.gone}}", HTML: strings.Repeat("x", 40_001)}, "Confirm your email for Brand", "Welcome to Brand.", "text: this mail has no value gone", "written as the platform does"},
		} {
			t.Run(name, func(t *testing.T) {
				o := newOffice(t, db)
				tenant := o.open(name, "Brand")
				o.inTx(func(tx *database.Tx) error {
					_, err := tx.Exec(t.Context(), `INSERT INTO mail_templates (tenant_id, kind, subject, text, html, updated_at) VALUES ($1, 'verify_email', $2, $3, $4, 1)`,
						tenant, stored.override.Subject, stored.override.Text, stored.override.HTML)
					return err
				})
				letter, err := o.of(tenant).Compose("verify_email", brand.Values{"link": "https://bourse.test/v?token=t"})
				if err != nil {
					t.Fatal(err)
				}
				if letter.Subject != stored.subject || !strings.Contains(letter.HTML, stored.html) || strings.Contains(letter.HTML, "color: red") {
					t.Errorf("the mail is %q:\n%s", letter.Subject, letter.HTML)
				}
				if log := o.log.String(); !strings.Contains(log, stored.isLogged) || (log == "") != (stored.isLogged == "") {
					t.Errorf("the log tells %q", log)
				}
				templates, err := o.MailTemplates(t.Context(), db, tenant)
				if err != nil {
					t.Fatal(err)
				}
				at := slices.IndexFunc(templates, func(m brand.MailTemplate) bool { return m.Kind == "verify_email" })
				got := templates[at]
				if got.Override == nil || *got.Override != stored.override || !strings.HasPrefix(got.Problem, stored.problem) || (got.Problem == "") != (stored.problem == "") {
					t.Errorf("the list tells %+v with the problem %q", got.Override, got.Problem)
				}
			})
		}
	})
}

func TestAColonBehindAValueOrAChoiceIsRefusedForWhatItIs(t *testing.T) {
	t.Parallel()
	for markup, want := range map[string]string{
		`<a href="{{.Brand.AppURL}}:8443/x">x</a>`:                              "a colon",
		`<a href="{{.Brand.ProductName}}:x">x</a>`:                              "a colon", // the product may be called javascript
		`<a href="{{if .Brand.LogoURL}}https{{else}}javascript{{end}}:x">x</a>`: "a colon",
		`<a href=":x">x</a>`: "must begin with",
		`<a href="{{if .Brand.LogoURL}}https://a.test/{{else}}javascript:x{{end}}">x</a>`: "must begin with",
	} {
		err := brand.Override{Subject: "x", Text: "{{.Values.link}}", HTML: markup + `<a href="{{.Values.link}}">x</a>`}.Check(northwind, "verify_email")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s is refused with %v", markup, err)
		}
	}
}

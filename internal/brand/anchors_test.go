package brand_test

import (
	"testing"

	"bourse/internal/brand"
	"bourse/internal/fault"
	"bourse/internal/testkit"
)

// The author of a brand's mails must not be able to show readers one address and open another.
func TestTheTextOfALinkNamesNoOtherAddressThanTheOneToWhichItLeads(t *testing.T) {
	t.Parallel()
	const link = `<p> {{.Values.link}} </p>`
	for _, markup := range []string{
		`<a href="https://evil.test">https://bank.example</a>`, `<a href="https://evil.test/https://bank.example">https://bank.example</a>`,
		`<a href="https://evil.test">(https://bank.example)</a>`, `<a href="https://evil.test">Visit (https://bank.example)</a>`, `<a href="https://evil.test">Visit [https://bank.example].</a>`,
		`<a href="https://evil.test">log in:(https://bank.example/in)</a>`, `<a href="https://evil.test">„https://bank.example“</a>`, `<a href="https://evil.test">&lt;https&#58;//bank.example&gt;</a>`,
		`<a href="https://evil.test">(HTTPS://BANK.EXAMPLE)</a>`, `<a href="https://evil.test">(www.bank.example)</a>`, `<a href="https://evil.test">(bank.com)</a>`, `<a href="https://evil.test">bank.co.uk/login</a>`,
		`<a href="https://evil.test">https://<b>bank</b>.example</a>`, "<a href=\"https://evil.test\">https://ba\u200bnk.example</a>", `<a href="https://evil.test"><p>(https://bank.example)</p>`,
		`<a href="https://evil.test">https://evil.test (https://bank.example)</a>`, `<a href="https://evil.test">https://bank.example@evil.test</a>`, `<a href="https://notbank.example">https://bank.example</a>`,
		`<a href="https://evil.test"><img src="https://cdn.test/x.png" alt="(https://bank.example)"></a>`, `<a href="https://evil.test" title="https://bank.example">Go</a>`,
		`<a href="https://evil.test">https://{{if .Brand.LogoURL}}bank.example{{else}}evil.test{{end}}</a>`, `<a href="https://evil.test">ba{{if .Brand.LogoURL}}nk.c{{end}}om/{{if .Brand.LogoURL}}{{else}}x{{end}}</a>`,
		`<a href="{{if .Brand.LogoURL}}https://evil.test{{else}}https://bank.example{{end}}">https://bank.example</a>`, `<a href="{{.Brand.ProductName}}">https://bank.example</a>`,
		`<a href="https://bank.example{{.Brand.ProductName}}">https://bank.example</a>`, `<a href="https://evil.test"> {{.Values.link}} </a>`, `<a href="mailto:a@evil.test">(help@bank.com)</a>`,
		`<a href="https://evil.test">https://<span style="display:none">evil.test/</span>bank.com</a>`, `<a href="https://evil.test">https://<b>evil.test</b>/bank.com<i></i>.bank.com</a>`,
		`<a href="https://evil.test"><table><tr><td></a>https://bank.com</td></tr></table></a>`, `<a href="https://evil.test"><td>Go</td></a>`,
		`<a href="https://evil.test"><bdo dir="rtl">moc.knab</bdo></a>`, `<a href="https://evil.test" style="direction:rtl;Unicode-Bidi:bidi-override">moc.knab</a>`, `<a href="https://evil.test" style="unicode-\62 idi:bidi-override">moc.knab</a>`,
		`<a href="#">https://bank.example</a>`, `<a href="https:evil.test">https://bank.example</a>`, `<a href="https://evil.test">https://bank.example<a href="https://bank.example">x</a>`,
	} {
		err := brand.Override{Subject: "x", Text: "{{.Values.link}}", HTML: markup + link}.Check(northwind, "verify_email")
		if failure := testkit.WantFault(t, err, fault.ValidationError); failure == nil || failure.Field != "html" {
			t.Errorf("%s is about %v", markup, failure)
		}
	}
	for _, markup := range []string{
		`<a href="https://northwind.test/help?a=b">https://northwind.test/help</a>`, `<a href="https://www.northwind.com/help">Help (northwind.com)</a>`, `<a href="https://app.northwind.com">Northwind.com</a>`,
		`<a href="https://evil.test">Go on, e.g. to the terms.pdf of version 2.0</a> https://bank.example`, `<a href="mailto:help@northwind.com?subject=x">help@northwind.com</a>`,
		`<a href="mailto:{{.Brand.SupportAddress}}">{{.Brand.SupportAddress}}</a>`, `<a href="{{.Brand.AppURL}}/help">{{.Brand.AppURL}}/help</a>`, `<a href="https://northwind.test/{{.Brand.ProductName}}">northwind.test</a>`,
		`<a href="{{.Values.link}}">{{.Values.link}}</a>`, `<a href="{{.Values.link}}">Confirm at (app.northwind.com)</a>`, `<a href="tel:+41446681800">+41 44 668 18 00</a>`, `<a>https://northwind.test</a>`,
	} {
		if err := (brand.Override{Subject: "x", Text: "{{.Values.link}}", HTML: markup + link}).Check(northwind, "verify_email"); err != nil {
			t.Errorf("%s: %v", markup, err)
		}
	}
}

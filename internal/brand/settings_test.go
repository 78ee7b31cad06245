package brand_test

import (
	"slices"
	"strings"
	"testing"

	"bourse/internal/brand"
	"bourse/internal/fault"
	"bourse/internal/testkit"
)

func TestSettingsAreWhatTheyShouldBe(t *testing.T) {
	t.Parallel()
	text := func(value string) *string { return &value }
	for field, all := range map[string]struct {
		set       func(value string) brand.Change
		good, bad []string
	}{
		"productName": {func(v string) brand.Change { return brand.Change{ProductName: &v} }, []string{"", "Northwind", "Größe & Söhne"}, []string{strings.Repeat("x", 61), "two\nlines"}},
		"appUrl": {
			func(v string) brand.Change { return brand.Change{AppURL: &v} },
			[]string{"", "https://app.northwind.test", "https://northwind.test/app/", "http://localhost:3000", "http://northwind.localhost:8080"},
			[]string{"http://app.northwind.test", "northwind.test", "javascript:alert(1)", "https://", "https://a.test/?x=1", "https://a.test/#x", "https://u:p@a.test", "https://a.test\\@b.test", "//a.test"},
		},
		"supportAddress":    {func(v string) brand.Change { return brand.Change{SupportAddress: &v} }, []string{"", "help@northwind.test"}, []string{"help", "Help <help@northwind.test>", "a@b, c@d", "a@b\r\nBcc: c@d"}},
		"mailSenderName":    {func(v string) brand.Change { return brand.Change{MailSenderName: &v} }, []string{"", "Northwind"}, []string{"a\r\nBcc: c@d", strings.Repeat("x", 61)}},
		"mailSenderAddress": {func(v string) brand.Change { return brand.Change{MailSenderAddress: &v} }, []string{"", "a@northwind.test"}, []string{"a", "N <a@b.test>"}},
		"primaryColor":      {func(v string) brand.Change { return brand.Change{PrimaryColor: &v} }, []string{"", "#1b4F72"}, []string{"red", "#12345", "#12345g", "#1b4f72; x"}},
		"accentColor":       {func(v string) brand.Change { return brand.Change{AccentColor: &v} }, []string{"", "#000000"}, []string{"blue"}},
		"logoUrl":           {func(v string) brand.Change { return brand.Change{LogoURL: &v} }, []string{"", "https://cdn.test/l.png?v=1", "http://127.0.0.1:8080/l.png"}, []string{"http://cdn.test/l.png", "data:image/png;base64,x"}},
		"domains": {
			func(v string) brand.Change { return brand.Change{Domains: &[]string{v}} },
			[]string{"app.northwind.test", "LOCALHOST:5173", "127.0.0.1:80", "xn--grsse-kva.test"},
			[]string{"", "https://app.test", "app.test/", "a b", "app.test:0", "app.test:99999", "-a.test", "a..test", "*.test", "[::1]:80", "größe.test", "user@app.test", strings.Repeat("a.", 130) + "test"},
		},
	} {
		for _, value := range all.good {
			if _, err := (brand.Settings{}).With(all.set(value)); err != nil {
				t.Errorf("%s %q: %v", field, value, err)
			}
		}
		for _, value := range all.bad {
			if _, err := (brand.Settings{}).With(all.set(value)); err == nil {
				t.Errorf("%s may be %q", field, value)
			} else {
				testkit.WantFault(t, err, fault.ValidationError, field)
			}
		}
	}
	many := slices.Repeat([]string{"a.test"}, 21)
	_, err := (brand.Settings{}).With(brand.Change{Domains: &many})
	testkit.WantFault(t, err, fault.ValidationError, "domains")
	same := []string{"b.test", "A.test", "a.test.", "a.test:443"} // the default port is not part of an origin
	changed, err := (brand.Settings{ProductName: "Kept", AppURL: "https://x.test"}).With(brand.Change{Domains: &same, AppURL: text("")})
	if err != nil || !slices.Equal(changed.Domains, []string{"a.test", "b.test"}) || changed.ProductName != "Kept" || changed.AppURL != "" {
		t.Errorf("got %+v (%v)", changed, err)
	}
}

func TestWhatLiesOutsideOfTheDomainsIsTold(t *testing.T) {
	t.Parallel()
	own := brand.Settings{Domains: []string{"app.northwind.test", "northwind.test", "localhost:5173"}}
	for address, want := range map[string]string{
		"https://app.northwind.test/x": "", "https://app.northwind.test:443": "", "http://localhost:5173": "", "": "",
		"https://app.northwind.test:8443": "appUrl", "https://evil.test": "appUrl", "https://app.northwind.test.evil.test": "appUrl", "http://localhost": "appUrl",
	} {
		own.AppURL = address
		if got := own.OutsideDomains(brand.Change{AppURL: &address}); got != want {
			t.Errorf("%q: %q, want %q", address, got, want)
		}
	}
	if got := own.OutsideDomains(brand.Change{}); got != "" {
		t.Errorf("what nobody changes is %q", got)
	}
	for address, want := range map[string]string{"a@northwind.test": "", "a@NORTHWIND.test": "", "": "", "a@evil.test": "mailSenderAddress", "a@test": "mailSenderAddress"} {
		own.MailSenderAddress = address
		if got := own.OutsideDomains(brand.Change{MailSenderAddress: &address}); got != want {
			t.Errorf("%q: %q, want %q", address, got, want)
		}
	}
}

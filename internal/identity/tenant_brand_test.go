package identity_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/notify"
	"bourse/internal/testkit"
)

// branded is a house with a second tenant and users of both.
type branded struct {
	*house
	north                   identity.Tenant
	super, admin, northward *person // of the first tenant, except the admin of the second
	user                    *person
}

func newBranded(t *testing.T, db *database.DB) branded {
	t.Helper()
	h := newHouse(t, db)
	north, err := h.AddTenant(t.Context(), "northwind", "Northwind Invest")
	must(t, err)
	return branded{
		house: h, north: north, super: h.enterAs("super@example.com", "default", identity.RoleSuperAdmin), admin: h.enterAs("admin@example.com", "default", identity.RoleAdmin),
		northward: h.enterAs("admin@northwind.test", "northwind", identity.RoleAdmin), user: h.enterAs("user@northwind.test", "northwind", identity.RoleAnalyst),
	}
}

func to(value string) *string { return &value }

func TestWhoMayChangeABrand(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newBranded(t, db)
		domains := []string{"app.northwind.test", "northwind.test"}
		for _, c := range []struct {
			by     *person
			tenant uuid.UUID
			change brand.Change
			want   fault.Code
			field  string
		}{
			{b.user, b.north.ID, brand.Change{ProductName: to("x")}, fault.Forbidden, ""},
			{b.admin, b.north.ID, brand.Change{ProductName: to("x")}, fault.NotFound, ""},
			{b.super, uuid.New(), brand.Change{ProductName: to("x")}, fault.NotFound, ""},
			{b.northward, b.north.ID, brand.Change{Domains: &domains}, fault.Forbidden, "domains"},
			{b.northward, b.north.ID, brand.Change{AppURL: to("https://app.northwind.test")}, fault.Forbidden, "appUrl"}, // it does not have this domain yet
			{b.super, b.north.ID, brand.Change{Domains: &domains}, "", ""},
			{b.northward, b.north.ID, brand.Change{AppURL: to("https://app.northwind.test"), MailSenderAddress: to("a@northwind.test")}, "", ""},
			{b.northward, b.north.ID, brand.Change{AppURL: to("https://evil.test")}, fault.Forbidden, "appUrl"},
			{b.northward, b.north.ID, brand.Change{MailSenderAddress: to("a@bourse.test")}, fault.Forbidden, "mailSenderAddress"},
			{b.northward, b.north.ID, brand.Change{PrimaryColor: to("red")}, fault.ValidationError, "primaryColor"},
			{b.northward, b.north.ID, brand.Change{ProductName: to("Northwind"), PrimaryColor: to("#111111")}, "", ""},
			{b.super, b.north.ID, brand.Change{SupportAddress: to("help@elsewhere.test"), AppURL: to("https://elsewhere.test")}, "", ""},
			{b.northward, b.north.ID, brand.Change{AccentColor: to("#222222")}, "", ""}, // what the super_admin has set stays
		} {
			_, err := b.UpdateTenant(t.Context(), c.by.caller(), c.tenant, c.change)
			if c.want == "" {
				must(t, err)
			} else if failure := testkit.WantFault(t, err, c.want); failure.Field != c.field {
				t.Errorf("it is about %q, want %q", failure.Field, c.field)
			}
		}
		details, err := b.TenantDetails(t.Context(), b.northward.caller(), b.north.ID)
		must(t, err)
		if s := details.Settings; s.ProductName != "Northwind" || s.AppURL != "https://elsewhere.test" || s.MailSenderAddress != "a@northwind.test" || s.AccentColor != "#222222" || len(s.Domains) != 2 ||
			details.Brand.ProductName != "Northwind" || details.Slug != "northwind" {
			t.Errorf("the tenant is %+v", details)
		}
		_, err = b.TenantDetails(t.Context(), b.admin.caller(), b.north.ID)
		testkit.WantFault(t, err, fault.NotFound)
		_, err = b.TenantDetails(t.Context(), b.user.caller(), b.north.ID)
		testkit.WantFault(t, err, fault.Forbidden)
		entries, total, err := b.AuditLog(t.Context(), b.northward.caller(), uuid.Nil, audit.Filter{Action: "tenant.brand_changed"}, database.Page{Number: 1, Limit: 10})
		must(t, err)
		if total != 5 || entries[0].After["accentColor"] != "#222222" || len(entries[0].After) != 1 || entries[0].Actor.UserID != b.northward.id || entries[0].Subject.ID != b.north.ID.String() ||
			entries[4].After["domains"] != "app.northwind.test northwind.test" {
			t.Errorf("%d entries: %+v", total, entries)
		}
	})
}

func TestTheBrandIsFoundByNamePageAndHost(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newBranded(t, db)
		_, err := b.UpdateTenant(t.Context(), b.super.caller(), b.north.ID, brand.Change{Domains: &[]string{"app.northwind.test"}})
		must(t, err)
		for _, c := range []struct {
			from       identity.Origin
			name, want string
		}{
			{identity.Origin{}, "", "default"},
			{identity.Origin{Host: "elsewhere.test", Page: "https://elsewhere.test"}, "", "default"},
			{identity.Origin{Host: "app.northwind.test:8443"}, "", "northwind"},
			{identity.Origin{Page: "https://app.northwind.test", Host: "api.bourse.test"}, "", "northwind"},
			{identity.Origin{Page: "https://app.northwind.test"}, "default", "default"},
			{identity.Origin{}, "northwind", "northwind"},
		} {
			got, err := b.BrandFor(t.Context(), c.from, c.name)
			if err != nil || got.Slug != c.want {
				t.Errorf("%+v %q: %s (%v), want %s", c.from, c.name, got.Slug, err, c.want)
			}
		}
		_, err = b.BrandFor(t.Context(), identity.Origin{}, "nobody")
		testkit.WantFault(t, err, fault.NotFound, "tenant")
	})
}

func TestMailsComeInTheWordsAndTheNameOfTheTenant(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newBranded(t, db)
		_, err := b.UpdateTenant(t.Context(), b.super.caller(), b.north.ID, brand.Change{
			ProductName: to("Northwind"), AppURL: to("https://app.northwind.test"), MailSenderAddress: to("no-reply@northwind.test"), PrimaryColor: to("#1b4f72"),
		})
		must(t, err)
		own := brand.Override{Subject: "Ahoi from {{.Brand.ProductName}}", Text: "Go:\n{{.Values.link}}\n"}
		for _, refused := range []struct {
			by   *person
			kind brand.Kind
			own  brand.Override
			want fault.Code
		}{
			{b.user, "verify_email", own, fault.Forbidden}, {b.admin, "verify_email", own, fault.NotFound}, {b.northward, "nothing", own, fault.NotFound},
			{b.northward, "verify_email", brand.Override{Subject: "x", Text: "https://evil.test?{{.Values.link}}"}, fault.ValidationError},
		} {
			_, err := b.SetMailTemplate(t.Context(), refused.by.caller(), b.north.ID, refused.kind, refused.own)
			testkit.WantFault(t, err, refused.want)
		}
		_, err = b.SetMailTemplate(t.Context(), b.northward.caller(), b.north.ID, "verify_email", own)
		must(t, err)
		_, err = b.Register(t.Context(), origin, identity.Registration{Email: "ann@example.com", Password: password, Tenant: "northwind"})
		must(t, err)
		b.register("bob@example.com")
		mails := b.messages("verify_email")
		if len(mails) != 2 {
			t.Fatalf("%d mails, want 2", len(mails))
		}
		for _, mail := range mails {
			if mail.Recipient == "bob@example.com" {
				if mail.Subject != "Confirm your email for Bourse" || mail.From != (notify.Address{}) {
					t.Errorf("the other tenant's mail is %q from %v", mail.Subject, mail.From)
				}
				continue
			}
			if mail.Subject != "Ahoi from Northwind" || !strings.Contains(mail.Text, "https://app.northwind.test/verify-email?token=") || !strings.Contains(mail.HTML, "#1b4f72") ||
				mail.From != (notify.Address{Name: "Northwind", Address: "no-reply@northwind.test"}) {
				t.Errorf("the mail is %q from %v: %s %s", mail.Subject, mail.From, mail.Text, mail.HTML)
			}
		}
		must(t, b.ResetMailTemplate(t.Context(), b.northward.caller(), b.north.ID, "verify_email"))
		must(t, b.ResetMailTemplate(t.Context(), b.northward.caller(), b.north.ID, "verify_email"))
		if n := b.number(`SELECT COUNT(*) FROM audit_log WHERE action = 'tenant.mail_template_changed'`); n != 2 {
			t.Errorf("%d changes of templates are in the log, want 2", n)
		}
	})
}

func TestAChangeFarBehindInATemplateIsInTheAuditLog(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newBranded(t, db)
		long := strings.Repeat("words ", 200) // longer than what is shown
		for _, end := range []string{"one", "two"} {
			_, err := b.SetMailTemplate(t.Context(), b.northward.caller(), b.north.ID, "verify_email",
				brand.Override{Subject: "x", Text: "{{.Values.link}} " + long + end, HTML: "<p> {{.Values.link}} " + long + end + "</p>"})
			must(t, err)
			b.clock.Advance(time.Second)
		}
		entries, _, err := b.AuditLog(t.Context(), b.northward.caller(), uuid.Nil, audit.Filter{Action: "tenant.mail_template_changed"}, database.Page{Number: 1, Limit: 10})
		must(t, err)
		for _, field := range []string{"text", "html"} {
			was, is := entries[0].Before[field], entries[0].After[field]
			if was == is || !strings.Contains(is, " characters, SHA-256 ") || len(is) > 1200 {
				t.Errorf("the %s was %q and is %q", field, was, is)
			}
		}
	})
}

func TestAnAdminTriesAMailOnThemselvesAndNotForEver(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newBranded(t, db)
		letter, err := b.PreviewMail(t.Context(), b.northward.caller(), b.north.ID, "verify_email", &brand.Override{Subject: "Try", Text: "{{.Values.link}}"})
		must(t, err)
		if letter.Subject != "Try" || !strings.Contains(letter.Text, "token=sample") || !strings.Contains(letter.HTML, "Northwind Invest") {
			t.Errorf("the preview is %+v", letter)
		}
		letter, err = b.PreviewMail(t.Context(), b.northward.caller(), b.north.ID, "verify_email", nil)
		must(t, err)
		if letter.Subject != "Confirm your email for Northwind Invest" {
			t.Errorf("the preview is %+v", letter)
		}
		_, err = b.PreviewMail(t.Context(), b.user.caller(), b.north.ID, "verify_email", nil)
		testkit.WantFault(t, err, fault.Forbidden)
		results := testkit.InParallel(14, func(int) error { return b.SendTestMail(t.Context(), b.northward.caller(), b.north.ID, "verify_email") })
		if got := testkit.Succeeded(results); got != 10 {
			t.Errorf("%d test mails were taken, want 10", got)
		}
		for _, err := range results {
			if err != nil {
				testkit.WantFault(t, err, fault.RateLimited)
			}
		}
		mails := b.messages("verify_email")
		if len(mails) != 10 || mails[0].Recipient != "admin@northwind.test" || !strings.HasPrefix(mails[0].Subject, "[Test] Confirm") {
			t.Errorf("%d mails, the first is %v", len(mails), mails[0])
		}
		testkit.WantFault(t, b.SendTestMail(t.Context(), b.admin.caller(), b.north.ID, "verify_email"), fault.NotFound)
	})
}

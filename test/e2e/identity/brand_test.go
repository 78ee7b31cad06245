package identity_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"bourse/test/e2e/kit"
)

func TestBrands(t *testing.T) {
	t.Parallel()
	kit.OnEachServer(t, kit.Scenarios{
		"a brand is told by its name, page and host":             brandIsToldByDomain,
		"pages of a brand's domains may call, and no others":     brandPagesMayCall,
		"only a super_admin gives domains, admins dress a brand": adminsDressTheirBrand,
		"mails come in the tenant's words and name":              mailsSpeakForTheBrand,
	})
}

// words is a text that may be empty.
func words(value any) error {
	if _, is := value.(string); !is {
		return fmt.Errorf("%v is no text", value)
	}
	return nil
}

var shapeOfBrand = kit.Shape{
	"tenant": kit.AText, "productName": kit.AText, "appUrl": kit.AText, "supportAddress": words, "logoUrl": words, "primaryColor": kit.AText, "accentColor": kit.AText,
}

// dataOf is the object in an answer, whose contract is checked elsewhere.
func dataOf(t *testing.T, a *kit.Answer) map[string]any {
	t.Helper()
	data, is := a.Envelope["data"].(map[string]any)
	if !is {
		t.Fatalf("%s: data is no object: %s", a.Call, a.Text)
	}
	return data
}

// newTenant creates a tenant with its own domain.
func newTenant(t *testing.T, s *kit.Server, super *kit.Member, slug string) (id, domain string) {
	t.Helper()
	domain = slug + ".example.test"
	id = dataOf(t, super.Post(t, "/tenants", kit.Body{"slug": slug, "name": strings.ToUpper(slug)}).Ok(t, 201))["id"].(string)
	super.Call(t, http.MethodPatch, "/tenants/"+id, kit.Body{"domains": []string{domain}}).Ok(t, 200)
	return id, domain
}

func brandIsToldByDomain(t *testing.T, s *kit.Server) {
	super := s.Officer(t, "super_admin", "")
	id, domain := newTenant(t, s, super, "birch")
	super.Call(t, http.MethodPatch, "/tenants/"+id, kit.Body{"productName": "Birch Bank", "primaryColor": "#123456"}).Ok(t, 200)
	anybody := s.Client()
	school := &kit.School{Server: s, Author: s.Officer(t, "admin", "birch")}
	course := school.Course(t, 1, nil)
	for name, client := range map[string]*kit.Client{
		"host": anybody.With("Host", domain), "host with a port": anybody.With("Host", strings.ToUpper(domain)+":8443"), "page": anybody.With("Origin", "https://"+domain),
	} {
		answer := client.Get(t, "/brand").Ok(t, 200)
		if brand := answer.Object(t, shapeOfBrand); brand["tenant"] != "birch" || brand["productName"] != "Birch Bank" || brand["primaryColor"] != "#123456" {
			t.Errorf("by %s it is %v", name, brand)
		}
		if got := answer.Header.Get("Cache-Control"); got != "public, max-age=60" || !strings.Contains(answer.Header.Get("Vary"), "Origin") {
			t.Errorf("it may be kept: %q, by %q", got, answer.Header.Get("Vary"))
		}
		client.Get(t, course.At("")).Ok(t, 200)
	}
	anybody.Get(t, course.At("")).Failed(t, 404, "NOT_FOUND", "")
	if brand := anybody.Get(t, "/brand").Ok(t, 200).Object(t, shapeOfBrand); brand["tenant"] != "default" || brand["productName"] != "Bourse" {
		t.Errorf("by nothing it is %v", brand)
	}
	if brand := anybody.Get(t, "/brand?tenant=birch").Ok(t, 200).Object(t, shapeOfBrand); brand["tenant"] != "birch" {
		t.Errorf("by its name it is %v", brand)
	}
	missing := anybody.Get(t, "/brand?tenant=nobody").Failed(t, 404, "NOT_FOUND", "tenant")
	if got := missing.Header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("that there is none may be kept: %q", got)
	}
	anybody.Get(t, "/brand?tenant=No+Body").Failed(t, 400, "VALIDATION_ERROR", "tenant")
}

func brandPagesMayCall(t *testing.T, s *kit.Server) {
	super := s.Officer(t, "super_admin", "")
	id, domain := newTenant(t, s, super, "cedar")
	preflight := func(origin string) string {
		return s.Client().With("Origin", origin).With("Access-Control-Request-Method", http.MethodPost).
			Fetch(t, http.MethodOptions, "/api/v1/auth/login", nil).Header.Get("Access-Control-Allow-Origin")
	}
	for origin, want := range map[string]string{
		"https://" + domain: "https://" + domain, "http://" + domain: "", "https://" + domain + ".evil.test": "", "https://evil.test": "",
	} {
		if got := preflight(origin); got != want {
			t.Errorf("to %s %q is allowed, want %q", origin, got, want)
		}
	}
	super.Call(t, http.MethodPatch, "/tenants/"+id, kit.Body{"domains": []string{}}).Ok(t, 200)
	if got := preflight("https://" + domain); got != "" {
		t.Errorf("a domain that was taken away may call: %q", got)
	}
}

func adminsDressTheirBrand(t *testing.T, s *kit.Server) {
	super := s.Officer(t, "super_admin", "")
	id, domain := newTenant(t, s, super, "dogwood")
	other, _ := newTenant(t, s, super, "elm")
	admin, user := s.Officer(t, "admin", "dogwood"), s.Officer(t, "analyst", "dogwood")
	patch := func(m *kit.Member, tenant string, change kit.Body) *kit.Answer {
		return m.Call(t, http.MethodPatch, "/tenants/"+tenant, change)
	}
	patch(admin, id, kit.Body{"domains": []string{"elm.example.test"}}).Failed(t, 403, "FORBIDDEN", "domains")
	patch(super, id, kit.Body{"domains": []string{domain, "elm.example.test"}}).Failed(t, 409, "CONFLICT", "domains")
	patch(admin, other, kit.Body{"productName": "x"}).Failed(t, 404, "NOT_FOUND", "")
	patch(user, id, kit.Body{"productName": "x"}).Failed(t, 403, "FORBIDDEN", "")
	patch(super, uuid.NewString(), kit.Body{"productName": "x"}).Failed(t, 404, "NOT_FOUND", "")
	patch(admin, id, kit.Body{"appUrl": "https://evil.test"}).Failed(t, 403, "FORBIDDEN", "appUrl")
	patch(admin, id, kit.Body{"primaryColor": "red"}).Failed(t, 400, "VALIDATION_ERROR", "primaryColor")
	patch(admin, id, kit.Body{"unknown": "x"}).Failed(t, 400, "VALIDATION_ERROR", "unknown")
	changed := dataOf(t, patch(admin, id, kit.Body{"productName": "Dogwood", "appUrl": "https://" + domain + "/app", "supportAddress": "help@" + domain}).Ok(t, 200))
	if brand := changed["brand"].(map[string]any); brand["productName"] != "Dogwood" || brand["appUrl"] != "https://"+domain+"/app" {
		t.Errorf("the tenant is %v", changed)
	}
	shown := dataOf(t, admin.Get(t, "/tenants/"+id).Ok(t, 200))
	if settings := shown["settings"].(map[string]any); settings["supportAddress"] != "help@"+domain || kit.Texts(shown["domains"])[0] != domain {
		t.Errorf("the tenant is %v", shown)
	}
	admin.Get(t, "/tenants/"+other).Failed(t, 404, "NOT_FOUND", "")
	entries := string(admin.Get(t, "/audit-log?action=tenant.brand_changed").Ok(t, 200).Text)
	if strings.Count(entries, `"tenant.brand_changed"`) != 2 || !strings.Contains(entries, `"productName":"Dogwood"`) {
		t.Errorf("the audit log is %s", entries)
	}
}

func mailsSpeakForTheBrand(t *testing.T, s *kit.Server) {
	super := s.Officer(t, "super_admin", "")
	id, domain := newTenant(t, s, super, "fir")
	admin := s.Officer(t, "admin", "fir")
	admin.Call(t, http.MethodPatch, "/tenants/"+id, kit.Body{
		"productName": "Fir", "appUrl": "https://" + domain, "mailSenderName": "Fir Bank", "mailSenderAddress": "no-reply@" + domain, "primaryColor": "#0b5345",
	}).Ok(t, 200)
	verify := "/tenants/" + id + "/mail-templates/verify_email"
	own := kit.Body{"subject": "Ahoi {{.Brand.ProductName}}", "text": "Here:\n{{.Values.link}}\n", "html": `<p>Ahoi, <a href="{{.Values.link}}">here</a></p>`}
	admin.Call(t, http.MethodPut, verify, kit.Body{"subject": "x", "text": "https://evil.test/?{{.Values.link}}"}).Failed(t, 400, "VALIDATION_ERROR", "text")
	admin.Call(t, http.MethodPut, verify, kit.Body{"subject": "{{", "text": "x"}).Failed(t, 400, "VALIDATION_ERROR", "subject")
	admin.Call(t, http.MethodPut, "/tenants/"+id+"/mail-templates/nothing", own).Failed(t, 404, "NOT_FOUND", "")
	preview := dataOf(t, admin.Post(t, verify+"/preview", own).Ok(t, 200))
	if preview["subject"] != "Ahoi Fir" || !strings.Contains(preview["html"].(string), "#0b5345") || !strings.Contains(preview["text"].(string), "https://"+domain+"/sample") {
		t.Errorf("the preview is %v", preview)
	}
	if preview := dataOf(t, admin.Post(t, verify+"/preview", nil).Ok(t, 200)); preview["subject"] != "Confirm your email for Fir" {
		t.Errorf("the preview is %v", preview)
	}
	template := dataOf(t, admin.Call(t, http.MethodPut, verify, own).Ok(t, 200))
	if template["override"].(map[string]any)["subject"] != own["subject"] || kit.Texts(template["variables"])[0] != "link" {
		t.Errorf("the template is %v", template)
	}
	email := kit.NewEmail()
	s.Client().Post(t, "/auth/register", kit.Body{"email": email, "password": "quite a long password", "tenant": "fir"}).Ok(t, 201)
	mail := s.Place.AwaitLetter(t, "verify_email", email, 1)
	if mail.Subject != "Ahoi Fir" || mail.From != `"Fir Bank" <no-reply@`+domain+`>` || !strings.Contains(mail.Text, "https://"+domain+"/verify-email?token=") ||
		!strings.Contains(mail.HTML, `>here</a>`) || !strings.Contains(mail.HTML, "#0b5345") {
		t.Errorf("the mail is %+v", mail)
	}
	s.Client().Post(t, "/auth/email/verify", kit.Body{"token": mail.Token(t)}).Done(t, 200)
	admin.Post(t, verify+"/test", nil).Done(t, 202)
	if test := s.Place.AwaitLetter(t, "verify_email", admin.Email, 1); test.Subject != "[Test] Ahoi Fir" {
		t.Errorf("the test mail is %+v", test)
	}
	admin.Call(t, http.MethodDelete, verify, nil).Done(t, 200)
	again := kit.NewEmail()
	s.Client().Post(t, "/auth/register", kit.Body{"email": again, "password": "quite a long password", "tenant": "fir"}).Ok(t, 201)
	if mail := s.Place.AwaitLetter(t, "verify_email", again, 1); mail.Subject != "Confirm your email for Fir" || !strings.Contains(mail.HTML, "Continue") {
		t.Errorf("the mail is %+v", mail)
	}
}

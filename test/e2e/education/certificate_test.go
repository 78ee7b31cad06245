package education_test

import (
	"net/http"
	"testing"

	"bourse/test/e2e/kit"
)

// certificateSaysWhoIssuedIt has a brand's admin write a course with the title and slug of one of the platform's, so
// that its certificates could be mistaken for those.
func certificateSaysWhoIssuedIt(t *testing.T, s *kit.School) {
	words := kit.Body{"title": "Options for Professionals", "slug": "options-for-professionals", "scope": "platform"}
	original, learner := s.Course(t, 1, words), s.Register(t)
	learner.Enroll(t, original)
	serial := complete(t, learner, original.Lessons[0])["certificateSerial"].(string)

	admin := s.TenantAdmin(t)
	words["scope"] = "tenant"
	forged := (&kit.School{Server: s.Server, Author: admin}).Course(t, 1, words)
	enrolled := admin.Enroll(t, forged)
	forgedSerial := complete(t, admin, forged.Lessons[0])["certificateSerial"].(string)

	read := func(serial string) map[string]any {
		t.Helper()
		return s.Client().Get(t, "/education/certificates/"+serial).Ok(t, 200).Object(t, kit.ShapeOfCertificate)
	}
	tenant := admin.Me(t)["tenantId"].(string)
	brand := admin.Get(t, "/tenants/"+tenant).Ok(t, 200).Envelope["data"].(map[string]any)["slug"].(string)
	genuine := kit.Body{"courseTitle": "Options for Professionals", "status": "valid", "scope": "platform", "tenant": nil, "issuer": "Bourse"}
	kit.WantFields(t, read(serial), genuine)
	kit.WantFields(t, read(forgedSerial), kit.Body{
		"courseTitle": "Options for Professionals", "status": "valid", "scope": "tenant", "tenant": brand, "issuer": "Tenant " + brand,
	})
	// The issuer's name is the current one; even under the platform's name it is still a different issuer.
	admin.Call(t, http.MethodPatch, "/tenants/"+tenant, kit.Body{"productName": "Bourse"}).Ok(t, 200)
	kit.WantFields(t, read(forgedSerial), kit.Body{"scope": "tenant", "tenant": brand, "issuer": "Bourse"})
	kit.WantFields(t, read(serial), genuine)

	told := admin.Told(t, "education.enrollment.completed", "enrollmentId", enrolled["id"].(string))
	if len(told) != 1 {
		t.Fatalf("%d events tell of the completion, want 1", len(told))
	}
	kit.WantFields(t, told[0], kit.Body{"certificateSerial": forgedSerial, "courseScope": "tenant"})
}

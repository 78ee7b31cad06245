package education_test

import (
	"testing"

	"github.com/google/uuid"

	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/education"
	"bourse/internal/identity"
)

// call sets the name of a tenant that customers see.
func (s *school) call(tenant uuid.UUID, name string) {
	s.t.Helper()
	err := s.db.InTx(s.t.Context(), func(tx *database.Tx) error {
		return s.brands.Save(s.t.Context(), tx, tenant, brand.Settings{ProductName: name})
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// certify has a user of a tenant complete a free course of the author's and reads the certificate.
func (s *school) certify(author identity.Caller, tenant uuid.UUID, title string) education.Certificate {
	s.t.Helper()
	course, lessons := s.openFor(author, terms{title: title, required: 1})
	usual := s.student
	defer func() { s.student = usual }()
	s.student = s.callerOf(tenant, identity.RoleUser)
	s.enroll(course.ID)
	return s.certificate(s.complete(lessons...).Enrollment.Serial)
}

func (s *school) certificate(serial string) education.Certificate {
	s.t.Helper()
	certificate, err := s.service.Certificate(s.t.Context(), serial)
	if err != nil {
		s.t.Fatal(err)
	}
	return certificate
}

func TestACertificateSaysWhoIssuedIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		other := s.callerOf(s.newTenant(), identity.RoleAdmin)
		const title = "Options for Professionals"
		original := s.certify(s.super, s.tenant, title) // the holder's brand is not the issuer
		forged := s.certify(other, other.TenantID, title)
		own := s.certify(s.admin, s.tenant, title)
		s.call(other.TenantID, "Northwind")
		for _, c := range []struct {
			name   string
			serial string
			want   education.Issuer
		}{
			{"of the platform's course", original.Serial, education.Issuer{TenantID: identity.Platform, Name: "The Platform"}},
			{"of another brand's", forged.Serial, education.Issuer{TenantID: other.TenantID, Tenant: other.TenantID.String(), Name: "Northwind"}},
			{"of the brand's own", own.Serial, education.Issuer{TenantID: s.tenant, Tenant: s.tenant.String(), Name: "A brand"}},
		} {
			if got := s.certificate(c.serial); got.Issuer != c.want || got.CourseTitle != title {
				t.Errorf("the certificate %s is of %s by %+v, want %+v", c.name, got.CourseTitle, got.Issuer, c.want)
			}
		}
		// A brand that takes another's name is still identified as itself.
		s.call(other.TenantID, "The Platform")
		if got := s.certificate(forged.Serial).Issuer; got.Name != "The Platform" || got.Tenant != other.TenantID.String() {
			t.Errorf("who calls itself as the platform issues as %+v", got)
		}
	})
}

func TestACompletionSaysWhoseTheCourseIs(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		const title = "Options for Professionals"
		for _, c := range []struct {
			author identity.Caller
			want   string
		}{{s.super, "platform"}, {s.admin, "tenant"}} {
			certificate := s.certify(c.author, s.tenant, title)
			last := s.events.All()[len(s.events.All())-1]
			if data := fields(t, last.Data); data["certificateSerial"] != certificate.Serial || data["courseScope"] != c.want {
				t.Errorf("%s says %v, want a course of scope %s", last.Type, data, c.want)
			}
		}
	})
}

package education_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/education"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
)

func TestAPictureIsDrawnFromTheSlugAlone(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for _, slug := range []string{"a", "b", "risk-before-return", "trading-from-zero", "options-explained", `"><script>alert(1)</script>`} {
		picture := education.Draw(slug)
		if !bytes.Equal(picture, education.Draw(slug)) {
			t.Errorf("%s has two pictures", slug)
		}
		if other, known := seen[string(picture)]; known {
			t.Errorf("%s looks like %s", slug, other)
		}
		seen[string(picture)] = slug
		if len(picture) > 8<<10 || bytes.Contains(picture, []byte("script")) {
			t.Errorf("%s: %d bytes: %.100s", slug, len(picture), picture)
		}
		for decoder := xml.NewDecoder(bytes.NewReader(picture)); ; {
			if _, err := decoder.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s is no XML: %v", slug, err)
			}
		}
	}
}

func TestCoursesAreFoundBySlugAndHaveAPicture(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		if err := s.service.SeedLibrary(t.Context()); err != nil {
			t.Fatal(err)
		}
		find := func(tenant uuid.UUID, key string) *education.Course {
			t.Helper()
			found, err := s.service.FindCourse(t.Context(), identity.Caller{TenantID: tenant}, key)
			if err != nil {
				t.Fatalf("%s: %v", key, err)
			}
			return found
		}
		platforms := find(s.tenant, "risk-before-return")
		if byID := find(s.tenant, platforms.ID.String()); byID.ID != platforms.ID || len(byID.Lessons) != 4 {
			t.Errorf("by its id %v is found", byID)
		}
		// A tenant's own course wins over the platform's with the same slug, for its users and once it is published.
		own, _ := s.draft(terms{title: "Risk Before Return", required: 1})
		if found := find(s.tenant, "risk-before-return"); found.ID != platforms.ID {
			t.Error("a draft hides a published course")
		}
		if _, err := s.service.Publish(t.Context(), s.admin, own.ID); err != nil {
			t.Fatal(err)
		}
		if found := find(s.tenant, "risk-before-return"); found.ID != own.ID {
			t.Error("the platform's course hides the tenant's own")
		}
		if found := find(s.newTenant(), "risk-before-return"); found.ID != platforms.ID {
			t.Error("another tenant finds the course of the first")
		}
		for _, key := range []string{"records-and-taxes", "no-such-course", uuid.NewString()} { // the first is a draft
			_, err := s.service.FindCourse(t.Context(), s.student, key)
			testkit.WantFault(t, err, fault.NotFound)
		}
		hidden, _ := s.draft(terms{required: 1})
		for _, course := range []*education.Course{platforms, own, hidden} {
			if picture, err := s.service.Thumbnail(t.Context(), course.ID); err != nil || !bytes.Equal(picture, education.Draw(course.Slug)) {
				t.Errorf("%s has no picture: %v", course.Slug, err)
			}
		}
		_, err := s.service.Thumbnail(t.Context(), uuid.New())
		testkit.WantFault(t, err, fault.NotFound)
	})
}

package education_test

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/education"
)

func TestTheCatalogueDescribesWhatIsPublished(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, lessons := s.open(terms{required: 1})
		s.enroll(course.ID)
		s.complete(lessons...)
		described := make(map[string]map[string]any)
		for _, event := range education.Events() {
			described[event.Type] = fields(t, event.Example)["data"].(map[string]any)
		}
		for _, event := range s.events.All() {
			example, known := described[event.Type]
			if !known {
				t.Errorf("%s is not in the catalogue", event.Type)
			}
			if got, want := names(fields(t, event.Data)), names(example); !slices.Equal(got, want) {
				t.Errorf("%s has %v, the example %v", event.Type, got, want)
			}
			if event.TenantID != s.student.TenantID {
				t.Errorf("%s goes to tenant %s", event.Type, event.TenantID)
			}
			delete(described, event.Type)
		}
		if len(described) > 0 {
			t.Errorf("nobody published %v", slices.Collect(maps.Keys(described)))
		}
	})
}

func fields(t *testing.T, data any) (object map[string]any) {
	t.Helper()
	text, err := json.Marshal(data)
	if err == nil {
		err = json.Unmarshal(text, &object)
	}
	if err != nil {
		t.Fatal(err)
	}
	return object
}

func names(object map[string]any) []string { return slices.Sorted(maps.Keys(object)) }

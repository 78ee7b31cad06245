package education_test

import (
	"testing"

	"bourse/test/e2e/kit"
)

// lectures are tests that share a school, by what they show. Each writes its own courses.
type lectures map[string]func(t *testing.T, s *kit.School)

// onEachSchool runs the lectures on one school of every engine, one after the other.
func onEachSchool(t *testing.T, all lectures) {
	t.Helper()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		s := kit.NewSchool(t, place)
		for name, lecture := range all {
			t.Run(name, func(t *testing.T) { lecture(t, s) })
		}
	})
}

// complete completes a lesson.
func complete(t *testing.T, m *kit.Member, lesson string) map[string]any {
	t.Helper()
	return m.Post(t, kit.LessonAt(lesson, "/complete"), nil).Ok(t, 200).Object(t, kit.ShapeOfProgress)
}

// progress reads the member's progress.
func progress(t *testing.T, m *kit.Member, c kit.Course) map[string]any {
	t.Helper()
	return m.Get(t, c.At("/progress")).Ok(t, 200).Object(t, kit.ShapeOfProgress)
}

package education_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/education"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/money"
	"bourse/internal/testkit"
)

func TestAuthoringIsForAdmins(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, lessons := s.open(terms{required: 1})
		ctx, analyst := t.Context(), s.newCaller(identity.RoleAnalyst)
		for name, act := range map[string]func() error{
			"list": func() error {
				_, _, err := s.service.AllCourses(ctx, analyst, "", "", database.Page{Number: 1, Limit: 10})
				return err
			},
			"read":        func() error { _, err := s.service.AuthoredCourse(ctx, analyst, course.ID); return err },
			"read lesson": func() error { _, err := s.service.AuthoredLesson(ctx, analyst, lessons[0]); return err },
			"create":      func() error { _, err := s.service.CreateCourse(ctx, analyst, education.NewCourse{}); return err },
			"update": func() error {
				_, err := s.service.UpdateCourse(ctx, analyst, course.ID, education.CourseChange{})
				return err
			},
			"publish": func() error { _, err := s.service.Publish(ctx, analyst, course.ID); return err },
			"archive": func() error { _, err := s.service.Archive(ctx, analyst, course.ID); return err },
			"feature": func() error { _, err := s.service.SetFeatured(ctx, analyst, "", nil); return err },
			"lesson": func() error {
				_, err := s.service.AddLesson(ctx, analyst, course.ID, education.NewLesson{})
				return err
			},
			"relesson": func() error {
				_, err := s.service.UpdateLesson(ctx, analyst, lessons[0], education.LessonChange{})
				return err
			},
			"order": func() error { _, err := s.service.OrderLessons(ctx, analyst, course.ID, lessons); return err },
		} {
			if err := act(); !fault.Is(err, fault.Forbidden) {
				t.Errorf("%s by an analyst: %v, want FORBIDDEN", name, err)
			}
		}
	})
}

func TestADraftIsNowhere(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		draft, _ := s.draft(terms{required: 1})
		published, _ := s.open(terms{required: 2})
		archived, _ := s.open(terms{required: 1})
		if _, err := s.service.SetFeatured(t.Context(), s.admin, "", []uuid.UUID{archived.ID, published.ID}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.service.Archive(t.Context(), s.admin, archived.ID); err != nil {
			t.Fatal(err)
		}
		page := database.Page{Number: 1, Limit: 10}
		listed, total, err := s.service.Courses(t.Context(), s.tenant, education.CourseFilter{}, page)
		if err != nil || total != 1 || len(listed) != 1 || listed[0].ID != published.ID || listed[0].DurationMinutes != 14 {
			t.Errorf("the list has %d of %d (%v)", len(listed), total, err)
		}
		featured, err := s.service.Featured(t.Context(), s.tenant)
		if err != nil || len(featured) != 1 || featured[0].ID != published.ID {
			t.Errorf("%d are featured (%v)", len(featured), err)
		}
		_, err = s.service.Course(t.Context(), s.tenant, draft.ID)
		testkit.WantFault(t, err, fault.NotFound)
		if shown, err := s.service.Course(t.Context(), s.tenant, archived.ID); err != nil || shown.Status != education.Archived {
			t.Errorf("an archived course cannot be read: %v", err)
		}
		shown, err := s.service.Course(t.Context(), s.tenant, published.ID)
		if err != nil || len(shown.Lessons) != 2 || shown.Lessons[0].Content != "" {
			t.Errorf("the course shows %+v (%v)", shown, err)
		}
		all, total, err := s.service.AllCourses(t.Context(), s.admin, "", "", page)
		if err != nil || total != 3 || len(all) != 3 || all[0].ID != archived.ID {
			t.Errorf("authors see %d of %d (%v)", len(all), total, err)
		}
		drafts, total, err := s.service.AllCourses(t.Context(), s.admin, "", education.Draft, page)
		if err != nil || total != 1 || drafts[0].ID != draft.ID {
			t.Errorf("authors see %d drafts (%v)", total, err)
		}
	})
}

func TestCoursesAreFilteredAndPaged(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		first, _ := s.open(terms{required: 1})
		s.clock.Advance(day)
		paid, _ := s.open(terms{required: 1, price: "5"})
		s.clock.Advance(day)
		last, _ := s.open(terms{required: 1})
		isFree := true
		for _, c := range []struct {
			filter education.CourseFilter
			page   database.Page
			want   []uuid.UUID
			total  int
		}{
			{education.CourseFilter{}, database.Page{Number: 1, Limit: 2}, []uuid.UUID{last.ID, paid.ID}, 3},
			{education.CourseFilter{}, database.Page{Number: 2, Limit: 2}, []uuid.UUID{first.ID}, 3},
			{education.CourseFilter{IsFree: &isFree}, database.Page{Number: 1, Limit: 9}, []uuid.UUID{last.ID, first.ID}, 2},
			{education.CourseFilter{Level: education.Expert}, database.Page{Number: 1, Limit: 9}, nil, 0},
		} {
			courses, total, err := s.service.Courses(t.Context(), s.tenant, c.filter, c.page)
			var got []uuid.UUID
			for _, course := range courses {
				got = append(got, course.ID)
			}
			if err != nil || total != c.total || !slices.Equal(got, c.want) {
				t.Errorf("%+v %+v: %v of %d (%v), want %v of %d", c.filter, c.page, got, total, err, c.want, c.total)
			}
		}
	})
}

func TestACourseIsCheckedBeforeItIsWritten(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		good := education.NewCourse{Title: "Élan & Trading!", ShortDescription: "x", Level: education.Expert, Price: money.MustParse("9.99")}
		made, err := s.service.CreateCourse(t.Context(), s.admin, good)
		if err != nil || made.Slug != "elan-trading" || made.Status != education.Draft {
			t.Fatalf("made %+v (%v)", made, err)
		}
		russian := good
		russian.Title = "Основы"
		if made, err := s.service.CreateCourse(t.Context(), s.admin, russian); err != nil || made.Slug == "" {
			t.Errorf("a title in another alphabet: %v", err)
		}
		for field, spoil := range map[string]func(*education.NewCourse){
			"title":            func(c *education.NewCourse) { c.Title = "  " },
			"slug":             func(c *education.NewCourse) { c.Slug = "A b" },
			"shortDescription": func(c *education.NewCourse) { c.ShortDescription = " " },
			"difficultyLevel":  func(c *education.NewCourse) { c.Level = "easy" },
			"priceUsd":         func(c *education.NewCourse) { c.Price = money.MustParse("9.999") },
			"accessDays":       func(c *education.NewCourse) { c.AccessDays = -1 },
			"thumbnailUrl":     func(c *education.NewCourse) { c.ThumbnailURL = "javascript:alert(1)" },
		} {
			bad := good
			bad.Slug = "other"
			spoil(&bad)
			wantField(t, s, bad, fault.ValidationError, field)
		}
		for _, price := range []string{"-1", "0.01", "0.49", "100000.01"} {
			unsellable := good
			unsellable.Price = money.MustParse(price)
			wantField(t, s, unsellable, fault.ValidationError, "priceUsd")
		}
		cheap := good
		cheap.Slug, cheap.Price = "cheap", money.MustParse("0.50")
		_, err = s.service.CreateCourse(t.Context(), s.admin, cheap)
		wantNoError(t, err)
		wantField(t, s, good, fault.Conflict, "slug")
	})
}

func wantField(t *testing.T, s *school, given education.NewCourse, code fault.Code, field string) {
	t.Helper()
	_, err := s.service.CreateCourse(t.Context(), s.admin, given)
	refused, ok := err.(*fault.Error)
	if !ok || refused.Code != code || refused.Field != field {
		t.Errorf("got %v, want %s about %s", err, code, field)
	}
}

func TestASlugIsOneCourses(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		first, lessons := s.draft(terms{title: "First", required: 2})
		second, _ := s.draft(terms{title: "Second", required: 1})
		_, err := s.service.UpdateCourse(t.Context(), s.admin, second.ID, education.CourseChange{Slug: &first.Slug})
		testkit.WantFault(t, err, fault.Conflict)
		if _, err := s.service.UpdateCourse(t.Context(), s.admin, first.ID, education.CourseChange{Slug: &first.Slug}); err != nil {
			t.Errorf("a course cannot keep its slug: %v", err)
		}
		slug := "twice"
		if _, err := s.service.UpdateLesson(t.Context(), s.admin, lessons[0], education.LessonChange{Slug: &slug}); err != nil {
			t.Fatal(err)
		}
		_, err = s.service.UpdateLesson(t.Context(), s.admin, lessons[1], education.LessonChange{Slug: &slug})
		testkit.WantFault(t, err, fault.Conflict)
		_, err = s.service.AddLesson(t.Context(), s.admin, first.ID, education.NewLesson{
			Title: "x", Slug: slug, Type: education.Text, Content: "x", DurationMinutes: 1, Status: education.LessonDraft,
		})
		testkit.WantFault(t, err, fault.Conflict)
	})
}

func TestACourseMovesBetweenItsStates(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, _ := s.draft(terms{})
		_, err := s.service.Publish(t.Context(), s.admin, course.ID)
		testkit.WantFault(t, err, fault.Conflict)
		_, err = s.service.Archive(t.Context(), s.admin, course.ID)
		testkit.WantFault(t, err, fault.InvalidTransition)
		lesson := s.addLesson(course.ID, true)
		published, err := s.service.Publish(t.Context(), s.admin, course.ID)
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.service.Publish(t.Context(), s.admin, course.ID)
		testkit.WantFault(t, err, fault.InvalidTransition)
		hidden := education.LessonDraft
		_, err = s.service.UpdateLesson(t.Context(), s.admin, lesson, education.LessonChange{Status: &hidden})
		testkit.WantFault(t, err, fault.Conflict)
		if _, err := s.service.Archive(t.Context(), s.admin, course.ID); err != nil {
			t.Fatal(err)
		}
		_, err = s.service.Archive(t.Context(), s.admin, course.ID)
		testkit.WantFault(t, err, fault.InvalidTransition)
		s.clock.Advance(day)
		again, err := s.service.Publish(t.Context(), s.admin, course.ID)
		if err != nil || !again.PublishedAt.Equal(published.PublishedAt) {
			t.Errorf("published again at %s (%v), want the first time %s", again.PublishedAt, err, published.PublishedAt)
		}
		_, err = s.service.Publish(t.Context(), s.admin, uuid.New())
		testkit.WantFault(t, err, fault.NotFound)
	})
}

func TestLessonsStandInTheOrderTheyAreGiven(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, lessons := s.open(terms{required: 3})
		for _, wrong := range [][]uuid.UUID{lessons[:2], {lessons[0], lessons[0], lessons[1]}, {lessons[0], lessons[1], uuid.New()}} {
			_, err := s.service.OrderLessons(t.Context(), s.admin, course.ID, wrong)
			testkit.WantFault(t, err, fault.ValidationError)
		}
		slices.Reverse(lessons)
		if _, err := s.service.OrderLessons(t.Context(), s.admin, course.ID, lessons); err != nil {
			t.Fatal(err)
		}
		lessons = append(lessons, s.addLesson(course.ID, true))
		shown, err := s.service.Course(t.Context(), s.tenant, course.ID)
		if err != nil {
			t.Fatal(err)
		}
		for i, lesson := range shown.Lessons {
			if lesson.ID != lessons[i] || lesson.Position != i+1 {
				t.Errorf("place %d holds %s at position %d", i+1, lesson.ID, lesson.Position)
			}
		}
	})
}

func TestFeaturedCoursesAreChosenTogether(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		one, _ := s.open(terms{required: 1})
		two, _ := s.open(terms{required: 1})
		draft, _ := s.draft(terms{required: 1})
		for _, want := range [][]uuid.UUID{{two.ID, one.ID}, {one.ID, two.ID}, {two.ID}, {}} {
			courses, err := s.service.SetFeatured(t.Context(), s.admin, "", want)
			got := []uuid.UUID{}
			for _, course := range courses {
				got = append(got, course.ID)
			}
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("featured are %v (%v), want %v", got, err, want)
			}
		}
		for code, ids := range map[fault.Code][]uuid.UUID{
			fault.NotFound: {one.ID, uuid.New()}, fault.Conflict: {draft.ID}, fault.ValidationError: {one.ID, one.ID},
		} {
			_, err := s.service.SetFeatured(t.Context(), s.admin, "", ids)
			testkit.WantFault(t, err, code)
		}
		s.wantRows(0, `SELECT COUNT(*) FROM courses WHERE featured_rank IS NOT NULL`)
	})
}

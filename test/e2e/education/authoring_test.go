package education_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"bourse/test/e2e/kit"
)

func TestAuthoring(t *testing.T) {
	t.Parallel()
	onEachSchool(t, lectures{
		"a course goes from a draft to being found by everybody":      courseIsWritten,
		"a course and its lessons can be changed":                     courseIsRewritten,
		"lessons are put in order":                                    lessonsAreOrdered,
		"a draft is read by its authors alone":                        draftIsReadByAuthors,
		"a course is published with a lesson and archived once":       courseStates,
		"only published courses are featured":                         onlyPublishedAreFeatured,
		"courses are listed by level, price and state, and are paged": coursesAreListed,
	})
}

func courseIsWritten(t *testing.T, s *kit.School) {
	written := kit.Body{
		"title": "Ornithology for Quants", "slug": "ornithology-for-quants", "shortDescription": "Birds and volatility.",
		"description": "# At length", "thumbnailUrl": "https://example.test/bird.png", "difficultyLevel": "expert", "accessDays": 90,
	}
	c := s.Draft(t, 0, written)
	if found := search(t, s.Client(), "q=ornithology"); len(found) != 0 {
		t.Errorf("a draft is found: %v", found)
	}
	s.Author.Post(t, c.At("/publish"), nil).Failed(t, 409, "CONFLICT", "")
	lesson := s.Lesson(t, c, kit.Body{"title": "The wren", "type": "video", "durationMinutes": 25})
	s.Lesson(t, c, kit.Body{"title": "The quiz", "type": "quiz", "durationMinutes": 5})
	published := s.Author.Post(t, c.At("/publish"), nil).Ok(t, 200).Object(t, kit.ShapeOfCourseDetail)
	kit.WantFields(t, published, written)
	kit.WantFields(t, published, kit.Body{"status": "published", "durationMinutes": 30, "isFree": true, "priceUsd": 0})
	s.Feature(t, c)
	if featured := s.Client().Get(t, kit.CoursesPath+"/featured").Ok(t, 200).List(t, kit.ShapeOfCourse, nil); len(featured) != 1 || featured[0]["id"] != c.ID {
		t.Errorf("the featured courses are %v", featured)
	}
	for _, query := range []string{"q=ornithology", "q=wren", "q=birds+volatility", "q=ornitology"} {
		if found := search(t, s.Client(), query); len(found) != 1 || found[0]["id"] != c.ID {
			t.Errorf("%s finds %v", query, found)
		}
	}
	read := s.Client().Get(t, c.At("")).Ok(t, 200).Object(t, kit.ShapeOfCourseDetail)
	kit.WantFields(t, read, written)
	lessons := read["lessons"].([]any)
	if len(lessons) != 2 {
		t.Fatalf("the lessons are %v", lessons)
	}
	kit.WantFields(t, lessons[0].(map[string]any), kit.Body{"id": lesson, "slug": "the-wren", "position": 1, "type": "video", "isRequired": true, "isPreview": false})
	kit.WantFields(t, lessons[1].(map[string]any), kit.Body{"position": 2, "type": "quiz"})
	m := s.Register(t)
	m.Enroll(t, c)
	complete(t, m, lesson)
}

func draftIsReadByAuthors(t *testing.T, s *kit.School) {
	c := s.Draft(t, 1, nil)
	quiz := s.Lesson(t, c, kit.Body{"title": "Quiz", "type": "quiz", "status": "draft", "quiz": kit.Body{"questions": []kit.Body{aQuestion("one?")}}})
	course, lesson := "/education/authoring/courses/"+c.ID, "/education/authoring/lessons/"+quiz
	read := s.Author.Get(t, course).Ok(t, 200).Object(t, kit.ShapeOfCourseDetail)
	if lessons := read["lessons"].([]any); read["status"] != "draft" || len(lessons) != 2 || lessons[1].(map[string]any)["id"] != quiz {
		t.Errorf("the author reads %v", read)
	}
	written := s.Author.Get(t, lesson).Ok(t, 200).Object(t, kit.ShapeOfLesson)
	question := written["quiz"].(map[string]any)["questions"].([]any)[0].(map[string]any)
	kit.WantFields(t, question, kit.Body{"text": "one?", "correctOption": 1, "explanation": "Since one?"})
	s.Place.MustRun(t, "", "tenant create", "drafts", "Drafts")
	for _, admin := range []*kit.Member{s.Officer(t, "admin", ""), s.Officer(t, "admin", "drafts")} { // the course is the platform's
		for _, path := range []string{course, lesson} {
			admin.Get(t, path).Failed(t, 404, "NOT_FOUND", "")
		}
	}
	s.Client().Get(t, c.At("")).Failed(t, 404, "NOT_FOUND", "")
}

func courseIsRewritten(t *testing.T, s *kit.School) {
	c := s.Course(t, 2, nil)
	change := kit.Body{"title": "Xylophone economics", "priceUsd": 12.5, "difficultyLevel": "advanced", "description": "New.", "accessDays": 7}
	kit.WantFields(t, s.Author.Call(t, http.MethodPatch, c.At(""), change).Ok(t, 200).Object(t, kit.ShapeOfCourseDetail), change)
	kit.WantFields(t, s.Client().Get(t, c.At("")).Ok(t, 200).Object(t, kit.ShapeOfCourseDetail), kit.Body{"isFree": false, "priceUsd": 12.5, "status": "published"})
	if found := search(t, s.Client(), "q=xylophone"); len(found) != 1 {
		t.Errorf("the new title finds %v", found)
	}
	lesson := kit.Body{"title": "Marimba", "content": "Woodwork.", "durationMinutes": 99, "isPreview": true, "isRequired": false, "type": "video"}
	kit.WantFields(t, s.Author.Call(t, http.MethodPatch, kit.LessonAt(c.Lessons[0], ""), lesson).Ok(t, 200).Object(t, kit.ShapeOfLesson), lesson)
	if found := search(t, s.Client(), "q=marimba"); len(found) != 1 {
		t.Errorf("the new lesson finds %v", found)
	}
	s.Author.Call(t, http.MethodPatch, kit.LessonAt(c.Lessons[0], ""), kit.Body{"status": "draft"}).Ok(t, 200)
	if found := search(t, s.Client(), "q=marimba"); len(found) != 0 {
		t.Errorf("a lesson that is a draft again finds %v", found)
	}
	detail := s.Client().Get(t, c.At("")).Ok(t, 200).Object(t, kit.ShapeOfCourseDetail)
	if lessons := detail["lessons"].([]any); len(lessons) != 1 || detail["durationMinutes"] != 10.0 {
		t.Errorf("the course has %v lessons of %v minutes", lessons, detail["durationMinutes"])
	}
	s.Author.Call(t, http.MethodPatch, kit.LessonAt(c.Lessons[1], ""), kit.Body{"status": "draft"}).Failed(t, 409, "CONFLICT", "")
	s.Author.Call(t, http.MethodPatch, kit.CourseAt(uuid.NewString(), ""), kit.Body{"title": "None"}).Failed(t, 404, "NOT_FOUND", "")
	s.Author.Call(t, http.MethodPatch, kit.LessonAt(uuid.NewString(), ""), kit.Body{"title": "None"}).Failed(t, 404, "NOT_FOUND", "")
}

func lessonsAreOrdered(t *testing.T, s *kit.School) {
	c, other := s.Course(t, 3, nil), s.Course(t, 1, nil)
	order := []string{c.Lessons[2], c.Lessons[0], c.Lessons[1]}
	s.Author.Call(t, http.MethodPut, c.At("/lesson-order"), kit.Body{"lessonIds": order}).Ok(t, 200).Object(t, kit.ShapeOfCourseDetail)
	var got []string
	for i, one := range s.Client().Get(t, c.At("")).Ok(t, 200).Object(t, kit.ShapeOfCourseDetail)["lessons"].([]any) {
		got = append(got, one.(map[string]any)["id"].(string))
		kit.WantFields(t, one.(map[string]any), kit.Body{"position": i + 1})
	}
	if !slices.Equal(got, order) {
		t.Errorf("the lessons are %v, want %v", got, order)
	}
	for _, bad := range [][]string{
		{}, order[:2], {order[0], order[1], order[1]}, {order[0], order[1], other.Lessons[0]}, append(slices.Clone(order), other.Lessons[0]),
		{order[0], order[1], uuid.NewString()}, append(slices.Clone(order), order[0]),
	} {
		s.Author.Call(t, http.MethodPut, c.At("/lesson-order"), kit.Body{"lessonIds": bad}).Failed(t, 400, "VALIDATION_ERROR", "lessonIds")
	}
}

func courseStates(t *testing.T, s *kit.School) {
	c := s.Draft(t, 0, nil)
	s.Lesson(t, c, kit.Body{"status": "draft"})
	s.Author.Post(t, c.At("/publish"), nil).Failed(t, 409, "CONFLICT", "") // a draft lesson is not enough
	s.Author.Post(t, c.At("/archive"), nil).Failed(t, 409, "INVALID_TRANSITION", "")
	s.Lesson(t, c, kit.Body{"title": "Good"})
	publishing := kit.AtOnce(10, func(int) *kit.Answer { return s.Author.Post(t, c.At("/publish"), nil) })
	kit.WantOne(t, publishing, 409, "INVALID_TRANSITION")
	archiving := kit.AtOnce(10, func(int) *kit.Answer { return s.Author.Post(t, c.At("/archive"), nil) })
	kit.WantOne(t, archiving, 409, "INVALID_TRANSITION")
	s.Client().Get(t, c.At("")).Ok(t, 200) // for those who know it
	kit.WantFields(t, s.Author.Post(t, c.At("/publish"), nil).Ok(t, 200).Object(t, kit.ShapeOfCourseDetail), kit.Body{"status": "published"})
	for _, step := range []string{"/publish", "/archive"} {
		s.Author.Post(t, kit.CourseAt(uuid.NewString(), step), nil).Failed(t, 404, "NOT_FOUND", "")
	}
}

func onlyPublishedAreFeatured(t *testing.T, s *kit.School) {
	good, hidden := s.Course(t, 1, nil), s.Draft(t, 1, nil)
	s.Feature(t, good)
	set := func(ids ...string) *kit.Answer {
		return s.Author.Call(t, http.MethodPut, kit.CoursesPath+"/featured", kit.Body{"courseIds": ids})
	}
	set(good.ID, hidden.ID).Failed(t, 409, "CONFLICT", "courseIds")
	set(good.ID, good.ID).Failed(t, 400, "VALIDATION_ERROR", "courseIds")
	set(good.ID, uuid.NewString()).Failed(t, 404, "NOT_FOUND", "")
	s.Author.Call(t, http.MethodPut, kit.CoursesPath+"/featured", kit.Body{}).Failed(t, 400, "VALIDATION_ERROR", "courseIds")
	if featured := s.Client().Get(t, kit.CoursesPath+"/featured").Ok(t, 200).List(t, kit.ShapeOfCourse, nil); len(featured) != 1 || featured[0]["id"] != good.ID {
		t.Errorf("after the refusals %v are featured", featured)
	}
}

func coursesAreListed(t *testing.T, s *kit.School) {
	older, newer := s.Course(t, 1, kit.Body{"difficultyLevel": "expert"}), s.Course(t, 1, kit.Body{"difficultyLevel": "expert", "priceUsd": 5})
	hidden := s.Draft(t, 1, nil)
	list := func(c *kit.Client, path string) []string {
		t.Helper()
		return kit.IdsOf(c.Get(t, path).Ok(t, 200).List(t, kit.ShapeOfCourse, kit.Shape{"meta": kit.AMeta}))
	}
	ids := list(s.Client(), kit.CoursesPath+"?level=expert&limit=2")
	if want := []string{newer.ID, older.ID}; !slices.Equal(ids, want) {
		t.Errorf("the experts' courses are %v, want the newest first: %v", ids, want)
	}
	if ids := list(s.Client(), kit.CoursesPath+"?level=expert&limit=1&page=2"); !slices.Equal(ids, []string{older.ID}) {
		t.Errorf("the second page is %v", ids)
	}
	if ids := list(s.Client(), kit.CoursesPath+"?isFree=false&limit=100"); !slices.Contains(ids, newer.ID) || slices.Contains(ids, older.ID) {
		t.Errorf("the courses that cost are %v", ids)
	}
	if ids := list(s.Author.Client, "/education/authoring/courses?status=draft&limit=1"); !slices.Equal(ids, []string{hidden.ID}) {
		t.Errorf("the newest draft is %v", ids)
	}
	for path, bad := range map[string][]string{
		kit.CoursesPath:                {"limit=0", "limit=101", "page=0", "level=master", "isFree=perhaps"},
		"/education/authoring/courses": {"limit=0", "page=0", "status=lost"},
	} {
		for _, query := range bad {
			field, _, _ := strings.Cut(query, "=")
			s.Author.Get(t, path+"?"+query).Failed(t, 400, "VALIDATION_ERROR", field)
		}
	}
}

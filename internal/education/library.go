package education

import (
	"context"
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/money"
)

//go:embed library/*.md
var library embed.FS

// volume is a course of the library and its featured rank: 0 for none.
type volume struct {
	course   Course
	featured int
}

// SeedLibrary adds the courses that come with the platform, in one transaction. A course whose slug exists is left as
// it is, so it may be called on every start. The courses are featured if none is featured yet.
func (s *Service) SeedLibrary(ctx context.Context) error {
	volumes, err := readLibrary(s.now())
	if err != nil {
		return err
	}
	var added []volume
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		added = nil
		for _, v := range volumes { // a dozen, and only on the first start
			isNew, err := insertCourse(ctx, tx, &v.course)
			if err != nil {
				return err
			}
			if !isNew {
				continue
			}
			if err := insertLessons(ctx, tx, v.course.Lessons); err != nil {
				return err
			}
			if err := saveQuizzes(ctx, tx, v.course.Lessons...); err != nil {
				return err
			}
			if err := s.reindex(ctx, tx, &v.course); err != nil {
				return err
			}
			added = append(added, v)
		}
		if err := s.featureLibrary(ctx, tx, added); err != nil {
			return err
		}
		ids := make([]uuid.UUID, len(added))
		for i, v := range added {
			ids[i] = v.course.ID
		}
		return noteChanges(ctx, tx, ids...)
	})
	if err == nil && len(added) > 0 {
		s.logger.InfoContext(ctx, "library seeded", "courses", len(added))
	}
	return err
}

func (s *Service) featureLibrary(ctx context.Context, tx *database.Tx, added []volume) error {
	slices.SortFunc(added, func(a, b volume) int { return a.featured - b.featured })
	var ids []uuid.UUID
	for _, v := range added {
		if v.featured > 0 {
			ids = append(ids, v.course.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	if err := holdShowcase(ctx, tx, identity.Platform, s.now()); err != nil {
		return err
	}
	present, err := featuredBy(ctx, tx, identity.Platform)
	if err != nil || len(present) > 0 {
		return err
	}
	return saveFeatured(ctx, tx, identity.Platform, ids)
}

// readLibrary reads the files in name order, dated as if one course had been written every three weeks, the last one
// today.
func readLibrary(now time.Time) ([]volume, error) {
	entries, err := library.ReadDir("library")
	if err != nil {
		return nil, err
	}
	var volumes []volume
	for i, entry := range entries {
		text, err := library.ReadFile("library/" + entry.Name())
		if err != nil {
			return nil, err
		}
		written := now.AddDate(0, 0, 21*(i+1-len(entries)))
		v, err := parseVolume(entry.Name(), string(text), written)
		if err != nil {
			return nil, fmt.Errorf("library/%s: %w", entry.Name(), err)
		}
		volumes = append(volumes, v)
	}
	return volumes, nil
}

// parseVolume parses a course: lines of "name: value", the description, and for each lesson a "# " heading with a line
// "> type, minutes" below it. A quiz ends with its questions, see parseQuiz. The file name is a number and the slug.
func parseVolume(name, text string, written time.Time) (v volume, err error) {
	_, slug, _ := strings.Cut(strings.TrimSuffix(name, ".md"), "-")
	v.course = Course{ID: database.NewID(), Slug: slug, CreatedAt: written, UpdatedAt: written, Lessons: []Lesson{}}
	head, rest, _ := strings.Cut(text, "\n\n")
	for line := range strings.Lines(head) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if err := v.setTerm(key, value); err != nil {
			return v, fmt.Errorf("%s: %w", key, err)
		}
	}
	description, lessons, _ := strings.Cut(rest, "\n# ")
	v.course.Description = unwrap(description)
	for i, part := range strings.Split(lessons, "\n# ") {
		lesson, err := parseLesson(part, &v.course, i+1)
		if err != nil {
			return v, fmt.Errorf("lesson %d: %w", i+1, err)
		}
		v.course.Lessons = append(v.course.Lessons, lesson)
	}
	if v.course.Status != Draft {
		v.course.PublishedAt = written
	}
	return v, v.course.check()
}

func (v *volume) setTerm(key, value string) (err error) {
	switch key {
	case "title":
		v.course.Title = value
	case "summary":
		v.course.ShortDescription = value
	case "level":
		v.course.Level = Level(value)
	case "status":
		v.course.Status = CourseStatus(value)
	case "price":
		v.course.Price, err = money.Parse(value)
	case "access-days":
		v.course.AccessDays, err = strconv.Atoi(value)
	case "featured":
		v.featured, err = strconv.Atoi(value)
	default:
		return fmt.Errorf("nobody knows this term")
	}
	return err
}

func parseLesson(text string, course *Course, position int) (Lesson, error) {
	title, rest, _ := strings.Cut(text, "\n> ")
	terms, content, _ := strings.Cut(rest, "\n")
	content, questions, _ := strings.Cut(content, "\n? ")
	lesson := Lesson{
		ID: database.NewID(), CourseID: course.ID, Title: title, Slug: slugOf(title), Position: position, Content: unwrap(content),
		IsRequired: true, Status: LessonPublished, CreatedAt: course.CreatedAt, UpdatedAt: course.CreatedAt,
	}
	for i, term := range strings.Split(terms, ", ") {
		minutes, isDuration := strings.CutSuffix(term, " minutes")
		switch {
		case i == 0:
			lesson.Type = LessonType(term)
		case isDuration:
			lesson.DurationMinutes, _ = strconv.Atoi(minutes) // 0 is refused below
		case term == "preview":
			lesson.IsPreview = true
		default:
			return lesson, fmt.Errorf("%q: nobody knows this term", term)
		}
	}
	if questions != "" {
		if err := lesson.ask(parseQuiz(questions)); err != nil {
			return lesson, err
		}
	}
	return lesson, lesson.check()
}

// parseQuiz parses questions: each begins with "? ", has options that begin with "- " (the correct one with "+ "), and
// ends with an explanation that begins with "! ". Each part is one line.
func parseQuiz(text string) *NewQuiz {
	quiz := &NewQuiz{PassPercent: defaultPassPercent}
	for part := range strings.SplitSeq(text, "\n? ") {
		asked, rest, _ := strings.Cut(part, "\n")
		question := NewQuestion{Text: asked, Correct: -1}
		for line := range strings.Lines(rest) {
			kind, words, _ := strings.Cut(strings.TrimSpace(line), " ")
			switch kind {
			case "+":
				question.Correct = len(question.Options)
				question.Options = append(question.Options, words)
			case "-":
				question.Options = append(question.Options, words)
			case "!":
				question.Explanation = words
			}
		}
		quiz.Questions = append(quiz.Questions, question)
	}
	return quiz
}

// unwrap joins the lines of each paragraph: the files are wrapped for editing.
func unwrap(text string) string {
	paragraphs := strings.Split(strings.TrimSpace(text), "\n\n")
	for i, paragraph := range paragraphs {
		paragraphs[i] = strings.ReplaceAll(paragraph, "\n", " ")
	}
	return strings.Join(paragraphs, "\n\n")
}

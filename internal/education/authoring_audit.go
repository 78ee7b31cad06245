package education

import (
	"context"
	"strconv"
	"strings"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/identity"
)

// act is something an author did, as recorded in the audit log.
type act struct {
	action        string
	subject       audit.Subject
	before, after audit.Fields
}

// record writes an act to the log of the author's tenant, even when it was done for the platform: the people who
// answer for the author are in that tenant.
func (s *Service) record(ctx context.Context, tx *database.Tx, caller identity.Caller, done act) error {
	before, after := audit.Changes(done.before, done.after)
	return audit.Record(ctx, tx, audit.Entry{
		TenantID: caller.TenantID, Actor: caller.Actor(), Action: done.action, Subject: done.subject, Before: before, After: after,
		CreatedAt: s.now(),
	})
}

// courseAct is a change to a course; before is its previous state, nil for a new one.
func courseAct(happened string, before audit.Fields, c *Course) act {
	return act{"education.course." + happened, audit.Subject{Kind: "course", ID: c.ID.String()}, before, c.fields()}
}

// lessonAct is a change to a lesson; before is its previous state, nil for a new one.
func lessonAct(happened string, before audit.Fields, l *Lesson) act {
	return act{"education.lesson." + happened, audit.Subject{Kind: "lesson", ID: l.ID.String()}, before, l.fields()}
}

// orderAct records that the lessons of a course were reordered.
func orderAct(c *Course, ordered []Lesson) act {
	return act{
		"education.lessons.ordered", audit.Subject{Kind: "course", ID: c.ID.String()},
		audit.Fields{"lessons": slugsOf(c.Lessons)}, audit.Fields{"lessons": slugsOf(ordered)},
	}
}

func slugsOf(lessons []Lesson) string {
	slugs := make([]string, len(lessons))
	for i, lesson := range lessons {
		slugs[i] = lesson.Slug
	}
	return strings.Join(slugs, ", ")
}

// fields are what the audit log records of a course.
func (c *Course) fields() audit.Fields {
	return audit.Fields{
		"title": c.Title, "slug": c.Slug, "shortDescription": c.ShortDescription, "description": brief(c.Description),
		"thumbnailUrl": c.ThumbnailURL, "difficultyLevel": string(c.Level), "status": string(c.Status), "priceUsd": c.Price.String(),
		"accessDays": strconv.Itoa(c.AccessDays), "scope": string(identity.ScopeOf(c.TenantID)),
	}
}

// fields are what the audit log records of a lesson.
func (l *Lesson) fields() audit.Fields {
	fields := audit.Fields{
		"courseId": l.CourseID.String(), "title": l.Title, "slug": l.Slug, "type": string(l.Type), "content": brief(l.Content),
		"durationMinutes": strconv.Itoa(l.DurationMinutes), "isPreview": strconv.FormatBool(l.IsPreview),
		"isRequired": strconv.FormatBool(l.IsRequired), "status": string(l.Status),
	}
	if l.Quiz.isAsked() {
		fields["quiz"] = brief(l.Quiz.text())
	}
	return fields
}

// brief shortens a text for the audit log, which is not a second catalogue.
func brief(text string) string {
	const shown = 200
	return audit.Brief(text, shown)
}

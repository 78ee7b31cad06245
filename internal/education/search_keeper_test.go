package education_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/education"
	"bourse/internal/worker"
)

// announced signals every log line with a given message.
type announced struct {
	slog.Handler
	message string
	seen    chan struct{}
}

func (a announced) Enabled(context.Context, slog.Level) bool { return true }

func (a announced) Handle(_ context.Context, record slog.Record) error {
	if record.Message == a.message {
		a.seen <- struct{}{}
	}
	return nil
}

const (
	nowInMemory = "courses are searched in memory"
	tooLarge    = "the catalogue is too large to be searched in memory: the database searches it"
)

// runIndexer gives the school a new service with running workers, and signals when it logs the message.
func (s *school) runIndexer(t *testing.T, message string, prepare ...func()) (said <-chan struct{}) {
	t.Helper()
	seen := make(chan struct{}, 16)
	s.service = education.New(education.Options{
		Database: s.db, Events: s.events, Now: s.clock.Now,
		Logger: slog.New(announced{slog.DiscardHandler, message, seen}),
	})
	for _, step := range prepare {
		step()
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		worker.RunAll(ctx, slog.New(slog.DiscardHandler), func(name string) { t.Errorf("%s failed", name) }, s.service.Workers()...)
	}()
	t.Cleanup(func() { cancel(); <-ended })
	return seen
}

// exec changes rows bypassing the service.
func (s *school) exec(statement string, arguments ...any) {
	s.t.Helper()
	err := s.db.InTx(s.t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(s.t.Context(), statement, arguments...)
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

func TestTheIndexIsBuiltOnceSomebodySearchesAndTheEngineAnswersMeanwhile(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, _ := s.open(terms{title: "Walrus", required: 1})
		built := s.runIndexer(t, nowInMemory)
		if s.service.HasIndex() {
			t.Error("an index that nobody wants takes memory")
		}
		wantFound(t, s, "walrsu", course.ID)
		<-built
		wantFound(t, s, "walrsu", course.ID)
		if !s.service.HasIndex() {
			t.Error("there is no index")
		}
	})
}

func TestAnIndexThatIsAheadOfTheDatabaseIsGivenUp(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, _ := s.open(terms{title: "Walrus", required: 1})
		built := s.runIndexer(t, nowInMemory)
		wantFound(t, s, "walrus", course.ID)
		<-built
		// A fail-over to a replica that had not received the last commits.
		s.exec(`UPDATE course_search_version SET version = version - 1`)
		s.exec(`UPDATE courses SET status = 'archived' WHERE id = $1`, course.ID)
		s.exec(`DELETE FROM course_search`)
		s.clock.Advance(day)
		wantFound(t, s, "walrus")
		<-built
		wantFound(t, s, "walrus")
		if !s.service.HasIndex() {
			t.Error("there is no index")
		}
	})
}

func TestAnIndexThatMissedTooMuchIsBuiltAnew(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, _ := s.open(terms{title: "Walrus", required: 1})
		built := s.runIndexer(t, nowInMemory)
		wantFound(t, s, "walrus", course.ID)
		<-built
		s.change(1_001)
		s.clock.Advance(day)
		wantFound(t, s, "walrus", course.ID) // by the engine
		<-built
		wantFound(t, s, "walrus", course.ID)
	})
}

// TestAnIndexWithManyDeadWordsIsBuiltAnew changes a long course until most of the index is dead postings.
func TestAnIndexWithManyDeadWordsIsBuiltAnew(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		var content strings.Builder
		for i := range 5_000 {
			fmt.Fprintf(&content, "w%d ", i)
		}
		course := s.write(searched{"", "Walrus", "x", education.Beginner, []string{"Long"}, content.String()})
		_, err := s.service.Publish(t.Context(), s.admin, course.ID)
		wantNoError(t, err)
		built := s.runIndexer(t, nowInMemory)
		wantFound(t, s, "w4999", course.ID)
		<-built
		for range 3 {
			title := "Walrus " + uuid.NewString()
			_, err := s.service.UpdateCourse(t.Context(), s.admin, course.ID, education.CourseChange{Title: &title})
			wantNoError(t, err)
			wantFound(t, s, "w4999", course.ID)
		}
		<-built
		wantFound(t, s, "w4999", course.ID)
	})
}

func TestACatalogueThatIsTooLargeIsLeftToTheEngine(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		one, _ := s.open(terms{title: "Walrus one", required: 1})
		s.service.BoundIndex(1)
		s.clock.Advance(time.Minute)
		two, _ := s.open(terms{title: "Walrus two", required: 1}) // one too many for the current index
		wantFound(t, s, "walrus", two.ID, one.ID)
		wantFound(t, s, "walrus", two.ID, one.ID)
		if s.service.HasIndex() {
			t.Error("the index has outgrown its bound")
		}
		said := s.runIndexer(t, tooLarge, func() { s.service.BoundIndex(1) })
		wantFound(t, s, "walrus", two.ID, one.ID)
		<-said
		wantFound(t, s, "walrus", two.ID, one.ID)
		if s.service.HasIndex() {
			t.Error("an index beyond its bound was built")
		}
	})
}

// change records a number of changes, of drafts that nobody sees.
func (s *school) change(count int) {
	s.t.Helper()
	ids := make([]uuid.UUID, count)
	for i := range ids {
		ids[i] = uuid.New()
	}
	err := s.db.InTx(s.t.Context(), func(tx *database.Tx) error {
		if err := database.InsertRows(s.t.Context(), tx, `
			INSERT INTO courses (id, slug, title, short_description, description, thumbnail_url, difficulty_level, status, price_usd,
				access_days, created_at, updated_at)`, 12, ids, func(id uuid.UUID) []any {
			return []any{id, id.String(), "Draft", "x", "x", "", "beginner", "draft", 0, 0, 1, 1}
		}); err != nil {
			return err
		}
		if _, err := tx.Exec(s.t.Context(), `UPDATE course_search_version SET version = version + 1`); err != nil {
			return err
		}
		return database.InsertRows(s.t.Context(), tx, `INSERT INTO course_changes (course_id, version)`, 2, ids, func(id uuid.UUID) []any {
			return []any{id, 2}
		})
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

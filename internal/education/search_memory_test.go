package education_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/education"
	"bourse/internal/identity"
	"bourse/internal/testkit"
	"bourse/internal/worker"
)

// author writes random courses of few words, for the platform and two tenants.
type author struct {
	*school
	random  *rand.Rand
	writers []identity.Caller
	courses []uuid.UUID
	of      map[uuid.UUID]identity.Caller
}

// usedWords are few, so that courses share them, and similar, so that one is often a misspelling of another.
var usedWords = strings.Fields(`risk risks rise market markets marker trading trader trade traders portfolio portfolios option options
	adoption hedge hedging wedging bond bonds yield yields strategy strategies größe grosse café cafe риск риска доход 投資 投資入門 株式
	management manager managed volatility momentum momenta margin marginal leverage a the of 2x x2 naïve analysis analyses loss losses`)

func (a *author) text(most int) string {
	words := make([]string, 1+a.random.IntN(most))
	for i := range words {
		words[i] = usedWords[a.random.IntN(len(usedWords))]
	}
	return strings.Join(words, " ")
}

func (a *author) act(t *testing.T) {
	t.Helper()
	ctx := t.Context()
	if len(a.courses) < 4 || a.random.IntN(4) == 0 {
		writer := a.writers[a.random.IntN(len(a.writers))]
		course, err := a.service.CreateCourse(ctx, writer, education.NewCourse{
			Title: a.text(3), Slug: uuid.NewString(), ShortDescription: a.text(6), Level: levels[a.random.IntN(len(levels))],
		})
		wantNoError(t, err)
		a.courses, a.of[course.ID] = append(a.courses, course.ID), writer
		a.addLessonOf(t, course.ID)
		return
	}
	id := a.courses[a.random.IntN(len(a.courses))]
	writer := a.of[id]
	switch a.random.IntN(6) {
	case 0:
		title := a.text(3)
		_, err := a.service.UpdateCourse(ctx, writer, id, education.CourseChange{Title: &title})
		wantNoError(t, err)
	case 1:
		a.addLessonOf(t, id)
	case 2: // it fails unless the course is published
		_, _ = a.service.Archive(ctx, writer, id)
	case 3:
		_, _ = a.service.SetFeatured(ctx, writer, "", []uuid.UUID{id})
	default:
		_, _ = a.service.Publish(ctx, writer, id)
	}
	a.clock.Advance(time.Minute)
}

func (a *author) addLessonOf(t *testing.T, course uuid.UUID) {
	t.Helper()
	_, err := a.service.AddLesson(t.Context(), a.of[course], course, education.NewLesson{
		Title: a.text(3), Slug: uuid.NewString(), Type: education.Text, Content: a.text(9), DurationMinutes: 1, Status: education.LessonPublished,
	})
	wantNoError(t, err)
}

var levels = []education.Level{education.Beginner, education.Intermediate, education.Advanced, education.Expert}

// query is what a user may type: some words, perhaps one of them misspelled, perhaps the last one incomplete.
func (a *author) query() string {
	letters := []rune(a.text(3))
	switch at := a.random.IntN(len(letters)); a.random.IntN(4) {
	case 0:
		letters = slices.Delete(letters, at, at+1)
	case 1:
		letters[at] = []rune("aeikrs")[a.random.IntN(6)]
	case 2:
		letters = letters[:at+1]
	}
	return string(letters) + "x"[:a.random.IntN(8)/7]
}

func wantNoError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestTheIndexInMemoryAnswersAsTheEngineDoes is a property test: the results agree after every change, for any query
// and caller.
func TestTheIndexInMemoryAnswersAsTheEngineDoes(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		other := s.callerOf(s.newTenant(), identity.RoleAdmin)
		seed := rand.Uint64()
		t.Logf("seed %d", seed)
		a := &author{school: s, random: rand.New(rand.NewPCG(seed, 1)), writers: []identity.Caller{s.super, s.admin, other}, of: map[uuid.UUID]identity.Caller{}}
		found := 0
		for step := range 75 {
			a.act(t)
			if step%25 == 24 { // a rebuilt index gives the same results
				wantNoError(t, s.service.BuildIndex(t.Context()))
			}
			for range 4 {
				query := a.query()
				if strings.TrimSpace(query) == "" {
					continue
				}
				tenant := a.writers[a.random.IntN(3)].TenantID
				level := append(levels, "", "", "")[a.random.IntN(7)]
				limit := []int{1, 5, 20}[a.random.IntN(3)]
				got, err := s.service.Search(t.Context(), tenant, query, level, limit)
				wantNoError(t, err)
				want, err := s.service.SearchByEngine(t.Context(), tenant, query, level, limit)
				wantNoError(t, err)
				if !slices.Equal(idsOf(got), idsOf(want)) {
					t.Fatalf("step %d: %q %s %d finds %v, the engine %v", step, query, level, limit, titles(got), titles(want))
				}
				found += len(got)
			}
		}
		if !s.service.HasIndex() || found < 100 {
			t.Errorf("%d courses were found, in memory: %v", found, s.service.HasIndex())
		}
	})
}

func titles(courses []*education.Course) (all []string) {
	for _, course := range courses {
		all = append(all, course.ID.String()[24:]+" "+course.Title)
	}
	return all
}

func TestASecondReplicaFindsWhatTheFirstPublishes(t *testing.T) {
	t.Parallel()
	for _, engine := range databasetest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			url := databasetest.MigratedURL(t, engine)
			first, second := newSchool(t, databasetest.OpenURL(t, url)), newSchool(t, databasetest.OpenURL(t, url))
			second.tenant = first.tenant
			wantFound(t, second, "walrus")
			course, _ := first.open(terms{title: "Walrus", required: 1})
			second.clock.Advance(time.Second) // SQLite announces nothing; PostgreSQL is polled while no messages arrive
			wantFound(t, second, "walrus", course.ID)
			title := "Otter"
			_, err := first.service.UpdateCourse(t.Context(), first.admin, course.ID, education.CourseChange{Title: &title})
			wantNoError(t, err)
			second.clock.Advance(time.Second)
			wantFound(t, second, "walrus")
			wantFound(t, second, "oter", course.ID)
			_, err = first.service.Archive(t.Context(), first.admin, course.ID)
			wantNoError(t, err)
			second.clock.Advance(time.Second)
			wantFound(t, second, "otter")
			if !second.service.HasIndex() {
				t.Error("the engine has answered, not the index")
			}
		})
	}
}

// TestAReplicaThatIsToldFindsAChangeAtOnce stops the replica's clock, so that it does not poll by itself.
func TestAReplicaThatIsToldFindsAChangeAtOnce(t *testing.T) {
	t.Parallel()
	url := databasetest.MigratedURL(t, database.Postgres)
	first, second := newSchool(t, databasetest.OpenURL(t, url)), newSchool(t, databasetest.OpenURL(t, url))
	second.tenant = first.tenant
	told := make(chan string, 16)
	second.db.Subscribe("education.courses", func(payload string) { told <- payload })
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		worker.RunAll(ctx, slog.New(slog.DiscardHandler), func(string) {}, second.db.Listener())
	}()
	defer func() { cancel(); <-ended }()
	if payload := <-told; payload != "" {
		t.Fatalf("told %q before anything was published", payload)
	}
	wantFound(t, second, "walrus")
	course, _ := first.open(terms{title: "Walrus", required: 1})
	if payload := <-told; payload != course.ID.String() {
		t.Errorf("told of %q, want %s", payload, course.ID)
	}
	wantFound(t, second, "walrus", course.ID)
}

// TestWhoeverPublishesFindsItAtOnce publishes and searches concurrently.
func TestWhoeverPublishesFindsItAtOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		var drafts []uuid.UUID
		for i := range 8 {
			draft, _ := s.draft(terms{title: fmt.Sprintf("Common unique%d", i), required: 1})
			drafts = append(drafts, draft.ID)
		}
		for _, err := range testkit.InParallel(2*len(drafts), func(i int) error {
			if i >= len(drafts) { // only searches
				_, err := s.service.Search(t.Context(), s.tenant, "common uniqe", "", 20)
				return err
			}
			if _, err := s.service.Publish(t.Context(), s.admin, drafts[i]); err != nil {
				return err
			}
			found, err := s.service.Search(t.Context(), s.tenant, fmt.Sprintf("unique%d", i), "", 20)
			if err == nil && (len(found) == 0 || found[0].ID != drafts[i]) {
				err = fmt.Errorf("what was just published is not found, but %v", titles(found))
			}
			return err
		}) {
			wantNoError(t, err)
		}
	})
}

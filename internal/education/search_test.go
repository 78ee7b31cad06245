package education_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/education"
	"bourse/internal/fault"
	"bourse/internal/testkit"
)

// golden is what people type and what they must get: the first courses in order, and no others if it ends with ".".
var golden = []struct {
	query string
	level education.Level
	want  string
}{
	// A word, wherever it is; the title counts most.
	{"psychology", "", "psychology ."},
	{"risk", "", "models risk ."},
	{"leverage", "", "forex ."},
	{"bitcoin", "", "crypto ."},
	{"overfitting", "", "algorithms ."},
	{"slippage", "", "algorithms ."},
	{"bonds", "", "bonds allocation ."},
	{"CRYPTO", "", "crypto ."},
	// The last word may be a prefix, others may not.
	{"psych", "", "psychology ."},
	{"divers", "", "allocation ."},
	{"macroec", "", "macro ."},
	{"asset alloc", "", "allocation"},
	{"alloc asset", "", "allocation ."},
	{"strategie", "", "strategies french ."},
	{"b", "", "german bonds algorithms options"},
	// Several words: courses with all of them before those with some.
	{"risk management", "", "risk models ."},
	{"risk models", "", "models"},
	{"trading psychology", "", "psychology algorithms ."},
	{"central banks", "", "macro ."},
	{"position sizing drawdown", "", "risk ."},
	{"options and bonds", "", "bonds strategies options allocation ."},
	{"the analysis of earnings", "", "fundamental technical ."},
	// Plurals.
	{"option", "", "strategies options ."},
	{"strategy", "", "strategies french ."},
	{"candlesticks pattern", "", "technical ."},
	{"analyses", "", "fundamental technical ."},
	{"stop loss", "", "risk"},
	{"tax", "", "crypto ."},
	{"traders journals", "", "psychology macro ."},
	// Accents and letters of other alphabets.
	{"resume des marches", "", "french"},
	{"RÉSUMÉ", "", "french ."},
	{"cafe", "", "french ."},
	{"borse", "", "german ."},
	{"grosse", "", "german ."},
	{"Größe", "", "german ."},
	{"риск", "", "russian ."},
	{"ОСНОВЫ ТРЕЙД", "", "russian ."},
	{"емкость", "", "russian ."},
	{"投資", "", "japanese ."},
	{"債券", "", "japanese ."},
	{"株", "", "japanese ."},
	{"リスク", "", "japanese ."},
	// Typing mistakes.
	{"pyschology", "", "psychology ."},
	{"managment", "", "risk ."},
	{"risk managment", "", "risk models ."},
	{"divesrification", "", "allocation ."},
	{"macroeconmics", "", "macro ."},
	{"forx", "", "forex ."},
	{"трейдинка", "", "russian ."},
	// What an engine might take for an operator.
	{"risk AND models", "", "models risk ."},
	{"risk OR NOT", "", "models risk ."},
	{`"risk" -models`, "", "models risk ."},
	{"title:risk", "", "models risk ."},
	{"risk*", "", "models risk ."},
	{"NEAR(risk, 5)", "", "models risk"},
	{"'; DROP TABLE courses; --", "", "."},
	{"risk' & !models | (x:*", "", "models risk"},
	{`\`, "", "."},
	// No results.
	{"zzzz", "", "."},
	{"quantum chromodynamics", "", "."},
	{"unicorns", "", "."},
	{"phoenix", "", "."},
	{"zeppelin", "", "."},
	{"🚀🚀🚀", "", "."},
	{"?!…", "", "."},
	// The level.
	{"risk", education.Beginner, "risk ."},
	{"risk", education.Expert, "models ."},
	{"risk", education.Advanced, "."},
	{"managment", education.Expert, "."},
	{"analysis", education.Intermediate, "fundamental ."},
}

func TestSearchFindsWhatTheGoldenSetWantsOnBothEngines(t *testing.T) {
	t.Parallel()
	found := make(map[database.Engine]map[string][]string)
	engines := databasetest.Engines()
	for _, engine := range engines {
		t.Run(string(engine), func(t *testing.T) {
			found[engine] = searchGoldenSet(t, engine)
		})
	}
	for _, engine := range engines[1:] {
		if different := cmp.Diff(found[engines[0]], found[engine]); different != "" {
			t.Errorf("the engines disagree:\n%s", different)
		}
	}
}

// searchGoldenSet returns what each query of the golden set finds.
func searchGoldenSet(t *testing.T, engine database.Engine) map[string][]string {
	found := make(map[string][]string)
	s, keys := newCatalogue(t, databasetest.Open(t, engine))
	for _, g := range golden {
		courses, err := s.service.Search(t.Context(), s.tenant, g.query, g.level, 20)
		if err != nil {
			t.Errorf("%q: %v", g.query, err)
		}
		byEngine, err := s.service.SearchByEngine(t.Context(), s.tenant, g.query, g.level, 20)
		if err != nil || !slices.Equal(idsOf(byEngine), idsOf(courses)) {
			t.Errorf("%q: the engine finds %v (%v), the index in memory %v", g.query, idsOf(byEngine), err, idsOf(courses))
		}
		got := []string{}
		for _, course := range courses {
			got = append(got, keys[course.Slug])
		}
		found[g.query+" "+string(g.level)] = got
		want := strings.Fields(g.want)
		isAll := len(want) > 0 && want[len(want)-1] == "."
		if isAll {
			want = want[:len(want)-1]
		}
		if len(got) < len(want) || isAll && len(got) > len(want) || !slices.Equal(got[:len(want)], want) {
			t.Errorf("%q %s finds %v, want %s", g.query, g.level, got, g.want)
		}
	}
	return found
}

func TestNoQueryBreaksSearch(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s, _ := newCatalogue(t, db)
		for _, blank := range []string{"", " ", "\t\n", "\u00a0"} {
			_, err := s.service.Search(t.Context(), s.tenant, blank, "", 20)
			testkit.WantFault(t, err, fault.ValidationError)
		}
		for _, hostile := range []string{
			`"`, `""`, `'`, `''`, `\'`, `"risk`, `risk"`, `(`, `)`, `*`, `risk*`, `^risk`, `{title}:risk`, `-risk`, `+risk`, `a:b:c`, `NEAR(`,
			`AND`, `OR`, `NOT`, `AND OR NOT`, "risk\x00models", "\x00", "\xff\xfe", "\xf0\x28", strings.Repeat("🚀", 200),
			strings.Repeat("risk ", 40), strings.Repeat("a", 200), strings.Repeat("投", 200), strings.Repeat("a b ", 50), "%", "_", "$1", "?", "{}", "हिन्दी", "ไทย",
			"й̆̆̆̆", "a\u0301", "\u0301", "ﬁ", "²", "½", "Ⅷ", "\u200b", "\u202e", "\ue000", "𝕣𝕚𝕤𝕜", "x" + strings.Repeat("\u0301", 3000), "ह" + strings.Repeat("\u094d", 3000), "':*A", "'risk':A | 'x'", "<->", "risk <-> models", "!!", "a&b", "ا", "한국어",
		} {
			if _, err := s.service.Search(t.Context(), s.tenant, hostile, education.Beginner, 20); err != nil {
				t.Errorf("%q: %v", hostile, err)
			}
		}
	})
}

func TestFeaturedThenNewestBreakATie(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		var ids []uuid.UUID
		for _, title := range []string{"Trading one", "Trading two", "Trading three"} {
			course, _ := s.open(terms{title: title, required: 1})
			ids = append(ids, course.ID)
			s.clock.Advance(day)
		}
		if _, err := s.service.SetFeatured(t.Context(), s.admin, "", ids[:1]); err != nil {
			t.Fatal(err)
		}
		wantFound(t, s, "trading", ids[0], ids[2], ids[1])
		found, err := s.service.Search(t.Context(), s.tenant, "trading", "", 2)
		if err != nil || len(found) != 2 {
			t.Errorf("a limit of 2 gives %d (%v)", len(found), err)
		}
	})
}

func TestSearchFollowsItsCourses(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, lessons := s.draft(terms{title: "Gold", required: 1})
		wantFound(t, s, "gold")
		if _, err := s.service.Publish(t.Context(), s.admin, course.ID); err != nil {
			t.Fatal(err)
		}
		wantFound(t, s, "gold", course.ID)
		title, lesson := "Silver", "Hallmarks"
		if _, err := s.service.UpdateCourse(t.Context(), s.admin, course.ID, education.CourseChange{Title: &title}); err != nil {
			t.Fatal(err)
		}
		wantFound(t, s, "gold")
		wantFound(t, s, "silver", course.ID)
		if _, err := s.service.UpdateLesson(t.Context(), s.admin, lessons[0], education.LessonChange{Title: &lesson}); err != nil {
			t.Fatal(err)
		}
		wantFound(t, s, "hallmark", course.ID)
		if _, err := s.service.Archive(t.Context(), s.admin, course.ID); err != nil {
			t.Fatal(err)
		}
		wantFound(t, s, "silver")
		wantFound(t, s, "sivler") // the word is in the vocabulary, but in nobody's course
		if _, err := s.service.Publish(t.Context(), s.admin, course.ID); err != nil {
			t.Fatal(err)
		}
		wantFound(t, s, "sivler", course.ID)
	})
}

func wantFound(t *testing.T, s *school, query string, want ...uuid.UUID) {
	t.Helper()
	courses, err := s.service.Search(t.Context(), s.tenant, query, "", 20)
	if err != nil {
		t.Fatal(err)
	}
	got := []uuid.UUID(nil)
	for _, course := range courses {
		got = append(got, course.ID)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q finds %v, want %v", query, got, want)
	}
}

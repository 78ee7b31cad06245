package education_test

import (
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/education"
)

// searched is a course of the fixture; key is its name in the golden set.
type searched struct {
	key, title, short string
	level             education.Level
	lessons           []string // titles
	content           string   // of each
}

var fixture = []searched{
	{"risk", "Risk Management Essentials", "Protect your capital with position sizing and drawdown limits.",
		education.Beginner, []string{"Position sizing", "Stop losses"}, "Never lose more than a small part of the account."},
	{"models", "Advanced Risk Models", "Value at risk, expected shortfall and stress tests.",
		education.Expert, []string{"Fat tails", "Correlations in a crisis"}, "A model is wrong in the days that matter."},
	{"options", "Options Basics", "Calls, puts, the greeks and simple hedges.",
		education.Intermediate, []string{"Calls and puts", "Time decay"}, "The buyer pays a premium for the right to exercise."},
	{"strategies", "Option Strategies for Volatile Markets", "Spreads, straddles and condors, step by step.",
		education.Advanced, []string{"Vertical spreads", "Iron condors"}, "Sell volatility when it is dear."},
	{"technical", "Technical Analysis from Zero", "Charts, trends, support and resistance.",
		education.Beginner, []string{"Candlestick patterns", "Moving averages"}, "A trend line joins two lows or more."},
	{"fundamental", "Fundamental Analysis", "Balance sheets, cash flow and earnings, to value companies.",
		education.Intermediate, []string{"Income statements", "Analyses of debt"}, "Earnings can be shaped; cash is harder to shape."},
	{"crypto", "Crypto Investing", "Bitcoin, Ethereum, wallets and custody.",
		education.Beginner, []string{"Private keys", "Taxes and records"}, "Not your keys, not your coins."},
	{"algorithms", "Algorithmic Trading with Backtests", "From an idea to rules that a machine can follow.",
		education.Advanced, []string{"Overfitting", "Walk-forward tests"}, "Slippage and commission eat most paper profits."},
	{"allocation", "Diversification and Asset Allocation", "A portfolio of stocks, bonds and funds that fits your life.",
		education.Beginner, []string{"Rebalancing", "Index funds"}, "The only free lunch in finance."},
	{"psychology", "Trading Psychology", "Discipline, fear and greed, and keeping a trader's journal.",
		education.Intermediate, []string{"Biases", "Routines"}, "Revenge trades come after losses."},
	{"french", "Résumé des marchés français", "Un café économique: actions, obligations et stratégies.",
		education.Beginner, []string{"Les actions"}, "Le marché n'a pas toujours raison."},
	{"russian", "Основы трейдинга", "Риск, прибыль и управление капиталом для начинающих.",
		education.Beginner, []string{"Размер позиции", "Ёмкость рынка"}, "Сначала думай о потерях."},
	{"japanese", "投資入門", "株式と債券の基本を学ぶ。",
		education.Beginner, []string{"リスクとリターン"}, "長期の分散が大切です。"},
	{"macro", "Macroeconomics for Traders", "Inflation, interest rates and central banks.",
		education.Intermediate, []string{"Reading a rate decision", "Business cycles"}, "Markets move on surprises."},
	{"forex", "Forex Fundamentals", "Currency pairs, pips, leverage and margin.",
		education.Beginner, []string{"Leverage", "Sessions of the day"}, "A pip is the fourth decimal place."},
	{"bonds", "Bonds and Yield Curves", "Duration, convexity and credit.",
		education.Intermediate, []string{"Duration", "Credit ratings"}, "Prices fall when rates rise."},
	{"german", "Börse für Einsteiger", "Größe und Maß der Märkte.",
		education.Beginner, []string{"Straßenhandel"}, "Wer streut, rutscht nicht aus."},
}

// newCatalogue publishes the fixture, one day apart, plus a draft, an archived course and a draft lesson that nobody
// may find.
func newCatalogue(t *testing.T, db *database.DB) (s *school, keys map[string]string) {
	t.Helper()
	s, keys = newSchool(t, db), make(map[string]string)
	for _, f := range fixture {
		course := s.write(f)
		keys[course.Slug] = f.key
		if _, err := s.service.Publish(t.Context(), s.admin, course.ID); err != nil {
			t.Fatal(err)
		}
		s.clock.Advance(24 * time.Hour)
	}
	draft := s.write(searched{"draft", "Secret Unicorns", "Hidden.", education.Beginner, []string{"Unicorn"}, "Unicorn."})
	keys[draft.Slug] = "draft"
	archived := s.write(searched{"archived", "Phoenix Rising", "Gone.", education.Beginner, []string{"Phoenix"}, "Phoenix."})
	keys[archived.Slug] = "archived"
	if _, err := s.service.Publish(t.Context(), s.admin, archived.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := s.service.Archive(t.Context(), s.admin, archived.ID); err != nil {
		t.Fatal(err)
	}
	return s, keys
}

func (s *school) write(f searched) *education.Course {
	s.t.Helper()
	course, err := s.service.CreateCourse(s.t.Context(), s.admin, education.NewCourse{
		Title: f.title, ShortDescription: f.short, Level: f.level,
	})
	if err != nil {
		s.t.Fatal(err)
	}
	for _, title := range f.lessons {
		if _, err := s.service.AddLesson(s.t.Context(), s.admin, course.ID, education.NewLesson{
			Title: title, Type: education.Text, Content: f.content, DurationMinutes: 5, IsRequired: true, Status: education.LessonPublished,
		}); err != nil {
			s.t.Fatal(err)
		}
	}
	if _, err := s.service.AddLesson(s.t.Context(), s.admin, course.ID, education.NewLesson{
		Title: "Zeppelin", Type: education.Text, Content: "Zeppelin.", DurationMinutes: 5, Status: education.LessonDraft,
	}); err != nil {
		s.t.Fatal(err)
	}
	return course
}

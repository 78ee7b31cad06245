package education_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"bourse/internal/education"
)

// TestWordsThatAreNearAreFoundLikeOneByOne compares the walk through the sorted words with checking each word.
func TestWordsThatAreNearAreFoundLikeOneByOne(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringOfN(rapid.SampledFrom([]rune("abcdж")), 1, 9, -1)
		words := rapid.SliceOfN(word, 0, 60).Draw(t, "words")
		mistyped, most := word.Draw(t, "mistyped"), rapid.IntRange(0, 2).Draw(t, "most")
		slices.Sort(words)
		words = slices.Compact(words)
		var want, wantBeginning []string
		for _, candidate := range words {
			if education.Mistakes(mistyped, candidate) <= most {
				want = append(want, candidate)
			}
			if strings.HasPrefix(candidate, mistyped) {
				wantBeginning = append(wantBeginning, candidate)
			}
		}
		if got := education.Near(words, mistyped, most); !slices.Equal(got, want) {
			t.Errorf("%d mistakes from %q are %q, want %q", most, mistyped, got, want)
		}
		if got := education.Beginning(words, mistyped); !slices.Equal(got, wantBeginning) {
			t.Errorf("%q begins %q, want %q", mistyped, got, wantBeginning)
		}
	})
}

// BenchmarkSearchInMemory searches 10,000 courses, each with 250 words out of 4,000, and reports the size of the
// index.
func BenchmarkSearchInMemory(b *testing.B) {
	courses := madeUpCourses(10_000)
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	started := time.Now()
	index := education.NewIndex(courses)
	built := time.Since(started)
	runtime.GC()
	runtime.ReadMemStats(&after)
	taken := float64(after.HeapAlloc - before.HeapAlloc)
	for _, query := range []string{"word150", "word150 word190", "wor", "wrd1500 word190"} {
		b.Run(query, func(b *testing.B) {
			for b.Loop() {
				index.Find(query, 20)
			}
			b.ReportMetric(taken/float64(len(courses)), "B/course")
			b.ReportMetric(taken/float64(index.Postings()), "B/posting")
			b.ReportMetric(float64(built.Milliseconds()), "ms/build")
		})
	}
	runtime.KeepAlive(courses)
}

func madeUpCourses(count int) []*education.Course {
	random := rand.New(rand.NewPCG(1, 2))
	usage := rand.NewZipf(random, 1.15, 12, 3_999)
	text := func(length int) string {
		words := make([]string, length)
		for i := range words {
			words[i] = fmt.Sprintf("word%d", usage.Uint64())
		}
		return strings.Join(words, " ")
	}
	courses := make([]*education.Course, count)
	for i := range courses {
		courses[i] = &education.Course{
			ID: uuid.Must(uuid.NewV7()), Title: text(4), ShortDescription: text(10), Description: text(40), Level: education.Beginner,
			PublishedAt: time.Unix(int64(i), 0),
			Lessons:     []education.Lesson{{Status: education.LessonPublished, Title: text(9), Content: text(180)}},
		}
	}
	return courses
}

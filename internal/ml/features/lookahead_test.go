package features_test

import (
	"slices"
	"testing"

	"bourse/internal/ml/features"

	"pgregory.net/rapid"
)

func drawSet(t *rapid.T) (features.Set, int) {
	set := rapid.SampledFrom([]features.Set{features.Hourly(), features.Daily()}).Draw(t, "set")
	return set, rapid.SampledFrom([]int{1, 4, 9}).Draw(t, "horizon")
}

// No change after a bar affects its row, and none after the end of its label affects that.
func TestNothingLaterChangesARowOrALabel(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		set, horizon := drawSet(t)
		bars := drawBars(t, 300)
		border := rapid.IntRange(set.LookBack(), len(bars)-1).Draw(t, "border")
		changed := append(slices.Clone(bars[:border]), drawBars(t, len(bars)-border)...)
		changed = append(changed, drawBars(t, rapid.IntRange(1, 50).Draw(t, "appended"))...)
		for i := border; i < len(changed); i++ { // consecutive, or no sample would span the border
			changed[i].Sequence = changed[i-1].Sequence + 1
		}

		before, after := set.Samples(bars, horizon), set.Samples(changed, horizon)
		for i, sample := range before {
			if sample.Bar+horizon >= border {
				break
			}
			if after[i].Bar != sample.Bar || !sameBits(after[i].Row, sample.Row) || after[i].Up != sample.Up ||
				!sameBits([]float64{after[i].Move}, []float64{sample.Move}) || after[i].Last != sample.Last {
				t.Fatalf("sample %d was %v and is %v", i, sample, after[i])
			}
		}
		// A sample whose label ends later is another sample or none, but its row is the same.
		rows := map[int][]float64{}
		for _, sample := range before {
			rows[sample.Bar] = sample.Row
		}
		for _, sample := range after {
			if row, ok := rows[sample.Bar]; ok && sample.Bar < border && !sameBits(row, sample.Row) {
				t.Fatalf("row of bar %d was %v and is %v", sample.Bar, row, sample.Row)
			}
		}
		for end := set.LookBack(); end <= border; end += 7 {
			row, ok := set.At(bars[:end])
			again, okAgain := set.At(changed[:end])
			if ok != okAgain || !sameBits(row, again) {
				t.Fatalf("row of bar %d was %v and is %v", end-1, row, again)
			}
		}
	})
}

// A training and a prediction see the same numbers, however much history either has.
func TestARowIsTheSameWhereverTheHistoryBegins(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		set, horizon := drawSet(t)
		bars := drawBars(t, 300)
		for _, sample := range set.Samples(bars, horizon) {
			for _, begin := range []int{0, sample.Bar + 1 - set.LookBack()} {
				row, ok := set.At(bars[begin : sample.Bar+1])
				if !ok || !sameBits(row, sample.Row) {
					t.Fatalf("bar %d from %d: %v, want %v", sample.Bar, begin, row, sample.Row)
				}
			}
			if last := features.LastUp(bars[:sample.Bar+1], horizon); last != sample.Last {
				t.Fatalf("bar %d came from below: %v, in its sample: %v", sample.Bar, last, sample.Last)
			}
		}
	})
}

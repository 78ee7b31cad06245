package database_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

func TestTheFirstIdentifierOfATimeLiesBetweenThoseBeforeAndThoseOfIt(t *testing.T) {
	t.Parallel()
	for _, at := range []time.Time{time.Now(), time.UnixMilli(1), time.Date(2031, 2, 3, 4, 5, 6, 789_999_999, time.UTC)} {
		first := database.FirstIDAt(at)
		for range 100 {
			if earlier := database.NewIDAt(at.Truncate(time.Millisecond).Add(-time.Microsecond)); bytes.Compare(earlier[:], first[:]) >= 0 {
				t.Fatalf("%s, of the millisecond before, is not before %s", earlier, first)
			}
			for _, id := range []uuid.UUID{database.NewIDAt(at), database.NewIDAt(at.Truncate(time.Millisecond))} {
				if bytes.Compare(first[:], id[:]) > 0 {
					t.Fatalf("%s, of %s, is before %s", id, at, first)
				}
			}
		}
		if seconds, nanoseconds := first.Time().UnixTime(); !time.Unix(seconds, nanoseconds).Equal(at.Truncate(time.Millisecond)) {
			t.Errorf("%s is of %s, want %s", first, time.Unix(seconds, nanoseconds), at)
		}
	}
}

// A retention of a hundred years asks for a time before which there is nothing.
func TestNothingIsOlderThanTheFirstIdentifierOfATimeBefore1970(t *testing.T) {
	t.Parallel()
	want := database.FirstIDAt(time.UnixMilli(0))
	for _, at := range []time.Time{{}, time.Unix(-1, 0), time.Date(1926, 1, 1, 0, 0, 0, 0, time.UTC)} {
		if got := database.FirstIDAt(at); got != want {
			t.Errorf("the first of %s is %s, want %s", at, got, want)
		}
	}
	if oldest := database.NewIDAt(time.UnixMilli(0)); bytes.Compare(want[:], oldest[:]) > 0 {
		t.Errorf("%s is before %s", oldest, want)
	}
}

package replay_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"bourse/internal/market"
	"bourse/internal/market/replay"
	"bourse/internal/money"
)

var instruments = []market.Instrument{{Symbol: "BTCUSD"}, {Symbol: "ETHUSD"}}

// tape keeps what the feed delivers.
type tape struct {
	mu      sync.Mutex
	ticks   []market.Tick
	candles []market.Candle
}

func (s *tape) Tick(ticks ...market.Tick) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ticks = append(s.ticks, ticks...)
}

func (*tape) Lost(...string) {}

func (s *tape) Closed(candles ...market.Candle) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.candles = append(s.candles, candles...)
}

// closes lists what has been played so far as symbol=close@time.
func (s *tape) closes() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []string
	for _, c := range s.candles {
		list = append(list, c.Symbol+"="+c.Close.String()+"@"+c.OpenedAt.Format("15:04:05"))
	}
	return strings.Join(list, " ")
}

func (s *tape) countTicks() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.ticks)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString(text); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}

// playing runs a feed on a file with the given text, on a clock that only waiting moves.
func playing(t *testing.T, text string, speed float64, test func(t *testing.T, path string, got *tape, stop func() error)) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "prices.csv")
	write(t, path, text)
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		got := &tape{}
		ended := make(chan error, 1)
		feed := replay.New(replay.Options{Path: path, Speed: speed})
		go func() { ended <- feed.Run(ctx, instruments, got) }()
		stop := func() error {
			cancel()
			return <-ended
		}
		synctest.Wait()
		test(t, path, got, stop)
	})
}

const threeLines = `time,symbol,open,high,low,close,volume
2026-03-10T12:00:00Z,BTCUSD,100,110,90,105,1.5
2026-03-10T12:00:00Z,ETHUSD,10,11,9,10.5,2
1773144060,BTCUSD,105,106,104,104,1
`

func wantCloses(t *testing.T, got *tape, want string) {
	t.Helper()
	if closes := got.closes(); closes != want {
		t.Errorf("played %q, want %q", closes, want)
	}
}

func wantNoError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}

func TestWithoutASpeedEveryLineIsPlayedAtOnce(t *testing.T) {
	t.Parallel()
	playing(t, threeLines, 0, func(t *testing.T, _ string, got *tape, stop func() error) {
		wantCloses(t, got, "BTCUSD=105@12:00:00 ETHUSD=10.5@12:00:00 BTCUSD=104@12:01:00")
		first := market.Tick{
			Symbol: "BTCUSD", At: time.Now(), Open: money.FromInt(100), High: money.FromInt(110),
			Low: money.FromInt(90), Close: money.FromInt(105),
		}
		if got.ticks[0] != first {
			t.Errorf("first tick %v, want %v", got.ticks[0], first)
		}
		if volume := got.candles[0].Volume; volume != money.MustParse("1.5") {
			t.Errorf("volume %v, want 1.5", volume)
		}
		wantNoError(t, stop())
	})
}

func TestASpeedOfSixtyPlaysAMinuteInASecond(t *testing.T) {
	t.Parallel()
	playing(t, threeLines, 60, func(t *testing.T, _ string, got *tape, stop func() error) {
		wantCloses(t, got, "BTCUSD=105@12:00:00 ETHUSD=10.5@12:00:00")
		time.Sleep(999 * time.Millisecond)
		wantCloses(t, got, "BTCUSD=105@12:00:00 ETHUSD=10.5@12:00:00")
		time.Sleep(2 * time.Millisecond)
		wantCloses(t, got, "BTCUSD=105@12:00:00 ETHUSD=10.5@12:00:00 BTCUSD=104@12:01:00")
		wantNoError(t, stop())
	})
}

func TestLastPricesAreRepeatedOnceASecond(t *testing.T) {
	t.Parallel()
	playing(t, threeLines, 1, func(t *testing.T, _ string, got *tape, stop func() error) {
		time.Sleep(10*time.Second + time.Millisecond)
		if count := got.countTicks(); count != 2+2*10 {
			t.Errorf("%d ticks in ten seconds of two symbols, want 22", count)
		}
		last := got.ticks[len(got.ticks)-1]
		if last.Open != last.Close || last.High != last.Close || !last.At.Equal(time.Now().Add(-time.Millisecond)) {
			t.Errorf("repeated %v, want a plain tick of now", last)
		}
		wantCloses(t, got, "BTCUSD=105@12:00:00 ETHUSD=10.5@12:00:00")
		wantNoError(t, stop())
	})
}

func TestAGrowingFileIsFollowed(t *testing.T) {
	t.Parallel()
	playing(t, "1773144000,BTCUSD,1,1,1,1,0\n", 1, func(t *testing.T, path string, got *tape, stop func() error) {
		played := "BTCUSD=1@12:00:00"
		wantCloses(t, got, played)
		write(t, path, "1773147600,BTCUSD,2,2,2,2,0\r\n\n1773151200,BTCUSD,3,3,3,3,0\n17731512")
		time.Sleep(60 * time.Millisecond)
		played += " BTCUSD=2@13:00:00 BTCUSD=3@14:00:00"
		wantCloses(t, got, played)
		write(t, path, "30,BTCUSD,4,4,4,4")
		time.Sleep(60 * time.Millisecond)
		wantCloses(t, got, played)
		write(t, path, ",0\n")
		time.Sleep(60 * time.Millisecond)
		wantCloses(t, got, played+" BTCUSD=4@14:00:00")
		wantNoError(t, stop())
	})
}

func TestARewrittenFileIsPlayedFromItsStart(t *testing.T) {
	t.Parallel()
	playing(t, threeLines, 0, func(t *testing.T, path string, got *tape, stop func() error) {
		played := got.closes()
		if err := os.Truncate(path, 0); err != nil {
			t.Fatal(err)
		}
		time.Sleep(60 * time.Millisecond)
		write(t, path, "1773144120,ETHUSD,7,7,7,7,0\n")
		time.Sleep(60 * time.Millisecond)
		wantCloses(t, got, played+" ETHUSD=7@12:02:00")
		wantNoError(t, stop())
	})
}

func TestABadLineIsNamedAndNothingIsPlayedTwice(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "prices.csv")
	good := "1773144000,BTCUSD,1,1,1,1,0\n"
	write(t, path, good+"\n1773144060,DOGEUSD,1,1,1,1,0\n")
	feed := replay.New(replay.Options{Path: path})
	got := &tape{}
	for range 2 {
		err := feed.Run(t.Context(), instruments, got)
		if err == nil || !strings.Contains(err.Error(), "prices.csv:3: \"DOGEUSD\" is not an instrument") {
			t.Errorf("error %v, want one that names line 3 and DOGEUSD", err)
		}
		wantCloses(t, got, "BTCUSD=1@12:00:00")
	}
}

func TestWhatCannotBePlayedIsAnError(t *testing.T) {
	t.Parallel()
	missing := replay.New(replay.Options{Path: filepath.Join(t.TempDir(), "none.csv")})
	if err := missing.Run(t.Context(), instruments, &tape{}); err == nil {
		t.Error("a file that is not there was played")
	}
	path := filepath.Join(t.TempDir(), "prices.csv")
	write(t, path, strings.Repeat("1", 5000))
	if err := replay.New(replay.Options{Path: path}).Run(t.Context(), instruments, &tape{}); err == nil {
		t.Error("a line without an end was taken")
	}
	if err := replay.New(replay.Options{Path: path, Speed: -1}).Run(t.Context(), instruments, &tape{}); err == nil {
		t.Error("a negative speed was taken")
	}
}

func TestBadLinesAreRefused(t *testing.T) {
	t.Parallel()
	for line, reason := range map[string]string{
		"":                                      "fields",
		"1773144000,BTCUSD,1,1,1,1":             "fields",
		"1773144000,BTCUSD,1,1,1,1,0,0":         "fields",
		"yesterday,BTCUSD,1,1,1,1,0":            "time",
		"-5,BTCUSD,1,1,1,1,0":                   "time",
		"999999999999999,BTCUSD,1,1,1,1,0":      "time",
		"1773144000,,1,1,1,1,0":                 "symbol",
		"1773144000,BTCUSD,x,1,1,1,0":           "open",
		"1773144000,BTCUSD,1,1,1,1.123456789,0": "close",
		"1773144000,BTCUSD,1,1,0,1,0":           "low",
		"1773144000,BTCUSD,1,2,1.5,2,0":         "low",
		"1773144000,BTCUSD,1,2,1,2.5,0":         "high",
		"1773144000,BTCUSD,1,1,1,1,-1":          "volume",
	} {
		if _, err := replay.ParseLine(line); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%q: %v, want an error about %s", line, err, reason)
		}
	}
}

func FuzzParseLine(f *testing.F) {
	for _, line := range strings.Split(threeLines, "\n") {
		f.Add(line)
	}
	f.Add(" 1773144000 , BTCUSD , 1 , 1 , 1 , 1 , 0 ")
	f.Add("2026-03-10T12:00:00.5+14:00,BTCUSD,1e2,1E2,100,1e2,0")
	f.Add("9223372036854775807,X,92233720368.54775807,92233720368.54775807,0.00000001,1,0")
	f.Fuzz(func(t *testing.T, line string) {
		c, err := replay.ParseLine(line)
		if err != nil {
			return
		}
		if !c.Low.IsPositive() || c.High.LessThan(money.Max(c.Open, c.Close)) || c.Low.GreaterThan(money.Min(c.Open, c.Close)) {
			t.Errorf("%q was taken as %v", line, c)
		}
		again := strings.Join([]string{
			c.OpenedAt.Format(time.RFC3339Nano), c.Symbol, c.Open.String(), c.High.String(), c.Low.String(),
			c.Close.String(), c.Volume.String(),
		}, ",")
		if second, err := replay.ParseLine(again); err != nil || second != c {
			t.Errorf("%q is read as %v, and written again as %v (%v)", line, c, second, err)
		}
	})
}

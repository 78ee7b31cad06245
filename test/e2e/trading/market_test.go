package trading_test

import (
	"fmt"
	"net/url"
	"slices"
	"testing"
	"time"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

func TestTheMarketIsShown(t *testing.T) {
	t.Parallel()
	kit.OnEachServer(t, kit.Scenarios{
		"instruments are listed by symbol and kind": instrumentsAreListed,
		"every instrument that trades has a quote":  quotesAreListed,
		"candles come oldest first and whole":       candlesAreListed,
		"what nobody trades is not found":           unknownSymbols,
	}, "--market-feed", "sim", "--market-minute-history", "3h", "--market-daily-history", "0s")
}

func instrumentsAreListed(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	all := m.Get(t, "/trading/instruments").Ok(t, 200).List(t, kit.ShapeOfInstrument, nil)
	kinds := map[string]int{}
	var symbols []string
	for _, one := range all {
		kinds[one["kind"].(string)]++
		symbols = append(symbols, one["symbol"].(string))
		if one["kind"] == "crypto" {
			// It never closes, unless it is no longer traded.
			kit.WantFields(t, one, kit.Body{"session": "always", "isOpen": one["isActive"], "quoteAsset": "USD"})
		}
	}
	if !slices.IsSorted(symbols) || !slices.Contains(symbols, "BTCUSD") || len(kinds) != 3 {
		t.Errorf("the instruments are %v", symbols)
	}
	for kind, count := range kinds {
		some := m.Get(t, "/trading/instruments?kind="+kind).Ok(t, 200).List(t, kit.ShapeOfInstrument, nil)
		if len(some) != count || some[0]["kind"] != kind {
			t.Errorf("of %s there are %v, want %d", kind, some, count)
		}
	}
}

func quotesAreListed(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	open := 0
	for _, one := range m.Get(t, "/trading/instruments").Ok(t, 200).List(t, kit.ShapeOfInstrument, nil) {
		if one["isOpen"] == true {
			open++
		}
	}
	var quotes []map[string]any
	testkit.Within(t, kit.Patience, "every instrument that trades has a price", func() bool {
		quotes = m.Get(t, "/trading/quotes").Ok(t, 200).List(t, kit.ShapeOfQuote, nil)
		return len(quotes) >= open
	})
	for _, quote := range quotes {
		bid, mark, ask := quote["bid"].(float64), quote["mark"].(float64), quote["ask"].(float64)
		if bid > mark || mark > ask || bid == ask {
			t.Errorf("bid, mark and ask are in no order: %v", quote)
		}
	}
	two := m.Get(t, "/trading/quotes?symbols="+url.QueryEscape("ETHUSD, BTCUSD,ETHUSD")).Ok(t, 200).List(t, kit.ShapeOfQuote, nil)
	if len(two) != 2 || two[0]["symbol"] != "ETHUSD" || two[1]["symbol"] != "BTCUSD" {
		t.Errorf("two quotes are %v", two)
	}
	kit.WantFields(t, two[0], kit.Body{"isStale": false})
	if age := time.Since(kit.Moment(t, two[0]["time"])); age > kit.Patience || age < -time.Second {
		t.Errorf("the quote is %v old", age)
	}
}

func candlesAreListed(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	read := func(query string) []map[string]any {
		return m.Get(t, "/trading/candles?symbol=BTCUSD&"+query).Ok(t, 200).List(t, kit.ShapeOfCandle, nil)
	}
	var minutes []map[string]any
	testkit.Within(t, kit.Patience, "three hours of minutes", func() bool {
		minutes = read("interval=1m&limit=1000")
		return len(minutes) >= 179
	})
	for i, candle := range minutes {
		open, high, low, last := candle["open"].(float64), candle["high"].(float64), candle["low"].(float64), candle["close"].(float64)
		if low > min(open, last) || high < max(open, last) {
			t.Fatalf("the prices of a candle are in no order: %v", candle)
		}
		at := kit.Moment(t, candle["openTime"])
		if !at.Equal(at.Truncate(time.Minute)) {
			t.Fatalf("a minute begins at %v", at)
		}
		if i > 0 && at.Sub(kit.Moment(t, minutes[i-1]["openTime"])) != time.Minute {
			t.Fatalf("%v follows %v", at, minutes[i-1]["openTime"])
		}
	}
	if newest := kit.Moment(t, minutes[len(minutes)-1]["openTime"]); time.Since(newest) < time.Minute {
		t.Errorf("the candle of %v is still open", newest)
	}
	// The newest of a range, whose end is exclusive.
	from, to := minutes[10]["openTime"].(string), minutes[20]["openTime"].(string)
	some := read(fmt.Sprintf("interval=1m&limit=3&from=%s&to=%s", url.QueryEscape(from), url.QueryEscape(to)))
	if len(some) != 3 || some[2]["openTime"] != minutes[19]["openTime"] || some[0]["openTime"] != minutes[17]["openTime"] {
		t.Errorf("three before %s are %v", to, some)
	}
	wantRolledUp(t, minutes, read("interval=5m"))
	if hours := read(""); len(hours) == 0 || kit.Moment(t, hours[0]["openTime"]).Minute() != 0 {
		t.Errorf("the hours are %v", hours)
	}
	if none := read("interval=1m&from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z"); len(none) != 0 {
		t.Errorf("candles of long ago: %v", none)
	}
}

// wantRolledUp checks that five-minute candles agree with their minutes.
func wantRolledUp(t *testing.T, minutes, fives []map[string]any) {
	t.Helper()
	byTime := map[any]int{}
	for i, minute := range minutes {
		byTime[minute["openTime"]] = i
	}
	checked := 0
	for _, five := range fives {
		first, known := byTime[five["openTime"]]
		if !known || first+5 > len(minutes) {
			continue
		}
		checked++
		high, low := 0.0, minutes[first]["low"].(float64)
		for _, minute := range minutes[first : first+5] {
			high, low = max(high, minute["high"].(float64)), min(low, minute["low"].(float64))
		}
		kit.WantFields(t, five, kit.Body{"open": minutes[first]["open"], "close": minutes[first+4]["close"], "high": high, "low": low})
	}
	if checked < 30 {
		t.Errorf("%d candles of five minutes in three hours", checked)
	}
}

func unknownSymbols(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	m.Get(t, "/trading/quotes?symbols=BTCUSD,NOBODY").Failed(t, 404, "NOT_FOUND", "symbols")
	m.Get(t, "/trading/candles?symbol=NOBODY").Failed(t, 404, "NOT_FOUND", "symbol")
	m.Get(t, "/trading/stream?symbols=NOBODY").Failed(t, 404, "NOT_FOUND", "symbols")
}

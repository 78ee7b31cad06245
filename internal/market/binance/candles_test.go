package binance_test

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestDuplicateAndOlderKlinesAreDropped(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		d.run(t, bitcoin)
		peer := d.connected(t)
		for _, minute := range []int{0, 0, 1, 0, 1, 2, 1, 2} {
			peer.send(t, klineMessage("BTCUSDT", d.minute(minute), true), klineMessage("BTCUSDT", d.minute(minute), false))
		}
		synctest.Wait()
		d.wantCandles(t, "BTC-USD", 0, 1, 2)
		if asked := len(d.exchange.asked("/api/v3/klines")); asked != 0 {
			t.Errorf("REST was asked %d times for candles, but none are missing", asked)
		}
	})
}

func TestAGapInTheStreamIsFilledBeforeItGoesOn(t *testing.T) {
	for name, closed := range map[string]bool{"seen in a closed kline": true, "seen in an open kline": false} {
		t.Run(name, func(t *testing.T) {
			onDesk(t, func(t *testing.T, d *desk) {
				d.run(t, bitcoin)
				peer := d.connected(t)
				d.sleepUntil(0, 20*time.Second)
				peer.send(t, klineMessage("BTCUSDT", d.minute(0), true))
				for n := range 10 { // the connection lives while the klines of five minutes get lost
					d.sleepUntil(0, time.Duration(n+1)*29*time.Second+20*time.Second)
					peer.send(t, bookMessage("BTCUSDT", int64(n), "99", "101"))
				}
				d.wantCandles(t, "BTC-USD", 0)
				peer.send(t, klineMessage("BTCUSDT", d.minute(5), closed), klineMessage("BTCUSDT", d.minute(5), true))
				synctest.Wait()
				d.wantCandles(t, "BTC-USD", 0, 1, 2, 3, 4, 5)
				d.wantLog(t, "binance stream lost", 0)
			})
		})
	}
}

func TestAMinuteThatTheExchangeDoesNotHaveIsPassedOver(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		d.exchange.missing[d.minute(1)] = true
		d.run(t, bitcoin)
		peer := d.connected(t)
		peer.send(t, klineMessage("BTCUSDT", d.minute(0), true))
		synctest.Wait()
		for range 9 {
			time.Sleep(15 * time.Second)
			peer.send(t, bookMessage("BTCUSDT", 1, "99", "101"))
		}
		for range 5 {
			peer.send(t, klineMessage("BTCUSDT", d.minute(2), false))
			synctest.Wait()
		}
		peer.send(t, klineMessage("BTCUSDT", d.minute(2), true), klineMessage("BTCUSDT", d.minute(3), true))
		synctest.Wait()
		d.wantCandles(t, "BTC-USD", 0, 2, 3)
		if asked := len(d.exchange.asked("/api/v3/klines")); asked != 2 {
			t.Errorf("REST was asked %d times for the gap, want 2", asked)
		}
		d.wantLog(t, "binance has no candles for a while", 1)
	})
}

func TestWhatWasMissedBeforeTheFirstConnectionIsFetched(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		_, missed := d.runLate(t, bitcoin, ether)
		d.wantCandles(t, "BTC-USD", missed...)
		d.wantCandles(t, "ETH-USD", missed...)
	})
}

func TestABanOnRESTHoldsBackCandlesButNoPrices(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		d.exchange.reply(reply{http.StatusTeapot, map[string]string{"Retry-After": "120"}, ""})
		peer, missed := d.runLate(t, bitcoin)
		peer.send(t, bookMessage("BTCUSDT", 1, "99", "101"), klineMessage("BTCUSDT", d.minute(len(missed)), true))
		synctest.Wait()
		if got := len(d.sink.ticksOf("BTC-USD")); got != 0 {
			t.Errorf("%d ticks at once, want them to wait a little for the candles", got)
		}
		time.Sleep(11 * time.Second)
		if got := len(d.sink.ticksOf("BTC-USD")); got != 1 {
			t.Errorf("%d ticks after 11 s, want 1", got)
		}
		d.wantCandles(t, "BTC-USD")
		for range 8 {
			time.Sleep(15 * time.Second)
			peer.send(t, bookMessage("BTCUSDT", 1, "99", "101"))
		}
		d.wantCandles(t, "BTC-USD", append(missed, len(missed), len(missed)+1)...)
	})
}

func TestCandlesThatComeDuringALongBanAreNotLost(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		d.exchange.reply(reply{http.StatusTeapot, map[string]string{"Retry-After": "6000"}, ""})
		peer, missed := d.runLate(t, bitcoin)
		open := len(missed)
		listen := func(until int) {
			for open < until {
				time.Sleep(15 * time.Second)
				if present := int(time.Since(d.start) / time.Minute); present > open {
					peer.send(t, klineMessage("BTCUSDT", d.minute(open), true))
					open = present
				}
				peer.send(t, klineMessage("BTCUSDT", d.minute(open), false))
			}
			synctest.Wait()
		}
		listen(90)
		d.wantCandles(t, "BTC-USD")
		listen(120)
		for i, candle := range d.sink.candlesOf("BTC-USD") {
			if !candle.OpenedAt.Equal(d.minute(i)) {
				t.Fatalf("candle %d is of %s, want each minute once", i, candle.OpenedAt)
			}
		}
		if got := len(d.sink.candlesOf("BTC-USD")); got != 120 {
			t.Errorf("%d candles, want 120", got)
		}
	})
}

func TestARefusalForGoodDoesNotStopTheStream(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		no := reply{http.StatusBadRequest, nil, `{"code":-1121,"msg":"Invalid symbol."}`}
		d.exchange.reply(no, no, no) // to the missed minutes, to the book, to the gap
		peer, missed := d.runLate(t, bitcoin)
		peer.send(t, klineMessage("BTCUSDT", d.minute(len(missed)), true), bookMessage("BTCUSDT", 1, "99", "101"))
		synctest.Wait()
		d.wantCandles(t, "BTC-USD", len(missed))
		if got := len(d.sink.ticksOf("BTC-USD")); got != 1 {
			t.Errorf("%d ticks, want 1", got)
		}
		d.wantLog(t, "code -1121: Invalid symbol.", 3)
	})
}

func TestFetchingIsTriedAgainWhileTheConnectionLasts(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		for range 7 { // more than one request fails
			d.exchange.reply(reply{status: http.StatusBadGateway})
		}
		peer, missed := d.runLate(t, bitcoin)
		for range 5 {
			time.Sleep(20 * time.Second)
			peer.send(t, bookMessage("BTCUSDT", 1, "99", "101"))
		}
		if got := len(d.sink.candlesOf("BTC-USD")); got < len(missed) {
			t.Errorf("%d candles, want %d at least", got, len(missed))
		}
		d.wantLog(t, "binance candles cannot be fetched", 1)
	})
}

func TestMalformedMessagesAreDroppedWithALineInTheLog(t *testing.T) {
	good := klineMessage("BTCUSDT", time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC), true)
	for name, message := range map[string]string{
		"nothing":                ``,
		"no JSON":                `{"stream":`,
		"more than one message":  good + good,
		"an array":               `[]`,
		"an unknown stream":      `{"stream":"btcusdt@trade","data":{}}`,
		"no payload":             `{"stream":"btcusdt@kline_1m"}`,
		"no kline":               `{"stream":"btcusdt@kline_1m","data":{"s":"BTCUSDT"}}`,
		"a null kline":           `{"stream":"btcusdt@kline_1m","data":{"s":"BTCUSDT","k":null}}`,
		"a foreign symbol":       strings.ReplaceAll(good, "BTCUSDT", "DOGEUSDT"),
		"nine decimals":          strings.Replace(good, `"v":"12.50000000"`, `"v":"12.500000001"`, 1),
		"a number too large":     strings.Replace(good, `"v":"12.50000000"`, `"v":"99999999999999"`, 1),
		"a negative volume":      strings.Replace(good, `"v":"12.50000000"`, `"v":"-1"`, 1),
		"a high below the close": strings.Replace(good, `"h":"180.50000000"`, `"h":"180.05"`, 1),
		"a price of nothing":     strings.Replace(good, `"l":"179.25000000"`, `"l":"0"`, 1),
		"no open time":           strings.Replace(good, `"t":`, `"z":`, 1) + " ",
		"within a minute":        strings.Replace(good, `"t":946684800000`, `"t":946684800001`, 1),
		"of the far future":      strings.Replace(good, `"t":946684800000`, `"t":1946684820000`, 1),
		"beyond any calendar":    strings.Replace(good, `"t":946684800000`, `"t":9223372036854775807`, 1),
		"bid above ask":          bookMessage("BTCUSDT", 1, "101", "100"),
		"an empty book":          bookMessage("BTCUSDT", 1, "0.00000000", "100"),
		"a word for a price":     bookMessage("BTCUSDT", 1, "NaN", "100"),
		"a sum too large":        bookMessage("BTCUSDT", 1, "92233720368", "92233720368"),
		"an error message":       `{"code":2,"msg":"Invalid request"}`,
	} {
		t.Run(name, func(t *testing.T) {
			onDesk(t, func(t *testing.T, d *desk) {
				d.run(t, bitcoin)
				peer := d.connected(t)
				time.Sleep(time.Second)
				peer.send(t, message)
				synctest.Wait()
				d.wantCandles(t, "BTC-USD")
				if ticks := d.sink.ticksOf("BTC-USD"); len(ticks) != 0 {
					t.Errorf("ticks %v, want none", ticks)
				}
				if name != "no open time" { // that would be 1970, and so merely old
					d.wantLog(t, "binance message dropped", 1)
				}
				peer.send(t, klineMessage("BTCUSDT", d.minute(0), true))
				synctest.Wait()
				d.wantCandles(t, "BTC-USD", 0)
			})
		})
	}
}

func TestAFloodOfMalformedMessagesIsNoFloodOfLogLines(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		d.run(t, bitcoin)
		peer := d.connected(t)
		for range 100 {
			peer.send(t, "?")
		}
		time.Sleep(11 * time.Second)
		peer.send(t, "?")
		synctest.Wait()
		d.wantLog(t, "binance message dropped", 2)
		d.wantLog(t, "dropped=100", 1)
	})
}

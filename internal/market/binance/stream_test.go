package binance_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"

	"bourse/internal/market/binance"
	"bourse/internal/money"
)

func TestADroppedConnectionIsReplacedAndItsGapFilled(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		d.run(t, bitcoin, ether)
		peer := d.connected(t)
		d.sleepUntil(0, 20*time.Second)
		peer.send(t, klineMessage("BTCUSDT", d.minute(0), false))
		peer.CloseNow()
		d.exchange.refuseConnections(&reply{status: http.StatusServiceUnavailable})
		d.sleepUntil(4, 30*time.Second)
		d.wantCandles(t, "BTC-USD")

		d.exchange.refuseConnections(nil)
		peer = d.connected(t)
		var missed []int // four or five, because the pause before the last attempt has jitter
		for minute := range int(time.Since(d.start) / time.Minute) {
			missed = append(missed, minute)
		}
		d.wantCandles(t, "BTC-USD", missed...)
		d.wantCandles(t, "ETH-USD", missed...)
		open := len(missed)
		peer.send(t, klineMessage("BTCUSDT", d.minute(open-1), true), klineMessage("BTCUSDT", d.minute(open), true))
		synctest.Wait()
		d.wantCandles(t, "BTC-USD", append(missed, open)...)
		d.wantLog(t, "binance stream connected", 2)
		d.wantLog(t, "binance candles fetched", 2)
	})
}

func TestALostConnectionTellsWhosePricesDoNotCome(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		dollars := ether
		dollars.Symbol = "ETH-USDT" // priced by the same symbol
		d.run(t, bitcoin, ether, dollars)
		peer := d.connected(t)
		peer.send(t, bookMessage("BTCUSDT", 1, "99", "101"))
		synctest.Wait()
		if len(d.sink.lost) != 0 {
			t.Errorf("lost %v while the connection holds", d.sink.lost)
		}
		d.exchange.refuseConnections(&reply{status: http.StatusServiceUnavailable})
		peer.CloseNow()
		synctest.Wait()
		if want := []string{"BTC-USD", "ETH-USD", "ETH-USDT"}; !slices.Equal(d.sink.lost, want) {
			t.Errorf("lost %v, want %v at once", d.sink.lost, want)
		}
	})
}

func TestATickSaysFromWhenOnItsPricesAre(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		d.run(t, bitcoin, ether)
		peer := d.connected(t)
		time.Sleep(time.Second)
		peer.send(t, bookMessage("BTCUSDT", 1, "100", "100"))
		synctest.Wait()
		heard := time.Now()
		for i, bid := range []string{"110", "90"} {
			time.Sleep(10 * time.Millisecond)
			peer.send(t, bookMessage("BTCUSDT", int64(2+i), bid, bid))
			synctest.Wait()
		}
		last := time.Now()
		time.Sleep(time.Second)
		ticks := d.sink.ticksOf("BTC-USD")
		if len(ticks) != 2 || !ticks[1].From.Equal(heard) || !ticks[1].At.Equal(last) {
			t.Fatalf("ticks %v, want the second from %s, when nothing of it had come, to %s", ticks, heard, last)
		}
		peer.send(t, bookMessage("ETHUSDT", 1, "5", "5"))
		synctest.Wait()
		if ticks := d.sink.ticksOf("ETH-USD"); len(ticks) != 1 || !ticks[0].From.Equal(last) {
			t.Errorf("ticks %v, want one from %s on: had the process stood still since, it could be as old", ticks, last)
		}
	})
}

func TestPausesBetweenConnectionsGrowToAMinute(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		d.run(t, bitcoin)
		var opened []time.Time
		for range 10 {
			d.connected(t).CloseNow()
			opened = append(opened, time.Now())
		}
		if pause := opened[1].Sub(opened[0]); pause < time.Second || pause > 2*time.Second {
			t.Errorf("the first pause is %s, want 1 s to 2 s", pause)
		}
		for i := 7; i < len(opened); i++ {
			if pause := opened[i].Sub(opened[i-1]); pause < 30*time.Second || pause > time.Minute {
				t.Errorf("pause %d is %s, want 30 s to 1 min", i, pause)
			}
		}
	})
}

func TestAConnectionThatHeldForAWhileIsReplacedQuickly(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		d.run(t, bitcoin)
		for range 7 {
			d.connected(t).CloseNow()
		}
		peer := d.connected(t)
		for range 10 {
			time.Sleep(20 * time.Second)
			peer.send(t, bookMessage("BTCUSDT", 1, "99", "101"))
		}
		closed := time.Now()
		go peer.Close(websocket.StatusGoingAway, "24 hours are over")
		d.connected(t)
		if pause := time.Since(closed); pause > 2*time.Second {
			t.Errorf("reconnected after %s, want 2 s at most", pause)
		}
		d.wantLog(t, "24 hours are over", 1)
	})
}

func TestASilentConnectionIsGivenUp(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		d.run(t, bitcoin)
		peer := d.connected(t)
		time.Sleep(29 * time.Second)
		peer.send(t, bookMessage("BTCUSDT", 1, "99", "101"))
		spoke := time.Now()
		<-peer.ended
		if silence := time.Since(spoke); silence != 30*time.Second {
			t.Errorf("given up after %s of silence, want 30 s", silence)
		}
		d.connected(t)
		d.wantLog(t, "nothing came for too long", 1)
	})
}

func TestPingsAreAnsweredAndKeepAQuietConnection(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		d.run(t, bitcoin)
		peer := d.connected(t)
		for range 10 {
			time.Sleep(20 * time.Second)
			if err := peer.Ping(t.Context()); err != nil {
				t.Fatal("ping:", err)
			}
		}
		d.wantLog(t, "binance stream lost", 0)
	})
}

func TestAServerThatIsAboutToShutDownIsLeft(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		d.run(t, bitcoin)
		peer := d.connected(t)
		peer.send(t, `{"stream":"!serverShutdown","data":{"e":"serverShutdown","E":1770123456789}}`)
		<-peer.ended
		d.connected(t)
		d.wantLog(t, "about to shut down", 1)
	})
}

func TestARefusedConnectionWaitsAsLongAsItIsTold(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		d.exchange.refuseConnections(&reply{http.StatusTeapot, map[string]string{"Retry-After": "600"}, `{"code":-1003,"msg":"Way too many requests; IP banned."}`})
		d.run(t, bitcoin)
		synctest.Wait()
		d.exchange.refuseConnections(nil)
		d.connected(t)
		if waited := time.Since(d.start); waited != 10*time.Minute {
			t.Errorf("called again after %s, want 10 min", waited)
		}
		d.wantLog(t, "code -1003: Way too many requests; IP banned.", 1)
	})
}

func TestAnOversizedMessageEndsTheConnectionOnly(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		d.run(t, bitcoin)
		peer := d.connected(t)
		go peer.Write(t.Context(), websocket.MessageText, []byte(`{"stream":"`+strings.Repeat("x", 1<<20)))
		<-peer.ended
		d.connected(t).send(t, bookMessage("BTCUSDT", 1, "99", "101"))
		synctest.Wait()
		if len(d.sink.ticksOf("BTC-USD")) != 1 {
			t.Error("no tick after the new connection")
		}
	})
}

func TestTicksAreConflatedAndCoverWhatTheyReplace(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		d.run(t, bitcoin, ether)
		peer := d.connected(t)
		peer.send(t, bookMessage("BTCUSDT", 1, "100", "100"))
		synctest.Wait()
		for i, bid := range []string{"110", "150", "90", "120"} {
			peer.send(t, bookMessage("BTCUSDT", int64(2+i), bid, bid), bookMessage("ETHUSDT", int64(i), bid, bid))
			time.Sleep(10 * time.Millisecond)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		ticks := d.sink.ticksOf("BTC-USD")
		if len(ticks) != 2 || len(d.sink.ticksOf("ETH-USD")) != 1 {
			t.Fatalf("%d and %d ticks, want 2 and 1", len(ticks), len(d.sink.ticksOf("ETH-USD")))
		}
		last := ticks[1]
		got := []money.Decimal{last.Open, last.High, last.Low, last.Close, last.Bid, last.Ask}
		for i, want := range []int64{110, 150, 90, 120, 120, 120} {
			if got[i] != money.FromInt(want) {
				t.Errorf("open, high, low, close, bid, ask = %v, want 110, 150, 90, 120, 120, 120", got)
				break
			}
		}
		if pause := d.sink.tickAt[1].Sub(d.sink.tickAt[0]); pause != 100*time.Millisecond {
			t.Errorf("the second tick came after %s, want 100 ms", pause)
		}
	})
}

func TestAnOlderBookUpdateIsDropped(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		d.run(t, bitcoin)
		peer := d.connected(t)
		peer.send(t, bookMessage("BTCUSDT", 10, "100", "100"), bookMessage("BTCUSDT", 9, "50", "50"))
		time.Sleep(time.Second)
		ticks := d.sink.ticksOf("BTC-USD")
		if len(ticks) != 1 || ticks[0].Close != money.FromInt(100) {
			t.Fatalf("ticks %v, want one at 100", ticks)
		}

		// Another server may count from a different number, and its quotes must not be lost.
		peer.CloseNow()
		d.connected(t).send(t, bookMessage("BTCUSDT", 1, "70", "70"))
		time.Sleep(time.Second)
		if ticks = d.sink.ticksOf("BTC-USD"); len(ticks) != 2 {
			t.Errorf("%d ticks after a new connection, want 2", len(ticks))
		}
	})
}

func TestAQuietMarketGetsItsFirstQuoteFromTheBook(t *testing.T) {
	onDesk(t, func(t *testing.T, d *desk) {
		d.exchange.book = `[{"symbol":"BTCUSDT","bidPrice":"4.00000000","bidQty":"431.0","askPrice":"6.00000000","askQty":"9.0"},` +
			`{"symbol":"ETHUSDT","bidPrice":"0.00000000","bidQty":"0.0","askPrice":"6.00000000","askQty":"9.0"}]`
		d.run(t, bitcoin, ether)
		d.connected(t)
		ticks := d.sink.ticksOf("BTC-USD")
		if len(ticks) != 1 || ticks[0].Close != money.FromInt(5) {
			t.Errorf("ticks %v, want one at 5", ticks)
		}
		if ticks := d.sink.ticksOf("ETH-USD"); len(ticks) != 0 {
			t.Errorf("ticks %v of a market without bids, want none", ticks)
		}
		asked := d.exchange.asked("/api/v3/ticker/bookTicker")
		if len(asked) != 1 || asked[0].query.Get("symbols") != `["BTCUSDT","ETHUSDT"]` {
			t.Errorf("asked %v, want once for both symbols", asked)
		}
	})
}

// The age of a price must not depend on a clock that is set back meanwhile.
func TestATickHasTheReadingThatNobodySets(t *testing.T) {
	t.Parallel()
	tick := binance.TickBy(time.Now)
	for _, moment := range []time.Time{tick.At, tick.From} {
		if !strings.Contains(moment.String(), " m=") {
			t.Errorf("the tick is dated %s, without the reading of the machine's own clock", moment)
		}
	}
}

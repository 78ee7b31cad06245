package trading_test

import (
	"testing"
	"time"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

func TestTradingIsStreamed(t *testing.T) {
	t.Parallel()
	kit.OnEachVenue(t, kit.Stories{
		"quotes, positions and signals arrive as they happen": streamTells,
		"a stream is the caller's own and of its symbols":     streamIsTheCallers,
		"a stream ends with its session":                      streamEndsWithItsSession,
	})
}

// marks reports whether a message of quotes has a price.
func marks(symbol string, price float64) func(any) bool {
	return func(data any) bool {
		quotes, _ := data.([]any)
		for _, quote := range quotes {
			if object, _ := quote.(map[string]any); object["symbol"] == symbol && object["mark"] == price {
				return true
			}
		}
		return false
	}
}

func streamTells(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	m := v.Register(t)
	stream := m.Listen(t, "")
	quotes := stream.Await(t, "quotes", marks(kit.Xrp, 2))
	if err := kit.AListOf(kit.AnObject(kit.ShapeOfQuote))(quotes); err != nil {
		t.Error(err)
	}
	v.Bar(t, kit.Xrp, "2", "2.01", "2", "2.01")
	stream.Await(t, "quotes", marks(kit.Xrp, 2.01))

	signal := v.Signal(t, "entry_long", kit.Body{"stopLoss": 1.9})
	published := stream.Await(t, "signal", kit.WithField("id", signal))
	if err := kit.AnObject(kit.ShapeOfSignal)(published); err != nil {
		t.Error(err)
	}
	id := m.Opened(t, signal, 30)
	opened := stream.Await(t, "position", kit.WithField("id", id))
	if err := kit.AnObject(kit.ShapeOfPosition)(opened); err != nil {
		t.Error(err)
	}
	kit.WantFields(t, opened.(map[string]any), kit.Body{"status": "open", "quantity": 30, "signalId": signal})
	m.Post(t, kit.Closing(id), kit.Body{"quantity": 10}).Ok(t, 200)
	kit.WantFields(t, stream.Await(t, "position", kit.WithField("id", id)).(map[string]any), kit.Body{"status": "open", "quantity": 20})
	calm(t, v, kit.Xrp)
	v.Bar(t, kit.Xrp, "2", "2", "1.8", "2")
	closed := stream.Await(t, "position", kit.WithField("id", id)).(map[string]any)
	kit.WantFields(t, closed, kit.Body{"status": "closed", "currentPrice": 1.9})
}

func streamIsTheCallers(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	v.Price(t, "BTCUSD", "60000")
	m, stranger := v.Register(t), v.Register(t)
	stream := m.Listen(t, "?symbols=BTCUSD")
	stream.Await(t, "quotes", marks("BTCUSD", 60_000))
	signal := v.Signal(t, "entry_long", nil)
	stranger.Opened(t, signal, 30)
	v.Price(t, kit.Xrp, "2.001")
	mine := m.Opened(t, signal, 30)
	last := v.Signal(t, "hold", kit.Body{"symbol": "BTCUSD"})
	limit := time.NewTimer(kit.Patience)
	defer limit.Stop()
	for isThere := map[any]bool{}; !isThere[mine] || !isThere[last]; {
		select {
		case one := <-stream.Messages:
			if object, isObject := one.Data.(map[string]any); isObject && one.Event != "account" {
				if object["id"] != mine && object["id"] != last {
					t.Errorf("a message that is not for this stream: %v", one)
				}
				isThere[object["id"]] = true
			} else if marks(kit.Xrp, 2.001)(one.Data) {
				t.Errorf("a quote that is not for this stream: %v", one)
			}
		case <-stream.Ended:
			t.Fatal("the stream ended")
		case <-limit.C:
			t.Fatalf("not everything came, but %v", isThere)
		}
	}
}

func streamEndsWithItsSession(t *testing.T, v *kit.Venue) {
	m := v.Register(t)
	stream := m.Listen(t, "")
	stream.Await(t, "quotes", func(any) bool { return true })
	m.Post(t, "/auth/logout", kit.Body{"scope": "local"}).Ok(t, 200)
	ending := testkit.StartStopwatch()
	if told := stream.Await(t, "end", func(any) bool { return true }); !kit.WithField("reason", "session_ended")(told) {
		t.Errorf("the stream ends with %v", told)
	}
	<-stream.Ended
	if took := ending.Elapsed(); took > 12*time.Second { // a second at most; it was fifteen
		t.Errorf("the stream went on for %s without its session", took)
	}
}

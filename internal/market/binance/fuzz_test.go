package binance_test

import (
	"errors"
	"testing"
	"time"

	"bourse/internal/market/binance"
)

// FuzzAMessageIsReadOrMalformed holds that no message, whatever its bytes, does anything else to the parser.
func FuzzAMessageIsReadOrMalformed(f *testing.F) {
	f.Add([]byte(klineMessage("BTCUSDT", time.Unix(946684800, 0), true)))
	f.Add([]byte(bookMessage("BTCUSDT", 400900217, "25.35190000", "25.36520000")))
	f.Add([]byte(`{"stream":"!serverShutdown","data":{"e":"serverShutdown","E":1770123456789}}`))
	f.Add([]byte(`{"result":null,"id":1}`))
	f.Add([]byte(`{"stream":"btcusdt@kline_1m","data":{"k":[[[[`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if err := binance.ParseMessage(text); err != nil && !errors.Is(err, binance.ErrMalformed) {
			t.Errorf("%q: %v, which is not malformed", text, err)
		}
	})
}

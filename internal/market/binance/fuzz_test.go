package binance_test

import (
	"errors"
	"testing"
	"time"

	"bourse/internal/market/binance"
)

// FuzzAMessageIsReadOrMalformed checks that any message, whatever its bytes, is parsed or malformed.
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

// FuzzAHistoryIsReadOrMalformed checks the same for the history of a symbol.
func FuzzAHistoryIsReadOrMalformed(f *testing.F) {
	f.Add([]byte(`[[1499040000000,"0.01634790","0.80000000","0.01575800","0.01577100","148976.11427815",1499644799999,"2434.19055334",308,"1756.87402397","28.46694368","0"]]`))
	f.Add([]byte(`[[1499040000000],[null],[],"x",[1e999,"NaN"]]`))
	f.Add([]byte(`[[[[[[[[`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if _, err := binance.ParseKlines(text); err != nil && !errors.Is(err, binance.ErrMalformed) {
			t.Errorf("%q: %v, which is not malformed", text, err)
		}
	})
}

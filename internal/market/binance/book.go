package binance

import (
	"context"
	"encoding/json"
	"net/url"

	"github.com/go-faster/jx"
)

// book requests the current best bid and ask of the symbols. The stream only reports changes, and a quiet market may have
// none for a while. A symbol with an empty side of its book is left out. It fails as get does, and with errMalformed.
func (c *client) book(ctx context.Context, symbols []string) (map[string]quote, error) {
	list, err := json.Marshal(symbols)
	if err != nil {
		return nil, err
	}
	got, err := c.get(ctx, "/api/v3/ticker/bookTicker", url.Values{"symbols": {string(list)}})
	if err != nil {
		return nil, err
	}
	quotes := make(map[string]quote, len(symbols))
	err = jx.DecodeBytes(got.body).Arr(func(decoder *jx.Decoder) error {
		symbol, standing, err := decodeBook(decoder)
		if err == nil && standing.complete() == nil {
			quotes[symbol] = standing
		}
		return err
	})
	if err != nil {
		return nil, malformed("book tickers: %s", err)
	}
	return quotes, nil
}

func decodeBook(decoder *jx.Decoder) (symbol string, standing quote, err error) {
	err = decoder.ObjBytes(func(decoder *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "symbol":
			symbol, err = decoder.Str()
		case "bidPrice":
			standing.bid, err = number(decoder)
		case "askPrice":
			standing.ask, err = number(decoder)
		default:
			err = decoder.Skip()
		}
		return err
	})
	return symbol, standing, err
}

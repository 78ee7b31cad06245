package binance

import (
	"strings"
	"time"

	"github.com/go-faster/jx"

	"bourse/internal/market"
	"bourse/internal/money"
)

// message is a message of the stream: about a symbol either a quote or a kline, or that the server is about to shut down.
type message struct {
	symbol   string
	quote    *quote
	kline    *kline
	shutdown bool
}

// parseMessage parses {"stream": name, "data": payload}. It fails with errMalformed for everything else, whatever the bytes
// are. Keys are case-sensitive, as "b" is a price and "B" a quantity.
func parseMessage(text []byte) (message, error) {
	var stream string
	var data jx.Raw
	if !jx.Valid(text) {
		return message{}, malformed("no JSON")
	}
	err := jx.DecodeBytes(text).ObjBytes(func(decoder *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "stream":
			stream, err = decoder.Str()
		case "data":
			data, err = decoder.Raw()
		default:
			err = decoder.Skip()
		}
		return err
	})
	if err != nil {
		return message{}, malformed("%s", err)
	}
	switch _, kind, _ := strings.Cut(stream, "@"); {
	case stream == "!serverShutdown":
		return message{shutdown: true}, nil
	case kind == "bookTicker":
		return parseBookTicker(data)
	case kind == "kline_1m":
		return parseKlineEvent(data)
	}
	return message{}, malformed("the stream %q", printable(stream))
}

func parseBookTicker(data []byte) (message, error) {
	var parsed message
	var book quote
	err := jx.DecodeBytes(data).ObjBytes(func(decoder *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "u":
			book.update, err = decoder.Int64()
		case "s":
			parsed.symbol, err = decoder.Str()
		case "b":
			book.bid, err = number(decoder)
		case "a":
			book.ask, err = number(decoder)
		default:
			err = decoder.Skip()
		}
		return err
	})
	if err != nil {
		return message{}, malformed("a book ticker: %s", err)
	}
	if err := book.complete(); err != nil {
		return message{}, err
	}
	parsed.quote = &book
	return parsed, nil
}

func parseKlineEvent(data []byte) (message, error) {
	var parsed message
	err := jx.DecodeBytes(data).ObjBytes(func(decoder *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "s":
			parsed.symbol, err = decoder.Str()
		case "k":
			parsed.kline, err = decodeKline(decoder)
		default:
			err = decoder.Skip()
		}
		return err
	})
	switch {
	case err != nil:
		return message{}, malformed("a kline: %s", err)
	case parsed.kline == nil:
		return message{}, malformed("a kline event without a kline")
	}
	if err := parsed.kline.check(); err != nil {
		return message{}, err
	}
	if !parsed.kline.openedAt.Equal(market.Minute.Start(parsed.kline.openedAt)) {
		return message{}, malformed("a kline that opens within a minute, at %s", parsed.kline.openedAt)
	}
	return parsed, nil
}

func decodeKline(decoder *jx.Decoder) (*kline, error) {
	var parsed kline
	return &parsed, decoder.ObjBytes(func(decoder *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "t":
			parsed.openedAt, err = moment(decoder)
		case "T":
			parsed.closesAt, err = moment(decoder)
		case "o":
			parsed.open, err = number(decoder)
		case "h":
			parsed.high, err = number(decoder)
		case "l":
			parsed.low, err = number(decoder)
		case "c":
			parsed.close, err = number(decoder)
		case "v":
			parsed.volume, err = number(decoder)
		case "x":
			parsed.closed, err = decoder.Bool()
		default:
			err = decoder.Skip()
		}
		return err
	})
}

// number parses a decimal number in a string.
func number(decoder *jx.Decoder) (money.Decimal, error) {
	text, err := decoder.Str()
	if err != nil {
		return money.Zero, err
	}
	return money.Parse(text)
}

// moment parses milliseconds since 1970. Times outside any calendar we write are refused, because arithmetic on them would
// overflow.
func moment(decoder *jx.Decoder) (time.Time, error) {
	const year3000 = 32503680000000
	milliseconds, err := decoder.Int64()
	if err != nil {
		return time.Time{}, err
	}
	if milliseconds < 0 || milliseconds > year3000 {
		return time.Time{}, malformed("the time %d", milliseconds)
	}
	return time.UnixMilli(milliseconds).UTC(), nil
}

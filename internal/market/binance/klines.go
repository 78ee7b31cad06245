package binance

import (
	"context"
	"net/url"
	"strconv"
	"time"

	"github.com/go-faster/jx"

	"bourse/internal/market"
)

// klinesPerPage is the most that the exchange sends at once.
const klinesPerPage = 1000

// klines passes on the closed klines with from <= openedAt < to, oldest first, page by page; a zero `to` means all there
// are. A kline is closed when the exchange's clock says so. It fails as get does, and with errMalformed; the pages before
// the failure have been passed on by then.
func (c *client) klines(ctx context.Context, symbol string, interval market.Interval, from, to time.Time, take func([]kline)) error {
	for to.IsZero() || from.Before(to) {
		query := url.Values{
			"symbol":    {symbol},
			"interval":  {interval.String()},
			"startTime": {milliseconds(from)},
			"limit":     {strconv.Itoa(klinesPerPage)},
		}
		if !to.IsZero() {
			query.Set("endTime", milliseconds(to.Add(-time.Millisecond)))
		}
		got, err := c.get(ctx, "/api/v3/klines", query)
		if err != nil {
			return err
		}
		rows, dropped, err := parseKlines(got.body)
		if err != nil {
			return err
		}
		if dropped.count >= klinesPerPage {
			return dropped.first // there is no valid row to continue from
		}
		if dropped.count > 0 {
			c.logger.WarnContext(ctx, "binance sent malformed candles", "symbol", symbol, "dropped", dropped.count, "error", dropped.first)
		}

		next := from
		var page []kline
		for _, row := range rows {
			// A row that is out of order or was not requested would be delivered twice.
			if row.openedAt.Before(next) || !to.IsZero() && !row.openedAt.Before(to) {
				continue
			}
			if !row.closesAt.Before(got.at) {
				break
			}
			page = append(page, row)
			next = row.openedAt.Add(interval.Duration())
		}
		if len(page) > 0 {
			take(page)
		}
		if len(rows)+dropped.count < klinesPerPage || len(page) == 0 {
			return nil
		}
		from = next
	}
	return nil
}

func milliseconds(at time.Time) string {
	return strconv.FormatInt(max(at.UnixMilli(), 0), 10)
}

// droppedRows are the number of unusable rows, and the error of the first one.
type droppedRows struct {
	count int
	first error
}

// parseKlines parses an array of klines, which are arrays themselves. A row with numbers out of our range is dropped; it
// fails with errMalformed when the whole is not an array of arrays.
func parseKlines(body []byte) ([]kline, droppedRows, error) {
	var rows []kline
	var dropped droppedRows
	err := jx.DecodeBytes(body).Arr(func(decoder *jx.Decoder) error {
		raw, err := decoder.Raw()
		if err != nil {
			return err
		}
		row, err := parseKlineRow(raw)
		if err != nil {
			if dropped.count++; dropped.first == nil {
				dropped.first = err
			}
			return nil
		}
		rows = append(rows, row)
		return nil
	})
	if err != nil {
		return nil, droppedRows{}, malformed("klines: %s", err)
	}
	return rows, dropped, nil
}

func parseKlineRow(raw []byte) (kline, error) {
	row := kline{closed: true}
	column := 0
	err := jx.DecodeBytes(raw).Arr(func(decoder *jx.Decoder) (err error) {
		switch column {
		case 0:
			row.openedAt, err = moment(decoder)
		case 1:
			row.open, err = number(decoder)
		case 2:
			row.high, err = number(decoder)
		case 3:
			row.low, err = number(decoder)
		case 4:
			row.close, err = number(decoder)
		case 5:
			row.volume, err = number(decoder)
		case 6:
			row.closesAt, err = moment(decoder)
		default:
			err = decoder.Skip()
		}
		column++
		return err
	})
	switch {
	case err != nil:
		return kline{}, malformed("a kline: %s", err)
	case column < 7:
		return kline{}, malformed("a kline of %d columns", column)
	}
	return row, row.check()
}

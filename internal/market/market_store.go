package market

import (
	"context"
	"slices"
	"strings"
	"time"

	"bourse/internal/database"
)

// instrument is an instrument as stored.
type instrument struct {
	Instrument
	createdAt, updatedAt time.Time
}

var instrumentTable = database.NewTable("instruments", func(i *instrument, column database.Define) {
	column("symbol", &i.Symbol)
	column("name", &i.Name)
	column("kind", &i.Kind)
	column("base_asset", &i.BaseAsset)
	column("quote_asset", &i.QuoteAsset)
	column("venue_symbol", &i.VenueSymbol)
	column("session", &i.Session)
	column("tick_size", &i.TickSize)
	column("lot_step", &i.LotStep)
	column("spread_bp", &i.SpreadBP)
	column("reference_price", &i.ReferencePrice)
	column("annual_volatility", &i.AnnualVolatility)
	column("is_active", &i.IsActive)
	column("created_at", &i.createdAt)
	column("updated_at", &i.updatedAt)
})

func loadInstruments(ctx context.Context, db database.Querier) ([]Instrument, error) {
	stored, err := instrumentTable.AllValues(db.Query(ctx, `SELECT `+instrumentTable.Columns()+` FROM instruments ORDER BY symbol`))
	instruments := make([]Instrument, len(stored))
	for i := range stored {
		instruments[i] = stored[i].Instrument
	}
	return instruments, err
}

// insertInstruments writes the instruments that do not exist yet.
func insertInstruments(ctx context.Context, db *database.DB, instruments []Instrument, now time.Time) error {
	stored := make([]*instrument, len(instruments))
	for i := range instruments {
		stored[i] = &instrument{instruments[i], now, now}
	}
	return db.InTx(ctx, func(tx *database.Tx) error {
		_, err := instrumentTable.InsertOr(ctx, tx, `ON CONFLICT (symbol) DO NOTHING`, stored...)
		return err
	})
}

const candleColumns = `symbol, seconds, opened_at, open, high, low, close, volume`

func scanCandle(row database.Row) (c Candle, err error) {
	var seconds int64
	err = row.Scan(&c.Symbol, &seconds, database.Time(&c.OpenedAt), &c.Open, &c.High, &c.Low, &c.Close, &c.Volume)
	c.Interval = Interval(time.Duration(seconds) * time.Second)
	return c, err
}

func seconds(interval Interval) int64 { return int64(interval.Duration() / time.Second) }

// insertCandles writes the candles that do not exist yet and returns those it wrote, in the order of the table. All writers
// use that order, so that they cannot deadlock.
func insertCandles(ctx context.Context, tx *database.Tx, candles []Candle) ([]Candle, error) {
	const columns = 8
	candles = slices.Clone(candles)
	slices.SortFunc(candles, inTableOrder)
	var written []Candle
	err := database.InBatches(candles, func(batch []Candle) error {
		args := make([]any, 0, columns*len(batch))
		for _, c := range batch {
			args = append(args, c.Symbol, seconds(c.Interval), database.Micros(c.OpenedAt),
				c.Open, c.High, c.Low, c.Close, c.Volume)
		}
		rows, err := tx.Query(ctx, `
			INSERT INTO candles (`+candleColumns+`)
			VALUES `+database.Placeholders(len(batch), columns)+`
			ON CONFLICT (symbol, seconds, opened_at) DO NOTHING
			RETURNING `+candleColumns, args...)
		inserted, err := database.Collect(rows, err, scanCandle)
		written = append(written, inserted...)
		return err
	})
	return written, err
}

func inTableOrder(a, b Candle) int {
	if order := strings.Compare(a.Symbol, b.Symbol); order != 0 {
		return order
	}
	if a.Interval != b.Interval {
		return int(seconds(a.Interval) - seconds(b.Interval))
	}
	return a.OpenedAt.Compare(b.OpenedAt)
}

// selectCandles reads the newest candles of [from, to), oldest first.
func selectCandles(ctx context.Context, db database.Querier, symbol string, interval Interval, from, to time.Time, limit int) ([]Candle, error) {
	rows, err := db.Query(ctx, `
		SELECT `+candleColumns+`
		FROM candles
		WHERE symbol = $1 AND seconds = $2 AND opened_at >= $3 AND opened_at < $4
		ORDER BY opened_at DESC
		LIMIT $5`, symbol, seconds(interval), database.Micros(from), database.Micros(to), limit)
	candles, err := database.Collect(rows, err, scanCandle)
	slices.Reverse(candles)
	return candles, err
}

// selectMinutes reads the minutes of several symbols in [from, to), by symbol and oldest first.
func selectMinutes(ctx context.Context, db database.Querier, symbols []string, from, to time.Time) ([]Candle, error) {
	arguments := database.Arguments{database.Micros(from), database.Micros(to)}
	list := database.AddAll(&arguments, symbols)
	rows, err := db.Query(ctx, `
		SELECT `+candleColumns+`
		FROM candles
		WHERE symbol IN `+list+` AND seconds = 60 AND opened_at >= $1 AND opened_at < $2
		ORDER BY symbol, opened_at`, arguments...)
	return database.Collect(rows, err, scanCandle)
}

// newestCandles reads the newest minute of every symbol, or its newest day if that ends later.
func newestCandles(ctx context.Context, db database.Querier) (map[string]Candle, error) {
	newest := map[string]Candle{}
	for _, interval := range [...]Interval{Minute, Day} {
		candles, err := candlesAtEdge(ctx, db, interval, "MAX")
		if err != nil {
			return nil, err
		}
		for _, c := range candles {
			known, ok := newest[c.Symbol]
			if !ok || c.OpenedAt.Add(c.Interval.Duration()).After(known.OpenedAt.Add(known.Interval.Duration())) {
				newest[c.Symbol] = c
			}
		}
	}
	return newest, nil
}

// candlesAtEdge reads the first (MIN) or last (MAX) candle of every symbol.
func candlesAtEdge(ctx context.Context, db database.Querier, interval Interval, edge string) ([]Candle, error) {
	rows, err := db.Query(ctx, `
		SELECT c.symbol, c.seconds, c.opened_at, c.open, c.high, c.low, c.close, c.volume
		FROM instruments i
		JOIN candles c ON c.symbol = i.symbol AND c.seconds = $1 AND c.opened_at =
			(SELECT `+edge+`(e.opened_at) FROM candles e WHERE e.symbol = i.symbol AND e.seconds = $1)`,
		seconds(interval))
	return database.Collect(rows, err, scanCandle)
}

// newestSpan reads the candles of every symbol that open at most a span before the symbol's newest one of the interval.
func newestSpan(ctx context.Context, db database.Querier, interval Interval, span time.Duration) ([]Candle, error) {
	rows, err := db.Query(ctx, `
		WITH newest AS MATERIALIZED (
			SELECT i.symbol, (SELECT MAX(e.opened_at) FROM candles e WHERE e.symbol = i.symbol AND e.seconds = $1) AS opened_at
			FROM instruments i
		)
		SELECT c.symbol, c.seconds, c.opened_at, c.open, c.high, c.low, c.close, c.volume
		FROM newest n
		JOIN candles c ON c.symbol = n.symbol AND c.seconds = $1 AND c.opened_at >= n.opened_at - $2`,
		seconds(interval), span.Microseconds())
	return database.Collect(rows, err, scanCandle)
}

// storedOpenings reads the opening times of the stored candles of a symbol and interval, from the given moment on.
func storedOpenings(ctx context.Context, db database.Querier, symbol string, interval Interval, from time.Time) ([]time.Time, error) {
	rows, err := db.Query(ctx, `
		SELECT opened_at FROM candles
		WHERE symbol = $1 AND seconds = $2 AND opened_at >= $3
		ORDER BY opened_at`, symbol, seconds(interval), database.Micros(from))
	return database.Collect(rows, err, func(row database.Row) (at time.Time, err error) {
		err = row.Scan(database.Time(&at))
		return at, err
	})
}

// deleteCandles deletes the oldest candles of a series before the given moment, at most limit of them, and returns how
// many.
func deleteCandles(ctx context.Context, tx *database.Tx, of Series, before time.Time, limit int) (int64, error) {
	return tx.Exec(ctx, `
		DELETE FROM candles WHERE symbol = $1 AND seconds = $2 AND opened_at IN (
			SELECT opened_at FROM candles WHERE symbol = $1 AND seconds = $2 AND opened_at < $3
			ORDER BY opened_at LIMIT $4)`,
		of.Symbol, seconds(of.Interval), database.Micros(before), limit)
}

// oldestMinute reads the opening time of the first stored minute of a symbol; the zero time without one.
func oldestMinute(ctx context.Context, db database.Querier, symbol string) (oldest time.Time, err error) {
	err = db.QueryRow(ctx, `SELECT MIN(opened_at) FROM candles WHERE symbol = $1 AND seconds = 60`, symbol).
		Scan(database.Time(&oldest))
	return oldest, err
}

// NewestCandles returns the opening time of the newest stored candle of each series, in one query. A series without candles
// is left out.
func (m *Market) NewestCandles(ctx context.Context, wanted []Series) (map[Series]time.Time, error) {
	newest := make(map[Series]time.Time, len(wanted))
	err := database.InBatches(wanted, func(batch []Series) error {
		arguments := make([]any, 0, len(batch)*2)
		for _, s := range batch {
			arguments = append(arguments, s.Symbol, int64(s.Interval.Duration()/time.Second))
		}
		rows, err := m.db.Query(ctx, `
			SELECT v.column1, v.column2, (SELECT MAX(c.opened_at) FROM candles c WHERE c.symbol = v.column1 AND c.seconds = v.column2)
			FROM (VALUES `+database.TypedPlaceholders(len(batch), "TEXT", "BIGINT")+`) v`, arguments...)
		err = database.EachRow(rows, err, func(row database.Row) error {
			var s Series
			var seconds int64
			var opened time.Time
			if err := row.Scan(&s.Symbol, &seconds, database.Time(&opened)); err != nil {
				return err
			}
			if !opened.IsZero() {
				s.Interval = Interval(time.Duration(seconds) * time.Second)
				newest[s] = opened
			}
			return nil
		})
		return err
	})
	return newest, err
}

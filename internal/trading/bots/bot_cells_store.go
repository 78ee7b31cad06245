package bots

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"time"

	"github.com/go-faster/jx"

	"bourse/internal/market"
)

// How the columns of a bot are kept that are no plain values. Lists of bots are read often, and reading their JSON is
// most of what a row costs: so it is read without reflection.

type parametersCell struct{ target *map[string]float64 }

func (c parametersCell) Scan(value any) error {
	parameters := make(map[string]float64, 8)
	*c.target = parameters
	return decoded(value, func(d *jx.Decoder) error {
		return d.Obj(func(d *jx.Decoder, name string) (err error) {
			parameters[name], err = d.Float64()
			return err
		})
	})
}

func (c parametersCell) Value() (driver.Value, error) {
	parameters := *c.target
	if parameters == nil {
		parameters = map[string]float64{}
	}
	text, err := json.Marshal(parameters)
	return string(text), err
}

type symbolsCell struct{ target *[]string }

func (c symbolsCell) Scan(value any) error {
	return decoded(value, func(d *jx.Decoder) error {
		return d.Arr(func(d *jx.Decoder) error {
			symbol, err := d.Str()
			*c.target = append(*c.target, symbol)
			return err
		})
	})
}

func (c symbolsCell) Value() (driver.Value, error) {
	text, err := json.Marshal(*c.target)
	return string(text), err
}

func decoded(value any, read func(*jx.Decoder) error) error {
	switch text := value.(type) {
	case string:
		return read(jx.DecodeStr(text))
	case []byte:
		return read(jx.DecodeBytes(text))
	}
	return fmt.Errorf("JSON is stored as a text, not as %T", value)
}

// secondsCell keeps an interval in seconds.
type secondsCell struct{ target *market.Interval }

func (c secondsCell) Scan(value any) error {
	seconds, is := value.(int64)
	if !is {
		return fmt.Errorf("an interval is stored as a number, not as %T", value)
	}
	*c.target = market.Interval(time.Duration(seconds) * time.Second)
	return nil
}

func (c secondsCell) Value() (driver.Value, error) {
	return int64(c.target.Duration() / time.Second), nil
}

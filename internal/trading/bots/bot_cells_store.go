package bots

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"

	"github.com/go-faster/jx"
)

// How those columns of a bot are stored that are not plain values. Lists of bots are read often, and decoding their JSON is
// most of a row's cost, so it is done without reflection.

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

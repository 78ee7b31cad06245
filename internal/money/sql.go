package money

import (
	"database/sql/driver"
	"fmt"
	"strconv"
)

// Value stores the units as an integer.
func (d Decimal) Value() (driver.Value, error) { return d.units, nil }

// Scan reads units. An engine that sums integers into a wider type returns text, which is accepted if it is a whole
// number that fits. Everything else fails, including NULL: scan a nullable column into sql.Null[money.Decimal].
func (d *Decimal) Scan(source any) error {
	var units int64
	switch value := source.(type) {
	case int64:
		units = value
	case string:
		return d.scanText(value)
	case []byte:
		return d.scanText(string(value))
	default:
		return fmt.Errorf("a decimal cannot be read from a column of type %T", source)
	}
	if units < -maxUnits {
		// Not ErrTooLarge: a wrong value in the database is not the client's fault.
		return fmt.Errorf("%d units are no decimal", units)
	}
	d.units = units
	return nil
}

func (d *Decimal) scanText(text string) error {
	units, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return fmt.Errorf("a decimal cannot be read from the column: %w", err)
	}
	return d.Scan(units)
}

package market

import (
	"database/sql/driver"
	"fmt"
	"time"
)

// Seconds stores an interval in a column, in seconds.
type Seconds struct{ Target *Interval }

// Scan reads the interval. It fails unless the value is a number.
func (c Seconds) Scan(value any) error {
	seconds, is := value.(int64)
	if !is {
		return fmt.Errorf("an interval is stored as a number, not as %T", value)
	}
	*c.Target = Interval(time.Duration(seconds) * time.Second)
	return nil
}

// Value is the interval in seconds.
func (c Seconds) Value() (driver.Value, error) { return seconds(*c.Target), nil }

package webhook

import "time"

// Timestamp is a time in an event's data, in the format of the API: UTC, with three decimals.
type Timestamp struct{ time.Time }

// At returns the timestamp of a moment; of the zero time, no timestamp.
func At(moment time.Time) Timestamp { return Timestamp{moment} }

// MarshalJSON writes the timestamp.
func (t Timestamp) MarshalJSON() ([]byte, error) {
	return t.UTC().AppendFormat(make([]byte, 0, 26), `"2006-01-02T15:04:05.000Z"`), nil
}

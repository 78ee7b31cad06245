package secret

import (
	"encoding/json"
	"log/slog"
)

// hidden is what a ring prints as.
const hidden = "secret.Keyring(hidden)"

// The methods below have value receivers, so that a dereferenced ring hides its keys too.

// String keeps the keys out of %v, %+v and %s.
func (Keyring) String() string { return hidden }

// GoString keeps the keys out of %#v.
func (Keyring) GoString() string { return hidden }

// LogValue keeps the keys out of the log.
func (Keyring) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalJSON keeps the keys out of JSON.
func (Keyring) MarshalJSON() ([]byte, error) { return json.Marshal(hidden) }

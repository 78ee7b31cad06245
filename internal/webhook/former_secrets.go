package webhook

import (
	"encoding/json"
	"slices"
	"time"
)

// secretOverlap is how long a secret still signs after it was replaced.
const secretOverlap = 24 * time.Hour

// mostFormerSecrets is how many secrets may sign beside the current one: each adds a signature to every request.
const mostFormerSecrets = 5

// formerSecret is a signing secret that was replaced. It signs too, until it expires.
type formerSecret struct {
	Secret string    `json:"secret"`
	Until  time.Time `json:"until"`
}

// formerSecrets are those of an endpoint, most recently replaced first.
type formerSecrets []formerSecret

// signing returns those that still sign.
func (f formerSecrets) signing(now time.Time) formerSecrets {
	return slices.DeleteFunc(slices.Clone(f), func(former formerSecret) bool { return !now.Before(former.Until) })
}

// until returns when the last of them expires.
func (f formerSecrets) until() (last time.Time) {
	if len(f) > 0 {
		last = f[0].Until
	}
	return last
}

// text returns the form in which they are sealed; empty without any. A single one is written as it is, and its expiry
// in a column of its own, because older versions read only that.
func (f formerSecrets) text() (string, error) {
	switch len(f) {
	case 0:
		return "", nil
	case 1:
		return f[0].Secret, nil
	}
	encoded, err := json.Marshal(f)
	return string(encoded), err
}

// readFormerSecrets reads what text wrote.
func readFormerSecrets(text string, until time.Time) (former formerSecrets) {
	if text == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(text), &former); err != nil || len(former) < 2 { // any text may be a secret
		return formerSecrets{{text, until}}
	}
	return former
}

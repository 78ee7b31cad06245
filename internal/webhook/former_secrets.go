package webhook

import (
	"encoding/json"
	"slices"
	"time"
)

// secretOverlap is how long a secret goes on signing after a rotation.
const secretOverlap = 24 * time.Hour

// mostFormerSecrets is how many secrets sign beside the present one: each costs every request a signature.
const mostFormerSecrets = 5

// formerSecret is a signing secret from before a rotation. It signs too, until its time is over.
type formerSecret struct {
	Secret string    `json:"secret"`
	Until  time.Time `json:"until"`
}

// formerSecrets are those of an endpoint, the one that was replaced last first.
type formerSecrets []formerSecret

// signing are those that still sign.
func (f formerSecrets) signing(now time.Time) formerSecrets {
	return slices.DeleteFunc(slices.Clone(f), func(former formerSecret) bool { return !now.Before(former.Until) })
}

// until is when the last of them ends.
func (f formerSecrets) until() (last time.Time) {
	if len(f) > 0 {
		last = f[0].Until
	}
	return last
}

// text is what is sealed of them; nothing when there are none. A single one is written as it is, with its end beside it, as
// versions that knew no others read it.
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
	if err := json.Unmarshal([]byte(text), &former); err != nil || len(former) < 2 { // a secret may be any text
		return formerSecrets{{text, until}}
	}
	return former
}

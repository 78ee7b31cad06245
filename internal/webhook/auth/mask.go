package auth

import (
	"encoding/json"
	"log/slog"
	"maps"
	"unicode/utf8"
)

// Mask stands in for a secret that is not shown.
const Mask = "••••"

const (
	shownAtEnd = 4
	// shortestShown is the minimum length of a secret whose end is shown: four characters of an eight-character
	// password would be half of it.
	shortestShown = 16
)

// secretOf names the one secret among the settings of each kind.
var secretOf = map[string]string{Basic: "password", Bearer: "token", HMAC: "secret", OAuth2: "clientSecret"}

// Masked shows only as much of a secret as tells two apart: the last four characters of a long one. An empty one stays
// empty, since it is no secret that there is none.
func Masked(secret string) string {
	count := utf8.RuneCountInString(secret)
	switch {
	case secret == "":
		return ""
	case count < shortestShown:
		return Mask
	}
	runes := []rune(secret)
	return Mask + string(runes[count-shownAtEnd:])
}

// settings are common to all methods: the configuration, kept out of all output.
type settings struct {
	kind   string
	values map[string]any
}

func (s settings) Kind() string { return s.kind }

func (s settings) Config() json.RawMessage { return encode(s.values) }

func (s settings) Masked() json.RawMessage {
	masked := maps.Clone(s.values)
	if secret, has := masked[secretOf[s.kind]].(string); has {
		masked[secretOf[s.kind]] = Masked(secret)
	}
	return encode(masked)
}

func encode(values map[string]any) json.RawMessage {
	if len(values) == 0 {
		return json.RawMessage("{}")
	}
	text, err := json.Marshal(values)
	if err != nil {
		panic("auth: settings of strings cannot be encoded: " + err.Error())
	}
	return text
}

// String keeps the secret out of %v, %+v and %s.
func (s settings) String() string { return "auth." + s.kind }

// GoString keeps the secret out of %#v.
func (s settings) GoString() string { return s.String() }

// LogValue keeps the secret out of the log.
func (s settings) LogValue() slog.Value { return slog.StringValue(s.String()) }

// MarshalJSON keeps the secret out of JSON written by accident.
func (s settings) MarshalJSON() ([]byte, error) { return s.Masked(), nil }

// Merge prepares a client's changed settings for Parse: it replaces the mask of the current secret, sent back by the
// client, by the secret. It leaves other masks for Parse to refuse, and also the mask of clientSecret when tokenUrl
// changes: editing an endpoint must not be a way to have an unreadable secret sent to a server of one's choice.
func Merge(present Method, kind string, config []byte) []byte {
	secret := secretOf[kind]
	var changed, kept map[string]any
	if present.Kind() != kind || secret == "" || json.Unmarshal(config, &changed) != nil {
		return config
	}
	if err := json.Unmarshal(present.Config(), &kept); err != nil {
		return config
	}
	value, isText := kept[secret].(string)
	if !isText || changed[secret] != Masked(value) || kind == OAuth2 && changed["tokenUrl"] != kept["tokenUrl"] {
		return config
	}
	changed[secret] = value
	return encode(changed)
}

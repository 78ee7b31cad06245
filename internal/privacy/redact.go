package privacy

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/google/uuid"
)

// personal are the fields of events that tell who somebody is, where they are or what they have written.
var personal = map[string]bool{
	"email": true, "previousEmail": true, "phone": true, "phoneNumber": true, "displayName": true, "locale": true, "timeZone": true,
	"ipAddress": true, "userAgent": true, "device": true, "name": true, "note": true, "holder": true, "holderName": true, "authorName": true,
}

const (
	erasedText = "erased"
	unreadable = "{}" // what is left of an event that is no JSON
)

// withoutPerson returns an event in which nothing personal is left in what carries the person's id, or is inside of it.
// What tells of others stays. Of an event that cannot be read nothing stays: it must hold up nobody's erasure.
func withoutPerson(body string, person uuid.UUID) string {
	reader := json.NewDecoder(strings.NewReader(body))
	reader.UseNumber() // money stays to the last decimal
	var event any
	if err := reader.Decode(&event); err != nil {
		return unreadable
	}
	redact(event, person.String(), false)
	var written bytes.Buffer
	writer := json.NewEncoder(&written)
	writer.SetEscapeHTML(false)
	if err := writer.Encode(event); err != nil {
		return unreadable
	}
	return strings.TrimSpace(written.String())
}

func redact(value any, person string, isTheirs bool) {
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			redact(item, person, isTheirs)
		}
	case map[string]any:
		if whose, ok := value["userId"].(string); ok {
			isTheirs = whose == person
		} else if value["id"] == person {
			isTheirs = true
		}
		for key, member := range value {
			if text, ok := member.(string); ok && isTheirs && personal[key] && text != "" {
				value[key] = erasedText
				continue
			}
			redact(member, person, isTheirs)
		}
	}
}

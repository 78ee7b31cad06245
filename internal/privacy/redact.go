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
	"destinationHint": true, "credentialHint": true, "providerReference": true,
}

// ofNotices are further ones of the event that a notice was created, which repeats the note of an alert. Elsewhere a title may be
// that of a lesson, which is nobody's.
var ofNotices = map[string]bool{"title": true, "text": true}

const noticeCreated = "trading.notice.created"

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
	fields, _ := event.(map[string]any)
	redaction{person.String(), fields["type"] == noticeCreated}.redact(event, false)
	var written bytes.Buffer
	writer := json.NewEncoder(&written)
	writer.SetEscapeHTML(false)
	if err := writer.Encode(event); err != nil {
		return unreadable
	}
	return strings.TrimSpace(written.String())
}

// redaction is whom an event is to forget.
type redaction struct {
	person   string
	isNotice bool
}

func (r redaction) isPersonal(field string) bool {
	return personal[field] || r.isNotice && ofNotices[field]
}

func (r redaction) redact(value any, isTheirs bool) {
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			r.redact(item, isTheirs)
		}
	case map[string]any:
		if whose, ok := value["userId"].(string); ok {
			isTheirs = whose == r.person
		} else if value["id"] == r.person {
			isTheirs = true
		}
		for key, member := range value {
			if text, ok := member.(string); ok && isTheirs && r.isPersonal(key) && text != "" {
				value[key] = erasedText
				continue
			}
			r.redact(member, isTheirs)
		}
	}
}

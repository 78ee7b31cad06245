package privacy

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/google/uuid"
)

// personal are the fields of events that reveal who somebody is, where they are or what they have written.
var personal = map[string]bool{
	"email": true, "previousEmail": true, "phone": true, "phoneNumber": true, "displayName": true, "locale": true, "timeZone": true,
	"ipAddress": true, "userAgent": true, "device": true, "name": true, "note": true, "holder": true, "holderName": true, "authorName": true,
	"destinationHint": true, "credentialHint": true, "providerReference": true, "kycReason": true,
}

// personalOf are further fields, by the prefix of the event's type. A notice repeats the note of an alert, while a
// title elsewhere may be a lesson's, which is nobody's. The reason for a decision about a person's papers or money
// concerns the person; other reasons concern what was done.
var personalOf = []struct {
	prefix string
	fields map[string]bool
}{
	{"trading.notice.created", map[string]bool{"title": true, "text": true}},
	{"kyc.case.", map[string]bool{"reason": true}},
	{"investment.account.", map[string]bool{"reason": true}},
	{"payment.", map[string]bool{"reason": true}},
}

// furtherOf returns the personal fields of an event type beyond those of all events.
func furtherOf(eventType string) map[string]bool {
	for _, family := range personalOf {
		if strings.HasPrefix(eventType, family.prefix) {
			return family.fields
		}
	}
	return nil
}

const (
	erasedText = "erased"
	unreadable = "{}" // what is left of an event that is not JSON
)

// withoutPerson returns an event without the personal data in any object that carries the person's id or lies inside
// one that does. What concerns others stays. Nothing remains of an event that cannot be parsed: it must not block
// anybody's erasure.
func withoutPerson(body string, person uuid.UUID) string {
	reader := json.NewDecoder(strings.NewReader(body))
	reader.UseNumber() // money keeps its last decimal
	var event any
	if err := reader.Decode(&event); err != nil {
		return unreadable
	}
	fields, _ := event.(map[string]any)
	kind, _ := fields["type"].(string)
	redaction{person.String(), furtherOf(kind)}.redact(event, false)
	var written bytes.Buffer
	writer := json.NewEncoder(&written)
	writer.SetEscapeHTML(false)
	if err := writer.Encode(event); err != nil {
		return unreadable
	}
	return strings.TrimSpace(written.String())
}

// redaction is the person whom an event is to forget.
type redaction struct {
	person  string
	further map[string]bool
}

func (r redaction) isPersonal(field string) bool {
	return personal[field] || r.further[field]
}

func (r redaction) redact(value any, isTheirs bool) {
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			r.redact(item, isTheirs)
		}
	case map[string]any:
		if whose, ok := ownerOf(value); ok {
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

// ownerOf returns the owner of an object, if it names one. A refund and a dispute name it through the payment that
// comes with them.
func ownerOf(object map[string]any) (whose string, isSaid bool) {
	if payment, ok := object["payment"].(map[string]any); ok {
		object = payment
	}
	whose, isSaid = object["userId"].(string)
	return whose, isSaid
}

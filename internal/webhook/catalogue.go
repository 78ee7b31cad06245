package webhook

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/webhook/topic"
)

// EventType describes one kind of event: what it means and what its data looks like. Features declare their own, and
// the application joins them into the catalogue.
type EventType struct {
	Type        string
	Description string
	// Schema is the JSON schema of a delivery's body, and Example is such a body.
	Schema  json.RawMessage
	Example json.RawMessage
}

// exampleTime and the ids below make the examples the same on every run.
var (
	exampleTime   = time.Date(2026, 1, 15, 9, 30, 0, 0, time.UTC)
	exampleEvent  = uuid.MustParse("019bc0f2-6a80-7000-8000-000000000001")
	exampleTenant = uuid.MustParse("019bc0f2-6a80-7000-8000-000000000002")
)

// NewEventType describes an event by an example of its data and derives the schema from the Go type. It panics when the
// data cannot be described, since that is a programming error.
func NewEventType(eventType, description string, data any) EventType {
	example, err := json.Marshal(map[string]any{
		"id": exampleEvent, "type": eventType, "timestamp": exampleTime.Format("2006-01-02T15:04:05.000Z"),
		"tenantId": exampleTenant, "data": data,
	})
	if err != nil {
		panic(fmt.Sprintf("the example of %s: %v", eventType, err))
	}
	schema, err := json.Marshal(map[string]any{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "title": eventType, "description": description,
		"type": "object", "required": []string{"id", "type", "timestamp", "tenantId", "data"},
		"properties": map[string]any{
			"id":        map[string]any{"type": "string", "format": "uuid"},
			"type":      map[string]any{"const": eventType},
			"timestamp": map[string]any{"type": "string", "format": "date-time"},
			"tenantId":  map[string]any{"type": "string", "format": "uuid"},
			"data":      schemaOf(reflect.TypeOf(data)),
		},
	})
	if err != nil {
		panic(fmt.Sprintf("the schema of %s: %v", eventType, err))
	}
	return EventType{Type: eventType, Description: description, Schema: schema, Example: example}
}

// schemaOf returns the JSON schema of a Go type as encoding/json writes it.
func schemaOf(t reflect.Type) map[string]any {
	switch t {
	case reflect.TypeFor[uuid.UUID]():
		return map[string]any{"type": "string", "format": "uuid"}
	case reflect.TypeFor[time.Time](), reflect.TypeFor[Timestamp]():
		return map[string]any{"type": "string", "format": "date-time"}
	case reflect.TypeFor[json.RawMessage]():
		return map[string]any{}
	}
	if t.Implements(reflect.TypeFor[json.Marshaler]()) {
		return map[string]any{"type": "number"} // exact decimals
	}
	switch t.Kind() {
	case reflect.String:
		return map[string]any{"type": "string"}
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Int, reflect.Int32, reflect.Int64:
		return map[string]any{"type": "integer"}
	case reflect.Float64:
		return map[string]any{"type": "number"}
	case reflect.Slice:
		return map[string]any{"type": "array", "items": schemaOf(t.Elem())}
	case reflect.Map:
		return map[string]any{"type": "object", "additionalProperties": schemaOf(t.Elem())}
	case reflect.Pointer:
		return schemaOf(t.Elem())
	case reflect.Struct:
		return structSchema(t)
	}
	panic("no JSON schema for " + t.String())
}

func structSchema(t reflect.Type) map[string]any {
	properties, required := map[string]any{}, []string{}
	for i := range t.NumField() {
		if t.Field(i).Anonymous { // its fields are promoted
			inner := structSchema(t.Field(i).Type)
			maps.Copy(properties, inner["properties"].(map[string]any))
			required = append(required, inner["required"].([]string)...)
			continue
		}
		name, options, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		properties[name] = schemaOf(t.Field(i).Type)
		if !strings.Contains(options, "omit") {
			required = append(required, name)
		}
	}
	return map[string]any{"type": "object", "properties": properties, "required": required}
}

// endpointDisabled is the data of webhook.endpoint.disabled.
type endpointDisabled struct {
	ID         uuid.UUID `json:"id"`
	EndpointID uuid.UUID `json:"endpointId"`
	Name       string    `json:"name"`
	URL        string    `json:"url"` // scheme and host only: the rest may be a secret
	IsActive   bool      `json:"isActive"`
	Reason     string    `json:"reason"`
}

// testEvent is the data of webhook.test.
type testEvent struct {
	EndpointID uuid.UUID `json:"endpointId"`
	Message    string    `json:"message"`
}

const (
	disabledType = "webhook.endpoint.disabled"
	testType     = "webhook.test"
)

// own returns the event types of this package.
func own() []EventType {
	return []EventType{
		NewEventType(disabledType, "An endpoint was switched off: its receiver is gone, or failed for five days. Of its URL the scheme and the host are told.",
			endpointDisabled{exampleEvent, exampleEvent, "Back office", "https://back-office.example.com", false, "failing"}),
		NewEventType(testType, "Sent on request, to one endpoint, whatever it has subscribed to.",
			testEvent{exampleEvent, "This is a test."}),
	}
}

// checkSubscription fails with VALIDATION_ERROR when an entry can never match: no type of the catalogue, and none that
// the tenant may publish itself.
func (s *Service) checkSubscription(patterns []string) error {
	for _, pattern := range patterns {
		if strings.HasPrefix(pattern, "custom.") && topic.Valid(pattern) {
			continue
		}
		isKnown := false
		for eventType := range s.catalogue {
			if isKnown = topic.Match([]string{pattern}, eventType); isKnown {
				break
			}
		}
		if !isKnown {
			return fault.Invalid("subscribedEvents", "%q matches no event type; see GET /webhooks/event-types", pattern)
		}
	}
	return nil
}

// EventTypes returns the catalogue, ordered by name. It is for admins.
func (s *Service) EventTypes(actor Actor) ([]EventType, error) {
	if err := actor.requireAdmin(); err != nil {
		return nil, err
	}
	all := make([]EventType, 0, len(s.catalogue))
	for _, eventType := range s.catalogue {
		all = append(all, eventType)
	}
	slices.SortFunc(all, func(a, b EventType) int { return strings.Compare(a.Type, b.Type) })
	return all, nil
}

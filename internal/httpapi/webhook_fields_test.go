package httpapi_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"bourse/internal/webhook"
)

// untold are the fields of resources that events leave out, by the beginning of the event type, and why.
var untold = []struct{ prefix, fields, why string }{
	{"trading.signal.", "executed", "it is whoever asks who has executed a signal"},
	{"trading.bot.status_changed", "subscribed followers", "it is whoever asks who has subscribed; followers change without a word"},
	{"trading.bot.settings_changed", "subscribed followers", "it is whoever asks who has subscribed; followers change without a word"},
	{"kyc.case.", "submission", "what was handed in leaves the house for the provider only"},
	{"education.lesson.", "content quiz", "a course is paid for"},
	{"payment.withdrawal.", "destination", "where money goes is sealed"},
	{"payment.succeeded", "checkoutUrl", "nothing is left to be paid"},
	{"payment.failed", "checkoutUrl", "nothing is left to be paid"},
	{"payment.refund", "payment.checkoutUrl", "nothing is left to be paid"},
	{"payment.dispute", "payment.checkoutUrl", "nothing is left to be paid"},
	{"ml.model.", "failureCode failure", "of a model whose training failed no event tells"},
}

// withoutResource are the events about no resource of the contract, and why.
var withoutResource = map[string]string{
	"identity.user.erased": "there is no resource any more",
	"platform.degraded":    "what the platform depends on is nobody's resource",
	"platform.recovered":   "what the platform depends on is nobody's resource",
}

// Receivers have to request separately whatever an event leaves out.
func TestEveryEventTellsEveryFieldOfItsResource(t *testing.T) {
	t.Parallel()
	needed := map[string]bool{} // the entries of the lists above, and the prefixes of resources, that an event uses
	for _, event := range allEvents() {
		if withoutResource[event.Type] != "" {
			needed[event.Type] = true
			continue
		}
		missing, prefix := untoldOf(event.Type, dataOf(t, event))
		if needed[prefix] = true; prefix == "" {
			t.Errorf("%s speaks of no resource of the contract, and withoutResource does not say why", event.Type)
		}
		for _, field := range missing {
			entry := untoldEntry(event.Type, field)
			if needed[entry] = true; entry == "" {
				t.Errorf("%s does not tell %s", event.Type, field)
			}
		}
	}
	for _, entry := range entries() {
		if !needed[entry] {
			t.Errorf("no event needs what is listed for %s", entry)
		}
	}
}

// entries are all entries of the lists, under the names by which the test above records those in use.
func entries() []string {
	all := slices.Collect(maps.Keys(withoutResource))
	for _, resource := range resources {
		all = append(all, resource.prefix)
	}
	for _, u := range untold {
		for field := range strings.FieldsSeq(u.fields) {
			all = append(all, u.prefix+" "+field)
		}
	}
	return all
}

// untoldOf are the fields of its resources that an event leaves out, and the matching prefix in resources: empty when
// there is no such resource.
func untoldOf(eventType string, data told) (fields []string, prefix string) {
	for _, resource := range resources {
		if !strings.HasPrefix(eventType, resource.prefix) {
			continue
		}
		if resource.path == "" {
			return untoldFields(generated(resource.new()), data), resource.prefix
		}
		fields = prefixed(resource.path, untoldFields(generated(resource.new()), data.Properties[resource.path].each()))
		if also := alsoData[eventType]; also != nil {
			fields = append(fields, untoldFields(generated(also()), data)...)
		}
		return fields, resource.prefix
	}
	return nil, ""
}

// generated is the type generated from the contract for a resource.
func generated(resource contractType) reflect.Type {
	of := reflect.TypeOf(resource).Elem()
	if value, isAlways := of.FieldByName("value"); isAlways {
		return value.Type
	}
	return of
}

// told is what an event may contain, according to its schema.
type told struct {
	Properties map[string]told
	Items      *told
}

// each is the schema of the elements of a list, or t itself if it is not one.
func (t told) each() told {
	if t.Items != nil {
		return *t.Items
	}
	return t
}

func dataOf(t *testing.T, event webhook.EventType) told {
	t.Helper()
	var schema told
	if err := json.Unmarshal(event.Schema, &schema); err != nil {
		t.Fatal(err)
	}
	return schema.Properties["data"]
}

// untoldFields are the fields of a resource that are left out, including nested ones, by path.
func untoldFields(resource reflect.Type, data told) (untold []string) {
	for i := range resource.NumField() {
		name, _, _ := strings.Cut(resource.Field(i).Tag.Get("json"), ",")
		if name == "" {
			continue
		}
		field, isTold := data.Properties[name]
		if !isTold {
			untold = append(untold, name)
			continue
		}
		if held := heldBy(resource.Field(i).Type); held.Kind() == reflect.Struct {
			untold = append(untold, prefixed(name, untoldFields(held, field.each()))...)
		}
	}
	return untold
}

// prefixed are the paths of fields nested in another.
func prefixed(name string, fields []string) []string {
	paths := make([]string, len(fields))
	for i, field := range fields {
		paths[i] = name + "." + field
	}
	return paths
}

// heldBy is the type of a field's value, whether or not it may be absent or null, or of its elements if it holds many.
func heldBy(field reflect.Type) reflect.Type {
	if field.Kind() == reflect.Slice || field.Kind() == reflect.Pointer {
		return heldBy(field.Elem())
	}
	if field.Kind() == reflect.Struct {
		if value, isOptional := field.FieldByName("Value"); isOptional && value.Tag == "" {
			return heldBy(value.Type)
		}
	}
	return field
}

// untoldEntry is the entry of untold that allows an event to leave out a field, as named by entries; empty when there
// is none.
func untoldEntry(eventType, field string) string {
	for _, u := range untold {
		if strings.HasPrefix(eventType, u.prefix) && slices.Contains(strings.Fields(u.fields), field) {
			return u.prefix + " " + field
		}
	}
	return ""
}

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

// untold are the fields of resources that no event tells, by the beginning of its type, and why.
var untold = []struct{ prefix, fields, why string }{
	{"trading.signal.", "executed", "it is whoever asks who has executed a signal"},
	{"trading.bot.status_changed", "subscribed followers", "it is whoever asks who has subscribed; followers change without a word"},
	{"kyc.case.", "submission", "what was handed in leaves the house for the provider only"},
	{"education.lesson.", "content quiz", "a course is paid for"},
	{"payment.withdrawal.", "destination", "where money goes is sealed"},
	{"payment.succeeded", "checkoutUrl", "nothing is left to be paid"},
	{"payment.failed", "checkoutUrl", "nothing is left to be paid"},
	{"ml.model.", "failureCode failure", "of a model whose training failed no event tells"},
}

// withoutResource are the events that speak of no resource of the contract, and why.
var withoutResource = map[string]string{
	"identity.user.erased": "there is no resource any more",
	"platform.degraded":    "what the platform depends on is nobody's resource",
	"platform.recovered":   "what the platform depends on is nobody's resource",
}

// What an event leaves out, its receivers have to ask for.
func TestEveryEventTellsEveryFieldOfItsResource(t *testing.T) {
	t.Parallel()
	needed := map[string]bool{} // what of the lists above, and which prefix of resources, is there for an event
	for _, event := range allEvents() {
		if withoutResource[event.Type] != "" {
			needed[event.Type] = true
			continue
		}
		fields, prefix := fieldsToTell(event.Type)
		if needed[prefix] = true; prefix == "" {
			t.Errorf("%s speaks of no resource of the contract, and withoutResource does not say why", event.Type)
		}
		told := fieldsOfData(t, event)
		for _, field := range fields {
			if told[field] {
				continue
			}
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

// entries are all that the lists hold, as the test above notes what of it is needed.
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

// fieldsToTell are the fields of the resource that the data of an event is, and the prefix in resources by which it was found:
// none when there is no such resource.
func fieldsToTell(eventType string) (fields []string, prefix string) {
	for _, resource := range resources {
		if !strings.HasPrefix(eventType, resource.prefix) {
			continue
		}
		if resource.path == "" {
			fields = fieldsOf(resource.new())
		}
		return fields, resource.prefix
	}
	return nil, ""
}

// fieldsOfData are the fields that the data of an event may have.
func fieldsOfData(t *testing.T, event webhook.EventType) map[string]bool {
	t.Helper()
	var schema struct {
		Properties struct {
			Data struct{ Properties map[string]json.RawMessage }
		}
	}
	if err := json.Unmarshal(event.Schema, &schema); err != nil {
		t.Fatal(err)
	}
	fields := map[string]bool{}
	for field := range schema.Properties.Data.Properties {
		fields[field] = true
	}
	return fields
}

// fieldsOf are the fields that a resource of the contract may have.
func fieldsOf(resource contractType) (fields []string) {
	generated := reflect.TypeOf(resource).Elem()
	for i := range generated.NumField() {
		if name, _, _ := strings.Cut(generated.Field(i).Tag.Get("json"), ","); name != "" {
			fields = append(fields, name)
		}
	}
	return fields
}

// untoldEntry is the entry of untold that lets an event leave out a field, as entries names it: none when there is no such entry.
func untoldEntry(eventType, field string) string {
	for _, u := range untold {
		if strings.HasPrefix(eventType, u.prefix) && slices.Contains(strings.Fields(u.fields), field) {
			return u.prefix + " " + field
		}
	}
	return ""
}

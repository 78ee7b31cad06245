package httpapi_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"bourse/internal/education"
	"bourse/internal/investment"
	"bourse/internal/kyc"
	"bourse/internal/ml"
	"bourse/internal/payments"
	"bourse/internal/portfolio"
	"bourse/internal/trading"
	"bourse/internal/trading/alerts"
	"bourse/internal/trading/bots"
	"bourse/internal/trading/copying"
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

// What an event leaves out, its receivers have to ask for.
func TestEveryEventTellsEveryFieldOfItsResource(t *testing.T) {
	t.Parallel()
	for _, event := range slices.Concat(ofPeople(), trading.Events(), bots.Events(), copying.Events(), alerts.Events(), investment.Events(), kyc.Events(), portfolio.Events(), education.Events(), payments.Events(), ml.Events()) {
		told := fieldsOfData(t, event)
		for _, resource := range resources {
			if !strings.HasPrefix(event.Type, resource.prefix) {
				continue
			}
			for _, field := range fieldsOf(resource.new()) {
				if resource.path == "" && !told[field] && !isUntold(event.Type, field) {
					t.Errorf("%s does not tell %s", event.Type, field)
				}
			}
			break
		}
	}
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

func isUntold(eventType, field string) bool {
	for _, u := range untold {
		if strings.HasPrefix(eventType, u.prefix) && slices.Contains(strings.Fields(u.fields), field) {
			return true
		}
	}
	return false
}

package httpapi_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"bourse/api"
	"bourse/internal/education"
	"bourse/internal/health"
	"bourse/internal/identity"
	"bourse/internal/investment"
	"bourse/internal/kyc"
	"bourse/internal/ml"
	"bourse/internal/oas"
	"bourse/internal/payments"
	"bourse/internal/portfolio"
	"bourse/internal/trading"
	"bourse/internal/trading/alerts"
	"bourse/internal/trading/bots"
	"bourse/internal/trading/copying"
	"bourse/internal/webhook"
)

// contractType is a type generated from the contract: decoding fails when a required field is missing or has the wrong
// type, and its Validate knows the bounds and enumerations.
type contractType interface {
	UnmarshalJSON([]byte) error
	Validate() error
}

// always is for types of the contract without validation.
type always[T any, P interface {
	*T
	UnmarshalJSON([]byte) error
}] struct{ value T }

func (a *always[T, P]) UnmarshalJSON(text []byte) error { return P(&a.value).UnmarshalJSON(text) }
func (a *always[T, P]) Validate() error                 { return nil }

// resources map events to resources of the contract, by the beginning of the event type; the first match counts. A new
// event of an area is compared with the same resource automatically.
var resources = []struct {
	prefix string
	path   string // of the resource inside data; empty when it is data itself
	new    func() contractType
}{
	{"identity.session.", "sessions", func() contractType { return new(always[oas.UserSession, *oas.UserSession]) }},
	{"identity.passkey.", "", func() contractType { return new(oas.Passkey) }},
	{"identity.", "", func() contractType { return new(oas.User) }},
	{"trading.signal.", "", func() contractType { return new(oas.Signal) }},
	{"trading.bot.status_changed", "", func() contractType { return new(oas.TradingBot) }},
	{"trading.bot.settings_changed", "", func() contractType { return new(oas.TradingBot) }},
	{"trading.bot.", "", func() contractType { return new(oas.Subscription) }},
	{"trading.subscription.", "", func() contractType { return new(oas.Subscription) }},
	{"trading.order.", "", func() contractType { return new(oas.Order) }},
	{"trading.position.closed", "trade", func() contractType { return new(oas.Trade) }},
	{"trading.position.liquidated", "trade", func() contractType { return new(oas.Trade) }},
	{"trading.alert.", "", func() contractType { return new(oas.PriceAlert) }},
	{"trading.notice.", "", func() contractType { return new(oas.Notice) }},
	{"trading.position.", "", func() contractType { return new(oas.Position) }},
	{"investment.account.connected", "", func() contractType { return new(oas.Connection) }},
	{"investment.connection.", "", func() contractType { return new(oas.Connection) }},
	{"investment.account.", "", func() contractType { return new(oas.InvestmentAccount) }},
	{"kyc.case.", "", func() contractType { return new(oas.PersonKyc) }},
	{"ml.model.", "", func() contractType { return new(oas.Model) }},
	{"portfolio.goal.", "", func() contractType { return new(oas.Goal) }},
	{"portfolio.", "", func() contractType { return new(oas.Portfolio) }},
	{"education.lesson.", "", func() contractType { return new(oas.Lesson) }},
	{"education.enrollment.", "", func() contractType { return new(oas.Enrollment) }},
	{"payment.dispute", "payment", func() contractType { return new(oas.Payment) }},
	{"payment.refund", "payment", func() contractType { return new(oas.Payment) }},
	{"payment.withdrawal.", "", func() contractType { return new(oas.Withdrawal) }},
	{"payment.", "", func() contractType { return new(oas.Payment) }},
}

// alsoData are events whose data is itself a resource, besides the one it contains.
var alsoData = map[string]func() contractType{
	"trading.position.closed":     func() contractType { return new(oas.Position) },
	"trading.position.liquidated": func() contractType { return new(oas.Position) },
	"payment.refunded":            func() contractType { return new(oas.Refund) },
	"payment.refund_failed":       func() contractType { return new(oas.Refund) },
}

// allEvents are the events of all features.
func allEvents() []webhook.EventType {
	return slices.Concat(identity.Events(), trading.Events(), bots.Events(), copying.Events(), alerts.Events(), investment.Events(), kyc.Events(),
		portfolio.Events(), education.Events(), payments.Events(), ml.Events(), health.Events())
}

func TestEveryEventHasTheShapeOfItsResource(t *testing.T) {
	t.Parallel()
	for _, event := range allEvents() {
		if withoutResource[event.Type] != "" {
			continue
		}
		t.Run(event.Type, func(t *testing.T) {
			t.Parallel()
			wantShape(t, event)
		})
	}
}

func TestTheContractTellsTheDataOfEveryEvent(t *testing.T) {
	t.Parallel()
	contract := string(api.OpenAPI)
	for _, event := range allEvents() {
		if !strings.Contains(contract, "`"+event.Type+"`") {
			t.Errorf("WebhookMessage does not tell the data of %s", event.Type)
		}
	}
}

func wantShape(t *testing.T, event webhook.EventType) {
	t.Helper()
	var body struct{ Data json.RawMessage }
	if err := json.Unmarshal(event.Example, &body); err != nil {
		t.Fatal(err)
	}
	for _, resource := range resources {
		if !strings.HasPrefix(event.Type, resource.prefix) {
			continue
		}
		for _, text := range inside(t, body.Data, resource.path) {
			wantReadable(t, event.Type, resource.new(), text)
		}
		if also := alsoData[event.Type]; also != nil {
			wantReadable(t, event.Type, also(), body.Data)
		}
		return
	}
	t.Errorf("%s speaks of no resource of the contract", event.Type)
}

// inside returns the value of a field of data, one by one if it is a list.
func inside(t *testing.T, data json.RawMessage, path string) []json.RawMessage {
	t.Helper()
	if path == "" {
		return []json.RawMessage{data}
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		t.Fatal(err)
	}
	var list []json.RawMessage
	if json.Unmarshal(fields[path], &list) == nil {
		return list
	}
	return []json.RawMessage{fields[path]}
}

func wantReadable(t *testing.T, eventType string, as contractType, text json.RawMessage) {
	t.Helper()
	if err := as.UnmarshalJSON(text); err != nil {
		t.Errorf("%s is not read as %T: %v\n%s", eventType, as, err, text)
	} else if err := as.Validate(); err != nil {
		t.Errorf("%s is no valid %T: %v\n%s", eventType, as, err, text)
	}
}

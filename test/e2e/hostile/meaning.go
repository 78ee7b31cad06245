package hostile

import (
	"fmt"
	"strings"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
)

// symbols are traded in the simulated market at all hours.
var symbols = []string{"BTCUSD", "ETHUSD", "SOLUSD", "XRPUSD", "btcusd"}

var (
	events     = []string{"*", "trading.*", "custom.*", "custom.order.shipped", "payments.*", "education.*"}
	scopes     = []string{"trading:read", "trading:write", "auth:read", "portfolio:read", "portfolio:write", "webhooks:read", "payments:read", "getMe"}
	assets     = []string{"BTC", "ETH", "USD", "SOL"}
	numbers    = []string{"+41791234567", "+447400123456", "+12025550123", "+4915112345678"}
	strategies = []string{"trend", "mean_reversion", "breakout", "momentum", "ml"}
	mailKinds  = []string{"verify_email", "reset_password", "change_email_new", "phone_code", "alert_fired"}
)

// meant makes a value that the schema does not define but the name does.
func (m *maker) meant(name string, schema *openapi3.Schema) (made any, isMade bool) {
	choose := func(from []string) (any, bool) { return from[m.random.IntN(len(from))], true }
	switch name {
	case "symbol":
		return choose(symbols)
	case "symbols":
		if schema.Type.Is(openapi3.TypeString) {
			return "BTCUSD,ETHUSD", true
		}
	case "subscribedEvent", "eventType":
		return choose(events)
	case "scope":
		if len(schema.Enum) == 0 {
			return choose(scopes)
		}
	case "asset":
		return choose(assets)
	case "phoneNumber":
		return choose(numbers)
	case "strategyType":
		return choose(strategies)
	case "timeZone":
		return choose([]string{"Europe/Zurich", "UTC", "America/New_York", ""})
	case "locale":
		return choose([]string{"en-GB", "de-CH", "ja", ""})
	case "kind":
		if len(schema.Enum) == 0 {
			return choose(mailKinds)
		}
	case "email", "newEmail":
		if m.as != nil && m.random.IntN(3) == 0 {
			return m.as.email, true
		}
	case "password", "currentPassword", "newPassword":
		if m.as != nil && m.random.IntN(2) == 0 {
			return m.as.password, true
		}
		return fmt.Sprintf("a fine password %06d", m.random.IntN(1_000_000)), true
	case "tenant":
		return choose([]string{"default", "default", "nobody", nextDoor})
	case "url", "tokenUrl":
		return fmt.Sprintf("%s/%s/%d", m.receiver, []string{"takes", "takes", "refuses"}[m.random.IntN(3)], m.random.IntN(100_000)), true
	case "iban":
		return choose([]string{"DE89 3704 0044 0532 0130 00", "GB29NWBK60161331926819"})
	case "country":
		return choose([]string{"CH", "GB", "DE"})
	case "dateOfBirth":
		return fmt.Sprintf("%d-05-17", 1930+m.random.IntN(75)), true
	case "targetDate":
		return m.now.AddDate(1+m.random.IntN(60), 0, 0).Format(time.DateOnly), true
	case "code":
		return fmt.Sprintf("%06d", m.random.IntN(1_000_000)), true
	case "horizon":
		return "1h", true
	case "type":
		if len(schema.Enum) == 0 {
			return "custom.order.shipped", true
		}
	}
	return m.known(name, schema)
}

// known chooses a value from an earlier answer.
func (m *maker) known(name string, schema *openapi3.Schema) (any, bool) {
	if !schema.Type.Is(openapi3.TypeString) || len(schema.Enum) > 0 {
		return nil, false
	}
	if name == "slug" && m.random.IntN(4) > 0 {
		return nil, false // one that does not exist
	}
	kind := name
	if strings.HasSuffix(name, "ids") || strings.HasSuffix(name, "Ids") {
		kind = strings.TrimSuffix(name, "s")
	}
	if value, has := m.pool.pick(m.random, kind, m.as); has {
		return value, true
	}
	return nil, false
}

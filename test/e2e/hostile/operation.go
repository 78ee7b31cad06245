// Package hostile calls every operation of the contract as every role with requests generated from the contract
// itself: valid ones that build on each other's results, and the same ones with something wrong in them. Every answer
// is checked against the contract, and searched for what no answer may reveal.
//
// A Campaign is one run against one server. It is repeatable: its seed decides what each of its workers does next,
// except where that depends on what the server answers and when.
package hostile

import (
	"cmp"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/routers"

	"bourse/test/e2e/contract"
)

// operation is an operation of the contract, with what is needed to call it.
type operation struct {
	id, method, template string
	route                *routers.Route
	path, query          []*openapi3.Parameter
	needsKey             bool // an Idempotency-Key
	body                 *openapi3.Schema
	bodyIsRequired       bool
	kind                 string // of the ids in its answers
}

const jsonType = "application/json"

// operations reads them from the contract, sorted by id.
func operations(c *contract.Contract) (all []*operation) {
	for _, route := range c.Routes() {
		o := &operation{id: route.Operation.OperationID, method: route.Method, template: route.Path, route: route, kind: kindAt(route.Path)}
		for _, reference := range slices.Concat(route.PathItem.Parameters, route.Operation.Parameters) {
			switch parameter := reference.Value; parameter.In {
			case openapi3.ParameterInPath:
				o.path = append(o.path, parameter)
			case openapi3.ParameterInQuery:
				o.query = append(o.query, parameter)
			case openapi3.ParameterInHeader:
				o.needsKey = o.needsKey || parameter.Name == idempotencyKey && parameter.Required
			}
		}
		if body := route.Operation.RequestBody; body != nil {
			o.bodyIsRequired = body.Value.Required
			if content := body.Value.Content[jsonType]; content != nil {
				o.body = content.Schema.Value
			}
		}
		all = append(all, o)
	}
	slices.SortFunc(all, func(a, b *operation) int { return cmp.Compare(a.id, b.id) })
	return all
}

// kinds are the names of ids in paths, by the path of the operations that return them. The longest match counts.
var kinds = map[string]string{
	"/auth/sessions": "sessionId", "/auth/api-keys": "keyId", "/auth/passkeys": "passkeyId", "/users": "userId", "/tenants": "tenantId",
	"/webhooks/endpoints": "endpointId", "/webhooks/endpoints/{endpointId}/recover": "recoveryId", "/webhooks/endpoints/{endpointId}/deliveries": "deliveryId",
	"/webhooks/deliveries": "deliveryId", "/webhooks/events": "eventId", "/trading/alerts": "alertId", "/trading/bots": "botId",
	"/trading/bots/{botId}/subscribe": "subscriptionId", "/trading/bots/{botId}/trades": "tradeId", "/trading/signals": "signalId",
	"/trading/signals/{signalId}/execute": "tradeId", "/trading/orders": "orderId", "/trading/positions": "positionId", "/trading/history": "tradeId",
	"/trading/my-subscriptions": "subscriptionId", "/trading/accounts": "accountId", "/trading/backtests": "backtestId",
	"/investment/accounts": "accountId", "/investment/accounts/connect": "connectionId", "/investment/connections": "connectionId",
	"/kyc": "caseId", "/portfolio": "portfolioId", "/portfolio/{portfolioId}/goals": "goalId", "/education/courses": "courseId",
	"/education/courses/{courseId}/lessons": "lessonId", "/education/courses/{courseId}/enroll": "enrollmentId", "/education/lessons": "lessonId",
	"/education/lessons/{lessonId}/attempts": "attemptId", "/education/authoring/courses": "courseId", "/education/authoring/lessons": "lessonId",
	"/education/my-courses": "courseId", "/payments": "paymentId", "/payments/withdrawals": "withdrawalId", "/ml/models": "modelId",
	"/ml/predictions": "predictionId",
}

func kindAt(template string) (kind string) {
	longest := 0
	for prefix, of := range kinds {
		if strings.HasPrefix(template, prefix) && len(prefix) > longest {
			longest, kind = len(prefix), of
		}
	}
	return kind
}

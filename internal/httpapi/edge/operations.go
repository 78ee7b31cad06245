package edge

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/go-faster/yaml"

	"bourse/api"
	"bourse/internal/identity"
	"bourse/internal/oas"
)

// operation is what the chain must know of an operation of the contract before it is called.
type operation struct {
	id      string // operationId of the contract
	pattern string // its path, with {parameters}
	public  bool   // can be called without a token
	limits  limitChoice
	// requirement is what the contract asks of every caller of it.
	requirement requirement
	// refusesRoles: the contract knows 403 as an answer.
	refusesRoles bool
	// takesKeys: it is carried out once for an Idempotency-Key, as every POST is and what else declares the header.
	takesKeys bool
	// access is what decides whether an API key reaches it.
	access identity.Operation
	// readsCookie: what it does depends on the cookie of a session.
	readsCookie bool
	// shownOnce: its answer is not kept with an Idempotency-Key.
	shownOnce bool
	// logger has what is the same in every log line of the operation written out already.
	logger slog.Handler
}

// hasParameters tells whether the path differs from call to call.
func (o *operation) hasParameters() bool { return strings.Contains(o.pattern, "{") }

// Operations names the operations of the contract by their operationId, in order. It fails when the contract cannot be
// read.
func Operations() ([]string, error) {
	routes, err := contractRoutes()
	if err != nil {
		return nil, err
	}
	names := make([]string, len(routes))
	for i, route := range routes {
		names[i] = route.id
	}
	slices.Sort(names)
	return names, nil
}

// Contract returns the contract as JSON, which nobody may change. It fails when the contract cannot be read.
func Contract() ([]byte, error) { return readContract() }

var readContract = sync.OnceValues(contractJSON)

func contractJSON() ([]byte, error) {
	var document any
	if err := yaml.Unmarshal(api.OpenAPI, &document); err != nil {
		return nil, fmt.Errorf("read the contract: %w", err)
	}
	converted, err := json.Marshal(document)
	if err != nil {
		return nil, fmt.Errorf("turn the contract into JSON: %w", err)
	}
	return converted, nil
}

type contractRoute struct {
	method, path, id string
	tag              string
	refusesRoles     bool
	takesKeys        bool
	requirement      requirement
}

// contractRoutes lists the operations of the contract.
func contractRoutes() ([]contractRoute, error) {
	document, err := Contract()
	if err != nil {
		return nil, err
	}
	var contract struct {
		Paths map[string]map[string]json.RawMessage `json:"paths"`
	}
	if err := json.Unmarshal(document, &contract); err != nil {
		return nil, fmt.Errorf("read the paths of the contract: %w", err)
	}
	var routes []contractRoute // in no order
	for path, item := range contract.Paths {
		for key, content := range item {
			method := strings.ToUpper(key)
			if !slices.Contains(methods, method) {
				continue // what all methods of the path have in common
			}
			var declared struct {
				OperationID string                     `json:"operationId"`
				Role        identity.Role              `json:"x-role"`
				RecentLogin bool                       `json:"x-recent-login"`
				Tags        []string                   `json:"tags"`
				Responses   map[string]json.RawMessage `json:"responses"`
				Parameters  []struct {
					Reference string `json:"$ref"`
				} `json:"parameters"`
			}
			if err := json.Unmarshal(content, &declared); err != nil {
				return nil, fmt.Errorf("read %s %s of the contract: %w", method, path, err)
			}
			_, refusesRoles := declared.Responses["403"]
			route := contractRoute{method: method, path: path, id: declared.OperationID, refusesRoles: refusesRoles}
			if len(declared.Tags) > 0 {
				route.tag = declared.Tags[0]
			}
			route.takesKeys = method == http.MethodPost
			route.requirement = requirement{role: declared.Role, recent: declared.RecentLogin}
			for _, parameter := range declared.Parameters {
				route.takesKeys = route.takesKeys || strings.HasSuffix(parameter.Reference, "IdempotencyKey")
			}
			routes = append(routes, route)
		}
	}
	return routes, nil
}

var methods = []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}

// operationTable knows every operation by the generated server's name for it. It fails when the contract does not say
// which role an operation wants, and when a limit is meant for an operation that is not in the contract, because then
// something else is without its limit.
func operationTable(server *oas.Server, logger slog.Handler) (map[oas.OperationName]*operation, error) {
	routes, err := contractRoutes()
	if err != nil {
		return nil, err
	}
	table := map[oas.OperationName]*operation{}
	limited := 0
	for _, route := range routes {
		found, ok := server.FindRoute(route.method, basePath+route.path)
		if !ok {
			return nil, fmt.Errorf("the contract's %s %s is not in the generated server", route.method, route.path)
		}
		own, ok := operationLimits[route.id]
		if ok {
			limited++
		}
		added := &operation{
			id:      route.id,
			pattern: route.path,
			public:  oas.GetRolesForBearerAuth(found.Name()) == nil,
			limits:  newLimitChoice(own...),

			refusesRoles: route.refusesRoles,
			takesKeys:    route.takesKeys,
			access:       route.access(),
			shownOnce:    shownOnce[route.id],
			readsCookie:  route.id == "refreshTokens",
		}
		if added.requirement = route.requirement; added.public != (added.requirement.role == "") || !added.public && !added.requirement.role.Valid() {
			return nil, fmt.Errorf("the contract's %s needs a role (x-role) unless everybody may call it, not %q", route.id, added.requirement.role)
		}
		if general, ok := anonymousLimits[route.id]; ok {
			added.limits.anonymous = newLimitSet(general, own)
		}
		known := []slog.Attr{slog.String("operation", route.id), slog.String("method", route.method)}
		if !added.hasParameters() {
			known = append(known, slog.String("path", basePath+route.path))
		}
		added.logger = logger.WithAttrs(known)
		table[found.Name()] = added
	}
	if limited != len(operationLimits) {
		return nil, fmt.Errorf("the table of limits names %d operations, of which the contract has %d", len(operationLimits), limited)
	}
	return table, nil
}

package edge

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"bourse/internal/identity"
	"bourse/internal/oas"
)

// operation is what the chain needs to know about an operation of the contract before it is called.
type operation struct {
	id      string // operationId of the contract
	pattern string // its path, with {parameters}
	public  bool   // can be called without a token
	limits  limitChoice
	// requirement is what the contract requires of every caller.
	requirement requirement
	// refusesRoles: the contract lists 403 as a response.
	refusesRoles bool
	// takesKeys: it is carried out once per Idempotency-Key, like every POST and any other that declares the header.
	takesKeys bool
	// access decides whether an API key may call it.
	access identity.Operation
	// readsCookie: its effect depends on the session's cookie.
	readsCookie bool
	// goesOn: its response is a stream or a file generated while it is sent, so nothing is known of it before the end.
	goesOn bool
	// shownOnce: its response is not stored with an Idempotency-Key.
	shownOnce bool
	// logger has the attributes preformatted that are the same in every log line of the operation.
	logger slog.Handler
}

// hasParameters reports whether the path differs from call to call.
func (o *operation) hasParameters() bool { return strings.Contains(o.pattern, "{") }

// Operations lists the operations of the contract by operationId, in order.
func Operations() []string {
	names := make([]string, len(contractRoutes))
	for i, route := range contractRoutes {
		names[i] = route.id
	}
	slices.Sort(names)
	return names
}

// contractRoute is an operation as the contract declares it. The table, contractRoutes, is generated: no process
// parses the contract at start-up.
type contractRoute struct {
	method, path, id string
	tag              string
	refusesRoles     bool // it lists 403 as a response
	takesKeys        bool // a POST, or it declares the Idempotency-Key
	requirement      requirement
}

// operationTable returns every operation by the generated server's name for it. It fails when the contract does not
// say which role an operation requires, and when a limit names an operation that is not in the contract, because then
// some other operation lacks its limit.
func operationTable(server *oas.Server, logger slog.Handler) (map[oas.OperationName]*operation, error) {
	table := make(map[oas.OperationName]*operation, len(contractRoutes))
	limited := 0
	for _, route := range contractRoutes {
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
			goesOn:       slices.Contains([]string{"streamTrading", "exportMe", "downloadStatement"}, route.id),
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

package edge

import (
	"fmt"
	"net/http"

	"bourse/internal/identity"
)

// authTag is the tag of what guards an account. API keys reach none of it but what openToKeys names, so that whatever is
// added there is closed to them.
const authTag = "auth"

var openToKeys = map[string]bool{"getMe": true}

// closedToKeys are the operations of other tags that no API key reaches: they change what somebody may do, or want a
// recent log-in for a part of what they do. Those that want one for all of it are in the table of requirements.
var closedToKeys = map[string]bool{"updateUser": true, "updateConnection": true}

// shownOnce are the operations whose answers are kept nowhere, because they hold what nobody is shown again.
var shownOnce = map[string]bool{"createApiKey": true}

// KeyOperations are the operations of the contract as the scopes of API keys know them. It fails when the contract
// does not have an operation that the tables of keys name.
func KeyOperations() ([]identity.Operation, error) {
	operations, named := make([]identity.Operation, len(contractRoutes)), 0
	for i, route := range contractRoutes {
		operations[i] = route.access()
		if openToKeys[route.id] || closedToKeys[route.id] || shownOnce[route.id] {
			named++
		}
	}
	if most := len(openToKeys) + len(closedToKeys) + len(shownOnce); named != most {
		return nil, fmt.Errorf("the tables of API keys name %d operations, of which the contract has %d", most, named)
	}
	return operations, nil
}

// access is what the scopes of API keys know of an operation.
func (r *contractRoute) access() identity.Operation {
	group := r.tag + ":write"
	if r.method == http.MethodGet {
		group = r.tag + ":read"
	}
	isClosed := r.tag == authTag && !openToKeys[r.id] || closedToKeys[r.id] || r.requirement.recent
	return identity.Operation{ID: r.id, Group: group, ClosedToKeys: isClosed}
}

// checkScope fails with FORBIDDEN when the caller came in with an API key that does not reach the operation. What anybody
// may call is open to keys as well.
func (e *exchange) checkScope() error {
	if !e.authenticated || e.operation == nil || e.operation.public {
		return nil
	}
	return e.caller.MayCall(e.operation.access)
}

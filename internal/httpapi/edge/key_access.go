package edge

import (
	"fmt"
	"net/http"

	"bourse/internal/identity"
)

// authTag is the tag of the operations that guard an account. API keys can call none of them except those in
// openToKeys, so that operations added later are closed to them.
const authTag = "auth"

var openToKeys = map[string]bool{"getMe": true}

// closedToKeys are operations with other tags that no API key may call: they change a user's rights, or require a
// recent log-in for part of what they do. Operations that always require one are in the table of requirements.
var closedToKeys = map[string]bool{"updateUser": true, "updateConnection": true}

// shownOnce are the operations whose responses are never stored, because they contain secrets that are shown only
// once.
var shownOnce = map[string]bool{"createApiKey": true}

// KeyOperations are the contract's operations as the scopes of API keys know them. It fails when the tables above name
// an operation that is not in the contract.
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

// access is what the scopes of API keys need to know of an operation.
func (r *contractRoute) access() identity.Operation {
	group := r.tag + ":write"
	if r.method == http.MethodGet {
		group = r.tag + ":read"
	}
	isClosed := r.tag == authTag && !openToKeys[r.id] || closedToKeys[r.id] || r.requirement.recent
	return identity.Operation{ID: r.id, Group: group, ClosedToKeys: isClosed}
}

// checkScope fails with FORBIDDEN when the caller uses an API key whose scopes exclude the operation. Public
// operations are open to all keys.
func (e *exchange) checkScope() error {
	if !e.authenticated || e.operation == nil || e.operation.public {
		return nil
	}
	return e.caller.MayCall(e.operation.access)
}

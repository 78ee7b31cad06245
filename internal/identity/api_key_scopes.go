package identity

import (
	"database/sql/driver"
	"fmt"
	"slices"
	"strings"

	"bourse/internal/fault"
)

// Operation is what API key scopes need to know about an operation of the contract.
type Operation struct {
	ID           string
	Group        string // the group it belongs to, such as trading:read
	ClosedToKeys bool   // no key may call it, whatever its scopes
}

// Scopes are what a key may call: operation ids and groups of operations.
type Scopes []string

const mostScopes = 50

// Value encodes the scopes as one text.
func (s Scopes) Value() (driver.Value, error) { return strings.Join(s, " "), nil }

// Scan decodes what Value has encoded.
func (s *Scopes) Scan(stored any) error {
	text, is := stored.(string)
	if !is {
		return fmt.Errorf("scopes are stored as a text, not as %T", stored)
	}
	*s = strings.Fields(text)
	return nil
}

// allow fails with FORBIDDEN unless the scopes include the operation.
func (s Scopes) allow(operation Operation) error {
	switch {
	case operation.ClosedToKeys:
		return fault.New(fault.Forbidden, "API keys cannot call this operation; log in")
	case slices.Contains(s, operation.ID) || slices.Contains(s, operation.Group):
		return nil
	}
	return fault.New(fault.Forbidden, "this needs an API key with the scope %s or %s", operation.Group, operation.ID)
}

// ScopeCatalogue knows every existing scope. A nil catalogue knows none.
type ScopeCatalogue struct {
	grantable map[string]bool // whether a key may have it
}

// NewScopeCatalogue builds the catalogue from the contract's operations. It omits groups in which keys may call
// nothing.
func NewScopeCatalogue(operations []Operation) *ScopeCatalogue {
	c := &ScopeCatalogue{grantable: map[string]bool{}}
	for _, operation := range operations {
		c.grantable[operation.ID] = !operation.ClosedToKeys
		if !operation.ClosedToKeys {
			c.grantable[operation.Group] = true
		}
	}
	return c
}

// grant normalises the requested scopes for storage: sorted and without duplicates. It fails with VALIDATION_ERROR when
// there are none, too many or unknown ones, and with FORBIDDEN when no key may have one of them.
func (c *ScopeCatalogue) grant(wanted []string) (Scopes, error) {
	scopes := Scopes(slices.Compact(slices.Sorted(slices.Values(wanted))))
	if len(scopes) == 0 || len(scopes) > mostScopes {
		return nil, fault.Invalid("scopes", "must be 1 to %d", mostScopes)
	}
	for _, scope := range scopes {
		var grantable, known bool
		if c != nil {
			grantable, known = c.grantable[scope]
		}
		switch {
		case !known:
			return nil, fault.Invalid("scopes", "%q is neither an operation nor a group of them, such as trading:read", scope)
		case !grantable:
			return nil, fault.New(fault.Forbidden, "API keys cannot call %s", scope).About("scopes")
		}
	}
	return scopes, nil
}

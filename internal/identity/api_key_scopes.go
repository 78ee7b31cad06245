package identity

import (
	"database/sql/driver"
	"fmt"
	"slices"
	"strings"

	"bourse/internal/fault"
)

// Operation is what the scopes of API keys need to know of an operation of the contract.
type Operation struct {
	ID           string
	Group        string // of which it is one, such as trading:read
	ClosedToKeys bool   // no key reaches it, whatever its scopes
}

// Scopes are what a key may call: operations by their id, and groups of them.
type Scopes []string

const mostScopes = 50

// Value stores the scopes as one text.
func (s Scopes) Value() (driver.Value, error) { return strings.Join(s, " "), nil }

// Scan reads what Value has stored.
func (s *Scopes) Scan(stored any) error {
	text, is := stored.(string)
	if !is {
		return fmt.Errorf("scopes are stored as a text, not as %T", stored)
	}
	*s = strings.Fields(text)
	return nil
}

// allow fails with FORBIDDEN unless the operation is among the scopes.
func (s Scopes) allow(operation Operation) error {
	switch {
	case operation.ClosedToKeys:
		return fault.New(fault.Forbidden, "API keys cannot call this operation; log in")
	case slices.Contains(s, operation.ID) || slices.Contains(s, operation.Group):
		return nil
	}
	return fault.New(fault.Forbidden, "this needs an API key with the scope %s or %s", operation.Group, operation.ID)
}

// ScopeCatalogue is every scope there is. A nil one knows none.
type ScopeCatalogue struct {
	grantable map[string]bool // whether a key can have it
}

// NewScopeCatalogue makes the catalogue of the contract's operations. A group of which keys reach nothing is not in it.
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

// grant brings what somebody asks for into the form in which it is stored: in order, each once. It fails with
// VALIDATION_ERROR when that is nothing, too much or unknown, and with FORBIDDEN when no key may have it.
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

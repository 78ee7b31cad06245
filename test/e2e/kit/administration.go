package kit

import (
	"net/http"
	"testing"
)

// WithMeta is what a paged list has beside its data.
var WithMeta = Shape{"meta": AMeta}

// Update changes a user as an administrator.
func (m *Member) Update(t *testing.T, user *Member, change Body) *Answer {
	t.Helper()
	return m.Call(t, http.MethodPatch, "/users/"+user.ID, change)
}

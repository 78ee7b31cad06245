package identity_test

import (
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/testkit"
)

func TestAPageOfAnotherBrandDoesNotRefreshASession(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		acorn, err := h.AddTenant(t.Context(), "acorn", "Acorn")
		must(t, err)
		h.GiveDomains(map[string]uuid.UUID{"acorn.platform.test": acorn.ID, "own.platform.test": ann.caller().TenantID})
		from := origin
		from.Page = "https://acorn.platform.test"
		_, err = h.RefreshOnPage(t.Context(), from, ann.tokens.RefreshToken)
		testkit.WantFault(t, err, fault.Forbidden)
		for _, page := range []string{"https://own.platform.test", "https://nobodys.platform.test", ""} {
			from.Page = page
			ann.tokens, err = h.RefreshOnPage(t.Context(), from, ann.tokens.RefreshToken)
			must(t, err) // the refusal has changed nothing
		}
		from.Page = "https://acorn.platform.test"
		_, err = h.Refresh(t.Context(), from, ann.tokens.RefreshToken)
		must(t, err) // a client that holds the token itself needs no page
	})
}

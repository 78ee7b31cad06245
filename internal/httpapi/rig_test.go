package httpapi_test

import (
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/httpapi"
	"bourse/internal/httpapi/edge/edgetest"
)

// newEdge puts operations and pages behind the edge, on its own database.
func newEdge(t *testing.T, shown httpapi.PageOptions, operations *httpapi.API) *edgetest.Edge {
	t.Helper()
	e := edgetest.New(t, sqlite(t), &edgetest.Operations{})
	serve(t, e, shown, operations)
	return e
}

// serve makes an edge use real operations and pages instead of test ones.
func serve(t *testing.T, e *edgetest.Edge, shown httpapi.PageOptions, operations *httpapi.API) {
	t.Helper()
	handler, err := httpapi.NewHandler(e.Options, shown, operations)
	if err != nil {
		t.Fatal(err)
	}
	e.Handler = handler
}

func sqlite(t *testing.T) *database.DB {
	t.Helper()
	return databasetest.Open(t, database.SQLite)
}

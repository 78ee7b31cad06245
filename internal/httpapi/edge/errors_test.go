package edge_test

import (
	"net/http"
	"testing"

	"bourse/internal/fault"
	"bourse/internal/httpapi/edge"
)

func TestEveryCodeHasAStatusAndNoOtherHas(t *testing.T) {
	t.Parallel()
	for _, code := range fault.Codes() {
		if status := edge.StatusOf[code]; status < 400 || http.StatusText(status) == "" {
			t.Errorf("%s has status %d", code, status)
		}
	}
	if got, want := len(edge.StatusOf), len(fault.Codes()); got != want {
		t.Errorf("the table has %d codes, there are %d", got, want)
	}
}

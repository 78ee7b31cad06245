package httpapi_test

import (
	"testing"

	"bourse/internal/httpapi"
)

func TestNoTextOfAStatementIsAFormula(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", "Bought 1 BTCUSD at 2": "Bought 1 BTCUSD at 2", "=1+1": "'=1+1", "+1": "'+1", "-1": "'-1", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1",
		"\r=1": "'\r=1", "\n=1": "'\n=1", "a=1": "a=1",
	} {
		if got := httpapi.Cell(text); got != want {
			t.Errorf("%q is written as %q, want %q", text, got, want)
		}
	}
}

package main

import (
	"path/filepath"
	"strings"
	"testing"

	"bourse/api"
)

var root = filepath.Join("..", "..", "..")

func TestThePageHasEveryOperationAndWhoMayCallIt(t *testing.T) {
	t.Parallel()
	page, err := table(root)
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Count(string(page), "\n| `")
	if declared := strings.Count(string(api.OpenAPI), "operationId: "); rows != declared {
		t.Errorf("%d rows for %d operations", rows, declared)
	}
	for _, want := range []string{
		"| `POST /auth/login` | everybody | [`Login`](../internal/httpapi/auth.go) | `identity.Login` |",
		"| `POST /auth/2fa/setup` | logged in, recent |",
		"| `GET /trading/signals/{signalId}` | logged in |",
		"| `POST /tenants` | super_admin |",
		"| `POST /education/courses/{courseId}/publish` | admin |",
		"| `POST /trading/signals` | analyst |",
		"| `POST /webhooks/endpoints` | admin |",
		"| `GET /payments` | logged in (admin) |",
		"| `PATCH /payments/withdrawals/{withdrawalId}` | admin |",
		"| `GET /education/lessons/{lessonId}` | logged in |", "| `POST /education/lessons/{lessonId}/complete` | logged in |",
		"| `POST /investment/accounts/{accountId}/kyc` | logged in (admin) | [`SubmitKyc`](../internal/httpapi/investment.go) | `investment.DecideKYC`, `investment.SubmitKYC` |",
	} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

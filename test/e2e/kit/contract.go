package kit

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// document is the part of the published contract that these tests need.
type document struct {
	Paths map[string]map[string]json.RawMessage
}

// ContractOperation is one operation as the contract declares it.
type ContractOperation struct {
	Method, Template, ID string
	IsPublic             bool
	Role, SomeRole       string // required of every call, and of some
}

// ReadContract reads the operations in the server's contract.
func ReadContract(t *testing.T, s *Server) []ContractOperation {
	t.Helper()
	var served document
	if err := json.Unmarshal(s.Client().Fetch(t, http.MethodGet, "/openapi.json", nil).Text, &served); err != nil {
		t.Fatal(err)
	}
	var operations []ContractOperation
	for path, methods := range served.Paths {
		for method, content := range methods {
			if method == "parameters" {
				continue
			}
			var operation struct {
				OperationID string
				Security    *[]any
				Role        string `json:"x-role"`
				SomeRole    string `json:"x-role-for-some"`
			}
			if err := json.Unmarshal(content, &operation); err != nil {
				t.Fatal(err)
			}
			operations = append(operations, ContractOperation{
				Method: strings.ToUpper(method), Template: path, ID: operation.OperationID,
				IsPublic: operation.Security != nil && len(*operation.Security) == 0,
				Role:     operation.Role, SomeRole: operation.SomeRole,
			})
		}
	}
	if len(operations) == 0 {
		t.Fatal("the contract has no operations")
	}
	return operations
}

// FillIn replaces every parameter of a path by an id.
func FillIn(path string) string {
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if strings.HasPrefix(part, "{") {
			parts[i] = uuid.NewString()
		}
	}
	return strings.Join(parts, "/")
}

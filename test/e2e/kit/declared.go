package kit

import (
	"net/http"
	"testing"

	"bourse/test/e2e/contract"
)

// Checked counts the answers that were checked against the contract, over all tests of a package.
var Checked contract.Count

// WantDeclared checks that the contract allows the answer: its status, its content and its headers. Every answer to a
// test's client passes here.
func (a *Answer) WantDeclared(t *testing.T, request *http.Request) {
	t.Helper()
	served, err := contract.Served()
	if err != nil {
		t.Fatal(err)
	}
	operation, violation := served.Check(contract.Answer{
		Method: request.Method, Path: request.URL.Path, Status: a.Status, Header: a.Header, Content: a.Text,
	})
	if operation == "" {
		return
	}
	Checked.Add(operation, a.Status, violation != nil)
	if violation != nil {
		t.Errorf("%s: %d is not as the contract declares %s: %v\n%.2000s", a.Call, a.Status, operation, violation, a.Text)
	}
}

package api_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bourse/test/e2e/contract"
)

// foldersOfAMachine are those that an example could have been recorded in.
var foldersOfAMachine = regexp.MustCompile(`/(root|home|Users|tmp|var|work)/`)

// TestEveryOperationHasARealExample holds what was recorded against the contract. It is recorded anew by the tour of the
// demo, see test/e2e/platform.
func TestEveryOperationHasARealExample(t *testing.T) {
	t.Parallel()
	served, err := contract.Served()
	if err != nil {
		t.Fatal(err)
	}
	operations := served.Operations()
	for _, id := range operations {
		content, err := os.ReadFile("examples/" + id + ".json")
		if err != nil {
			t.Errorf("%s has no example", id)
			continue
		}
		var example struct {
			Status            int
			Request, Response json.RawMessage
		}
		if err := json.Unmarshal(content, &example); err != nil {
			t.Errorf("%s: %v", id, err)
			continue
		}
		if err := served.CheckExample(id, example.Status, example.Request, example.Response); err != nil {
			t.Errorf("the example of %s: %v", id, err)
		}
	}
	files, err := filepath.Glob("examples/*.json")
	if err != nil || len(files) != len(operations) {
		t.Errorf("%d examples of %d operations: %v", len(files), len(operations), err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, mark := range []string{"127.0.0.1:", "whsec_YSB", "bourse-demo-1"} {
			if strings.Contains(string(content), mark) {
				t.Errorf("%s tells %q", file, mark)
			}
		}
		if folder := foldersOfAMachine.Find(content); folder != nil {
			t.Errorf("%s tells %q", file, folder)
		}
	}
}

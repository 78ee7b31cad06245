package api_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/go-faster/yaml"
	"github.com/google/go-cmp/cmp"

	"bourse/api"
)

func TestBothFormsOfTheContractSayTheSame(t *testing.T) {
	t.Parallel()
	var fromYAML, fromJSON any
	asYAML, err := api.YAML()
	if err != nil {
		t.Fatal(err)
	}
	asJSON, err := api.JSON()
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(asYAML, &fromYAML); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(asJSON, &fromJSON); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(normal(t, fromYAML), normal(t, fromJSON)); diff != "" {
		t.Errorf("(-YAML +JSON):\n%s", strings.Join(regexp.MustCompile(`(?m)^[-+].*$`).FindAllString(diff, 20), "\n"))
	}
	// Readers find the operations in the order in which they were written.
	if at := strings.Index(string(asJSON), `"/auth/register"`); at < 0 || at > strings.Index(string(asJSON), `"/ml/models"`) {
		t.Error("the JSON has another order")
	}
}

// normal is a document with the numbers of JSON.
func normal(t *testing.T, document any) any {
	t.Helper()
	encoded, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	var decoded any
	if err := json.Unmarshal(encoded, &decoded); err != nil {
		t.Fatal(err)
	}
	return decoded
}

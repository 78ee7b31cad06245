package edge_test

import (
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"bourse/api"
	"bourse/internal/httpapi/edge"
)

// contract is the part of the contract that these tests read.
type contract struct {
	Paths      map[string]map[string]json.RawMessage
	Components struct{ Parameters map[string]parameter }
}

type parameter struct {
	Ref      string `json:"$ref"`
	Name, In string
}

func readContract(t *testing.T, into any) {
	t.Helper()
	text, err := api.JSON()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

func TestThereAreWordsForEveryPattern(t *testing.T) {
	t.Parallel()
	var whole any
	readContract(t, &whole)
	patterns := map[string]bool{}
	var walk func(value any)
	walk = func(value any) {
		switch value := value.(type) {
		case []any:
			for _, element := range value {
				walk(element)
			}
		case map[string]any:
			if pattern, ok := value["pattern"].(string); ok {
				patterns[pattern] = true
			}
			for _, member := range value {
				walk(member)
			}
		}
	}
	walk(whole)
	want, got := slices.Sorted(maps.Keys(patterns)), slices.Sorted(maps.Keys(edge.PatternForms))
	if !slices.Equal(got, want) {
		t.Errorf("there are words for\n%q, the contract has\n%q", got, want)
	}
}

func TestWhatIsWantedIsKnownOfEveryOperation(t *testing.T) {
	t.Parallel()
	const unknown = "has the wrong type or form"
	var read contract
	readContract(t, &read)
	for address, item := range read.Paths {
		for method, text := range item {
			if method == "parameters" {
				continue
			}
			var operation struct {
				OperationID string
				Parameters  []parameter
				RequestBody *json.RawMessage
			}
			if err := json.Unmarshal(text, &operation); err != nil {
				t.Fatalf("%s %s: %v", method, address, err)
			}
			name := strings.ToUpper(operation.OperationID[:1]) + operation.OperationID[1:]
			if operation.RequestBody != nil && edge.BodyForm(name, "") == unknown {
				t.Errorf("%s: the body has no type", operation.OperationID)
			}
			for _, each := range operation.Parameters {
				if each.Ref != "" {
					each = read.Components.Parameters[path.Base(each.Ref)]
				}
				if each.In == "header" {
					continue // any text is valid
				}
				if edge.ParameterForm(name, each.Name) == unknown {
					t.Errorf("%s: the parameter %s has no type", operation.OperationID, each.Name)
				}
			}
		}
	}
}

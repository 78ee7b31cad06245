package api_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"bourse/api"
)

// operation is as much of one as the rules below look at.
type operation struct {
	OperationID string           `json:"operationId"`
	Description string           `json:"description"`
	Role        string           `json:"x-role"`
	Security    *[]any           `json:"security"`
	Parameters  []parameter      `json:"parameters"`
	RequestBody *contentHolder   `json:"requestBody"`
	Responses   map[string]*body `json:"responses"`
}

type parameter struct {
	Ref         string `json:"$ref"`
	Name        string `json:"name"`
	Description string `json:"description"`
}

type contentHolder struct {
	Content map[string]struct {
		Example any `json:"example"`
	} `json:"content"`
}

type body struct {
	contentHolder
	Headers map[string]any `json:"headers"`
}

type document struct {
	Paths      map[string]map[string]json.RawMessage `json:"paths"`
	Components struct {
		Parameters map[string]parameter `json:"parameters"`
		Schemas    map[string]any       `json:"schemas"`
	} `json:"components"`
}

func readServed(t *testing.T) (served document, text []byte) {
	t.Helper()
	text, err := api.JSON()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &served); err != nil {
		t.Fatal(err)
	}
	return served, text
}

// TestEveryOperationIsDeclaredWhole holds our own rules, which no linter knows.
func TestEveryOperationIsDeclaredWhole(t *testing.T) {
	t.Parallel()
	served, text := readServed(t)
	if bytes.Contains(text, []byte("x-ogen")) {
		t.Error("a mark of the generator is served")
	}
	for path, item := range served.Paths {
		for method, content := range item {
			if method == "parameters" {
				continue
			}
			var o operation
			if err := json.Unmarshal(content, &o); err != nil {
				t.Fatalf("%s %s: %v", method, path, err)
			}
			for _, complaint := range o.complaints(method, served.Components.Parameters) {
				t.Errorf("%s (%s %s) %s", o.OperationID, method, path, complaint)
			}
		}
	}
}

// complaints are what is missing of an operation.
func (o *operation) complaints(method string, shared map[string]parameter) (all []string) {
	if o.Description == "" {
		all = append(all, "is not described")
	}
	if isPublic := o.Security != nil && len(*o.Security) == 0; isPublic != (o.Role == "") {
		all = append(all, "needs a role (x-role), or is for everybody (security: [])")
	}
	var names []string
	for _, declared := range o.Parameters {
		if declared.Ref != "" {
			declared = shared[declared.Ref[strings.LastIndex(declared.Ref, "/")+1:]]
		}
		if names = append(names, declared.Name); declared.Description == "" {
			all = append(all, "has a parameter without description: "+declared.Name)
		}
	}
	if method == "post" && !slices.Contains(names, "Idempotency-Key") {
		all = append(all, "takes no Idempotency-Key")
	}
	if o.RequestBody != nil && !o.RequestBody.hasExamples() {
		all = append(all, "has no example of its request")
	}
	hasExample := false
	for status, answer := range o.Responses {
		if status[0] == '2' {
			hasExample = hasExample || answer.hasExamples()
			if answer.Headers["X-Request-Id"] == nil {
				all = append(all, "does not declare the headers of "+status)
			}
		}
	}
	if !hasExample {
		all = append(all, "has no example of its answer")
	}
	return all
}

func (h *contentHolder) hasExamples() bool {
	for _, content := range h.Content {
		if content.Example == nil {
			return false
		}
	}
	return len(h.Content) > 0
}

func TestEveryPropertyIsDescribed(t *testing.T) {
	t.Parallel()
	served, _ := readServed(t)
	properties := 0
	for name, schema := range served.Components.Schemas {
		properties += wantDescribed(t, served.Components.Schemas, name, schema)
	}
	t.Logf("%d properties of %d schemas", properties, len(served.Components.Schemas))
	if properties < 800 {
		t.Errorf("only %d properties were found", properties)
	}
}

// wantDescribed looks for properties of a schema that nothing describes: neither themselves nor what they refer to. It
// tells how many properties there are.
func wantDescribed(t *testing.T, all map[string]any, path string, schema any) (properties int) {
	t.Helper()
	object, isObject := schema.(map[string]any)
	if !isObject {
		return 0
	}
	declared, _ := object["properties"].(map[string]any)
	for name, property := range declared {
		properties += 1 + wantDescribed(t, all, path+"."+name, property)
		if !isDescribed(all, property) {
			t.Errorf("%s.%s is not described", path, name)
		}
	}
	properties += wantDescribed(t, all, path+"[]", object["items"])
	for _, key := range []string{"allOf", "oneOf", "anyOf"} {
		parts, _ := object[key].([]any)
		for _, part := range parts {
			properties += wantDescribed(t, all, path, part)
		}
	}
	return properties
}

func isDescribed(all map[string]any, schema any) bool {
	object, _ := schema.(map[string]any)
	if object["description"] != nil {
		return true
	}
	if parts, _ := object["allOf"].([]any); slices.ContainsFunc(parts, func(part any) bool { return isDescribed(all, part) }) {
		return true
	}
	reference, _ := object["$ref"].(string)
	return reference != "" && isDescribed(all, all[reference[strings.LastIndex(reference, "/")+1:]])
}

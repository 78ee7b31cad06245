package httpapi_test

import (
	"encoding/json"
	"strings"
	"testing"

	"bourse/api"
)

// schema is the part of a contract schema that is needed to find its numbers.
type schema struct {
	Ref        string             `json:"$ref"`
	Type       string             `json:"type"`
	Maximum    json.Number        `json:"maximum"`
	Format     string             `json:"format"`
	Properties map[string]*schema `json:"properties"`
	Items      *schema            `json:"items"`
	AllOf      []*schema          `json:"allOf"`
	OneOf      []*schema          `json:"oneOf"`
	AnyOf      []*schema          `json:"anyOf"`
}

// numbers calls found with the path of every number in a body of the schema.
func (s *schema) numbers(all map[string]*schema, path string, found func(path string, number *schema)) {
	if s == nil || strings.Count(path, ".") > 8 {
		return
	}
	if s.Ref != "" {
		name := s.Ref[strings.LastIndex(s.Ref, "/")+1:]
		all[name].numbers(all, path+"("+name+")", found)
		return
	}
	if s.Type == "number" {
		found(path, s)
	}
	s.Items.numbers(all, path+"[]", found)
	for name, property := range s.Properties {
		property.numbers(all, path+"."+name, found)
	}
	for _, part := range append(append(s.AllOf, s.OneOf...), s.AnyOf...) {
		part.numbers(all, path, found)
	}
}

func TestEveryNumberOfAnInputHasAMaximum(t *testing.T) {
	t.Parallel()
	document, err := api.JSON()
	if err != nil {
		t.Fatal(err)
	}
	var contract struct {
		Paths map[string]map[string]struct {
			RequestBody struct {
				Content map[string]struct {
					Schema *schema `json:"schema"`
				} `json:"content"`
			} `json:"requestBody"`
		} `json:"paths"`
		Components struct {
			Schemas map[string]*schema `json:"schemas"`
		} `json:"components"`
	}
	decoded := map[string]json.RawMessage{}
	if err := json.Unmarshal(document, &decoded); err != nil {
		t.Fatal(err)
	}
	// What all methods of a path share is a list and not an operation.
	paths := map[string]map[string]json.RawMessage{}
	if err := json.Unmarshal(decoded["paths"], &paths); err != nil {
		t.Fatal(err)
	}
	for _, item := range paths {
		delete(item, "parameters")
	}
	if decoded["paths"], err = json.Marshal(paths); err != nil {
		t.Fatal(err)
	}
	if document, err = json.Marshal(decoded); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(document, &contract); err != nil {
		t.Fatal(err)
	}
	count := 0
	for path, item := range contract.Paths {
		for method, operation := range item {
			for _, content := range operation.RequestBody.Content {
				content.Schema.numbers(contract.Components.Schemas, "", func(place string, number *schema) {
					count++
					limit, err := number.Maximum.Float64()
					if err != nil || number.Format == "decimal" && limit > 1_000_000_000 {
						t.Errorf("%s %s: %s has the maximum %q, want one of at most 1000000000", method, path, place, number.Maximum)
					}
				})
			}
		}
	}
	if count < 15 {
		t.Errorf("only %d numbers were found", count)
	}
}

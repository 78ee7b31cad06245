package webhook_test

import (
	"encoding/json"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

// schema is the part of a JSON schema that the catalogue uses.
type schema struct {
	Type       string
	Const      string
	Required   []string
	Properties map[string]schema
	Items      *schema
}

// fits reports where a value violates the schema.
func (s schema) fits(path string, value any, complain func(path, why string)) {
	kinds := map[string]bool{}
	switch value := value.(type) {
	case map[string]any:
		kinds["object"] = true
		for _, name := range s.Required {
			if _, there := value[name]; !there {
				complain(path+"."+name, "is required")
			}
		}
		for name, inner := range value {
			if described, known := s.Properties[name]; known {
				described.fits(path+"."+name, inner, complain)
			} else if s.Properties != nil {
				complain(path+"."+name, "is not described")
			}
		}
	case string:
		kinds["string"] = true
		if s.Const != "" && s.Const != value {
			complain(path, "is not "+s.Const)
		}
	case float64:
		kinds["number"], kinds["integer"] = true, value == float64(int64(value))
	case bool:
		kinds["boolean"] = true
	case []any:
		kinds["array"] = true
	}
	if s.Type != "" && !kinds[s.Type] {
		complain(path, "is not of type "+s.Type)
	}
}

func TestEveryExampleOfTheCatalogueIsAsItsSchemaSays(t *testing.T) {
	t.Parallel()
	h := newHouse(t, databasetest.Open(t, database.SQLite), nil)
	types, err := h.EventTypes(h.Actor)
	if err != nil || len(types) != 4 {
		t.Fatalf("%d types, %v", len(types), err)
	}
	for i, eventType := range types {
		var (
			described schema
			example   map[string]any
		)
		if err := json.Unmarshal(eventType.Schema, &described); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(eventType.Example, &example); err != nil {
			t.Fatal(err)
		}
		described.fits(eventType.Type, example, func(path, why string) { t.Errorf("%s %s", path, why) })
		if example["type"] != eventType.Type || described.Properties["type"].Const != eventType.Type || eventType.Description == "" {
			t.Errorf("%s: the example is of type %v", eventType.Type, example["type"])
		}
		if len(described.Required) != 5 || len(described.Properties["data"].Required) == 0 {
			t.Errorf("%s requires %v", eventType.Type, described.Required)
		}
		if i > 0 && types[i-1].Type >= eventType.Type {
			t.Errorf("%s is not in order", eventType.Type)
		}
	}
}

package contract

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

const eventStream = "text/event-stream"

// checkStream checks every event of a stream against the schema of its operation.
func checkStream(operation *openapi3.Operation, content []byte) error {
	response := operation.Responses.Status(http.StatusOK)
	if response == nil || response.Value.Content[eventStream] == nil {
		return fmt.Errorf("the contract declares no stream of %s", operation.OperationID)
	}
	return checkEvents(response.Value.Content[eventStream].Schema.Value, content)
}

// checkEvents checks events against a schema. Comments, and the start of the stream, do not count.
func checkEvents(schema *openapi3.Schema, content []byte) error {
	for block := range strings.SplitSeq(string(content), "\n\n") {
		event := map[string]any{}
		for line := range strings.Lines(block) {
			name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
			switch name {
			case "event", "id":
				event[name] = value
			case "data":
				var data any
				if err := json.Unmarshal([]byte(value), &data); err != nil {
					return fmt.Errorf("the data of an event is no JSON: %w", err)
				}
				event[name] = data
			}
		}
		if event["event"] == nil {
			continue
		}
		if err := schema.VisitJSON(event, openapi3.VisitAsResponse(), openapi3.SetSchemaErrorMessageCustomizer(sayShortly)); err != nil {
			return fmt.Errorf("an event %v: %w", event["event"], err)
		}
	}
	return nil
}

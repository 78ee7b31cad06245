package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// CheckExample checks an example of an operation against its schemas: the content of the request, which is mandatory
// if the operation takes one, and of the answer.
func (c *Contract) CheckExample(id string, status int, request, answer []byte) error {
	operation := c.operation(id)
	if operation == nil {
		return errors.New("there is no such operation")
	}
	if operation.RequestBody != nil {
		if len(request) == 0 {
			return errors.New("it shows no request")
		}
		if err := checkContent(operation.RequestBody.Value.Content, request, openapi3.VisitAsRequest()); err != nil {
			return fmt.Errorf("request: %w", err)
		}
	}
	declared := operation.Responses.Status(status)
	if declared == nil || status < 200 || status > 299 {
		return fmt.Errorf("%d is no success of it", status)
	}
	if err := checkContent(declared.Value.Content, answer, openapi3.VisitAsResponse()); err != nil {
		return fmt.Errorf("answer: %w", err)
	}
	return nil
}

func checkContent(content openapi3.Content, example []byte, visit openapi3.SchemaValidationOption) error {
	for kind, declared := range content {
		decoder := json.NewDecoder(bytes.NewReader(example))
		decoder.UseNumber()
		var value any
		if err := decoder.Decode(&value); err != nil {
			return err
		}
		if _, isText := value.(string); isText && kind != eventStream && !strings.Contains(kind, "json") {
			return nil // any text is accepted
		}
		return declared.Schema.Value.VisitJSON(value, visit, openapi3.SetSchemaErrorMessageCustomizer(sayShortly))
	}
	return nil
}

func (c *Contract) operation(id string) *openapi3.Operation {
	for _, routes := range c.routes {
		for _, route := range routes {
			if route.Operation.OperationID == id {
				return route.Operation
			}
		}
	}
	return nil
}

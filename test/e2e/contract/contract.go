// Package contract checks the answers of the running binary against the contract that it serves, with a third-party
// validator that shares no code with the generated server. It is stricter than the contract: a property that the
// schema does not declare is a violation, so that nothing undeclared is sent.
package contract

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"

	"bourse/api"
)

// Answer is a received answer.
type Answer struct {
	Method, Path string // as called, with the base path
	Status       int
	Header       http.Header
	Content      []byte
}

// Contract is the contract, ready to check answers. It is safe for concurrent use.
type Contract struct {
	document *openapi3.T
	routes   map[string][]*routers.Route // by method
}

// Served is the binary's contract, read once per process.
var Served = sync.OnceValues(func() (*Contract, error) {
	document, err := api.JSON()
	if err != nil {
		return nil, err
	}
	return Read(document)
})

// Read parses a contract in JSON. It fails if it is invalid.
func Read(document []byte) (*Contract, error) {
	read, err := openapi3.NewLoader().LoadFromData(document)
	if err != nil {
		return nil, fmt.Errorf("read the contract: %w", err)
	}
	c := &Contract{document: read, routes: map[string][]*routers.Route{}}
	closing := closer{}
	for _, schema := range read.Components.Schemas {
		closing.close(schema.Value)
	}
	for path, item := range read.Paths.Map() {
		for method, operation := range item.Operations() {
			c.routes[method] = append(c.routes[method], &routers.Route{Spec: read, Path: path, PathItem: item, Method: method, Operation: operation})
			for _, response := range operation.Responses.Map() {
				for _, content := range response.Value.Content {
					closing.close(content.Schema.Value)
				}
			}
		}
	}
	return c, nil
}

// Routes are the operations with their paths, in no order.
func (c *Contract) Routes() (all []*routers.Route) {
	for _, routes := range c.routes {
		all = append(all, routes...)
	}
	return all
}

// CheckFailure fails unless the content is that of a failure, whatever the operation.
func (c *Contract) CheckFailure(content []byte) error {
	var value any
	if err := json.Unmarshal(content, &value); err != nil {
		return err
	}
	return c.document.Components.Schemas["ErrorEnvelope"].Value.VisitJSON(value, openapi3.VisitAsResponse(), openapi3.SetSchemaErrorMessageCustomizer(sayShortly))
}

// Operations are the operationIds of the contract, sorted.
func (c *Contract) Operations() (all []string) {
	for _, routes := range c.routes {
		for _, route := range routes {
			all = append(all, route.Operation.OperationID)
		}
	}
	slices.Sort(all)
	return all
}

const basePath = "/api/v1"

// Check returns the operation of an answer, and fails when the contract does not allow the answer: its status, the
// type of its content, the content itself or a header. An answer that belongs to no operation is not checked.
func (c *Contract) Check(answer Answer) (operation string, err error) {
	route := c.Find(answer.Method, answer.Path)
	if route == nil {
		return "", nil
	}
	if answer.Header.Get("X-Request-Id") == "" {
		return route.Operation.OperationID, fmt.Errorf("%d: there is no X-Request-Id", answer.Status)
	}
	if strings.HasPrefix(answer.Header.Get("Content-Type"), eventStream) {
		return route.Operation.OperationID, checkStream(route.Operation, answer.Content)
	}
	return route.Operation.OperationID, openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{
			Request: &http.Request{Method: answer.Method, URL: &url.URL{Path: answer.Path}}, Route: route,
		},
		Status: answer.Status, Header: answer.Header, Body: io.NopCloser(bytes.NewReader(answer.Content)), Options: options,
	})
}

var options = &openapi3filter.Options{IncludeResponseStatus: true, MultiError: true}

// sayShortly says what is wrong where; the schema can be read in the contract.
func sayShortly(err *openapi3.SchemaError) string {
	return fmt.Sprintf("%s: %s", strings.Join(err.JSONPointer(), "."), err.Reason)
}

// Find finds the operation of a call; nil if there is none. A literal part of a path takes precedence over a
// parameter.
func (c *Contract) Find(method, path string) (found *routers.Route) {
	path, ok := strings.CutPrefix(path, basePath)
	if !ok {
		return nil
	}
	path, _, _ = strings.Cut(path, "?")
	parts := strings.Split(path, "/")
	for _, route := range c.routes[method] {
		template := strings.Split(route.Path, "/")
		if fits(template, parts) && (found == nil || strings.Count(route.Path, "{") < strings.Count(found.Path, "{")) {
			found = route
		}
	}
	return found
}

func fits(template, parts []string) bool {
	return slices.EqualFunc(template, parts, func(declared, part string) bool {
		return declared == part || strings.HasPrefix(declared, "{") && part != ""
	})
}

func init() {
	options.WithCustomSchemaErrorFunc(sayShortly)
	// The content is not JSON, and any text is accepted.
	for _, contentType := range []string{"text/csv", "image/svg+xml", "application/x-ndjson"} {
		openapi3filter.RegisterBodyDecoder(contentType, openapi3filter.FileBodyDecoder)
	}
	openapi3.DefineStringFormatValidator("uuid", openapi3.NewRegexpFormatValidator(
		`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`))
}

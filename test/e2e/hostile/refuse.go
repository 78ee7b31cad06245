package hostile

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"regexp"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
)

var requestOptions = &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, SkipSettingDefaults: true}

// refuses returns why the contract refuses a request; nil if it does not.
func (c *Campaign) refuses(r *request, sent *http.Request) error {
	content := r.content()
	if r.operation.body == nil {
		content = nil // it is not validated
	}
	if len(content) > 0 && !json.Valid(content) {
		return errors.New("the body is no JSON")
	}
	again := sent.Clone(context.Background())
	again.Body, again.GetBody = nil, nil // otherwise the validator would use the original body
	if len(content) > 0 {
		again.Body = io.NopCloser(bytes.NewReader(contentAsDeclared(content, r.operation.body)))
		again.Header.Set("Content-Type", jsonType) // which content types count as JSON is another question
	}
	query := again.URL.Query()
	for _, parameter := range r.operation.query {
		for i, value := range query[parameter.Name] {
			query[parameter.Name][i] = asDeclared(value, parameter.Schema.Value)
		}
	}
	again.URL.RawQuery = query.Encode()
	return openapi3filter.ValidateRequest(context.Background(), &openapi3filter.RequestValidationInput{
		Request: again, PathParams: r.operation.pathValues(sent.URL.Path), Route: r.operation.route, Options: requestOptions,
	})
}

// pathValues are the parameters in a path.
func (o *operation) pathValues(path string) map[string]string {
	values, template := map[string]string{}, strings.Split(o.template, "/")
	for i, part := range strings.Split(strings.TrimPrefix(path, "/api/v1"), "/") {
		for _, parameter := range o.path {
			if i < len(template) && template[i] == "{"+parameter.Name+"}" {
				values[parameter.Name] = asDeclared(part, parameter.Schema.Value)
			}
		}
	}
	return values
}

// anyID matches an id in any accepted form: in lower or upper case, as a URN, in braces or without hyphens. Answers
// only contain the first.
var anyID = regexp.MustCompile(`(?i)^(?:(?:urn:uuid:)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\{[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}|[0-9a-f]{32})$`)

// asDeclared writes an id, by its schema, in the contract's form. Other texts stay, even if they look like one.
func asDeclared(text string, schema *openapi3.Schema) string {
	if schema == nil || merged(schema).Format != "uuid" || !anyID.MatchString(text) {
		return text
	}
	digits := strings.NewReplacer("urn:uuid:", "", "-", "", "{", "", "}", "").Replace(strings.ToLower(text))
	return strings.Join([]string{digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]}, "-")
}

// contentAsDeclared does the same for every id in a body.
func contentAsDeclared(content []byte, schema *openapi3.Schema) []byte {
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.UseNumber()
	var body any
	if decoder.Decode(&body) != nil {
		return content
	}
	again, err := json.Marshal(valueAsDeclared(body, schema))
	if err != nil {
		return content
	}
	return again
}

func valueAsDeclared(value any, schema *openapi3.Schema) any {
	switch value := value.(type) {
	case string:
		return asDeclared(value, schema)
	case []any:
		if schema != nil && schema.Items != nil {
			for i, element := range value {
				value[i] = valueAsDeclared(element, schema.Items.Value)
			}
		}
	case map[string]any:
		for name, member := range value {
			value[name] = valueAsDeclared(member, property(schema, name))
		}
	}
	return value
}

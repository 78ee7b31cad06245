package main

import (
	"fmt"
	"slices"
	"strings"
)

// keyHeader is the parameter that an option of every call sets.
const keyHeader = "Idempotency-Key"

// call is an operation as a method of the client.
type call struct {
	name, method, path string
	operation          *operation
	arguments          []string // of the path, in its order
	pathExpression     string
	bodyType           string // empty without one
	isBodyOptional     bool
	paramsType         string // of the query, empty without one
	isKeyed            bool
}

// method writes the method of an operation, and the type of its query. Event streams are handwritten.
func (g *generator) method(path, method string, item pathItem, operation *operation) (string, error) {
	name := goName(operation.OperationID)
	result, err := g.result(name, operation)
	if err != nil || result.kind == streamed {
		return "", err
	}
	made := &call{name: name, method: method, path: path, operation: operation}
	params, err := g.arguments(made, append(slices.Clone(item.Parameters), operation.Parameters...))
	if err != nil {
		return "", err
	}
	if err := g.body(made); err != nil {
		return "", err
	}
	if _, err := g.declare("Client."+name, operation.OperationID); err != nil {
		return "", err
	}
	text := params + made.text(result)
	if result.kind == paged || result.kind == stretched {
		walk, err := g.walk(made, result)
		if err != nil {
			return "", err
		}
		text += walk
	}
	return text, nil
}

// arguments determines what the method takes besides the body and returns the type of the query.
func (g *generator) arguments(made *call, parameters []*parameter) (string, error) {
	byName := map[string]*parameter{}
	var fields strings.Builder
	for _, written := range parameters {
		one := g.contract.parameter(written)
		switch {
		case one == nil:
			return "", fmt.Errorf("there is no parameter %s", written.Ref)
		case one.Name == keyHeader:
			made.isKeyed = true
		case one.In == "path":
			byName[one.Name] = one
		default:
			field, err := g.paramField(made.name, one)
			if err != nil {
				return "", err
			}
			fields.WriteString(field)
		}
	}
	expression := []string{}
	for i, part := range strings.FieldsFunc(made.path, func(letter rune) bool { return letter == '{' || letter == '}' }) {
		if i%2 == 0 {
			expression = append(expression, fmt.Sprintf("%q", part))
			continue
		}
		if byName[part] == nil {
			return "", fmt.Errorf("the path's %s is not declared", part)
		}
		argument := argumentName(part)
		made.arguments = append(made.arguments, argument)
		expression = append(expression, "url.PathEscape("+argument+")")
	}
	made.pathExpression = strings.Join(expression, "+")
	if fields.Len() == 0 {
		return "", nil
	}
	made.paramsType = made.name + "Params"
	if _, err := g.declare(made.paramsType, made.operation.OperationID+" parameters"); err != nil {
		return "", err
	}
	return fmt.Sprintf("\n// %s are the query parameters of %s. Zero values are not sent.\ntype %s struct {\n%s}\n",
		made.paramsType, made.name, made.paramsType, fields.String()), nil
}

// paramField writes a field of the query. Zero values are not sent, so a field is a pointer only if its zero has a
// meaning.
func (g *generator) paramField(of string, one *parameter) (string, error) {
	found, err := g.typeOf(one.Schema, of+" "+one.Name)
	if err != nil {
		return "", err
	}
	name := found.Name
	if name == "bool" || name == "Decimal" || name == "float64" {
		name = "*" + name
	}
	text := one.Description
	if text == "" {
		text = g.description(one.Schema)
	}
	if fallback := one.Schema.Default.Value; fallback != "" {
		text = strings.TrimSpace(text + " Default: " + fallback + ".")
	}
	if one.Required {
		text = strings.TrimSpace(text + " Required.")
	}
	return fmt.Sprintf("%s\t%s %s `%s:\"%s\"`\n", comment("\t", text), goName(one.Name), name, one.In, one.Name), nil
}

func (g *generator) body(made *call) error {
	body := made.operation.RequestBody
	if body == nil {
		return nil
	}
	content := body.Content.find("application/json")
	if content.Schema == nil {
		return fmt.Errorf("%s takes no JSON", made.operation.OperationID)
	}
	found, err := g.typeOf(content.Schema, made.name+" Request")
	made.bodyType, made.isBodyOptional = found.Name, !body.Required
	if made.isBodyOptional && !found.IsNil {
		made.bodyType = "*" + made.bodyType
	}
	return err
}

// signature is the method's parameters.
func (m *call) signature() string {
	taken := []string{"ctx context.Context"}
	if len(m.arguments) > 0 {
		taken = append(taken, strings.Join(m.arguments, ", ")+" string")
	}
	if m.bodyType != "" {
		taken = append(taken, "body "+m.bodyType)
	}
	if m.paramsType != "" {
		taken = append(taken, "params "+m.paramsType)
	}
	return strings.Join(append(taken, "options ...CallOption"), ", ")
}

// request is the literal that describes the call.
func (m *call) request() string {
	parts := []string{fmt.Sprintf("name: %q, method: %q, path: %s", m.operation.OperationID, m.method, m.pathExpression)}
	if m.bodyType != "" {
		parts = append(parts, "body: body")
	}
	if m.paramsType != "" {
		parts = append(parts, "params: params")
	}
	if m.isKeyed {
		parts = append(parts, "isKeyed: true")
	}
	if m.operation.Security != nil && len(*m.operation.Security) == 0 {
		// A public read can look different to a caller who is logged in; nothing else public takes a token.
		parts = append(parts, map[bool]string{true: "isPublic: true", false: "isAnonymous: true"}[m.method == "GET"])
	}
	return "request{" + strings.Join(parts, ", ") + "}"
}

func (m *call) text(result result) string {
	summary := strings.TrimSuffix(strings.TrimSpace(m.operation.Summary), ".") + ".\n\n" + m.operation.Description
	text := describe(m.name, summary, m.operation.Deprecated) + "\n\n" + m.method + " " + m.path
	if m.operation.Role != "" {
		text += ", for the role " + m.operation.Role + " or higher."
	} else {
		text += ", public."
	}
	if m.isBodyOptional {
		text += " The body is optional: nil sends none."
	}
	if result.kind == downloaded {
		text += " The caller must close the result."
	}
	return fmt.Sprintf("\n%sfunc (c *Client) %s(%s) %s {\n\treturn %s(ctx, c, %s, options)\n}\n",
		comment("", text), m.name, m.signature(), result.returned(), result.function(), m.request())
}

// walkedByHand is the list whose pages do not reach its end.
const walkedByHand = "listAuditLog"

// walk writes the method that goes through all pages of a list: AllOrders beside ListOrders.
func (g *generator) walk(m *call, result result) (string, error) {
	if m.operation.OperationID == walkedByHand {
		return "", nil
	}
	name := "All" + strings.TrimPrefix(strings.TrimPrefix(m.name, "List"), "Get")
	if _, isThere := g.declared["Client."+name]; isThere {
		name = "All" + m.name
	}
	if _, err := g.declare("Client."+name, "all of "+m.operation.OperationID); err != nil {
		return "", err
	}
	arguments := append(append([]string{"ctx"}, m.arguments...), "next", "options...")
	text := fmt.Sprintf("%s iterates over all pages of %s, beginning with the page in params, and requests the next one when it is needed. "+
		"It stops after the first error.", name, m.name)
	walker, field, argument, argumentType, page := "eachPage", "Page", "page", "int", "Page"
	if result.kind == stretched {
		walker, field, argument, argumentType, page = "eachStretch", "Before", "before", "string", "CursorPage"
	}
	return fmt.Sprintf("\n%sfunc (c *Client) %s(%s) iter.Seq2[%s, error] {\n\tif params.Limit == 0 {\n\t\tparams.Limit = mostItems\n\t}\n"+
		"\treturn %s(params.%s, func(%s %s) (*%s[%s], error) {\n\t\tnext := params\n\t\tnext.%s = %s\n\t\treturn c.%s(%s)\n\t})\n}\n",
		comment("", text), name, m.signature(), result.item, walker, field, argument, argumentType, page, result.item, field, argument,
		m.name, strings.Join(arguments, ", ")), nil
}

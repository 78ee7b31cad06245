package main

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-faster/yaml"

	"bourse/api"
)

// operation is an operation of the contract.
type operation struct {
	method, path, id string
	isPublic         bool
	says             asked // what the contract requires of its callers
}

// tag is a chapter of the contract.
type tag struct {
	name       string
	operations []operation
}

var methods = []string{"get", "post", "put", "patch", "delete"}

// tags reads the operations of the contract, in its order.
func tags(contract []byte) ([]tag, error) {
	var document struct {
		Tags []struct {
			Name string `yaml:"name"`
		} `yaml:"tags"`
		Paths yaml.Node `yaml:"paths"`
	}
	if err := yaml.Unmarshal(contract, &document); err != nil {
		return nil, fmt.Errorf("read the contract: %w", err)
	}
	all := make([]tag, len(document.Tags))
	for i, declared := range document.Tags {
		all[i].name = declared.Name
	}
	paths := document.Paths.Content
	for i := 0; i+1 < len(paths); i += 2 {
		items := paths[i+1].Content
		for j := 0; j+1 < len(items); j += 2 {
			if !slices.Contains(methods, items[j].Value) {
				continue
			}
			var declared struct {
				OperationID string            `yaml:"operationId"`
				Tags        []string          `yaml:"tags"`
				Security    *[]map[string]any `yaml:"security"`
				Role        string            `yaml:"x-role"`
				SomeRole    string            `yaml:"x-role-for-some"`
				RecentLogin bool              `yaml:"x-recent-login"`
			}
			if err := items[j+1].Decode(&declared); err != nil {
				return nil, fmt.Errorf("%s %s: %w", items[j].Value, paths[i].Value, err)
			}
			at := slices.IndexFunc(all, func(t tag) bool { return slices.Contains(declared.Tags, t.name) })
			if at < 0 {
				return nil, fmt.Errorf("%s has none of the contract's tags", declared.OperationID)
			}
			all[at].operations = append(all[at].operations, operation{
				method: strings.ToUpper(items[j].Value), path: paths[i].Value, id: declared.OperationID,
				isPublic: declared.Security != nil && len(*declared.Security) == 0,
				says:     asked{declared.Role, declared.SomeRole, declared.RecentLogin},
			})
		}
	}
	return all, nil
}

const introduction = `# API operations

Written by ` + "`go generate ./internal/httpapi`" + ` from the contract and the code; do not edit. *Who* is the least that is asked
of every caller: everybody, whoever has logged in, or a role and those above it. What stands in brackets is asked of some
calls only, such as those that look at other people's things. *recent* is a log-in of the last fifteen minutes. The contract
says it (x-role, x-role-for-some, x-recent-login), the edge asks for it before anything else is done, and this page is not
written when the code of the services asks for something else.
`

// table is the page, for the module in the folder root.
func table(root string) ([]byte, error) {
	chapters, err := tags(api.OpenAPI)
	if err != nil {
		return nil, err
	}
	code, err := readHandlers(root)
	if err != nil {
		return nil, err
	}
	var page bytes.Buffer
	page.WriteString(introduction)
	for _, chapter := range chapters {
		fmt.Fprintf(&page, "\n## %s\n\n| Operation | Who | Handler | Service |\n|---|---|---|---|\n", chapter.name)
		for _, declared := range chapter.operations {
			served, ok := code.handlers[strings.ToUpper(declared.id[:1])+declared.id[1:]]
			if !ok {
				return nil, fmt.Errorf("no method of httpapi.API serves %s", declared.id)
			}
			who, err := code.who(declared, served)
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(&page, "| `%s %s` | %s | [`%s`](../internal/httpapi/%s) | %s |\n", declared.method, declared.path,
				who, served.name, filepath.Base(served.file), cmp.Or(strings.Join(quoted(served.calls), ", "), "–"))
		}
	}
	return page.Bytes(), nil
}

func quoted(calls []call) []string {
	var names []string
	for _, c := range calls {
		names = append(names, "`"+c.text+"`")
	}
	return names
}

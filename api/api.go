// Package api holds the contract, as it is served at /openapi.yaml and /openapi.json.
package api

import _ "embed"

//go:generate go run ../internal/tools/oasgen

// OpenAPI is the contract in YAML.
//
//go:embed openapi.yaml
var OpenAPI []byte

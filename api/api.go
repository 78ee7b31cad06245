// Package api holds the contract, as it is served at /openapi.yaml and /openapi.json.
package api

import _ "embed"

//go:generate go tool ogen --config ogen.yaml --target ../internal/oas --package oas --clean openapi.yaml

// OpenAPI is the contract in YAML.
//
//go:embed openapi.yaml
var OpenAPI []byte

// Package httpapi implements the operations of the contract, in files by tag: each converts the contract's types into
// one call of a service, in a few cases two, and converts the result back. The processing that all requests share is
// in edge.
//
// It also has the pages outside the base path: health and the contract (pages.go), the rendered reference (docs.go)
// and the sandbox's checkout (payments_sandbox.go).
package httpapi

//go:generate go run ../tools/operationstable

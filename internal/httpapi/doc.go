// Package httpapi is the operations of the contract, one file a tag: each turns the contract's types into one call of a
// service and its result into the contract's types. What every request passes on the way to them and back is in edge.
//
// Beside the operations stand the pages outside the base path: health and the contract (pages.go), the rendered
// reference (docs.go) and the sandbox's checkout (payments_sandbox.go).
package httpapi

//go:generate go run ../tools/operationstable

// Package httpapi is the operations of the contract, in files by tag: each converts the contract's types to a call of a
// service, in a few cases two, and the result back. What every request passes on the way is in edge.
//
// Next to the operations are the pages outside the base path: health and the contract (pages.go), the rendered
// reference (docs.go) and the sandbox's checkout (payments_sandbox.go).
package httpapi

//go:generate go run ../tools/operationstable

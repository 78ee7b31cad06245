// Package architecture keeps the import rules of the house, as tests.
//
// The rules stand in rules_test.go, as a pure function from an import graph to the sentences that say
// which import breaks which rule. One test holds the real graph of this module against them, another
// feeds them a graph with one violation of each kind and wants to see each of them reported, so that a
// rule which no longer catches anything is noticed.
package architecture

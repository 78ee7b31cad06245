// Package architecture keeps the rules of the house that a reader of its code can check, as tests.
//
// The rules of imports stand in rules_test.go, as a pure function from an import graph to the sentences that say
// which import breaks which rule. One test holds the real graph of this module against them, another
// feeds them a graph with one violation of each kind and wants to see each of them reported, so that a
// rule which no longer catches anything is noticed. Those of persistence stand in persistence_test.go: SQL only in
// *_store.go, and no second definition of what database defines. Those of the pages that explain the house stand in
// docs_test.go.
package architecture

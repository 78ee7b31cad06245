package architecture_test

import (
	"go/ast"
	"maps"
	"slices"
	"strings"
	"testing"
)

// ownLoops are the parts of the house whose workers still have loops of their own. The list only becomes shorter.
var ownLoops = []string{"trading", "webhook"}

// TestOnlyTheLoopTakesTurns: a worker that waits in a way of its own is counted, retried and found stuck in a way of its
// own. Workers do their work in the steps of worker.Loop.
func TestOnlyTheLoopTakesTurns(t *testing.T) {
	t.Parallel()
	found := map[string]bool{}
	files := filesBelow(t, "..", func(path string) bool { return !strings.HasSuffix(path, "_test.go") && !within(path, "oas") })
	for _, path := range slices.Sorted(maps.Keys(files)) {
		part, _, _ := strings.Cut(path, "/")
		ast.Inspect(files[path], func(node ast.Node) bool {
			if isTurn(node) && part != "worker" {
				if found[part] = true; !slices.Contains(ownLoops, part) {
					t.Errorf("%s calls worker.Turn: use worker.Loop", path)
				}
			}
			return true
		})
	}
	for _, part := range ownLoops {
		if !found[part] {
			t.Errorf("%s has no loop of its own any more: take it from the list", part)
		}
	}
}

func isTurn(node ast.Node) bool {
	call, ok := node.(*ast.SelectorExpr)
	if !ok || call.Sel.Name != "Turn" {
		return false
	}
	from, ok := call.X.(*ast.Ident)
	return ok && from.Name == "worker"
}

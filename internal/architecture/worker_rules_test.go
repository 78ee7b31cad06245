package architecture_test

import (
	"go/ast"
	"maps"
	"slices"
	"strings"
	"testing"
)

// ownLoops are the files whose workers still have loops of their own. The list only becomes shorter.
var ownLoops = []string{
	"trading/bots/figures.go", "trading/bots/runner.go", "trading/risk/monitor.go", "trading/stream/hub.go",
	"webhook/delivery/lane.go", "webhook/delivery/recorder.go", "webhook/publisher.go",
}

// TestOnlyTheLoopTakesTurns: a worker that waits in a way of its own is counted, retried and found stuck in a way of its
// own. Workers do their work in the steps of worker.Loop.
func TestOnlyTheLoopTakesTurns(t *testing.T) {
	t.Parallel()
	found := map[string]bool{}
	files := filesBelow(t, "..", func(path string) bool { return !strings.HasSuffix(path, "_test.go") && !within(path, "oas") })
	for _, path := range slices.Sorted(maps.Keys(files)) {
		ast.Inspect(files[path], func(node ast.Node) bool {
			if isTurn(node) && !within(path, "worker") {
				if found[path] = true; !slices.Contains(ownLoops, path) {
					t.Errorf("%s calls worker.Turn: use worker.Loop", path)
				}
			}
			return true
		})
	}
	for _, path := range ownLoops {
		if !found[path] {
			t.Errorf("%s has no loop of its own any more: take it from the list", path)
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

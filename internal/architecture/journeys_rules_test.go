package architecture_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestOnlyJourneysNeedNodeOrABrowser: `make test` runs without them. test/run installs them, for `make journeys`.
func TestOnlyJourneysNeedNodeOrABrowser(t *testing.T) {
	t.Parallel()
	files := testFiles(t)
	for _, path := range slices.Sorted(maps.Keys(files)) {
		if within(path, "test/journeys") || within(path, "test/run") {
			continue
		}
		for _, named := range webPrograms(files[path]) {
			t.Errorf("%s uses %s: what needs Node or a browser is in test/journeys", path, named)
		}
	}
	if named := webPrograms(files["test/journeys/browser/chromium.go"]); len(named) == 0 {
		t.Error("the browser of the journeys was not found")
	}
}

func TestWhatStartsNodeOrABrowserIsFound(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{
		`var _ = exec.Command("node", "--test")`:                 `"node"`,
		`var _ = exec.Command("npm", "ci")`:                      `"npm"`,
		`var _ = bourse.Command{Binary: "npx"}`:                  `"npx"`,
		`var _ = exec.Command("bash", "-c", "npm ci && node x")`: `"npm ci && node x"`,
		`var _ = exec.Command(bourse.HeadlessBrowser)`:           "bourse.HeadlessBrowser",
		`import _ "bourse/test/journeys/browser"`:                `"bourse/test/journeys/browser"`,
		`var _ = exec.Command("git", "a node", "npm-like")`:      "",
		`var _ = thirdparty.Component{Ecosystem: "npm"}`:         "",
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "x_test.go", "package x\n"+code, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(webPrograms(file), " "); got != want {
			t.Errorf("%s\nnames %q, want %q", code, got, want)
		}
	}
}

// webPrograms are what a file starts of Node, its package manager and Chromium, and the packages of journeys that it imports.
func webPrograms(file *ast.File) (found []string) {
	for _, imported := range file.Imports {
		if strings.HasPrefix(imported.Path.Value, `"bourse/test/journeys/`) {
			found = append(found, imported.Path.Value)
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.CallExpr:
			if function, ok := node.Fun.(*ast.SelectorExpr); ok && strings.HasPrefix(function.Sel.Name, "Command") {
				found = append(found, programsOf(node.Args)...)
			}
		case *ast.KeyValueExpr:
			if key, ok := node.Key.(*ast.Ident); ok && key.Name == "Binary" {
				found = append(found, programsOf([]ast.Expr{node.Value})...)
			}
		}
		return true
	})
	return found
}

// programsOf are those of some arguments, also at the beginning of a line for a shell.
func programsOf(arguments []ast.Expr) (found []string) {
	for _, argument := range arguments {
		switch argument := argument.(type) {
		case *ast.BasicLit:
			text, _ := strconv.Unquote(argument.Value) // a number is none
			program, _, _ := strings.Cut(text, " ")
			if slices.Contains([]string{"node", "npm", "npx", "chromium", "chromium-headless-shell"}, program) {
				found = append(found, argument.Value)
			}
		case *ast.SelectorExpr:
			if strings.HasSuffix(argument.Sel.Name, "Browser") {
				found = append(found, types.ExprString(argument))
			}
		}
	}
	return found
}

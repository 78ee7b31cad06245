package architecture_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTestkitIsForTests(t *testing.T) {
	t.Parallel()
	graph := load(t)
	if _, known := graph[house+"testkit"]; !known {
		t.Fatal("the import graph was not read: there is no testkit in it")
	}
	for _, violation := range testkitViolations(graph) {
		t.Error(violation)
	}
}

func TestCodeThatImportsTestkitIsReported(t *testing.T) {
	t.Parallel()
	got := testkitViolations(map[string]imports{
		"bourse/internal/trading":           {code: []string{"bourse/internal/testkit"}, tests: []string{"bourse/internal/testkit"}},
		"bourse/internal/payments":          {tests: []string{"bourse/internal/testkit/published"}},
		"bourse/bench":                      {code: []string{"bourse/internal/testkit/published"}},
		"bourse/internal/testkit/published": {code: []string{"bourse/internal/testkit"}},
		"bourse/internal/market/markettest": {code: []string{"bourse/internal/testkit"}},
		"bourse/test/e2e/kit":               {code: []string{"bourse/internal/testkit"}},
	})
	want := []string{
		"bourse/bench imports bourse/internal/testkit/published: testkit is for tests",
		"bourse/internal/trading imports bourse/internal/testkit: testkit is for tests",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("reported (-want +got):\n%s", diff)
	}
}

// testkitViolations lists the imports of testkit by code, other than that of packages which are made for tests.
func testkitViolations(graph map[string]imports) (found []string) {
	for _, name := range slices.Sorted(maps.Keys(graph)) {
		if part(name) == "testkit" || strings.HasSuffix(name, "test") || within(name, module+"test") {
			continue
		}
		for _, imported := range graph[name].code {
			if part(imported) == "testkit" {
				found = appendBroken(found, name, imported, "testkit is for tests")
			}
		}
	}
	return found
}

func TestTheHelpersOfTestsAreDefinedOnce(t *testing.T) {
	t.Parallel()
	files := testFiles(t)
	for path, file := range files {
		for _, declaration := range file.Decls {
			if name, helper := helperIn(declaration); helper != "" {
				t.Errorf("%s defines %s: use %s", path, name, helper)
			}
		}
	}
	for _, read := range []string{"internal/trading/tradingtest/desk.go", "internal/worker/main_test.go", "test/e2e/kit/client.go", "bench/kit/load.go"} {
		if files[read] == nil {
			t.Errorf("%s was not read", read)
		}
	}
}

func TestEveryHelperIsKnownByItsShape(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{
		`func (c *watch) now() time.Time { return c.at }`:                                     "watch.now: testkit.Clock",
		`func (c watch) Now() time.Time { return c.at }`:                                      "watch.Now: testkit.Clock",
		`func refused(t *testing.T, err error, code fault.Code) {}`:                           "refused: testkit.WantFault",
		`func (s *shop) wantFault(err error, code fault.Code, field string) {}`:               "shop.wantFault: testkit.WantFault",
		`func atOnce(times int, do func(i int) error) []error { return nil }`:                 "atOnce: testkit.InParallel",
		`func atOnce(times int, do func() error) []error { return nil }`:                      "atOnce: testkit.InParallel",
		`func soon(t testing.TB, limit time.Duration, what string, holds func() bool) {}`:     "soon: testkit.Until",
		`func (n nobody) Publish(context.Context, *database.Tx, ...webhook.Event) error {}`:   "nobody.Publish: published.Events",
		`func (h *house) inParallel(n int, work func(i int) error) []error { return nil }`:    "", // one that prepares something first
		`func codes(results []error) []fault.Code { return nil }`:                             "",
		`func unless(err error, code fault.Code) error { return err }`:                        "",
		`func (h *house) advance(by time.Duration) {}`:                                        "",
		`func (h *house) publish(t *testing.T, data string) webhook.Event { return nothing }`: "",
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "x_test.go", "package x\n"+code, 0)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if name, helper := helperIn(file.Decls[0]); helper != "" {
			got = fmt.Sprintf("%s: %s", name, helper)
		}
		if got != want {
			t.Errorf("%s\nis taken for %q, want %q", code, got, want)
		}
	}
}

// testFiles parses all tests of the module and what is made for them, other than testkit, by their paths.
func testFiles(t *testing.T) map[string]*ast.File {
	t.Helper()
	return filesBelow(t, "../..", func(path string) bool {
		folder := filepath.Dir(path)
		isForTests := strings.HasSuffix(path, "_test.go") || strings.HasSuffix(folder, "test") || within(path, "test") || within(path, "bench")
		return isForTests && !within(path, "internal/testkit")
	})
}

// filesBelow are the files below a folder whose paths there are wanted.
func filesBelow(t *testing.T, root string, isWanted func(path string) bool) map[string]*ast.File {
	t.Helper()
	files := map[string]*ast.File{}
	err := fs.WalkDir(os.DirFS(root), ".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || !isWanted(path) {
			return err
		}
		files[path], err = parser.ParseFile(token.NewFileSet(), filepath.Join(root, path), nil, parser.SkipObjectResolution)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 100 {
		t.Fatalf("only %d files were found", len(files))
	}
	return files
}

// helperIn tells the name of a function that does what a helper of testkit does, and which one that is. It goes by what
// the function takes and returns, since the same helper has had many names.
func helperIn(declaration ast.Decl) (name, helper string) {
	function, ok := declaration.(*ast.FuncDecl)
	if !ok {
		return "", ""
	}
	isMethod := function.Recv != nil
	name = function.Name.Name
	if isMethod {
		name = strings.TrimLeft(types.ExprString(function.Recv.List[0].Type), "*") + "." + name
	}
	takes, returns := fieldTypes(function.Type.Params), fieldTypes(function.Type.Results)
	switch {
	case isMethod && strings.EqualFold(function.Name.Name, "now") && len(takes) == 0 && slices.Equal(returns, []string{"time.Time"}):
		return name, "testkit.Clock"
	case slices.Contains(takes, "error") && slices.Contains(takes, "fault.Code") && !slices.Contains(returns, "error"):
		return name, "testkit.WantFault"
	case !isMethod && len(takes) == 2 && takes[0] == "int" && strings.HasPrefix(takes[1], "func(") && slices.Equal(returns, []string{"[]error"}):
		return name, "testkit.InParallel"
	case !isMethod && len(takes) > 1 && strings.Contains(takes[0], "testing.") && slices.Contains(takes, "func() bool"):
		return name, "testkit.Until"
	case isMethod && function.Name.Name == "Publish" && slices.Contains(takes, "...webhook.Event"):
		return name, "published.Events"
	}
	return "", ""
}

// fieldTypes are the types of parameters or results, one for each of them.
func fieldTypes(fields *ast.FieldList) (all []string) {
	if fields == nil {
		return nil
	}
	for _, field := range fields.List {
		for range max(1, len(field.Names)) {
			all = append(all, types.ExprString(field.Type))
		}
	}
	return all
}

// withoutMain are the packages whose tests do not tell yet when goroutines are left. The list only becomes shorter.
var withoutMain = []string{}

// TestWhatIsStartedIsEnded: a package whose files start goroutines, or whose tests open databases, which have some, runs
// its tests in testkit.Main.
func TestWhatIsStartedIsEnded(t *testing.T) {
	t.Parallel()
	starts, hasTests, hasMain := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for path, file := range filesBelow(t, "../..", func(path string) bool { return within(path, "internal") }) {
		folder, isTest := filepath.Dir(path), strings.HasSuffix(path, "_test.go")
		starts[folder] = starts[folder] || startsGoroutines(file) || isTest && opensDatabases(file)
		hasTests[folder] = hasTests[folder] || isTest
		hasMain[folder] = hasMain[folder] || isTest && callsMain(file)
	}
	for _, folder := range slices.Sorted(maps.Keys(starts)) {
		isMissing, isListed := starts[folder] && hasTests[folder] && !hasMain[folder], slices.Contains(withoutMain, folder)
		if isMissing && !isListed {
			t.Errorf("%s has no TestMain that calls testkit.Main", folder)
		}
		if isListed && !isMissing {
			t.Errorf("%s needs no place on the list any more", folder)
		}
	}
}

func TestWhatStartsGoroutinesIsKnown(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{
		`func f() { go f() }`:                                  "starts",
		`func f() { g.Go(func() {}) }`:                         "starts",
		`func f() { f() }`:                                     "",
		`func TestMain(m *testing.M) { testkit.Main(m, "x") }`: "main",
		`func TestMain(m *testing.M) { os.Exit(m.Run()) }`:     "",
		`import "bourse/internal/database/databasetest"`:       "database",
		`import "bourse/internal/database"`:                    "",
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "x_test.go", "package x\n"+code, 0)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]bool{"starts": startsGoroutines(file), "main": callsMain(file), "database": opensDatabases(file)}
		for sort, is := range got {
			if is != (sort == want) {
				t.Errorf("%s: %s is %t", code, sort, is)
			}
		}
	}
}

// startsGoroutines tells whether a file has a go statement, or hands a function to something that has one.
func startsGoroutines(file *ast.File) (found bool) {
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.GoStmt:
			found = true
		case *ast.CallExpr:
			called, isMethod := node.Fun.(*ast.SelectorExpr)
			found = found || isMethod && called.Sel.Name == "Go" && len(node.Args) == 1
		}
		return !found
	})
	return found
}

func opensDatabases(file *ast.File) bool {
	return slices.ContainsFunc(file.Imports, func(imported *ast.ImportSpec) bool {
		return imported.Path.Value == `"`+house+`database/databasetest"`
	})
}

func callsMain(file *ast.File) (found bool) {
	ast.Inspect(file, func(node ast.Node) bool {
		call, isCall := node.(*ast.CallExpr)
		found = found || isCall && types.ExprString(call.Fun) == "testkit.Main"
		return !found
	})
	return found
}

package architecture_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// sqlElsewhere are the files with SQL that are not stores yet, by part of the house and name: a file that moves within
// its part stays on the list, which only becomes shorter.
var sqlElsewhere = []string{}

// helpersElsewhere are the second definitions of what database defines, in the same way. The list only becomes shorter.
var helpersElsewhere = []string{}

// numbersElsewhere are the files that number the arguments of a statement themselves, in the same way. The list only
// becomes shorter.
var numbersElsewhere = []string{}

func TestSQLStandsInStores(t *testing.T) {
	t.Parallel()
	found := map[string]bool{}
	for path, file := range parsed(t) {
		if room := roomOf(path); !strings.HasSuffix(path, "_store.go") && room != "database" && hasSQL(file) {
			found[room+"/"+filepath.Base(path)] = true
		}
	}
	wantOnly(t, sqlElsewhere, found, "holds SQL, which stands in *_store.go")
}

func TestOneBuilderNumbersArguments(t *testing.T) {
	t.Parallel()
	found := map[string]bool{}
	for path, file := range parsed(t) {
		if room := roomOf(path); room != "database" && numbersArguments(file) {
			found[room+"/"+filepath.Base(path)] = true
		}
	}
	wantOnly(t, numbersElsewhere, found, "numbers $n itself, which database.Arguments and database.Where do")
}

// wantOnly fails for what was found and is not listed, and for what is listed and was not found.
func wantOnly(t *testing.T, listed []string, found map[string]bool, offence string) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(found)) {
		if !slices.Contains(listed, name) {
			t.Errorf("%s %s", name, offence)
		}
	}
	for _, name := range listed {
		if !found[name] {
			t.Errorf("%s offends no more: take it off the list", name)
		}
	}
}

func TestWhatTheDatabaseDefinesIsDefinedOnce(t *testing.T) {
	t.Parallel()
	found := map[string]bool{}
	for path, file := range parsed(t) {
		for _, name := range helpersIn(file) {
			if room := roomOf(path); room != "database" {
				found[room+": "+name] = true
			}
		}
	}
	wantOnly(t, helpersElsewhere, found, "is defined in database already")
}

func TestSQLIsRecognised(t *testing.T) {
	t.Parallel()
	holds := []string{
		"`SELECT id FROM users`", "`\n\t\tINSERT INTO users (id) VALUES ($1)`", `"UPDATE users SET name = $1"`, `"DELETE FROM users"`,
		"`WITH due AS MATERIALIZED (\n SELECT 1)`", "`SELECT `+columns+` FROM users`", `"SELECT COUNT(*)" + where`, "`ON CONFLICT (id) DO NOTHING`",
		"`expires_at < $1`", `"state = 'previous' AND retired_at <= $12"`, `database.NewTable("users", nil)`, "database.Where{}", `database.In(nil, "id", nil)`,
	}
	holdsNot := []string{
		`"Update the app"`, `"SELECTION"`, `"select a course"`, `"WITH love"`, `"DELETE"`, `"GET"`, `"INSERT"`, "`UPDATE`", `"DELETE /trading/bots/{botId}"`,
		`"US$ 10"`, `"$"`, `"$%d"`, "database.NewID()", "page.Where",
	}
	for _, literal := range append(holds, holdsNot...) {
		file, err := parser.ParseFile(token.NewFileSet(), "", "package p\nvar columns, where string\nvar _ = "+literal, 0)
		if err != nil {
			t.Fatal(err)
		}
		if want := slices.Contains(holds, literal); hasSQL(file) != want {
			t.Errorf("%s is SQL: %t, want %t", literal, !want, want)
		}
	}
}

func TestOwnNumbersAreRecognised(t *testing.T) {
	t.Parallel()
	numbers := []string{"`a = $` + place + ` AND b`", "`a = b AND c = $`+place", `"$" + place`, `text + " LIMIT $" + place`, `"LIMIT $%d"`}
	numbersNot := []string{"`a = $1`", `"$"`, `"US$"`, `place + "$"`, `"costs %d$"`, `"$" == place`}
	for _, expression := range append(numbers, numbersNot...) {
		file, err := parser.ParseFile(token.NewFileSet(), "", "package p\nvar text, place string\nvar _ = "+expression, 0)
		if err != nil {
			t.Fatal(err)
		}
		if want := slices.Contains(numbers, expression); numbersArguments(file) != want {
			t.Errorf("%s numbers arguments: %t, want %t", expression, !want, want)
		}
	}
}

func TestHelpersAreRecognised(t *testing.T) {
	t.Parallel()
	file, err := parser.ParseFile(token.NewFileSet(), "", `package p
		import ("strconv"; "bourse/internal/database")
		func newID() string { return "" }
		func NewID(at int) string { return "" }
		func itoa(n int) string { return strconv.Itoa(n) }
		func (s S) newID() {}
		type (
			Page struct{ Number, Limit int }
			Cursor = database.Cursor
			cursorKind int
		)
		type page struct{ name string }`, 0)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"newID", "NewID", "itoa", "Page"}, helpersIn(file)); diff != "" {
		t.Errorf("found (-want +got):\n%s", diff)
	}
}

// roomOf is the part of the house that a file belongs to.
func roomOf(path string) string { return part(module + filepath.ToSlash(filepath.Dir(path))) }

// parsed are the files of the module that are neither tests nor generated, by their path from its root. What
// measures and tests the platform from outside is no part of it. Nobody changes them: all tests share them.
func parsed(t *testing.T) map[string]*ast.File {
	t.Helper()
	files, err := parseAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 100 {
		t.Fatalf("only %d files were found", len(files))
	}
	return files
}

var parseAll = sync.OnceValues(func() (map[string]*ast.File, error) {
	root := filepath.Join("..", "..")
	if _, err := os.Stat(filepath.Join(root, "go.mod")); err != nil {
		return nil, err
	}
	files := map[string]*ast.File{}
	for _, folder := range []string{"cmd", "internal"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			name, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			name = filepath.ToSlash(name)
			if entry.IsDir() && (name == "internal/oas" || strings.HasSuffix(name, "test")) {
				return filepath.SkipDir
			}
			if entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				return nil
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			files[name] = file
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
})

// beginsSQL is how a statement begins: with its word in capitals and what comes behind it in SQL.
var beginsSQL = regexp.MustCompile(`^\s*(SELECT\s+\S|SELECT\s*$|INSERT\s+INTO\b|UPDATE\s+([a-z_]+\s|$)|DELETE\s+FROM\b|WITH\s+([a-z_]+\s+AS\b|$)|ON\s+CONFLICT\b)`)

// takesArgument is a part of a statement in which an argument has its place.
var takesArgument = regexp.MustCompile(`\$\d+\b`)

// buildsSQL are what makes statements of columns and conditions.
var buildsSQL = []string{"NewTable", "Where", "In"}

// hasSQL finds statements, parts of them, and what builds them.
func hasSQL(file *ast.File) (has bool) {
	ast.Inspect(file, func(node ast.Node) bool {
		if text, is := textOf(node); is {
			has = has || beginsSQL.MatchString(text) && strings.ContainsAny(text, " \n\t") || takesArgument.MatchString(text)
		}
		if selected, is := node.(*ast.SelectorExpr); is {
			from, isName := selected.X.(*ast.Ident)
			has = has || isName && from.Name == "database" && slices.Contains(buildsSQL, selected.Sel.Name)
		}
		return true
	})
	return has
}

// numbersArguments finds what builds the places of arguments: a text that ends in $ and goes on with something else,
// and a format with $%d.
func numbersArguments(file *ast.File) (does bool) {
	ast.Inspect(file, func(node ast.Node) bool {
		if text, is := textOf(node); is && strings.Contains(text, "$%d") {
			does = true
		}
		if sum, is := node.(*ast.BinaryExpr); is && sum.Op == token.ADD {
			left := sum.X
			if further, is := left.(*ast.BinaryExpr); is {
				left = further.Y
			}
			text, is := textOf(left)
			does = does || is && strings.HasSuffix(text, "$")
		}
		return true
	})
	return does
}

// textOf is a literal of text, as it reads.
func textOf(node ast.Node) (text string, is bool) {
	literal, is := node.(*ast.BasicLit)
	if !is || literal.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(literal.Value)
	return text, err == nil
}

// helpersIn names what a file defines of the things that are the database's: identifiers, pages, cursors and the
// numbers of arguments. An alias defines nothing.
func helpersIn(file *ast.File) (found []string) {
	for _, declaration := range file.Decls {
		switch typed := declaration.(type) {
		case *ast.FuncDecl:
			if typed.Recv == nil && slices.Contains([]string{"newID", "NewID", "firstIDAt", "FirstIDAt", "itoa"}, typed.Name.Name) {
				found = append(found, typed.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range typed.Specs {
				if named, is := spec.(*ast.TypeSpec); is && !named.Assign.IsValid() && slices.Contains([]string{"Page", "Cursor"}, named.Name.Name) {
					found = append(found, fmt.Sprint(named.Name))
				}
			}
		}
	}
	return found
}

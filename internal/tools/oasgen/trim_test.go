package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const trimmed = `package oas

import (
	"fmt"
	"net/http"
)

type Server struct{ h Handler }

type Handler interface{ AddThing(*Request) *Answer }

func NewServer(h Handler) *Server { return &Server{h} }

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var request Request
	request.Decode()
	s.h.AddThing(&request).Encode()
}

type Request struct{ Name OptText }

func (r *Request) Decode()               { r.Name.Decode() }
func (r *Request) Encode()               {}
func (r *Request) UnmarshalJSON() error  { r.Decode(); return nil }
func (r *Request) MarshalJSON() error    { r.Encode(); return nil }

type OptText struct{ Value string }

func (o *OptText) Decode()               {}
func (o *OptText) Or(string) string      { return "" }
func (o *OptText) Reset()                {}
func (o *OptText) GetValue() string      { return o.Value }
func (o *OptText) String() string        { return fmt.Sprint(o.Value) }

type Answer struct{ Kind Kind; Part Part }

func (a *Answer) Encode()                { a.Kind.Encode() }
func (a *Answer) Decode()                { a.Kind.Decode() }

type Kind string

const KindOne Kind = "one"

func (k Kind) Encode()                   {}
func (k Kind) Decode()                   {}
func (k Kind) AllValues() []Kind           { return nil }

type Part struct{}

func (p *Part) UnmarshalJSON() error     { return nil }
func (p *Part) MarshalText() error       { return nil }

func init2() { fmt.Println() }
`

// The user does not compile.
const user = `package user

import (
	"net/http"
	"test/oas"
)

type api struct{ unknown missing.Type }

func (a *api) AddThing(r *oas.Request) *oas.Answer { return &oas.Answer{Kind: undeclared(r.Name.Or("").GetValue)} }

func start() { http.ListenAndServe("", oas.NewServer(&api{}).ServeHTTP) }
`

// trimmedFor returns which functions are left of the package for a user.
func trimmedFor(t *testing.T, user string) (functions []string, source string) {
	t.Helper()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "user_test.go"), []byte("//go:build rarely\n\n"+user), 0o600); err != nil {
		t.Fatal(err)
	}
	code := sources{"oas_a_gen.go": []byte(trimmed), resultsFile: []byte("package oas\n")}
	if err := trim(code, folder, "test/oas"); err != nil {
		t.Fatal(err)
	}
	source = string(code["oas_a_gen.go"])
	for _, found := range regexp.MustCompile(`func (?:\(\w* ?\*?(\w+)\) )?(\w+)\(`).FindAllStringSubmatch(source, -1) {
		functions = append(functions, strings.TrimPrefix(found[1]+"."+found[2], "."))
	}
	return functions, source
}

func TestWhatNobodyCanReachIsRemovedAndNothingElse(t *testing.T) {
	t.Parallel()
	left, source := trimmedFor(t, user+"func being( written {")
	want := []string{"NewServer", "Server.ServeHTTP", "Request.Decode", "Request.UnmarshalJSON", "OptText.Decode", "OptText.Or", "OptText.String",
		"Answer.Encode", "Kind.Encode"}
	if !slices.Equal(left, want) {
		t.Errorf("left are\n%q, want\n%q", left, want)
	}
	if !strings.Contains(source, "KindOne") {
		t.Error("a constant of a type in use is gone")
	}
}

func TestWhatIsNamedOutsideKeepsItsCodecs(t *testing.T) {
	t.Parallel()
	for does, want := range map[string]string{
		"oas.Kind.Decode(kind)":                     "Kind.Decode",
		"answer := oas.Answer{}; answer.Decode()":   "Answer.Decode",
		"json.Unmarshal(text, new(oas.Answer))":     "Part.UnmarshalJSON",
		"json.Marshal(oas.Request{})":               "Request.Encode",
		"var kind oas.Kind; kind.AllValues()":       "Kind.AllValues",
		`of.MethodByName("AllValues")`:              "Kind.AllValues",
		"var text oas.OptText; unknown(text).Reset": "OptText.Reset",
	} {
		if left, _ := trimmedFor(t, user+"func more() { "+does+" }"); !slices.Contains(left, want) {
			t.Errorf("with %s, left are %q, not %s", does, left, want)
		}
	}
}

func TestUnusedImportsAreRemoved(t *testing.T) {
	t.Parallel()
	_, source := trimmedFor(t, `package user; import "test/oas"; var _ oas.Kind`)
	if strings.Contains(source, `"fmt"`) || strings.Contains(source, `"net/http"`) || !strings.Contains(source, "type Kind") {
		t.Errorf("left is\n%s", source)
	}
}

// The package is compiled at every change of the contract, so its weight must not come back unnoticed.
func TestTheGeneratedPackageStaysSmall(t *testing.T) {
	t.Parallel()
	const most = 108_000
	names, err := filepath.Glob("../../oas/*.go")
	if err != nil || len(names) == 0 {
		t.Fatal("there are no files: ", err)
	}
	lines := 0
	for _, name := range names {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines += strings.Count(string(source), "\n")
	}
	if lines > most {
		t.Errorf("internal/oas has %d lines, more than %d", lines, most)
	}
}

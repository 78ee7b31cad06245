package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"hash/crc32"
	"regexp"
	"strings"
)

// fold makes functions of what the generator repeats in every operation: the check of its security, how a parameter
// is decoded, how a body is. Middleware and records of errors, which belong in the edge, are removed.
func fold(code sources) error {
	delete(code, "oas_middleware_gen.go")
	for name, find := range map[string]func(*folds, ast.Node) (text string, isFound bool){
		"oas_handlers_gen.go":         (*folds).handler,
		"oas_parameters_gen.go":       (*folds).parameter,
		"oas_request_decoders_gen.go": (*folds).body,
		"oas_cfg_gen.go":              (*folds).middleware,
	} {
		f := &folds{files: token.NewFileSet(), source: code[name], functions: map[string]string{}}
		syntax, err := parser.ParseFile(f.files, name, f.source, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		var changes []edit
		ast.Inspect(syntax, func(node ast.Node) bool {
			text, isFound := "", false
			if node != nil {
				text, isFound = find(f, node)
			}
			if isFound {
				change := replace(f.files, node, text)
				if f.source[change.to] == ',' { // of an element of a literal
					change.to++
				}
				changes = append(changes, change)
			}
			return !isFound
		})
		folded := bytes.Replace(edited(f.source, changes), []byte("import (\n"), []byte("import (\n\t\"context\"\n"), 1)
		for _, name := range f.order {
			folded = append(folded, f.functions[name]...)
		}
		code[name] = folded
	}
	return nil
}

// folds are the functions that took the place of what was repeated in a file.
type folds struct {
	files     *token.FileSet
	source    []byte
	functions map[string]string
	order     []string
	fields    map[string]string // the types of the last structure's fields
}

func (f *folds) text(node ast.Node) string {
	return string(f.source[f.files.Position(node.Pos()).Offset:f.files.Position(node.End()).Offset])
}

// function adds a function unless there is one with the same text. Its name stays the same when others are added.
func (f *folds) function(prefix, receiver, text string) (name string) {
	name = fmt.Sprintf("%s%08x", prefix, crc32.ChecksumIEEE([]byte(text)))
	if f.functions[name] == "" {
		f.order = append(f.order, name)
		f.functions[name] = fmt.Sprintf("\n// %[2]s is shared by all operations that repeat it.\nfunc %[1]s%[2]s%[3]s\n", receiver, name, text)
	}
	return name
}

var (
	operationName = regexp.MustCompile(`\b\w+Operation\b`)
	plainReturn   = regexp.MustCompile(`(?m)\breturn$`)
	record        = regexp.MustCompile(`(?m)^\s*defer recordError\(.*\)$`)
)

// handler finds what is repeated in handlers.
func (f *folds) handler(node ast.Node) (text string, isFound bool) {
	switch node := node.(type) {
	case *ast.IfStmt:
		if node.Init != nil && strings.Contains(f.text(node.Init), "s.cfg.Middleware") {
			otherwise := f.text(node.Else)
			return "_ = rawBody\n" + otherwise[1:len(otherwise)-1], true // only read by the removed branch
		}
	case *ast.DeferStmt:
		if call := f.text(node.Call); strings.Contains(call, "close()") {
			return "defer close()", true
		} else if strings.HasPrefix(call, "recordError(") {
			return "", true
		}
	case *ast.BlockStmt:
		if len(node.List) > 0 && strings.HasPrefix(f.text(node.List[0]), "type bitset") {
			check := operationName.ReplaceAllString(record.ReplaceAllString(f.text(node), ""), "opErrContext.Name")
			name := f.function("checkSecurity", "(s *Server) ", `(ctx context.Context, w http.ResponseWriter, r *http.Request,
				opErrContext ogenerrors.OperationContext) (_ context.Context, isAllowed bool) {
				var err error
				`+plainReturn.ReplaceAllString(check, "return ctx, false")+`
				return ctx, true
			}`)
			return "ctx, isAllowed := s." + name + "(ctx, w, r, opErrContext)\nif !isAllowed {\nreturn\n}", true
		}
	}
	return "", false
}

var (
	parameterName  = regexp.MustCompile(`ogenerrors\.DecodeParamError\{\s+Name:\s+("[^"]+")`)
	parameterField = regexp.MustCompile(`params\.(\w+)`)
	parameterFrom  = regexp.MustCompile(`\bargs\[\d\]|\b[qh]\b`)
	declaredFrom   = map[string]string{"q": "q *uri.QueryDecoder", "h": "h *uri.HeaderDecoder"}
)

// parameter finds how a parameter is decoded.
func (f *folds) parameter(node ast.Node) (text string, isFound bool) {
	switch node := node.(type) {
	case *ast.StructType:
		f.fields = map[string]string{}
		for _, field := range node.Fields.List {
			f.fields[field.Names[0].Name] = f.text(field.Type)
		}
	case *ast.IfStmt:
		decoding := f.text(node)
		name, field, from := parameterName.FindStringSubmatch(decoding), parameterField.FindStringSubmatch(decoding), parameterFrom.FindString(decoding)
		if name == nil || field == nil || from == "" {
			return "", false
		}
		given, declared := from, declaredFrom[from]
		if declared == "" {
			given, declared = from+", argsEscaped", "arg string, argsEscaped bool"
			decoding = strings.ReplaceAll(decoding, from, "arg")
		}
		decoding = strings.NewReplacer(field[0], "(*field)", "paramsDot"+field[1], "paramsDot", name[1], "name", "return params, ", "return ").Replace(decoding)
		function := f.function("decodeParameter", "", "(field *"+f.fields[field[1]]+", name string, "+declared+") error {\n"+decoding+"\nreturn nil\n}")
		return fmt.Sprintf("if err := %s(&%s, %s, %s); err != nil {\nreturn params, err\n}", function, field[0], name[1], given), true
	}
	return "", false
}

var requestType = regexp.MustCompile(`\n\s*var request (\w+)\n`)

// body finds how the body of a request is decoded, unless it may be absent.
func (f *folds) body(node ast.Node) (text string, isFound bool) {
	declared, ok := node.(*ast.FuncDecl)
	if !ok {
		return "", false
	}
	decoding := f.text(declared.Body)
	of, validate := requestType.FindStringSubmatch(decoding), "nil"
	if of == nil || strings.Contains(decoding, "return request") || strings.Count(decoding, "return &request") != 1 || strings.Count(decoding, "var request") != 1 {
		return "", false
	}
	if strings.Contains(decoding, "request.Validate") {
		validate = "request.Validate"
	}
	decoding = strings.NewReplacer(of[0], "\n", "request.", "request", "return req, ", "return ", "return &request, ", "return ").Replace(decoding)
	function := f.function("decodeBody", "", `(r *http.Request, requestDecode func(*jx.Decoder) error, requestValidate func() error) (
		rawBody []byte, close func() error, rerr error) `+decoding)
	begin := f.files.Position(declared.Pos()).Offset
	return string(f.source[begin:f.files.Position(declared.Body.Lbrace).Offset]) + fmt.Sprintf(`{
		var request %s
		rawBody, close, rerr = %s(r, request.Decode, %s)
		if rerr != nil {
			return nil, rawBody, close, rerr
		}
		return &request, rawBody, close, nil
	}`, of[1], function, validate), true
}

// middleware finds the option for middleware, its field and its default.
func (f *folds) middleware(node ast.Node) (text string, isFound bool) {
	switch node := node.(type) {
	case *ast.FuncDecl:
		return "", node.Name.Name == "WithMiddleware"
	case *ast.Field:
		return "", len(node.Names) == 1 && node.Names[0].Name == "Middleware"
	case *ast.KeyValueExpr:
		key, ok := node.Key.(*ast.Ident)
		return "", ok && key.Name == "Middleware"
	}
	return "", false
}

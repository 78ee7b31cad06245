package guides_test

import (
	"context"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bourse/test/e2e/bourse"
	"bourse/test/e2e/kit"
	"bourse/test/journeys/browser"
)

const console = "console" // commands after a $, some of which serve until they are stopped

// write makes a file of every block of the kinds, on all pages, with the reader's own server in its text.
func (r *reader) write(t *testing.T, fileOf func(*block) string, kinds ...string) {
	t.Helper()
	for _, page := range pages(t) {
		for _, b := range blocksOf(t, page) {
			for _, kind := range kinds {
				if b.kind == kind {
					r.writeFile(t, fileOf(b), strings.NewReplacer(demoAddress, r.address, demoName, "localhost:"+r.port()).Replace(b.text))
				}
			}
		}
	}
}

func (r *reader) writeFile(t *testing.T, name, text string) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(name), 0o700)
	if err == nil {
		err = os.WriteFile(name, []byte(text), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// compile runs a compiler, once for all pages. The test fails with the compiler's output.
func (r *reader) compile(t *testing.T, folder, name string, arguments ...string) {
	t.Helper()
	command := exec.CommandContext(t.Context(), name, arguments...)
	command.Dir = folder
	if said, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(arguments, " "), err, said)
	}
}

// frontEnd is the folder in which the README has installed the client.
func (r *reader) frontEnd() string { return filepath.Join(filepath.Dir(r.folder), "my-app") }

func (r *reader) client() string { return filepath.Join(r.folder, "sdk", "typescript") }

// tsconfig is as strict as possible.
const tsconfig = `{
  "compilerOptions": {
    "target": "ES2022", "module": "NodeNext", "strict": true, "noEmitOnError": true, "exactOptionalPropertyTypes": true,
    "noUncheckedIndexedAccess": true, "lib": ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
    "types": ["node"], "typeRoots": ["TYPES"], "moduleDetection": "force", "rootDir": ".", "outDir": "out"
  },
  "include": ["*.ts"]
}
`

// buildScripts compiles the TypeScript of all pages, strictly.
func (r *reader) buildScripts(t *testing.T) {
	t.Helper()
	if r.built[script] {
		return
	}
	r.built[script] = true
	r.write(t, func(b *block) string { return filepath.Join(r.frontEnd(), b.name()+".ts") }, script, inBrowser)
	r.writeFile(t, filepath.Join(r.frontEnd(), "tsconfig.json"), strings.Replace(tsconfig, "TYPES", filepath.Join(r.client(), "node_modules", "@types"), 1))
	r.writeFile(t, filepath.Join(r.frontEnd(), "out", "package.json"), `{"type":"module"}`)
	r.compile(t, r.frontEnd(), "npm", "pkg", "set", "type=module")
	r.compile(t, r.frontEnd(), "node", filepath.Join(r.client(), "node_modules", "typescript", "bin", "tsc"), "-p", ".")
}

// runScript runs a module with Node.
func (r *reader) runScript(t *testing.T, b *block) string {
	t.Helper()
	r.buildScripts(t)
	return runProgram(t, b, r.folder, "node", filepath.Join(r.frontEnd(), "out", b.name()+".js"))
}

// runInBrowser runs a module in a page of the app, in a browser with an authenticator that always agrees.
func (r *reader) runInBrowser(t *testing.T, b *block) {
	t.Helper()
	r.buildScripts(t)
	served := http.NewServeMux()
	served.Handle("/client/", http.StripPrefix("/client/", http.FileServer(http.Dir(filepath.Join(r.client(), "dist")))))
	served.Handle("/out/", http.StripPrefix("/out/", http.FileServer(http.Dir(filepath.Join(r.frontEnd(), "out")))))
	served.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(`<!doctype html><script type="importmap">{"imports":{"@bourse/client":"/client/index.js"}}</script>`))
	})
	pages := http.Handler(served)
	r.pages.Store(&pages)
	page := browser.New(t)
	page.Open(t, r.appOrigin(t)+"/")
	page.Command(t, "WebAuthn.enable", nil, nil)
	page.Command(t, "WebAuthn.addVirtualAuthenticator", kit.Body{"options": kit.Body{
		"protocol": "ctap2", "ctap2Version": "ctap2_1", "transport": "internal", "hasResidentKey": true,
		"hasUserVerification": true, "isUserVerified": true, "automaticPresenceSimulation": true,
	}}, nil)
	var ran bool
	page.Evaluate(t, `import("/out/`+b.name()+`.js").then(() => true)`, &ran)
	if !ran {
		t.Errorf("%s does not run", b)
	}
}

// runGo runs a program that is compiled against the copy's client.
func (r *reader) runGo(t *testing.T, b *block) string {
	t.Helper()
	binaries := filepath.Join(r.work, "bin")
	if !r.built[program] {
		r.built[program] = true
		r.write(t, func(b *block) string { return filepath.Join(r.work, b.name(), "main.go") }, program)
		r.writeFile(t, filepath.Join(r.work, "go.mod"), "module guides\n\ngo 1.25.0\n\nrequire bourse/sdk/go v0.0.0\n\nreplace bourse/sdk/go => "+
			filepath.Join(r.folder, "sdk", "go")+"\n")
		r.compile(t, r.work, "go", "vet", "./...")
		r.compile(t, r.work, "go", "build", "-o", binaries+"/", "./...")
	}
	return runProgram(t, b, r.folder, filepath.Join(binaries, b.name()))
}

// runConsole runs the commands of a console in a folder of its own, on a free port. A server keeps running until all
// of them have run.
func (r *reader) runConsole(t *testing.T, b *block) {
	t.Helper()
	replaced := strings.NewReplacer("/var/lib/bourse", filepath.Join(t.TempDir(), "live"), "0.0.0.0:8080", "127.0.0.1:0").Replace(b.text)
	for line := range strings.Lines(replaced) {
		line, isCommand := strings.CutPrefix(strings.TrimSpace(line), "$ ")
		if !isCommand {
			t.Errorf("%s: %q is no command", b, line)
			continue
		}
		command := bourse.Command{Binary: "bash", Args: []string{"-c", line}, Folder: r.folder, Env: []string{"BOURSE_PASSWORD=a long enough secret"}}
		if !strings.Contains(line, " serve ") {
			if status, printed, log, err := command.Run(t.Context()); err != nil || status != 0 {
				t.Errorf("%s: %s ends with %d: %v\n%s%s", b, line, status, err, printed, log)
			}
			continue
		}
		server, err := command.Serve(t.Context())
		if err != nil {
			t.Fatalf("%s: %s: %v", b, line, err)
		}
		defer func() {
			defer server.Kill()
			ending, cancel := context.WithTimeout(context.Background(), kit.Patience)
			defer cancel()
			if err := server.Stop(ending); err != nil {
				t.Errorf("%s: %s: %v", b, line, err)
			}
		}()
	}
}

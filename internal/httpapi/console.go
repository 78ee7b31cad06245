package httpapi

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"

	"bourse/internal/httpapi/edge"
)

// consolePolicy restricts the console's pages to this origin and forbids inline scripts, so that HTML injected into a
// page cannot run any.
const consolePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// assetFolder holds the files whose names change with their content.
const assetFolder = "assets/"

// consoleFile is one file of the console in all its encodings.
type consoleFile struct {
	contentType string
	tag         string
	isHashed    bool
	plain       []byte
	brotli      []byte
	gzip        []byte
}

// newConsole makes the pages of the console: each of its files by path, and index.html for every other address that a
// browser opens, because the console does its own routing. It fails when a file cannot be read or there is no
// index.html.
func newConsole(files fs.FS) (byPath map[string]edge.WebPage, other func(r *http.Request) (edge.WebPage, bool), err error) {
	byPath = map[string]edge.WebPage{}
	err = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(name, ".br") || strings.HasSuffix(name, ".gz") {
			return err
		}
		file, err := readConsoleFile(files, name)
		if err != nil {
			return err
		}
		byPath["/"+name] = edge.WebPage{Name: "console", IsConstant: file.isHashed, Serve: file.serve}
		return nil
	})
	if err != nil {
		return nil, nil, fmt.Errorf("the console: %w", err)
	}
	index, ok := byPath["/index.html"]
	if !ok {
		return nil, nil, fmt.Errorf("the console has no index.html: run make web")
	}
	byPath["/"] = index
	return byPath, func(r *http.Request) (edge.WebPage, bool) { return index, isConsolePage(r) }, nil
}

func readConsoleFile(files fs.FS, name string) (*consoleFile, error) {
	plain, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(plain)
	file := &consoleFile{
		contentType: contentTypeOf(name),
		tag:         base64.RawURLEncoding.EncodeToString(sum[:12]),
		isHashed:    strings.HasPrefix(name, assetFolder),
		plain:       plain,
	}
	// Files too small to be worth compressing have no other form.
	file.brotli, _ = fs.ReadFile(files, name+".br")
	file.gzip, _ = fs.ReadFile(files, name+".gz")
	return file, nil
}

// contentTypeOf does not depend on the machine's MIME types.
func contentTypeOf(name string) string {
	switch ending := path.Ext(name); ending {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".html":
		return "text/html; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	default:
		if known := mime.TypeByExtension(ending); known != "" {
			return known
		}
		return "application/octet-stream"
	}
}

func (f *consoleFile) serve(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Type", f.contentType)
	header.Set("Content-Security-Policy", consolePolicy)
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("Vary", "Accept-Encoding")
	content, encoding := f.formFor(r.Header.Get("Accept-Encoding"))
	tag := `"` + f.tag + "-" + encoding + `"`
	header.Set("ETag", tag)
	if f.isHashed {
		header.Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		header.Set("Cache-Control", "no-cache")
	}
	if strings.Contains(r.Header.Get("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if encoding != "" {
		header.Set("Content-Encoding", encoding)
	}
	header.Set("Content-Length", strconv.Itoa(len(content)))
	_, _ = w.Write(content)
}

// formFor chooses the smallest form that the browser accepts.
func (f *consoleFile) formFor(accepted string) (content []byte, encoding string) {
	if f.brotli != nil && acceptsEncoding(accepted, "br") {
		return f.brotli, "br"
	}
	if f.gzip != nil && acceptsEncoding(accepted, "gzip") {
		return f.gzip, "gzip"
	}
	return f.plain, ""
}

// acceptsEncoding reports whether a list such as `gzip, br;q=0` contains an encoding with a weight above zero.
func acceptsEncoding(accepted, encoding string) bool {
	for part := range strings.SplitSeq(accepted, ",") {
		name, weight, _ := strings.Cut(part, ";")
		if !strings.EqualFold(strings.TrimSpace(name), encoding) {
			continue
		}
		value, isGiven := strings.CutPrefix(strings.TrimSpace(weight), "q=")
		quality, err := strconv.ParseFloat(value, 64)
		return !isGiven || (err == nil && quality > 0)
	}
	return false
}

// isConsolePage reports whether a browser is opening an address that the console may have a page for: one that is used
// by nothing else in this server, and is not a file.
func isConsolePage(r *http.Request) bool {
	if !strings.Contains(r.Header.Get("Accept"), "text/html") {
		return false
	}
	first, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	switch first {
	case "api", "docs", "assets", "sandbox", "healthz", "readyz", "metrics":
		return false
	}
	return !strings.HasPrefix(first, ".") && !strings.HasPrefix(first, "openapi.")
}

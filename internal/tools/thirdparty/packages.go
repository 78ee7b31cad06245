package thirdparty

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// builtIn are npm packages that are only needed to build, by their place in package.json, but end up partly in the
// result: compiled Svelte calls its library, and that calls clsx.
var builtIn = map[string]bool{"svelte": true, "clsx": true}

// Packages are the npm packages in the console in web/dist. The folder is the repository's. It fails when
// web/package-lock.json cannot be read.
func Packages(folder string) ([]Component, error) {
	web := filepath.Join(folder, "web")
	content, err := os.ReadFile(filepath.Join(web, "package-lock.json"))
	if err != nil {
		return nil, err
	}
	var lock struct {
		Packages map[string]struct {
			Version string
			Dev     bool
		}
	}
	if err := json.Unmarshal(content, &lock); err != nil {
		return nil, fmt.Errorf("web/package-lock.json: %w", err)
	}
	var all []Component
	for path, one := range lock.Packages {
		name, isPackage := strings.CutPrefix(path, "node_modules/")
		if !isPackage || one.Dev && !builtIn[name] || strings.Contains(name, "/node_modules/") {
			continue
		}
		all = append(all, Component{Ecosystem: "npm", Name: name, Version: one.Version, folder: filepath.Join(web, filepath.FromSlash(path))})
	}
	return sorted(all), nil
}

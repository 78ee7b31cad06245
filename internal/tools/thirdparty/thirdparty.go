// Package thirdparty finds other people's work in the binary: the linked Go modules, and the npm packages that the
// console is built from, each with its licence.
package thirdparty

import (
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Component is somebody else's work that is part of the binary.
type Component struct {
	Ecosystem string // golang or npm
	Name      string
	Version   string
	folder    string // with its files; empty when they are not here
}

// PackageURL identifies the component to vulnerability scanners.
func (c Component) PackageURL() string {
	return "pkg:" + c.Ecosystem + "/" + strings.ReplaceAll(c.Name, "@", "%40") + "@" + c.Version
}

// Text is a file that has to be distributed with the component.
type Text struct{ File, Content string }

// legalFile matches the names of files with licences and notices.
var legalFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|copyright|notice|unlicense|patents)|-licen[cs]e(\.|$)`)

// Texts are the licences and notices of the component, by file name. They are empty when its files are not here or it
// has none. It fails when a file cannot be read.
func (c Component) Texts() ([]Text, error) {
	files, err := os.ReadDir(c.folder)
	if err != nil {
		return nil, err
	}
	var texts []Text
	for _, file := range files {
		if file.IsDir() || !legalFile.MatchString(file.Name()) || strings.HasSuffix(file.Name(), ".go") {
			continue
		}
		content, err := os.ReadFile(filepath.Join(c.folder, file.Name()))
		if err != nil {
			return nil, err
		}
		texts = append(texts, Text{file.Name(), strings.TrimSpace(strings.ReplaceAll(string(content), "\r\n", "\n"))})
	}
	if len(texts) == 0 && c.Ecosystem == "npm" {
		return declared(c.folder)
	}
	return texts, nil
}

// declared is for a package without a licence text: the standard text of the licence that it declares.
func declared(folder string) ([]Text, error) {
	content, err := os.ReadFile(filepath.Join(folder, "package.json"))
	if err != nil {
		return nil, err
	}
	var about struct{ License, Author string }
	if err := json.Unmarshal(content, &about); err != nil || about.License != "MIT" {
		return nil, err
	}
	return []Text{{"package.json", "MIT License\n\nCopyright " + about.Author + "\n\n" + mitText}}, nil
}

const mitText = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

// licences are recognised by words that occur in no other licence's text, the most specific first.
var licences = []struct{ name, words string }{
	{"Apache-2.0", "apache license version 2.0"},
	{"MPL-2.0", "mozilla public license version 2.0"},
	{"BSD-3-Clause", "neither the name of"},
	{"BSD-3-Clause", "names of its contributors may be used"},
	{"BSD-2-Clause", "redistributions in binary form must reproduce"},
	{"ISC", "permission to use, copy, modify, and/or distribute this software for any purpose"},
	{"ISC", "permission to use, copy, modify, and distribute this software for any purpose"},
	{"MIT", "permission is hereby granted, free of charge"},
	{"Unlicense", "this is free and unencumbered software released into the public domain"},
}

var notAWord = regexp.MustCompile(`[\s*#>=]+`)

// Licence is the SPDX short name of the first known licence among the texts; empty if none is known.
func Licence(texts []Text) string {
	for _, text := range texts {
		plain := notAWord.ReplaceAllString(strings.ReplaceAll(strings.ToLower(text.Content), "license, version", "license version"), " ")
		for _, one := range licences {
			if strings.Contains(plain, one.words) {
				return one.name
			}
		}
	}
	return ""
}

// sorted sorts components deterministically and removes duplicates.
func sorted(all []Component) []Component {
	slices.SortFunc(all, func(a, b Component) int {
		return cmp.Or(cmp.Compare(a.Ecosystem, b.Ecosystem), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Version, b.Version))
	})
	return slices.CompactFunc(all, func(a, b Component) bool { return a.PackageURL() == b.PackageURL() })
}

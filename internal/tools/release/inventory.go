package main

import (
	"cmp"
	"debug/buildinfo"
	"encoding/json"
	"runtime/debug"
	"slices"

	"bourse/internal/tools/thirdparty"
)

// The inventory follows CycloneDX 1.5, as far as we have data for it.
type (
	bill struct {
		Format       string        `json:"bomFormat"`
		Spec         string        `json:"specVersion"`
		Version      int           `json:"version"`
		Metadata     billMetadata  `json:"metadata"`
		Components   []billEntry   `json:"components"`
		Dependencies []billDepends `json:"dependencies"`
	}
	billMetadata struct {
		Timestamp  string         `json:"timestamp"`
		Component  billEntry      `json:"component"`
		Properties []billProperty `json:"properties"`
	}
	billEntry struct {
		Type       string         `json:"type"`
		Reference  string         `json:"bom-ref"`
		Name       string         `json:"name"`
		Version    string         `json:"version"`
		PackageURL string         `json:"purl,omitempty"`
		Properties []billProperty `json:"properties,omitempty"`
	}
	billProperty struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	billDepends struct {
		Reference string   `json:"ref"`
		On        []string `json:"dependsOn"`
	}
)

// inventory lists the components of a binary, from its own build information and the console's lock file.
func (r release) inventory(binary string) ([]byte, error) {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return nil, err
	}
	packages, err := thirdparty.Packages(".")
	if err != nil {
		return nil, err
	}
	list := r.bill(info, packages)
	encoded, err := json.MarshalIndent(list, "", "  ")
	return append(encoded, '\n'), err
}

func (r release) bill(info *debug.BuildInfo, packages []thirdparty.Component) bill {
	self := billEntry{Type: "application", Reference: "bourse", Name: "bourse", Version: r.version}
	list := bill{Format: "CycloneDX", Spec: "1.5", Version: 1, Metadata: billMetadata{
		Timestamp: r.at.Format("2006-01-02T15:04:05Z"), Component: self,
		Properties: []billProperty{{"bourse:commit", r.commit}, {"bourse:go", info.GoVersion}},
	}}
	modules := []thirdparty.Component{{Ecosystem: "golang", Name: "std", Version: info.GoVersion[len("go"):]}}
	sums := map[string]string{}
	for _, module := range info.Deps {
		if module.Replace != nil {
			module = module.Replace
		}
		component := thirdparty.Component{Ecosystem: "golang", Name: module.Path, Version: module.Version}
		sums[component.PackageURL()] = module.Sum
		modules = append(modules, component)
	}
	depends := billDepends{Reference: self.Reference, On: []string{}}
	for _, component := range slices.Concat(modules, packages) {
		reference := component.PackageURL()
		entry := billEntry{Type: "library", Reference: reference, Name: component.Name, Version: component.Version, PackageURL: reference}
		if sum := sums[reference]; sum != "" {
			entry.Properties = []billProperty{{"go:sum", sum}}
		}
		list.Components = append(list.Components, entry)
		depends.On = append(depends.On, reference)
	}
	slices.SortFunc(list.Components, func(a, b billEntry) int { return cmp.Compare(a.Reference, b.Reference) })
	slices.Sort(depends.On)
	list.Dependencies = []billDepends{depends}
	return list
}

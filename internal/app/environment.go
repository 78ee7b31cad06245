package app

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// environmentPrefix is the prefix of our settings' variables.
const environmentPrefix = "BOURSE_"

// environmentNames are the variables of all settings of all commands: one environment is often shared by several.
func environmentNames(of *kong.Node) (names []string) {
	for _, flag := range of.Flags {
		names = append(names, flag.Envs...)
	}
	for _, child := range of.Children {
		names = append(names, environmentNames(child)...)
	}
	return names
}

// checkEnvironment refuses a variable whose name is nearly that of a setting, as the parser refuses a misspelt flag:
// if it were ignored, a misspelt database would become an empty one. A name unlike any setting belongs to another
// program, such as what Kubernetes sets for a service of our name.
func checkEnvironment(environment, known []string) error {
	for _, variable := range environment {
		name, _, _ := strings.Cut(variable, "=")
		if !strings.HasPrefix(name, environmentPrefix) || slices.Contains(known, name) {
			continue
		}
		for _, setting := range known {
			if isMisspelt(strings.TrimPrefix(name, environmentPrefix), strings.TrimPrefix(setting, environmentPrefix)) {
				return fmt.Errorf("%s is no setting, did you mean %s?", name, setting)
			}
		}
	}
	return nil
}

// isMisspelt reports whether a name differs from a setting by a letter or two. Short names differ by as much without
// being misspelt, and with one letter replaced they are another word, as API_URL is beside APP_URL.
func isMisspelt(name, setting string) bool {
	if len(setting) < 8 && len(name) == len(setting) {
		return false
	}
	return distance(name, setting) <= min(2, len(setting)/4)
}

// distance is how many letters must be inserted, deleted or replaced to turn one word into the other.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

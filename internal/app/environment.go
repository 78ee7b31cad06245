package app

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// environmentPrefix is how the variables of our settings begin.
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

// checkEnvironment refuses a variable that is nearly the name of a setting, as the parser refuses a misspelt flag: left alone, a
// misspelt database would be an empty one. What is like no setting is another program's, such as what Kubernetes tells of a
// service of our name.
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

// isMisspelt tells whether a name is another one but for a letter or two: short names differ by as much without being one, and
// with a letter replaced they are another word, as API_URL beside APP_URL.
func isMisspelt(name, setting string) bool {
	if len(setting) < 8 && len(name) == len(setting) {
		return false
	}
	return distance(name, setting) <= min(2, len(setting)/4)
}

// distance is how many letters must be put in, left out or replaced to make one word of the other.
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

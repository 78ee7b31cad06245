package guides_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// fixed matches the texts of an answer that are always the same: codes and kinds.
var fixed = regexp.MustCompile(`^[A-Z][A-Z0-9_]+$|^[a-z]+(_[a-z]+)+$`)

// wantShown checks that a block's output has the shape of the answer on the page: the same names with the same types
// of values, and the same codes.
func wantShown(t *testing.T, sample *block, printed string) {
	t.Helper()
	var shown any
	if err := json.Unmarshal([]byte(sample.text), &shown); err != nil {
		t.Errorf("%s is no JSON: %v", sample, err)
		return
	}
	var complaints []string
	for _, got := range answersIn(printed) {
		complaint := difference("", shown, got)
		if complaint == "" {
			return
		}
		complaints = append(complaints, complaint)
	}
	t.Errorf("%s is not what comes: %s\n%s", sample, strings.Join(complaints, "; "), printed)
}

// answersIn returns the objects in the output that start a line or follow one another.
func answersIn(printed string) (answers []any) {
	for printed != "" {
		if printed[0] != '{' {
			_, printed, _ = strings.Cut(printed, "\n")
			continue
		}
		decoder := json.NewDecoder(strings.NewReader(printed))
		var got any
		if decoder.Decode(&got) != nil {
			return answers
		}
		answers = append(answers, got)
		printed = printed[decoder.InputOffset():]
	}
	return answers
}

// difference says where an answer's shape differs from the shown one; empty if it does not.
func difference(at string, shown, got any) string {
	switch shown := shown.(type) {
	case map[string]any:
		object, isObject := got.(map[string]any)
		if !isObject {
			return fmt.Sprintf("%s is %v", at, got)
		}
		for name, value := range shown {
			found, isThere := object[name]
			if !isThere {
				return fmt.Sprintf("%s.%s is missing", at, name)
			}
			if complaint := difference(at+"."+name, value, found); complaint != "" {
				return complaint
			}
		}
		return ""
	case []any:
		list, isList := got.([]any)
		if !isList || len(list) == 0 && len(shown) > 0 {
			return fmt.Sprintf("%s is %v", at, got)
		}
		for i := range min(len(shown), len(list)) {
			if complaint := difference(fmt.Sprintf("%s[%d]", at, i), shown[i], list[i]); complaint != "" {
				return complaint
			}
		}
		return ""
	case string:
		if text, isText := got.(string); !isText || fixed.MatchString(shown) && text != shown {
			return fmt.Sprintf("%s is %v, not %s", at, got, shown)
		}
		return ""
	}
	if fmt.Sprintf("%T", shown) != fmt.Sprintf("%T", got) || fmt.Sprintf("%T", shown) == "bool" && shown != got {
		return fmt.Sprintf("%s is %v, not %v", at, got, shown)
	}
	return ""
}

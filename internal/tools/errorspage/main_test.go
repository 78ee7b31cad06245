package main

import (
	"strings"
	"testing"

	"bourse/internal/fault"
)

func TestThereIsAdviceOnEveryCode(t *testing.T) {
	t.Parallel()
	for _, code := range fault.Codes() {
		advice, _ := fault.AdviceOn(code)
		for _, text := range []string{advice.When, advice.Do} {
			if !strings.HasSuffix(text, ".") || strings.ContainsAny(text, "|\n") {
				t.Errorf("%s: %q is no sentence for a table", code, text)
			}
		}
	}
}

func TestAPageWithoutMarksIsLeftAlone(t *testing.T) {
	t.Parallel()
	for _, page := range []string{"", begin, end, end + begin} {
		if renewed, err := renew([]byte(page), ""); err == nil {
			t.Errorf("%q becomes %q", page, renewed)
		}
	}
}

package main

import "testing"

func TestOnlyTheNamedAreasAreMeasured(t *testing.T) {
	t.Parallel()
	if chosen, err := chooseAreas(""); err != nil || len(chosen) != len(areas) {
		t.Errorf("an empty list chooses %d areas: %v", len(chosen), err)
	}
	if chosen, err := chooseAreas("memory,me"); err != nil || len(chosen) != 2 || chosen[0].Name != "memory" || chosen[1].Name != "me" {
		t.Errorf("memory,me chooses %d areas: %v", len(chosen), err)
	}
	if _, err := chooseAreas("me,nothing"); err == nil {
		t.Error("an area that is not there was found")
	}
}

package database_test

import (
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
)

func TestWithoutABoundThereIsNoCondition(t *testing.T) {
	t.Parallel()
	arguments := database.Arguments{"tenant"}
	if got := arguments.Below("id", uuid.Nil); got != "" || len(arguments) != 1 {
		t.Errorf("the condition is %q with %d arguments, want none", got, len(arguments))
	}
	if got := arguments.Below("id", uuid.New()); got != " AND id < $2" || len(arguments) != 2 {
		t.Errorf("the condition is %q with %d arguments", got, len(arguments))
	}
	if got := arguments.Add(20); got != "$3" {
		t.Errorf("the place is %s, want $3", got)
	}
}

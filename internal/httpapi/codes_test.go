package httpapi_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-faster/yaml"
	"github.com/google/go-cmp/cmp"

	"bourse/api"
	"bourse/internal/fault"
	"bourse/internal/httpapi"
)

func TestTheContractListsExactlyTheCodesThereAre(t *testing.T) {
	t.Parallel()
	var contract struct {
		Components struct {
			Schemas struct {
				ErrorCode struct {
					Enum []fault.Code `yaml:"enum"`
				} `yaml:"ErrorCode"`
			} `yaml:"schemas"`
		} `yaml:"components"`
	}
	if err := yaml.Unmarshal(api.OpenAPI, &contract); err != nil {
		t.Fatal(err)
	}
	listed := contract.Components.Schemas.ErrorCode.Enum
	if diff := cmp.Diff(slices.Sorted(slices.Values(fault.Codes())), slices.Sorted(slices.Values(listed))); diff != "" {
		t.Errorf("codes (-program +contract):\n%s", diff)
	}
}

// Codes() is written by hand, so it is compared with the constants.
func TestTheListOfCodesIsComplete(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("../fault/code.go")
	if err != nil {
		t.Fatal(err)
	}
	var declared []fault.Code
	for _, match := range regexp.MustCompile(`Code = "([A-Z0-9_]+)"`).FindAllSubmatch(source, -1) {
		declared = append(declared, fault.Code(match[1]))
	}
	if diff := cmp.Diff(slices.Sorted(slices.Values(declared)), slices.Sorted(slices.Values(fault.Codes()))); diff != "" {
		t.Errorf("codes (-declared +listed):\n%s", diff)
	}
}

func TestOperationsNamesWhatIsInTheContract(t *testing.T) {
	t.Parallel()
	names := httpapi.Operations()
	declared := strings.Count(string(api.OpenAPI), "operationId: ")
	for _, want := range []string{"getMe", "login", "updateUser", "docs", "healthz"} {
		if !slices.Contains(names, want) {
			t.Errorf("%s is missing", want)
		}
	}
	const pages = 8
	if len(names) != declared+pages {
		t.Errorf("%d names for %d operations and %d pages", len(names), declared, pages)
	}
}

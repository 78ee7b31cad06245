package main

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"bourse/internal/fault"
)

var (
	constant = regexp.MustCompile(`(\w+)\s+Code = "([A-Z0-9_]+)"`)
	mapping  = regexp.MustCompile(`fault\.(\w+):\s+http\.Status(\w+),`)
)

// readStatuses reads the edge's table of statuses by code from its source: only app may import the edge.
func readStatuses(root string) (map[fault.Code]int, error) {
	codes, err := os.ReadFile(filepath.Join(root, "internal", "fault", "code.go"))
	if err != nil {
		return nil, err
	}
	edge, err := os.ReadFile(filepath.Join(root, "internal", "httpapi", "edge", "errors.go"))
	if err != nil {
		return nil, err
	}
	named := map[string]fault.Code{}
	for _, found := range constant.FindAllStringSubmatch(string(codes), -1) {
		named[found[1]] = fault.Code(found[2])
	}
	numbers := map[string]int{}
	for number := http.StatusBadRequest; number < 600; number++ {
		numbers[strings.ReplaceAll(http.StatusText(number), " ", "")] = number
	}
	statuses := map[fault.Code]int{}
	for _, found := range mapping.FindAllStringSubmatch(string(edge), -1) {
		statuses[named[found[1]]] = numbers[found[2]]
	}
	return statuses, nil
}
